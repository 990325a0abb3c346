//! Numbers of two, three or four words, chosen by the number of words.

use crate::{
    compiled::compiled,
    element::Element,
    reductions::{
        max_abs::{self, largest_double_word},
        numbers::Storage,
        task::{Task, reduce_double_words, reduce_strictly},
    },
};
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
    ($($words:literal $number:ident, $reduce:path, $largest:path:
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
        }
    )*};
}

widths! {
    2 DoubleWord, reduce_double_words, largest_double_word:
        |x, y| add_network(x, y), within 2.0;
        mul_dw2(x, y), within 5.0;
    3 TripleWord, reduce_strictly, max_abs::largest:
        |x, y| TripleWord::from_normalized(add3(x.parts(), y.parts())), within Add3::INFO.bound;
        TripleWord::from_normalized(mul3(x.parts(), y.parts())), within Mul3::INFO.bound;
    4 QuadWord, reduce_strictly, max_abs::largest:
        |x, y| QuadWord::from_normalized(add4(x.parts(), y.parts())), within Add4::INFO.bound;
        QuadWord::from_normalized(mul4(x.parts(), y.parts())), within Mul4::INFO.bound;
}
