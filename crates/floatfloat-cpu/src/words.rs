//! Numbers of two, three or four words, chosen by the number of words.

use crate::{
    compiled::compiled,
    element::Element,
    matrix::{
        MatrixError, MatrixView, MultiWordMatrix, block, cholesky, gemv, long_block, lu, qr,
        residual, triangular,
    },
    reductions::{
        max_abs::{self, largest_double_word},
        numbers::Storage,
        task::{Task, reduce_double_words, reduce_long},
    },
    view::{MultiWordSlice, MultiWordSliceMut},
};
use core::fmt;
use floatfloat::{
    DoubleWord, MultiWord, QuadWord, TripleWord, Word,
    double_word::{add_network::add_network, mul_dw2::mul_dw2},
    multi_word::{
        add::{Add3, Add4, add3, add4},
        mul::{Mul3, Mul4, mul3, mul4},
        operation::Operation,
    },
};

/// Numbers of `N` words, and of no others: 2, 3 or 4.
pub struct Width<const N: usize>;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Width<2> {}
    impl Sealed for super::Width<3> {}
    impl Sealed for super::Width<4> {}
}

/// Numbers of `N` words over any word; implemented by [`Width<N>`](Width).
pub trait Words<const N: usize>: sealed::Sealed {
    /// The number.
    type Number<W: Word>: MultiWord<Word = W>;

    /// The number with these words, which are normalised already.
    fn number<W: Word>(words: [W; N]) -> Self::Number<W>;

    /// The words of a number, the largest first.
    fn words<W: Word>(number: Self::Number<W>) -> [W; N];

    /// x + y without repair of special values, right to [`SUM`](Words::SUM) · u^N.
    #[doc(hidden)]
    fn sum<W: Word>(x: Self::Number<W>, y: Self::Number<W>) -> Self::Number<W>;

    /// x · y without repair of special values, right to [`PRODUCT`](Words::PRODUCT) · u^N.
    #[doc(hidden)]
    fn product<W: Word>(x: Self::Number<W>, y: Self::Number<W>) -> Self::Number<W>;

    /// The bound of sums, in u^N.
    #[doc(hidden)]
    const SUM: f64;

    /// The bound of products, in u^N.
    #[doc(hidden)]
    const PRODUCT: f64;

