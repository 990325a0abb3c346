//! The neighbours of a number, and its unit in the last place.

use crate::{double_word::DoubleWord, eft::fast_two_sum, native_word::NativeWord};

impl<F: NativeWord> DoubleWord<F> {
    /// The least number that is larger than `self`, among all normalised pairs: usually the same high
    /// part with the next low part. Infinity for infinity, NaN for NaN, the least positive number for
    /// zeros of either sign.
    ///
    /// The numbers of two words do not lie evenly. Next to 1 lies 1 + 2^-1074 for [`DoubleDouble`],
    /// far nearer than [`EPSILON`](crate::DoubleDouble::EPSILON): this steps through every value, and is no
    /// measure of precision, which [`ulp`](DoubleWord::ulp) is.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let one = DoubleDouble::ONE;
    /// assert_eq!(one.next_up(), DoubleDouble::from_parts(1.0, 5e-324));
    /// assert_eq!(DoubleDouble::MAX.next_up(), DoubleDouble::INFINITY);
    /// ```
    ///
    /// [`DoubleDouble`]: crate::DoubleDouble
    pub fn next_up(self) -> Self {
        let (high, low) = (self.hi(), self.lo());
        if self.is_nan() || high == F::INFINITY {
            return self;
        }
        if self.is_infinite() {
            return -DoubleWord::largest();
        }
        let above = high.next_up();
        let (_, exponent) = high.parts();
        if exponent == F::LEAST_EXPONENT {
            // High parts are as near to each other as words can be, and every low part is zero.
            return DoubleWord::from_word(above);
        }
        if low > F::default() && low + low == above - high {
            // Halfway to `above`, whose own low parts begin behind this point.
            return DoubleWord::from_normalized(above, (-low).next_up() + F::default());
        }
        let next = low.next_up();
        DoubleWord::from_transform(fast_two_sum(high, next)).fix_special_cases(high + next)
    }

    /// The largest number that is smaller than `self`; see [`next_up`](DoubleWord::next_up).
    pub fn next_down(self) -> Self {
        -(-self).next_up()
    }

    /// The unit in the last place: what the last of the 2p bits of a number is worth whose leading
    /// bit is that of the high part, 2^(e − 2p + 1) for 2^e ≤ |high| < 2^(e + 1). At least the
    /// least positive number, which it is for zero; infinite for infinities, NaN for NaN.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// assert_eq!(DoubleDouble::ONE.ulp(), DoubleDouble::EPSILON);
    /// assert_eq!(DoubleDouble::PI.ulp(), 2.0 * DoubleDouble::EPSILON);
    /// ```
    pub fn ulp(self) -> Self {
        if !self.is_finite() {
            return self.abs();
        }
        let (significand, exponent) = self.hi().parts();
        let leading = exponent + significand.checked_ilog2().unwrap_or(0) as i32;
        let last = (leading + 1 - 2 * F::PRECISION as i32).max(F::LEAST_EXPONENT);
        DoubleWord::from_word(F::rounded(false, 1, last, false))
    }

    /// The largest finite number.
    fn largest() -> Self {
        // As high as low parts of the largest word may be: just below half its ulp.
        let (_, exponent) = F::MAX.parts();
        let half = F::rounded(false, 1, exponent - 1, false);
        DoubleWord::from_normalized(F::MAX, half.next_down())
    }
}
