//! Conversions from and to words, numbers of several words, and other wide types.
//!
//! `From` is exact. Conversions that round are named functions. Conversions to types without a wide range
//! overflow and underflow as in IEEE 754: to infinity, and through subnormal numbers to zero, correctly
//! rounded.

use super::{
    WideRange,
    normalize::{BIAS, SPECIAL, ZERO, from_top, normalized},
};
use crate::{
    DoubleDouble, FloatFloat, WideDoubleDouble, WideFloatFloat,
    double_word::DoubleWord,
    exact::{Big, Quotient, Rational, magnitude, unit},
    multi_word::MultiWord,
    native_word::NativeWord,
    scaling::{by_bits::Format, two_to},
    uint32::{Bits, Uint32},
    unrolled::map,
};

/// The largest exponent; the least is its negative.
const LARGEST_EXPONENT: i32 = (SPECIAL - BIAS - 1) as i32;

impl<W: Bits<N>, const N: usize> WideRange<W, N> {
    /// A word as a number, subnormal words too. Exact on a machine that has subnormal numbers.
    #[inline(always)]
    pub fn from_word(word: W) -> Self {
        WideRange::from_double_word(DoubleWord::from_word(word))
    }

    /// A double-word as a number. Exact if its low word is zero or at least u²/64 times the high word;
    /// otherwise the low word becomes zero.
    #[inline(always)]
    pub fn from_double_word(x: DoubleWord<W>) -> Self {
        // A factor that brings small numbers, subnormal ones too, and large ones to the middle of the range.
        let half = Format::of::<W, N>().bias.div_ceil(2);
        let [down, up] = map([-(half as i32), half as i32], |power| x.hi().constant(two_to(power)));
        let one = x.hi().constant(1.0);
        let size = x.hi().abs();
        let (is_small, is_large) = (size.less(down), up.less_or_equal(size));
        let factor = W::select(is_small, up, W::select(is_large, down, one));
        let [zero, above, below] =
            map([BIAS, BIAS + half, BIAS - half], |code| super::normalize::top(one).constant(code));
        let code = W::Uint::select(is_small, below, W::Uint::select(is_large, above, zero));
        let scaled = DoubleWord::from_normalized(x.hi() * factor, x.lo() * factor);
        normalized(scaled.fix_special_cases(x.hi()), code, 0)
    }

    /// The number nearest to `value`, on the same machine as `self`; see
    /// [`Word::constant`](crate::Word::constant). The words are rounded where the code runs; the machine
    /// computes nothing.
    #[inline]
    pub fn constant(self, value: impl Into<WideDoubleDouble>) -> Self {
        let value = value.into();
        let constant = |word: f64| self.exponent.constant(word);
        let [high, low, exponent] = match N {
            1 => WideFloatFloat::from_wide_double_double(value).words().map(f64::from),
            _ => value.words(),
        };
        WideRange::from_words([constant(high), constant(low), constant(exponent)])
    }
}

impl<F: NativeWord + Bits<N, Uint = u32>, const N: usize> WideRange<F, N> {
    /// significand · 2^exponent: infinite or zero where that is out of range. Rounded as
    /// [`from_double_word`](WideRange::from_double_word).
    ///
    /// ```
    /// use floatfloat::{FloatFloat, WideFloatFloat};
    /// let x = WideFloatFloat::from_parts(FloatFloat::from(6), 1000);
    /// assert_eq!(x.exponent(), Some(1002));
    /// assert_eq!(x.significand(), FloatFloat::from_f64(1.5));
    /// ```
    pub fn from_parts(significand: DoubleWord<F>, exponent: i32) -> Self {
        WideRange::from_double_word(significand).scale(exponent)
    }

    /// self · 2^power, exact; infinite or zero where that is out of range.
    pub fn scale(self, power: i32) -> Self {
        match self.exponent() {
            Some(exponent) => self.with_exponent(i64::from(exponent) + i64::from(power)),
            None => self,
        }
    }

    fn with_exponent(self, exponent: i64) -> Self {
        let high = self.significand.hi();
        let limit = i64::from(LARGEST_EXPONENT);
        let end = |word: F, code| WideRange {
            significand: DoubleWord::from_word(if high.is_negative() { -word } else { word }),
            exponent: from_top(code),
        };
        match exponent {
            _ if exponent > limit => end(F::INFINITY, SPECIAL),
            _ if exponent < -limit => end(F::default(), ZERO),
            _ => WideRange {
                exponent: from_top((exponent + i64::from(BIAS)) as u32),
                significand: self.significand,
            },
        }
    }

    /// ⌊log2 |high word|⌋ of the number; `None` for zeros, infinities and NaN.
    pub fn exponent(self) -> Option<i32> {
        let is_number = self.significand.hi().is_ordinary();
        is_number.then(|| (self.code() as i32).wrapping_sub(BIAS as i32))
    }

    /// Whether it is NaN.
    pub fn is_nan(self) -> bool {
        self.significand.hi().is_nan()
    }

    /// Whether it is neither infinite nor NaN.
    pub fn is_finite(self) -> bool {
        self.significand.hi().is_finite()
    }

    /// Whether the sign bit is set; also of zeros and NaN.
    pub fn is_sign_negative(self) -> bool {
        self.significand.hi().is_negative()
    }