    /// Reduces a segment.
    #[doc(hidden)]
    fn reduce<E: Element>(task: Task<'_, E, N>) -> Self::Number<E>;

    /// The largest magnitude in a segment.
    #[doc(hidden)]
    fn largest<E: Element>(x: Storage<'_, E, N>) -> Self::Number<E>;

    /// x ← x ∘ y, element by element, for slices that are equally long.
    #[doc(hidden)]
    fn apply<E: Element>(step: Step, x: MultiWordSliceMut<'_, E, N>, y: MultiWordSlice<'_, E, N>);

    /// A number as it is shown.
    #[doc(hidden)]
    fn show<E: Element>(number: &Self::Number<E>, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// A block of a product of matrices.
    #[doc(hidden)]
    fn multiply<E: Element>(block: block::Block<'_, E, N>);

    /// The sums of a block of three or four words.
    #[doc(hidden)]
    fn sum_products<E: Element>(products: long_block::Products<'_, E, N>);

    /// A product of a matrix and a vector.
    #[doc(hidden)]
    fn multiply_vector<E: Element>(vectors: gemv::Vectors<'_, E, N>) -> Result<(), MatrixError>;

    /// b − a · x.
    #[doc(hidden)]
    fn residual<E: Element>(
        a: MatrixView<'_, E, N>,
        x: MatrixView<'_, E, N>,
        b: MatrixView<'_, E, N>,
    ) -> Result<MultiWordMatrix<E, N>, MatrixError>;

    /// Factorises the panels of an LU factorisation.
    #[doc(hidden)]
    fn eliminate<E: Element>(base: lu::Base<'_, E, N>) -> Result<(), MatrixError>;

    /// Factorises the panels of a Cholesky factorisation.
    #[doc(hidden)]
    fn eliminate_symmetric<E: Element>(base: cholesky::Base<'_, E, N>) -> Result<(), MatrixError>;

    /// Factorises the panels of a QR factorisation, and returns the scales of the reflections.
    #[doc(hidden)]
    fn reflect<E: Element>(base: qr::Base<'_, E, N>) -> Vec<Self::Number<E>>;

    /// Solves the blocks of a triangular system.
    #[doc(hidden)]
    fn substitute<E: Element>(base: triangular::Base<'_, E, N>);
}

/// An operation on two slices.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Add,
    Sub,
    Mul,
    Div,
}

/// A number of `N` words W.
pub type Number<W, const N: usize> = <Width<N> as Words<N>>::Number<W>;

/// [`Words::number`]
#[inline(always)]
pub(crate) fn number<W: Word, const N: usize>(words: [W; N]) -> Number<W, N>
where
    Width<N>: Words<N>,
{
    Width::number(words)
}

/// [`Words::words`]
#[inline(always)]
pub(crate) fn words<W: Word, const N: usize>(number: Number<W, N>) -> [W; N]
where
    Width<N>: Words<N>,
{
    Width::words(number)
}

macro_rules! widths {
    ($($words:literal $number:ident, $reduce:path, $largest:path, $matrices:ident:
        |$x:ident, $y:ident| $sum:expr, within $sum_bound:expr; $product:expr, within $product_bound:expr;
    )*) => {$(
        impl Words<$words> for Width<$words> {
            type Number<W: Word> = $number<W>;
            const SUM: f64 = $sum_bound;
            const PRODUCT: f64 = $product_bound;

            #[inline(always)]
            fn number<W: Word>(parts: [W; $words]) -> $number<W> {
                MultiWord::from_normalized(parts)
            }
            #[inline(always)]
            fn words<W: Word>(number: $number<W>) -> [W; $words] {
                MultiWord::parts(number)
            }
            #[inline(always)]
            fn sum<W: Word>($x: $number<W>, $y: $number<W>) -> $number<W> {
                $sum
            }
            #[inline(always)]
            fn product<W: Word>($x: $number<W>, $y: $number<W>) -> $number<W> {
                $product
            }

            fn reduce<E: Element>(task: Task<'_, E, $words>) -> $number<E> {
                compiled! { fn reduce<'a, E>(Task<'a, E, $words>) -> $number<E> = $reduce; }
                reduce(task)
            }
            fn largest<E: Element>(x: Storage<'_, E, $words>) -> $number<E> {
                compiled! { fn largest<'a, E>(Storage<'a, E, $words>) -> $number<E> = $largest; }
                largest(x)
            }
            fn apply<E: Element>(
                step: Step,
                mut x: MultiWordSliceMut<'_, E, $words>,
                y: MultiWordSlice<'_, E, $words>,
            ) {
                let done = match step {
                    Step::Add => x.add_assign(y),
                    Step::Sub => x.sub_assign(y),
                    Step::Mul => x.mul_assign(y),
                    Step::Div => x.div_assign(y),
                };
                debug_assert_eq!(done, Ok(()));
            }
            fn show<E: Element>(number: &$number<E>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(number, f)
            }
            $matrices! { $words }
        }
    )*};
}

/// Matrices of double-words: whole algorithms in registers.
macro_rules! matrices_in_registers {
    ($words:literal) => {
        fn multiply<E: Element>(block: block::Block<'_, E, $words>) {
            block::multiply_pairs(block);
        }
        fn sum_products<E: Element>(products: long_block::Products<'_, E, $words>) {
            products.alone();
        }
        fn multiply_vector<E: Element>(
            vectors: gemv::Vectors<'_, E, $words>,
        ) -> Result<(), MatrixError> {
            gemv::multiply_pairs(vectors)
        }
        fn residual<E: Element>(
            a: MatrixView<'_, E, $words>,
            x: MatrixView<'_, E, $words>,
            b: MatrixView<'_, E, $words>,
        ) -> Result<MultiWordMatrix<E, $words>, MatrixError> {
            residual::residual_of_pairs(a, x, b)
        }
        fn eliminate<E: Element>(base: lu::Base<'_, E, $words>) -> Result<(), MatrixError> {
            lu::eliminate_pairs(base)
        }
        fn eliminate_symmetric<E: Element>(
            base: cholesky::Base<'_, E, $words>,
        ) -> Result<(), MatrixError> {
            cholesky::eliminate_pairs(base)
        }
        fn reflect<E: Element>(base: qr::Base<'_, E, $words>) -> Vec<Self::Number<E>> {
            qr::reflect_pairs(base)
        }
        fn substitute<E: Element>(base: triangular::Base<'_, E, $words>) {
            triangular::substitute_pairs(base);
        }
    };
}

/// Matrices of more words: sums of products in registers, the rest by operations on slices.
macro_rules! matrices_by_slices {
    ($words:literal) => {
        fn multiply<E: Element>(block: block::Block<'_, E, $words>) {
            long_block::multiply(block);
        }
        fn sum_products<E: Element>(products: long_block::Products<'_, E, $words>) {
            compiled! {
                fn sum<'a, E>(long_block::Products<'a, E, $words>) -> () = long_block::sum_products;
            }
            sum(products);
        }
        fn multiply_vector<E: Element>(
            vectors: gemv::Vectors<'_, E, $words>,
        ) -> Result<(), MatrixError> {
            gemv::multiply_as_matrices(vectors)
        }
        fn residual<E: Element>(
            a: MatrixView<'_, E, $words>,
            x: MatrixView<'_, E, $words>,
            b: MatrixView<'_, E, $words>,
        ) -> Result<MultiWordMatrix<E, $words>, MatrixError> {
            residual::residual_by_gemm(a, x, b)
        }
        fn eliminate<E: Element>(base: lu::Base<'_, E, $words>) -> Result<(), MatrixError> {
            lu::eliminate_by_slices(base)
        }
        fn eliminate_symmetric<E: Element>(
            base: cholesky::Base<'_, E, $words>,
        ) -> Result<(), MatrixError> {
            cholesky::eliminate_by_slices(base)
        }
        fn reflect<E: Element>(base: qr::Base<'_, E, $words>) -> Vec<Self::Number<E>> {
            qr::reflect_by_slices(base)
        }
        fn substitute<E: Element>(base: triangular::Base<'_, E, $words>) {
            triangular::substitute_by_slices(base);
        }
    };
}

widths! {
    2 DoubleWord, reduce_double_words, largest_double_word, matrices_in_registers:
        |x, y| add_network(x, y), within 2.0;
        mul_dw2(x, y), within 5.0;
    3 TripleWord, reduce_long, max_abs::largest, matrices_by_slices:
        |x, y| TripleWord::from_normalized(add3(x.parts(), y.parts())), within Add3::INFO.bound;
        TripleWord::from_normalized(mul3(x.parts(), y.parts())), within Mul3::INFO.bound;
    4 QuadWord, reduce_long, max_abs::largest, matrices_by_slices:
        |x, y| QuadWord::from_normalized(add4(x.parts(), y.parts())), within Add4::INFO.bound;
        QuadWord::from_normalized(mul4(x.parts(), y.parts())), within Mul4::INFO.bound;
}
