//! The neighbours of a number, and its unit in the last place.

use crate::{
    double_word::DoubleWord,
    eft::fast_two_sum,
    exact::{Big, Quotient, Rational, magnitude, unit},
    multi_word::{QuadWord, TripleWord},
    native_word::NativeWord,
};

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

macro_rules! several_words {
    ($($number:ident: $words:literal;)*) => {$(
        impl<F: NativeWord> $number<F> {
            /// The least number that is larger than `self`, among all sums of as many words. Infinity for
            /// infinity, NaN for NaN, the least positive number for zeros of either sign.
            ///
            /// As for two words, the numbers do not lie evenly, and this is no measure of precision, which
            #[doc = concat!("[`ulp`](", stringify!($number), "::ulp) is.")]
            pub fn next_up(self) -> Self {
                if self.is_nan() || self.hi() == F::INFINITY {
                    return self;
                }
                if self.is_infinite() {
                    return -$number::from_normalized(largest());
                }
                let mut words = rounded_word_by_word(self.parts());
                let [.., before, last] = &mut words;
                let above = before.next_up();
                if *last > F::default() && *last + *last == above - *before {
                    // Halfway to `above`, whose own last words begin behind this point.
                    (*before, *last) = (above, (-*last).next_up());
                } else {
                    *last = last.next_up();
                }
                $number::from_parts(words)
            }

            /// The largest number that is smaller than `self`; see
            #[doc = concat!("[`next_up`](", stringify!($number), "::next_up).")]
            pub fn next_down(self) -> Self {
                -(-self).next_up()
            }

            /// The unit in the last place: what the last of the np bits of a number of n words is worth
            /// whose leading bit is that of the first word. At least the least positive number, which it
            /// is for zero; infinite for infinities, NaN for NaN.
            pub fn ulp(self) -> Self {
                if !self.is_finite() {
                    return self.abs();
                }
                let (significand, exponent) = self.hi().parts();
                let leading = exponent + significand.checked_ilog2().unwrap_or(0) as i32;
                let last = leading + 1 - $words * F::PRECISION as i32;
                $number::from_word(F::rounded(false, 1, last.max(F::LEAST_EXPONENT), false))
            }
        }
    )*};
}

several_words! {
    TripleWord: 3;
    QuadWord: 4;
}

/// The words of a finite number, each what those before it leave, rounded: the form whose last word is
/// smallest, and so has the nearest neighbours.
fn rounded_word_by_word<F: NativeWord, const N: usize>(words: [F; N]) -> [F; N] {
    let exponent = unit(&words);
    let mut rounded = [F::default(); N];
    if exponent != i32::MAX {
        let numerator = magnitude(&words, exponent);
        Quotient { numerator, denominator: Big::new(1), exponent }
            .round_into(words[0].is_negative(), &mut rounded);
    }
    rounded
}

/// The words of the largest number: the largest word, and behind each the largest below half its ulp.
fn largest<F: NativeWord, const N: usize>() -> [F; N] {
    let mut words = [F::MAX; N];
    for k in 1..N {
        let (_, exponent) = words[k - 1].parts();
        words[k] = F::rounded(false, 1, exponent - 1, false).next_down();
    }
    words
}
