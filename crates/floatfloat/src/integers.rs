//! From and to integers.
//!
//! `From` and `TryFrom` are exact: an integer that a double-word cannot hold is an error, and so is
//! a double-word that is no integer of the type. `nearest_i128` and `nearest_u128` round;
//! `to_i128` and `to_u128` cut off the fraction.

use crate::{
    double_word::DoubleWord,
    exact::{Big, Quotient},
    multi_word::MultiWord,
    native_word::NativeWord,
};
use core::fmt;

/// Why a conversion between a double-word and an integer is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IntegerError {
    /// The integer has more bits than two words hold.
    Inexact,
    /// The number has a fraction.
    NotAnInteger,
    /// The integer type is too small for the number.
    OutOfRange,
    /// The number is infinite or NaN.
    NotFinite,
}

impl fmt::Display for IntegerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IntegerError::Inexact => {
                "the integer has more bits than the two words hold; nearest_i128 and nearest_u128 round"
            }
            IntegerError::NotAnInteger => {
                "the number has a fraction; floor, round or trunc it before"
            }
            IntegerError::OutOfRange => "the number is out of the range of the integer type",
            IntegerError::NotFinite => "infinity and NaN are no integers",
        })
    }
}

impl core::error::Error for IntegerError {}

impl<F: NativeWord> DoubleWord<F> {
    /// The double-word nearest to an integer: high = RN(n), low = RN(n − high), normalised.
    ///
    /// ```
    /// use floatfloat::{DoubleDouble, FloatFloat};
    /// assert_eq!(DoubleDouble::nearest_i128(i128::MAX).hi(), 2f64.powi(127));
    /// assert_eq!(FloatFloat::nearest_i128(-3).hi(), -3.0);
    /// ```
    pub fn nearest_i128(integer: i128) -> Self {
        nearest(integer < 0, integer.unsigned_abs())
    }

    /// As [`nearest_i128`](DoubleWord::nearest_i128). Above the largest `f32`, 2^128 − 2^104,
    /// float-float rounds to infinity as `f32` does.
    pub fn nearest_u128(integer: u128) -> Self {
        nearest(false, integer)
    }

    /// The number without its fraction, if it is in range; exact.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let x = DoubleDouble::from_parts(9007199254740992.0, -0.25);
    /// assert_eq!(x.to_i128(), Some(9007199254740991));
    /// assert_eq!(DoubleDouble::NAN.to_i128(), None);
    /// ```
    pub fn to_i128(self) -> Option<i128> {
        let (negative, magnitude) = self.whole_magnitude()?;
        if negative { 0i128.checked_sub_unsigned(magnitude) } else { magnitude.try_into().ok() }
    }

    /// The number without its fraction, if it is in range; exact. A negative number above −1 is 0.
    pub fn to_u128(self) -> Option<u128> {
        match self.whole_magnitude()? {
            (true, 1..) => None,
            (_, magnitude) => Some(magnitude),
        }
    }

    /// Whether the number is an integer; false for infinities and NaN.
    pub fn is_integer(self) -> bool {
        self.hi().is_finite() && self.trunc() == self
    }

    /// The sign and the whole part of |self|, if it is below 2^128.
    fn whole_magnitude(self) -> Option<(bool, u128)> {
        if !self.hi().is_finite() {
            return None;
        }
        let negative = self.hi() < F::default();
        let whole = if negative { -self.trunc() } else { self.trunc() };
        let (high, high_exponent) = whole.hi().parts();
        let (low, low_exponent) = whole.lo().parts();
        // The high part may be 2^128 while the whole is below it, hence modulo 2^128.
        let shifted = |significand: u64, exponent: i32| {
            let value = u128::from(significand);
            if exponent < 0 {
                value.checked_shr(exponent.unsigned_abs()).unwrap_or(0)
            } else {
                value.checked_shl(exponent.unsigned_abs()).unwrap_or(0)
            }
        };
        let (high_part, low_part) = (shifted(high, high_exponent), shifted(low, low_exponent));
        let leading = high_exponent + (u64::BITS - high.leading_zeros()) as i32;
        let below = whole.lo() < F::default();
        if leading > 129 || (leading == 129 && !(high.is_power_of_two() && below)) {
            return None;
        }
        Some((
            negative,
            if below { high_part.wrapping_sub(low_part) } else { high_part + low_part },
        ))
    }
}

fn nearest<N: MultiWord<Word: NativeWord>>(negative: bool, magnitude: u128) -> N {
    let mut numerator = Big::new((magnitude >> 64) as u64);
    numerator.shift_left(64);
    numerator.add(&Big::new(magnitude as u64));
    Quotient { numerator, denominator: Big::new(1), exponent: 0 }.nearest(negative)
}

/// Integers that every double-word of the type holds.
macro_rules! exact {
    ($float:ident: $($integer:ident)*) => {$(
        impl From<$integer> for DoubleWord<$float> {
            /// Exact.
            #[inline]
            fn from(integer: $integer) -> Self {
                let high = integer as $float;
                let low = (i128::from(integer) - high as i128) as $float;
                DoubleWord::from_normalized(high, low)
            }
        }
    )*};
}

exact!(f32: i8 i16 i32 u8 u16 u32);
exact!(f64: i8 i16 i32 i64 u8 u16 u32 u64);

/// Integers that not every double-word of the type holds.
macro_rules! checked {
    ($float:ident: $wide:ident $nearest:ident $back:ident: $($integer:ident)*) => {$(
        impl TryFrom<$integer> for DoubleWord<$float> {
            type Error = IntegerError;

            /// Exact, or an error.
            fn try_from(integer: $integer) -> Result<Self, IntegerError> {
                let integer = integer as $wide;
                let nearest = DoubleWord::$nearest(integer);
                if nearest.$back() == Some(integer) {
                    Ok(nearest)
                } else {
                    Err(IntegerError::Inexact)
                }
            }
        }
    )*};
}

checked!(f32: i128 nearest_i128 to_i128: i64 i128 isize);
checked!(f32: u128 nearest_u128 to_u128: u64 u128 usize);
checked!(f64: i128 nearest_i128 to_i128: i128 isize);
checked!(f64: u128 nearest_u128 to_u128: u128 usize);

macro_rules! to_integer {
    ($($integer:ident $whole:ident)*) => {$(
        impl<F: NativeWord> TryFrom<DoubleWord<F>> for $integer {
            type Error = IntegerError;

            /// Exact, or an error.
            fn try_from(x: DoubleWord<F>) -> Result<$integer, IntegerError> {
                if !x.hi().is_finite() {
                    return Err(IntegerError::NotFinite);
                }
                if !x.is_integer() {
                    return Err(IntegerError::NotAnInteger);
                }
                x.$whole().and_then(|n| n.try_into().ok()).ok_or(IntegerError::OutOfRange)
            }
        }
    )*};
}

to_integer!(i8 to_i128 i16 to_i128 i32 to_i128 i64 to_i128 i128 to_i128 isize to_i128);
to_integer!(u8 to_u128 u16 to_u128 u32 to_u128 u64 to_u128 u128 to_u128 usize to_u128);
