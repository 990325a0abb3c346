//! Constants, classification and conversions of numbers on the CPU.

use super::{BIAS, INFINITY, MultiPrecision, NAN, SIGN};
use crate::{
    soft::{Soft32, Soft64},
    uint32::Bits,
};
use core::cmp::Ordering;

impl<const N: usize> MultiPrecision<u32, N> {
    /// +0.
    pub const ZERO: Self = MultiPrecision { head: 0, limbs: [0; N] };
    /// 1.
    pub const ONE: Self = MultiPrecision { head: BIAS, limbs: Self::HIGHEST_BIT };
    /// Infinity.
    pub const INFINITY: Self = MultiPrecision { head: INFINITY, limbs: [0; N] };
    /// Not a number.
    pub const NAN: Self = MultiPrecision { head: NAN, limbs: [0; N] };
    /// The largest number, almost 2^(2^30 − 1).
    pub const MAX: Self = MultiPrecision { head: INFINITY - 1, limbs: [u32::MAX; N] };
    /// The least number above zero, 2^(2 − 2^30).
    pub const MIN_POSITIVE: Self = MultiPrecision { head: 1, limbs: Self::HIGHEST_BIT };
    /// The difference between 1 and the next larger number.
    pub const EPSILON: Self =
        MultiPrecision { head: BIAS + 1 - Self::BITS, limbs: Self::HIGHEST_BIT };
    /// Bits of the significand.
    pub const BITS: u32 = 32 * N as u32;

    const HIGHEST_BIT: [u32; N] = {
        let mut limbs = [0; N];
        limbs[N - 1] = 1 << 31;
        limbs
    };

    /// The number nearest to `value`.
    #[inline]
    pub fn from_f64(value: f64) -> Self {
        Self::from_soft(Soft64::from_bits(value.into_uints()))
    }

    /// Whether it is NaN.
    #[inline]
    pub fn is_nan(self) -> bool {
        self.exponent() == NAN
    }

    /// Whether it is infinite.
    #[inline]
    pub fn is_infinite(self) -> bool {
        self.exponent() == INFINITY
    }

    /// Whether it is neither infinite nor NaN.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.exponent() < INFINITY
    }

    /// Whether its sign is minus; true for −0, too.
    #[inline]
    pub fn is_sign_negative(self) -> bool {
        self.head & SIGN != 0
    }

    /// ⌊log2 |x|⌋ of a finite number other than zero.
    #[inline]
    pub fn exponent_of_two(self) -> Option<i32> {
        let is_number = (1..INFINITY).contains(&self.exponent());
        is_number.then(|| self.exponent() as i32 - BIAS as i32)
    }
}

impl<const N: usize> Default for MultiPrecision<u32, N> {
    /// Zero.
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize> PartialEq for MultiPrecision<u32, N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.equal(*other)
    }
}

impl<const N: usize> PartialOrd for MultiPrecision<u32, N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        Some(match (self.less(*other), self.equal(*other)) {
            (true, _) => Ordering::Less,
            (_, true) => Ordering::Equal,
            _ => Ordering::Greater,
        })
    }
}

/// Conversions from types that these widths hold exactly.
macro_rules! exact {
    ($($from:ident into $($limbs:literal)*: |$value:ident| $number:expr;)*) => {$($(
        impl From<$from> for MultiPrecision<u32, $limbs> {
            /// Exact.
            #[inline]
            fn from($value: $from) -> Self {
                $number
            }
        }
    )*)*};
}

exact! {
    f32 into 1 2 4 8: |value| Self::from_soft(Soft32::from_bits(value.into_uints()));
    f64 into 2 4 8: |value| Self::from_f64(value);
    u32 into 1 2 4 8: |value| Self::from_integer([value]);
    u64 into 2 4 8: |value| Self::from_integer([value as u32, (value >> 32) as u32]);
    i32 into 1 2 4 8: |value| {
        let size = Self::from(value.unsigned_abs());
        if value < 0 { -size } else { size }
    };
    i64 into 2 4 8: |value| {
        let size = Self::from(value.unsigned_abs());
        if value < 0 { -size } else { size }
    };
}

impl<const N: usize> From<MultiPrecision<u32, N>> for f64 {
    /// The nearest `f64`.
    #[inline]
    fn from(number: MultiPrecision<u32, N>) -> f64 {
        f64::from_uints(number.to_soft::<crate::soft::Binary64, 2>().to_bits())
    }
}
