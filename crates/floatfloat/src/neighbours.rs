//! The neighbours of a number, and its unit in the last place.

use crate::{
    double_word::DoubleWord,
    eft::fast_two_sum,
    exact::{Big, Quotient, Rational, magnitude, unit},
    multi_word::{QuadWord, TripleWord},
    native_word::NativeWord,
};

impl<F: NativeWord> DoubleWord<F> {
    /// The least number that is larger than `self`, among all normalised pairs: usually the same high word with
    /// the next low word. Infinity for infinity, NaN for NaN, the least positive number for zeros of either
    /// sign.
    ///
    /// Double-words are not evenly spaced. For [`DoubleDouble`] the number next to 1 is 1 + 2^-1074, far nearer
    /// than [`EPSILON`](crate::DoubleDouble::EPSILON). Therefore `next_up` steps through every value, but the
    /// distance does not measure precision; [`ulp`](DoubleWord::ulp) does.
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
            // Here words are as near to each other as possible, and every low word is zero.
            return DoubleWord::from_word(above);
        }
        if low > F::default() && low + low == above - high {
            // This is halfway to `above`; the low words of `above` begin beyond this point.
            return DoubleWord::from_normalized(above, (-low).next_up() + F::default());
        }
        let next = low.next_up();
        DoubleWord::from_transform(fast_two_sum(high, next)).fix_special_cases(high + next)
    }

    /// The largest number that is smaller than `self`; see [`next_up`](DoubleWord::next_up).
    pub fn next_down(self) -> Self {
        -(-self).next_up()
    }

    /// The unit in the last place: the value of the last of 2p bits, where the first bit is the leading bit of
    /// the high word. It is 2^(e − 2p + 1) for 2^e ≤ |high| < 2^(e + 1), but never below the least positive
    /// number, which is also the result for zero. Infinite for infinities, NaN for NaN.
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
        // The low words of the largest word are below half its ulp.
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
            /// As for two words, the numbers are not evenly spaced. The distance does not measure precision,
            /// which
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
                    // This is halfway to `above`; the last words of `above` begin beyond this point.
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

            /// The unit in the last place: for n words, the value of the last of np bits, where the first bit
            /// is the leading bit of the first word. It is never below the least positive number, which is also
            /// the result for zero. Infinite for infinities, NaN for NaN.
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

/// The words of a finite number, each of which is what the words before it leave, rounded. In this form the
/// last word is smallest, and therefore the neighbours are nearest.
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
