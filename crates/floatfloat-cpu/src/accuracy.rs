//! How sums and sums of products are accumulated: with double-word additions, or with the low words in
//! plain arithmetic.

use crate::{element::Element, number::Number};
use floatfloat::{
    DoubleWord, QuadWord, TripleWord, Word,
    eft::{two_prod, two_sum, two_sum_of_many},
    multi_word::add_word::{add_word3, add_word4},
};

/// How numbers of two words, or products of them, are summed. Functions without an `Accuracy` are strict for two
/// words. For three and four words they are fast by the same method, with 21 and 40 flops a number and 47 and 116
/// flops a product. A sum of products has the same bits for x · y and for y · x, except fast sums of two words, which
/// add the cross products in order; [`syrk_with`](crate::matrix::syrk_with) gives a fast product a · aᵀ that is symmetric.
///
/// | | flops of a number, of a product | bounds |
/// |---|---|---|
/// | `Strict` | 20, 29 | grow with the length of the sum |
/// | `Fast` | 8, 12 | hardly grow, but are larger for short sums |
///
/// [`reductions`](crate::reductions) states [`sum_bound`](Accuracy::sum_bound) and
/// [`dot_bound`](Accuracy::dot_bound); products of matrices have
/// [`product_bound`](Accuracy::product_bound). All bounds are relative to the sum of the magnitudes
/// of the terms, with u = 2^-53 for `f64` and 2^-24 for `f32`. They hold as long as nothing
/// overflows and no low word underflows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Accuracy {
    /// Double-words are multiplied and added with the full algorithms. Entries of products of
    /// matrices have the bits of a loop over k with the operators `+` and `*`, special values
    /// included. Only the sign of a low word that is zero may differ.
    #[default]
    Strict,
    /// Only the high words are added by 2Sum. Its errors and the low words are summed in plain
    /// arithmetic, as in Sum2 and Dot2 (Ogita, Rump, Oishi 2005), and renormalised every 32 terms. A
    /// sum is infinite or NaN where the sum of the high words is, with blocks of 32 summed first.
    Fast,
}

/// The steps of an [`Accuracy`] on numbers of type `T`, compiled into loops.
pub trait Steps<T: Number>: Copy + Send + Sync {
    /// The sum of a state and a number.
    fn add<W: Word>(state: T::Over<W>, x: T::Over<W>) -> T::Over<W>;

    /// The sum of a state and a product.
    fn add_product<W: Word>(state: T::Over<W>, x: T::Over<W>, y: T::Over<W>) -> T::Over<W>;

    /// The sum of the states of two lanes. In the first merge both states are normalised.
    #[inline(always)]
    fn merge<W: Word>(x: T::Over<W>, y: T::Over<W>) -> T::Over<W> {
        T::finite_sum::<W>(x, y)
    }

    /// The state as a normalised number.
    #[inline(always)]
    fn finish<W: Word>(state: T::Over<W>) -> T::Over<W> {
        state
    }

    /// The sum of a normalised number and a state.
    #[inline(always)]
    fn close<W: Word>(total: T::Over<W>, state: T::Over<W>) -> T::Over<W> {
        T::finite_sum::<W>(total, Self::finish::<W>(state))
    }

    /// A state takes this many terms before it is added to a total.
    const BLOCK: usize = 32;
}

/// [`Accuracy::Strict`]
#[derive(Clone, Copy)]
pub(crate) struct Strict;

impl<T: Number> Steps<T> for Strict {
    #[inline(always)]
    fn add<W: Word>(state: T::Over<W>, x: T::Over<W>) -> T::Over<W> {
        T::finite_sum::<W>(state, x)
    }

    #[inline(always)]
    fn add_product<W: Word>(state: T::Over<W>, x: T::Over<W>, y: T::Over<W>) -> T::Over<W> {
        T::finite_sum::<W>(state, T::finite_product::<W>(x, y))
    }
}

/// [`Accuracy::Fast`]
#[derive(Clone, Copy)]
pub struct Fast;

impl<E: Element> Steps<DoubleWord<E>> for Fast {
    #[inline(always)]
    fn add<W: Word>(state: DoubleWord<W>, x: DoubleWord<W>) -> DoubleWord<W> {
        let (high, error) = two_sum(state.hi(), x.hi());
        DoubleWord::from_normalized(high, state.lo().add_by_fma(error.add_by_fma(x.lo())))
    }

    #[inline(always)]
    fn add_product<W: Word>(
        state: DoubleWord<W>,
        x: DoubleWord<W>,
        y: DoubleWord<W>,
    ) -> DoubleWord<W> {
        let (product, rest) = two_prod(x.hi(), y.hi());
        let rest = x.lo().mul_add(y.hi(), x.hi().mul_add(y.lo(), rest));
        // The same as `add`, with fewer multipliers idle.
        let (high, error) = two_sum(state.hi(), product);
        DoubleWord::from_normalized(high, state.lo() + (error + rest))
    }

    #[inline(always)]
    fn merge<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        let (high, error) = two_sum(x.hi(), y.hi());
        DoubleWord::from_normalized(high, (x.lo() + y.lo()) + error)
    }

    #[inline(always)]
    fn finish<W: Word>(state: DoubleWord<W>) -> DoubleWord<W> {
        let (high, low) = two_sum(state.hi(), state.lo());
        DoubleWord::from_normalized(high, low)
    }
}

