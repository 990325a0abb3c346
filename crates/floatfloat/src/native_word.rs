//! The machine's own words, `f32` and `f64`, as bits.

use crate::word::Word;
use core::fmt::{Debug, Display};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// `f32` and `f64`: words that hold a single number with accessible bits. Code that needs the bits (text,
/// integers, remainders) uses this trait; arithmetic uses [`Word`].
pub trait NativeWord:
    Word<Mask = bool>
    + PartialOrd
    + Default
    + Debug
    + Display
    + Into<f64>
    + Send
    + Sync
    + 'static
    + sealed::Sealed
{
    /// Exponent of the smallest subnormal number, 2^this: −149 or −1074.
    const LEAST_EXPONENT: i32;
    /// Exponent of the largest binade, 2^this ≤ largest number < 2^(this + 1): 127 or 1023.
    const LARGEST_EXPONENT: i32;
    /// Positive infinity.
    const INFINITY: Self;
    /// Not a number.
    const NAN: Self;
    /// Largest finite number.
    const MAX: Self;
    /// Smallest positive normal number.
    const MIN_POSITIVE: Self;

    /// The bits of the number, in the lowest bits of the result.
    fn bits(self) -> u64;

    /// The number with these bits.
    fn with_bits(bits: u64) -> Self;

    /// The nearest number, ties to even.
    fn nearest(value: f64) -> Self;

    /// The least number that is larger, as for `f64`.
    fn next_up(self) -> Self;

    /// The largest number that is smaller, as for `f64`.
    fn next_down(self) -> Self;

    /// Whether it is neither infinite nor NaN.
    #[inline(always)]
    fn is_finite(self) -> bool {
        self.abs() < Self::INFINITY
    }

    /// Whether it is NaN.
    #[inline(always)]
    fn is_nan(self) -> bool {
        !self.equal(self)
    }

    /// Whether the sign bit is set; also of zeros and NaN.
    #[inline(always)]
    fn is_negative(self) -> bool {
        self.bits() >> (sign_shift::<Self>()) != 0
    }

    /// The magnitude of a finite number as `significand · 2^exponent`.
    #[inline]
    fn parts(self) -> (u64, i32) {
        let magnitude = self.abs().bits();
        let fraction = magnitude & ((1 << (Self::PRECISION - 1)) - 1);
        match (magnitude >> (Self::PRECISION - 1)) as i32 {
            0 => (fraction, Self::LEAST_EXPONENT),
            biased => (fraction | (1 << (Self::PRECISION - 1)), Self::LEAST_EXPONENT + biased - 1),
        }
    }

    /// The number nearest to (significand + rest) · 2^exponent, ties to even, where 0 ≤ rest < 1 and `inexact`
    /// says whether rest > 0. If it is, `significand` must have at least two bits more than the word.
    #[inline]
    fn rounded(negative: bool, significand: u64, exponent: i32, inexact: bool) -> Self {
        let length = (u64::BITS - significand.leading_zeros()) as i32;
        let unit = (exponent + length - Self::PRECISION as i32).max(Self::LEAST_EXPONENT);
        let kept = match unit - exponent {
            dropped @ 1..=64 => {
                let wide = u128::from(significand);
                let half = 1u128 << (dropped - 1);
                let rest = wide & (2 * half - 1);
                let kept = (wide >> dropped) as u64;
                let up = rest > half || (rest == half && (inexact || kept % 2 == 1));
                kept + u64::from(up)
            }
            dropped if dropped > 64 => 0,
            added => significand << -added,
        };
        // The hidden bit of `kept` adds one to the exponent field, and so does a carry.
        let field = if significand == 0 { 0 } else { (unit - Self::LEAST_EXPONENT) as u64 };
        let infinity = Self::INFINITY.bits();
        let magnitude = match field.checked_mul(1 << (Self::PRECISION - 1)) {
            Some(high) => high.saturating_add(kept).min(infinity),
            None => infinity,
        };
        Self::with_bits(magnitude | (u64::from(negative) << sign_shift::<Self>()))
    }
}

const fn sign_shift<F>() -> u32 {
    8 * size_of::<F>() as u32 - 1
}

macro_rules! native_word {
    ($float:ident, $bits:ident) => {
        impl NativeWord for $float {
            const LEAST_EXPONENT: i32 = $float::MIN_EXP - $float::MANTISSA_DIGITS as i32;
            const LARGEST_EXPONENT: i32 = $float::MAX_EXP - 1;
            const INFINITY: Self = $float::INFINITY;
            const NAN: Self = $float::NAN;
            const MAX: Self = $float::MAX;
            const MIN_POSITIVE: Self = $float::MIN_POSITIVE;

            #[inline(always)]
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
            #[inline(always)]
            fn with_bits(bits: u64) -> Self {
                $float::from_bits(bits as $bits)
            }
            #[inline(always)]
            fn nearest(value: f64) -> Self {
                value as $float
            }
            #[inline]
            fn next_up(self) -> Self {
                $float::next_up(self)
            }
            #[inline]
            fn next_down(self) -> Self {
                $float::next_down(self)
            }
        }
    };
}

native_word!(f32, u32);
native_word!(f64, u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_agrees_with_casts_of_integers() {
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100_000 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let n = x >> (x % 64);
            assert_eq!(f64::rounded(false, n, 0, false), n as f64);
            assert_eq!(f32::rounded(true, n, 0, false), -(n as f32));
        }
    }

    #[test]
    fn rounding_at_the_ends_of_the_range() {
        assert_eq!(f64::rounded(false, 1, -1074, false), f64::from_bits(1));
        assert_eq!(f64::rounded(false, 1, -1075, false), 0.0);
        assert_eq!(f64::rounded(false, 3, -1075, false), f64::from_bits(2));
        assert_eq!(f64::rounded(false, 1 << 60, -1135, true), f64::from_bits(1));
        assert_eq!(f64::rounded(false, u64::MAX, 960, false), f64::INFINITY);
        assert_eq!(f64::rounded(true, 1, 5000, false), f64::NEG_INFINITY);
        assert_eq!(f64::rounded(false, u64::MAX, -5000, true), 0.0);
        assert_eq!(f32::rounded(false, (1 << 24) - 1, 104, false), f32::MAX);
        assert_eq!(f32::rounded(false, (1 << 25) - 1, 103, false), f32::INFINITY);
    }

    #[test]
    fn parts_recompose() {
        for x in [f64::MAX, f64::MIN_POSITIVE, 5e-324, 1.0, 0.1, -3.5] {
            let (significand, exponent) = x.parts();
            assert_eq!(f64::rounded(x < 0.0, significand, exponent, false), x);
        }
    }
}
