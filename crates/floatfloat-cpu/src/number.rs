//! The number types that vectors and matrices consist of.

use crate::element::{self, Element};
use core::{fmt, marker::PhantomData};
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, MultiWord, NativeWord, QuadDouble, QuadFloat, QuadWord,
    TripleDouble, TripleFloat, TripleWord, Word,
    double_word::{add_network::add_network, mul_dw1::mul_dw1},
    multi_word::{
        add::{Add3, Add4, add3, add4},
        mul::{Mul3, Mul4, mul3, mul4},
        operation::Operation,
    },
};

/// A number type of two, three or four words of `f32` or `f64`: [`FloatFloat`], [`TripleFloat`], [`QuadFloat`],
/// [`DoubleDouble`], [`TripleDouble`] and [`QuadDouble`], and no other type.
///
/// Vectors, matrices and reductions are generic over it:
///
/// ```
/// use floatfloat::{DoubleDouble, QuadFloat};
/// use floatfloat_cpu::{Element, Number, Vector};
///
/// fn square_of_norm<T: Number>(x: &Vector<T>) -> T {
///     let norm = x.nrm2();
///     norm * norm
/// }
/// assert_eq!(square_of_norm(&Vector::<DoubleDouble>::from_words(&[3.0, 4.0])), 25.0);
/// assert_eq!(square_of_norm(&Vector::<QuadFloat>::from_words(&[3.0, 4.0])), 25.0);
/// ```
pub trait Number:
    MultiWord<Word: Element>
    + sealed::Kernels
    + PartialEq
    + PartialOrd
    + fmt::Debug
    + Send
    + Sync
    + 'static
where
    Self: MultiWord<Over<<Self as MultiWord>::Word> = Self>,
{
}

/// The number with these words, which must be normalised.
#[inline(always)]
pub(crate) fn number<T: MultiWord>(words: T::Parts<T::Word>) -> T {
    T::from_normalized(words)
}

/// The word nearest to `value`, as a number.
#[inline(always)]
pub(crate) fn nearest<T: Number>(value: f64) -> T {
    T::from_word(T::Word::nearest(value))
}

/// One kind of work, on each number type.
pub trait Work {
    /// The work on numbers `T`.
    type Over<'a, T: Number>;
    /// The result of the work.
    type Output<T: Number>;
}

/// One function for each number type.
pub struct Table<W: Work> {
    pub float_float: fn(W::Over<'_, FloatFloat>) -> W::Output<FloatFloat>,
    pub triple_float: fn(W::Over<'_, TripleFloat>) -> W::Output<TripleFloat>,
    pub quad_float: fn(W::Over<'_, QuadFloat>) -> W::Output<QuadFloat>,
    pub double_double: fn(W::Over<'_, DoubleDouble>) -> W::Output<DoubleDouble>,
    pub triple_double: fn(W::Over<'_, TripleDouble>) -> W::Output<TripleDouble>,
    pub quad_double: fn(W::Over<'_, QuadDouble>) -> W::Output<QuadDouble>,
}

pub(crate) mod sealed {
    use super::{Number, Table, Work};
    use floatfloat::{MultiWord, Word};

    /// What loops need to know about a number type.
    pub trait Kernels: MultiWord {
        /// Numbers of `f64` with more words, where there are any.
        type Wide: Number<Word = f64>;

        /// The error of [`finite_sum`](Kernels::finite_sum) is at most this times u^N of the result for numbers of N words.
        const SUM: f64;

        /// The error of [`finite_product`](Kernels::finite_product) is at most this times u^N of the result for numbers of N words.
        const PRODUCT: f64;

        /// x + y, without the repair of special values.
        fn finite_sum<W: Word>(x: Self::Over<W>, y: Self::Over<W>) -> Self::Over<W>;

        /// x · y, without the repair of special values.
        fn finite_product<W: Word>(x: Self::Over<W>, y: Self::Over<W>) -> Self::Over<W>;

        /// Runs work on this number type by the function for it.
        fn choose<W: Work>(work: W::Over<'_, Self>, table: Table<W>) -> W::Output<Self>
        where
            Self: Number;
    }
}

macro_rules! numbers {
    ($($number:ident $single:ident $double:ident, wide $wide:ident:
        |$x:ident, $y:ident| $sum:expr, within $sum_bound:expr;
        $product:expr, within $product_bound:expr;
    )*) => {$(
        impl<E: Element> Number for $number<E> {}

        impl<E: Element> sealed::Kernels for $number<E> {
            type Wide = $wide;
            const SUM: f64 = $sum_bound;
            const PRODUCT: f64 = $product_bound;

            #[inline(always)]
            fn finite_sum<W: Word>($x: $number<W>, $y: $number<W>) -> $number<W> {
                $sum
            }
            #[inline(always)]
            fn finite_product<W: Word>($x: $number<W>, $y: $number<W>) -> $number<W> {
                $product
            }
            #[inline]
            fn choose<W: Work>(work: W::Over<'_, Self>, table: Table<W>) -> W::Output<Self> {
                struct OfWord<W>(PhantomData<W>);

                impl<W: Work> element::Work for OfWord<W> {
                    type Over<'a, E: Element> = W::Over<'a, $number<E>>;
                    type Output<E: Element> = W::Output<$number<E>>;
                }

                E::choose::<OfWord<W>>(work, table.$single, table.$double)
            }
        }
    )*};
}

numbers! {
    DoubleWord float_float double_double, wide TripleDouble:
        |x, y| add_network(x, y), within 2.0;
        mul_dw1(x, y), within 5.0;
    TripleWord triple_float triple_double, wide QuadDouble:
        |x, y| TripleWord::from_normalized(add3(x.parts(), y.parts())), within Add3::INFO.bound;
        TripleWord::from_normalized(mul3(x.parts(), y.parts())), within Mul3::INFO.bound;
    QuadWord quad_float quad_double, wide QuadDouble:
        |x, y| QuadWord::from_normalized(add4(x.parts(), y.parts())), within Add4::INFO.bound;
        QuadWord::from_normalized(mul4(x.parts(), y.parts())), within Mul4::INFO.bound;
}
