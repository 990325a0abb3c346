//! How sums and sums of products are accumulated: by full additions, or the low words in plain arithmetic.

use crate::words::{Number, Width, Words};
use floatfloat::{
    DoubleWord, Word,
    eft::{two_prod, two_sum},
};

/// How a sum of numbers or of products is gathered. Functions without one are strict.
///
/// | | flops of a number, of a product | bounds |
/// |---|---|---|
/// | `Strict` | 20, 28 | grow with the length of the sum |
/// | `Fast` | 8, 12 | hardly do, but are larger for short sums |
///
/// [`sum_bound`](Accuracy::sum_bound) and [`dot_bound`](Accuracy::dot_bound) are those of
/// [`reductions`](crate::reductions), [`product_bound`](Accuracy::product_bound) that of products of
/// matrices. With u = 2^-53 for `f64` and 2^-24 for `f32`, all are relative to the sum of the
/// magnitudes of the terms, and hold as long as nothing overflows and no low part underflows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Accuracy {
    /// Every product and every sum is that of two double-words. Entries of products of matrices
    /// have, but for the sign of low parts of zero, the bits of a loop over k with the operators `+`
    /// and `*`, special values included.
    #[default]
    Strict,
    /// 2Sum of the high words alone; its errors and the low words are gathered in plain arithmetic,
    /// as in Sum2 and Dot2 (Ogita, Rump, Oishi 2005), and renormalised every 32 terms. Where a sum
    /// is infinite or NaN it is so as the sum of the high words is, blocks of 32 being summed first.
    Fast,
}

/// The steps of an [`Accuracy`] on numbers of `M` words, compiled into loops.
pub(crate) trait Steps<const M: usize>: Copy + Send + Sync
where
    Width<M>: Words<M>,
{
    /// The sum of a state and a number.
    fn add<W: Word>(state: Number<W, M>, x: Number<W, M>) -> Number<W, M>;

    /// The sum of a state and a product.
    fn add_product<W: Word>(state: Number<W, M>, x: Number<W, M>, y: Number<W, M>) -> Number<W, M>;

    /// The sum of the states of two lanes, of which the first ones are normalised.
    fn merge<W: Word>(x: Number<W, M>, y: Number<W, M>) -> Number<W, M>;

    /// The state as a normalised number.
    fn finish<W: Word>(state: Number<W, M>) -> Number<W, M>;
}

/// [`Accuracy::Strict`]
#[derive(Clone, Copy)]
pub(crate) struct Strict;

impl<const M: usize> Steps<M> for Strict
where
    Width<M>: Words<M>,
{
    #[inline(always)]
    fn add<W: Word>(state: Number<W, M>, x: Number<W, M>) -> Number<W, M> {
        Width::<M>::sum(state, x)
    }

    #[inline(always)]
    fn add_product<W: Word>(state: Number<W, M>, x: Number<W, M>, y: Number<W, M>) -> Number<W, M> {
        Width::<M>::sum(state, Width::<M>::product(x, y))
    }

    #[inline(always)]
    fn merge<W: Word>(x: Number<W, M>, y: Number<W, M>) -> Number<W, M> {
        Width::<M>::sum(x, y)
    }

    #[inline(always)]
    fn finish<W: Word>(state: Number<W, M>) -> Number<W, M> {
        state
    }
}

/// [`Accuracy::Fast`]
#[derive(Clone, Copy)]
pub(crate) struct Fast;

impl Steps<2> for Fast {
    #[inline(always)]
    fn add<W: Word>(state: DoubleWord<W>, x: DoubleWord<W>) -> DoubleWord<W> {
        let (high, error) = two_sum(state.hi(), x.hi());
        DoubleWord::from_normalized(high, state.lo() + (error + x.lo()))
    }

    #[inline(always)]
    fn add_product<W: Word>(
        state: DoubleWord<W>,
        x: DoubleWord<W>,
        y: DoubleWord<W>,
    ) -> DoubleWord<W> {
        let (product, rest) = two_prod(x.hi(), y.hi());
        let rest = x.lo().mul_add(y.hi(), x.hi().mul_add(y.lo(), rest));
        Self::add(state, DoubleWord::from_normalized(product, rest))
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