    /// The nearest number. Exact for [`WideDoubleDouble`].
    pub fn from_wide_double_double(x: WideDoubleDouble) -> Self {
        let significand = DoubleWord::from_double_double(x.significand());
        WideRange::from_parts(significand, x.exponent().unwrap_or(0))
    }

    /// The number nearest to `x`, which never overflows or underflows.
    ///
    /// ```
    /// use floatfloat::WideFloatFloat;
    /// assert_eq!(WideFloatFloat::from_f64(f64::MIN_POSITIVE).exponent(), Some(-1022));
    /// ```
    pub fn from_f64(x: f64) -> Self {
        WideRange::from_wide_double_double(x.into())
    }

    /// The nearest number of any number type; infinite, subnormal or zero where the value is out of the range
    /// of that type.
    ///
    /// ```
    /// use floatfloat::{DoubleDouble, FloatFloat, WideDoubleDouble};
    /// let x: WideDoubleDouble = "1e-40".parse()?;
    /// assert_eq!(x.to_number::<DoubleDouble>().to_f64(), 1e-40);
    /// assert_eq!(x.to_number::<FloatFloat>().hi(), 1e-40f32);
    /// # Ok::<(), floatfloat::ParseError>(())
    /// ```
    pub fn to_number<M: MultiWord<Word: NativeWord>>(self) -> M {
        match self.exact() {
            Some(value) => value.nearest(self.is_sign_negative()),
            None => M::from_word(M::Word::nearest(self.significand.hi().into())),
        }
    }

    /// The nearest `f64`, ties to even; infinite, subnormal or zero where the value is out of the range of
    /// `f64`.
    pub fn to_f64(self) -> f64 {
        self.nearest_word()
    }

    /// The nearest `f32`, ties to even; infinite, subnormal or zero where the value is out of the range of
    /// `f32`.
    pub fn to_f32(self) -> f32 {
        self.nearest_word()
    }

    fn nearest_word<G: NativeWord>(self) -> G {
        match self.exact() {
            Some(value) => value.rounded(self.is_sign_negative()),
            None => G::nearest(self.significand.hi().into()),
        }
    }

    /// The magnitude, where an exponent far out of range is limited; `None` for zeros, infinities and NaN.
    fn exact(self) -> Option<Quotient> {
        /// Beyond the exponents of all numbers without a wide range.
        const FAR: i32 = 3000;
        let exponent = self.exponent()?.clamp(-FAR, FAR);
        let parts = [self.significand.hi(), self.significand.lo()];
        let unit = unit(&parts);
        let numerator = magnitude(&parts, unit);
        Some(Quotient { numerator, denominator: Big::new(1), exponent: unit + exponent })
    }
}

impl<F: NativeWord + Bits<N, Uint = u32>, const N: usize> From<F> for WideRange<F, N> {
    /// Exact.
    fn from(word: F) -> Self {
        WideRange::from_word(word)
    }
}

impl<F: NativeWord + Bits<N, Uint = u32>, const N: usize> Default for WideRange<F, N> {
    /// Zero.
    fn default() -> Self {
        WideRange::from_word(F::default())
    }
}

impl From<f32> for WideDoubleDouble {
    /// Exact.
    fn from(word: f32) -> Self {
        WideRange::from_word(word.into())
    }
}

impl From<WideFloatFloat> for WideDoubleDouble {
    /// Exact.
    fn from(x: WideFloatFloat) -> Self {
        let significand = DoubleDouble::from(x.significand());
        WideRange::from_parts(significand, x.exponent().unwrap_or(0))
    }
}

macro_rules! from_integers {
    ($number:ident, $significand:ident: $($integer:ident)*) => {$(
        impl From<$integer> for $number {
            /// Exact.
            fn from(integer: $integer) -> Self {
                WideRange::from_double_word($significand::from(integer))
            }
        }
    )*};
}

from_integers!(WideFloatFloat, FloatFloat: i8 u8 i16 u16 i32 u32);
from_integers!(WideDoubleDouble, DoubleDouble: i8 u8 i16 u16 i32 u32 i64 u64);

macro_rules! constants {
    ($number:ident: $word:ident, |$code:ident| $bits:expr) => {
        impl $number {
            /// 0
            pub const ZERO: Self = Self::of($word::from_bits(0), 0.0, ZERO);
            /// 1
            pub const ONE: Self = Self::of(1.0, 0.0, BIAS);
            /// Positive infinity.
            pub const INFINITY: Self = Self::of($word::INFINITY, 0.0, SPECIAL);
            /// Not a number.
            pub const NAN: Self = Self::of($word::NAN, 0.0, SPECIAL);
            /// The smallest positive number, 2^-1056964607.
            pub const MIN_POSITIVE: Self = Self::of(1.0, 0.0, ZERO + 1);
            /// The largest finite number.
            pub const MAX: Self = {
                let high = 2.0 - $word::EPSILON;
                // Just below half of the last place of the high word.
                let low = $word::EPSILON / 2.0 * (1.0 - $word::EPSILON / 2.0);
                Self::of(high, low, SPECIAL - 1)
            };

            const fn of(high: $word, low: $word, $code: u32) -> Self {
                Self::from_words([high, low, $word::from_bits($bits)])
            }
        }
    };
}

constants!(WideFloatFloat: f32, |code| code);
constants!(WideDoubleDouble: f64, |code| (code as u64) << 32);
