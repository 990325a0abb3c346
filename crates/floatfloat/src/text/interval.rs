//! Which reals are read as a given double-word.

use crate::{double_word::DoubleWord, native_word::NativeWord};

/// How far from |x| the ends of its interval lie, 2^below and 2^above, and whether they belong to
/// it.
pub(super) struct Interval {
    pub(super) below: i32,
    pub(super) above: i32,
    pub(super) includes_ends: bool,
}

impl Interval {
    /// The reals that are read as x, for a normalised x, finite and not zero.
    ///
    /// Reading gives high = RN(v) and low = RN(v − high), normalised. So the ends lie halfway
    /// between low and its neighbours, and belong to the interval if the significand of low is
    /// even. Two particulars:
    ///
    /// - Where low is half an ulp of high, values beyond it are read with the neighbour of high and
    ///   a low part smaller than that half ulp, so that the spacing outside is the one inside.
    /// - Where half an ulp of high is below the least subnormal number, low is zero, its ends are
    ///   those of high, and belong to the interval if the significand of high is even.
    pub(super) fn of<F: NativeWord>(x: DoubleWord<F>) -> Interval {
        let (high, low) = (Magnitude::of(x.hi()), Magnitude::of(x.lo()));
        let same_sign = x.lo().is_negative() == x.hi().is_negative();

        let inward = low.exponent - 1 - i32::from(low.is_power);
        let half_ulp = high.exponent - 1 - i32::from(high.is_power && !same_sign);
        let outward = if low.equals_power(half_ulp) { inward } else { low.exponent - 1 };
        let (below, above) = if same_sign { (inward, outward) } else { (outward, inward) };

        let high_decides = high.exponent == F::LEAST_EXPONENT;
        let includes_ends =
            low.significand % 2 == 0 && (!high_decides || high.significand % 2 == 0);
        Interval { below, above, includes_ends }
    }
}

/// significand · 2^exponent
struct Magnitude {
    significand: u64,
    exponent: i32,
    /// Whether the spacing below it is half that above it.
    is_power: bool,
}

impl Magnitude {
    fn of<F: NativeWord>(word: F) -> Self {
        let (significand, exponent) = word.parts();
        let is_power = significand == 1 << (F::PRECISION - 1) && exponent > F::LEAST_EXPONENT;
        Magnitude { significand, exponent, is_power }
    }

    fn equals_power(&self, exponent: i32) -> bool {
        self.significand.is_power_of_two()
            && self.exponent + self.significand.trailing_zeros() as i32 == exponent
    }
}
