//! To integers: floor, ceil, trunc, round, fract. All are exact, on every word.
//!
//! A word that is no integer is below 2^(p−1), where the sum with 2^(p−1) has no room for a
//! fraction: adding and subtracting that rounds to an integer, and a comparison finds which way it
//! went. If the high part is an integer, the fraction is in the low part; if it is not, high and
//! high + low lie strictly between the same two integers, and between the same halves unless high
//! is a half itself.

use crate::{double_word::DoubleWord, eft::fast_two_sum, word::Word};

/// The largest integer ≤ |x|, with the sign of x, zeros included.
#[inline(always)]
pub(crate) fn trunc<W: Word>(x: W) -> W {
    let magnitude = x.abs();
    let limit = x.constant((1u64 << (W::PRECISION - 1)) as f64);
    let nearby = (magnitude + limit) - limit;
    let below = W::select(magnitude.less(nearby), nearby - x.constant(1.0), nearby);
    let whole = W::select(magnitude.less(limit), below, magnitude);
    // A product with zero keeps the sign, and a NaN.
    let signed = W::select(x.less(x.constant(0.0)), -whole, whole);
    W::select(magnitude.less(x.constant(1.0)), x * x.constant(0.0), signed)
}

/// The largest integer ≤ x.
#[inline(always)]
fn floor<W: Word>(x: W) -> W {
    let cut = trunc(x);
    W::select(x.less(cut), cut - x.constant(1.0), cut)
}

/// The smallest integer ≥ x.
#[inline(always)]
fn ceil<W: Word>(x: W) -> W {
    -floor(-x)
}

/// The nearer integer; where two are equally near, the one farther from zero if the mask holds.
#[inline(always)]
fn nearest<W: Word>(x: W, away_at_half: W::Mask) -> W {
    let cut = trunc(x);
    let rest = (x - cut).abs();
    let half = x.constant(0.5);
    let away = half.less(rest) | (half.equal(rest) & away_at_half);
    let one = x.constant(1.0);
    let farther = cut + W::select(x.less(x.constant(0.0)), -one, one);
    W::select(away, farther, cut)
}

/// Whether an integer is odd.
#[inline(always)]
pub(crate) fn is_odd<W: Word>(integer: W) -> W::Mask {
    let half = integer * integer.constant(0.5);
    !trunc(half).equal(half)
}

impl<W: Word> DoubleWord<W> {
    /// The largest integer that is not above `self`.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let just_below = DoubleDouble::from_parts(3.0, -1e-30);
    /// assert_eq!(just_below.floor(), 2.0);
    /// assert_eq!(just_below.round(), 3.0);
    /// ```
    #[inline]
    pub fn floor(self) -> Self {
        self.by_parts(floor(self.hi()), floor(self.lo()))
    }

    /// The smallest integer that is not below `self`.
    #[inline]
    pub fn ceil(self) -> Self {
        self.by_parts(ceil(self.hi()), ceil(self.lo()))
    }

    /// The whole part: the nearest integer that is not farther from zero than `self`.
    #[inline]
    pub fn trunc(self) -> Self {
        let negative = self.hi().less(self.hi().constant(0.0));
        let low = W::select(negative, ceil(self.lo()), floor(self.lo()));
        self.by_parts(trunc(self.hi()), low)
    }

    /// The nearest integer, halves away from zero.
    #[inline]
    pub fn round(self) -> Self {
        let zero = self.hi().constant(0.0);
        let outward = self.low_points_outward();
        self.by_parts(
            nearest(self.hi(), outward | self.lo().equal(zero)),
            nearest(self.lo(), outward),
        )
    }

    /// The nearest integer, halves to the even one.
    #[inline]
    pub fn round_ties_even(self) -> Self {
        let (high, low) = (self.hi(), self.lo());
        let tie_away = low.equal(low.constant(0.0)) & is_odd(trunc(high));
        // Where the low part ends in a half, the high part is even: its ulp is at least 2, or it is
        // 1 and the pair is a tie, which went to even.
        self.by_parts(
            nearest(high, self.low_points_outward() | tie_away),
            nearest(low, is_odd(trunc(low))),
        )
    }

    /// `self - self.trunc()`; exact.
    #[inline]
    pub fn fract(self) -> Self {
        let whole = self.trunc();
        // What the whole takes from the high part, and from the low part, is a word.
        let taken = (self.hi() - whole.hi()) - whole.lo();
        DoubleWord::from_parts(taken, self.lo())
    }

    /// Whether the low part takes the number farther from zero than its high part.
    #[inline(always)]
    fn low_points_outward(self) -> W::Mask {
        let zero = self.hi().constant(0.0);
        (zero.less(self.hi()) & zero.less(self.lo()))
            | (self.hi().less(zero) & self.lo().less(zero))
    }

    /// `high` if that is not the high part of `self`, so that this had a fraction; else that
    /// integer plus `low`. A zero gets the sign of `self`.
    #[inline(always)]
    fn by_parts(self, high: W, low: W) -> Self {
        let zero = self.hi().constant(0.0);
        let had_fraction = !high.equal(self.hi());
        let low = W::select(had_fraction, zero, low);
        let sum = high + low;
        let plain = W::select(sum.equal(zero), self.hi() * zero, sum);
        DoubleWord::from_transform(fast_two_sum(high, low)).fix_special_cases(plain)
    }
}