/// A state of three or four words takes this many terms. Its words overlap the more, the more terms it takes, and
/// the bound grows with the overlap.
pub(crate) const LONG_BLOCK: usize = 16;

/// 2Sum adds words of equal size, and its errors are added to the words below. The last words are added in
/// plain arithmetic. The words of a state may overlap. `reductions/bounds.rs` derives the bound.
impl<E: Element> Steps<TripleWord<E>> for Fast {
    const BLOCK: usize = LONG_BLOCK;

    #[inline(always)]
    fn add<W: Word>(state: TripleWord<W>, x: TripleWord<W>) -> TripleWord<W> {
        let ([s0, s1, s2], [x0, x1, x2]) = (state.parts(), x.parts());
        let (s0, rest) = two_sum_of_many(s0, x0);
        let (second, e0) = two_sum_of_many(x1, rest);
        let (s1, e1) = two_sum_of_many(s1, second);
        TripleWord::from_normalized([s0, s1, s2 + ((x2 + e0) + e1)])
    }

    #[inline(always)]
    fn add_product<W: Word>(
        state: TripleWord<W>,
        x: TripleWord<W>,
        y: TripleWord<W>,
    ) -> TripleWord<W> {
        let ([s0, s1, s2], [x0, x1, x2], [y0, y1, y2]) = (state.parts(), x.parts(), y.parts());
        let (p00, e00) = two_prod(x0, y0);
        let (p01, e01) = two_prod(x0, y1);
        let (p10, e10) = two_prod(x1, y0);
        let (s0, rest) = two_sum_of_many(s0, p00);
        let (products, a) = two_sum_of_many(p01, p10);
        let (errors, b) = two_sum_of_many(e00, rest);
        let (second, c) = two_sum_of_many(products, errors);
        let (s1, d) = two_sum_of_many(s1, second);
        let third = (x0 * y2 + x2 * y0) + x1.mul_add(y1, e01 + e10);
        TripleWord::from_normalized([s0, s1, s2 + ((((a + b) + c) + third) + d)])
    }

    #[inline(always)]
    fn close<W: Word>(total: TripleWord<W>, state: TripleWord<W>) -> TripleWord<W> {
        let [s0, s1, s2] = state.parts();
        let total = add_word3(add_word3(add_word3(total.parts(), s0), s1), s2);
        TripleWord::from_normalized(total)
    }
}

impl<E: Element> Steps<QuadWord<E>> for Fast {
    const BLOCK: usize = LONG_BLOCK;

    #[inline(always)]
    fn add<W: Word>(state: QuadWord<W>, x: QuadWord<W>) -> QuadWord<W> {
        let ([s0, s1, s2, s3], [x0, x1, x2, x3]) = (state.parts(), x.parts());
        let (s0, rest) = two_sum_of_many(s0, x0);
        let (second, a) = two_sum_of_many(x1, rest);
        let (s1, b) = two_sum_of_many(s1, second);
        let (third, e0) = two_sum_of_many(x2, a);
        let (third, e1) = two_sum_of_many(third, b);
        let (s2, e2) = two_sum_of_many(s2, third);
        QuadWord::from_normalized([s0, s1, s2, s3 + ((x3 + (e0 + e1)) + e2)])
    }

    #[inline(always)]
    fn add_product<W: Word>(state: QuadWord<W>, x: QuadWord<W>, y: QuadWord<W>) -> QuadWord<W> {
        let ([s0, s1, s2, s3], [x0, x1, x2, x3]) = (state.parts(), x.parts());
        let [y0, y1, y2, y3] = y.parts();
        let (p00, e00) = two_prod(x0, y0);
        let (p01, e01) = two_prod(x0, y1);
        let (p10, e10) = two_prod(x1, y0);
        let (p02, e02) = two_prod(x0, y2);
        let (p11, e11) = two_prod(x1, y1);
        let (p20, e20) = two_prod(x2, y0);
        let (s0, rest) = two_sum_of_many(s0, p00);
        let (products, a) = two_sum_of_many(p01, p10);
        let (errors, b) = two_sum_of_many(e00, rest);
        let (second, c) = two_sum_of_many(products, errors);
        let (s1, d) = two_sum_of_many(s1, second);
        let (third, w1) = two_sum_of_many(p02, p20);
        let (other, w2) = two_sum_of_many(e01, e10);
        let (another, w3) = two_sum_of_many(p11, a);
        let (third, w4) = two_sum_of_many(third, other);
        let (third, w5) = two_sum_of_many(third, another);
        let (errors, w6) = two_sum_of_many(b, c);
        let (third, w7) = two_sum_of_many(third, errors);
        let (third, w8) = two_sum_of_many(third, d);
        let (s2, w9) = two_sum_of_many(s2, third);
        let fourth = ((x0 * y3 + x3 * y0) + (x1 * y2 + x2 * y1)) + ((e02 + e20) + e11);
        let errors = ((w1 + w2) + (w3 + w4)) + ((w5 + w6) + (w7 + w8));
        QuadWord::from_normalized([s0, s1, s2, s3 + ((errors + fourth) + w9)])
    }

    #[inline(always)]
    fn close<W: Word>(total: QuadWord<W>, state: QuadWord<W>) -> QuadWord<W> {
        let [s0, s1, s2, s3] = state.parts();
        let total = add_word4(add_word4(total.parts(), s0), s1);
        QuadWord::from_normalized(add_word4(add_word4(total, s2), s3))
    }
}
