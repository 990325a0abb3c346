//! Conversions from and to integers.
//!
//! `From` and `TryFrom` are exact. `TryFrom` returns an error if a number cannot hold the integer, or if the
//! number is not an integer in the range of the type. `nearest_i128` and `nearest_u128` round; `to_i128` and
//! `to_u128` truncate.

use crate::{
    double_word::DoubleWord,
    exact::{Big, Quotient, Rational, normalize},
    multi_word::{MultiWord, QuadWord, TripleWord},
    native_word::NativeWord,
};
use core::fmt;

/// Why a conversion between a number of several words and an integer is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IntegerError {
    /// The integer has more bits than the words hold.
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
                "the integer has more bits than the words hold; nearest_i128 and nearest_u128 round"
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

macro_rules! rounded_and_cut {
    ($($number:ident)*) => {$(
        impl<F: NativeWord> $number<F> {
            /// The number nearest to an integer.
            ///
            /// ```
            /// use floatfloat::{DoubleDouble, FloatFloat};
            /// assert_eq!(DoubleDouble::nearest_i128(i128::MAX).hi(), 2f64.powi(127));
            /// assert_eq!(FloatFloat::nearest_i128(-3).hi(), -3.0);
            /// ```
            pub fn nearest_i128(integer: i128) -> Self {
                nearest(integer < 0, integer.unsigned_abs())
            }

            #[doc = concat!("As [`nearest_i128`](", stringify!($number), "::nearest_i128). Above the")]
            /// largest `f32`, 2^128 − 2^104, words of `f32` round to infinity, as `f32` does.
            pub fn nearest_u128(integer: u128) -> Self {
                nearest(false, integer)
            }

            /// The number truncated to an integer, if it is in range; exact.
            ///
            /// ```
            /// use floatfloat::DoubleDouble;
            /// let x = DoubleDouble::from_parts(9007199254740992.0, -0.25);
            /// assert_eq!(x.to_i128(), Some(9007199254740991));
            /// assert_eq!(DoubleDouble::NAN.to_i128(), None);
            /// ```
            pub fn to_i128(self) -> Option<i128> {
                let (negative, magnitude) = whole_magnitude(&self.trunc().parts())?;
                if negative {
                    0i128.checked_sub_unsigned(magnitude)
                } else {
                    magnitude.try_into().ok()
                }
            }

            /// The number truncated to an integer, if it is in range; exact. A negative number above −1 gives 0.
            pub fn to_u128(self) -> Option<u128> {
                match whole_magnitude(&self.trunc().parts())? {
                    (true, 1..) => None,
                    (_, magnitude) => Some(magnitude),
                }
            }

            /// Whether the number is an integer; false for infinities and NaN.
            pub fn is_integer(self) -> bool {
                self.hi().is_finite() && self.trunc() == self
            }
        }
    )*};
}

rounded_and_cut!(DoubleWord TripleWord QuadWord);

/// The sign and the magnitude of a sum of integer words, if the magnitude is below 2^128.
fn whole_magnitude<F: NativeWord>(words: &[F]) -> Option<(bool, u128)> {
    if !words[0].is_finite() {
        return None;
    }
    let negative = words[0].is_negative();
    // The first word may be 2^128 while the sum is below it. Therefore the sum is computed modulo 2^128.
    let shifted = |(significand, exponent): (u64, i32)| {
        let value = u128::from(significand);
        if exponent < 0 {
            value.checked_shr(exponent.unsigned_abs()).unwrap_or(0)
        } else {
            value.checked_shl(exponent.unsigned_abs()).unwrap_or(0)
        }
    };
    let (first, exponent) = words[0].parts();
    let leading = exponent + (u64::BITS - first.leading_zeros()) as i32;
    let inward = |word: F| word != F::default() && word.is_negative() != negative;
    if leading > 129 || (leading == 129 && !(first.is_power_of_two() && inward(words[1]))) {
        return None;
    }
    let magnitude = words.iter().fold(0u128, |sum, &word| {
        let part = shifted(word.parts());
        if inward(word) { sum.wrapping_sub(part) } else { sum.wrapping_add(part) }
    });
    Some((negative, magnitude))
}

fn nearest<N: MultiWord<Word: NativeWord>>(negative: bool, magnitude: u128) -> N {
    let mut numerator = Big::new((magnitude >> 64) as u64);
    numerator.shift_left(64);
    numerator.add(&Big::new(magnitude as u64));
    Quotient { numerator, denominator: Big::new(1), exponent: 0 }.nearest(negative)
}

/// The words of an integer of at most 64 bits, each of which is what the words before it leave, rounded.
fn of_integer<F: NativeWord, const N: usize>(integer: i128) -> [F; N] {
    let mut rest = integer;
    let mut words = [F::default(); N];
    for word in &mut words {
        *word = F::rounded(rest < 0, rest.unsigned_abs() as u64, 0, false);
        let (significand, exponent) = word.parts();
        let magnitude = match exponent {
            0.. => i128::from(significand) << exponent,
            _ => i128::from(significand >> exponent.unsigned_abs().min(63)),
        };
        rest -= if word.is_negative() { -magnitude } else { magnitude };
    }
    normalize(&mut words);
    words
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

/// Integers of at most 64 bits that every number of the type holds.
macro_rules! exact_in_several_words {
    ($($number:ident: $($float:ident)*;)*) => {$($(
        exact_in_several_words! { $number $float: i8 i16 i32 i64 u8 u16 u32 u64 }
    )*)*};
    ($number:ident $float:ident: $($integer:ident)*) => {$(
        impl From<$integer> for $number<$float> {
            /// Exact.
            #[inline]
            fn from(integer: $integer) -> Self {
                $number::from_normalized(of_integer(integer.into()))
            }
        }
    )*};
}

exact_in_several_words! {
    TripleWord: f32 f64;
    QuadWord: f32 f64;
}

/// Integers that not every number of the type holds.
macro_rules! checked {
    ($number:ident $float:ident: $wide:ident $nearest:ident $back:ident: $($integer:ident)*) => {$(
        impl TryFrom<$integer> for $number<$float> {
            type Error = IntegerError;

            /// Exact, or an error.
            fn try_from(integer: $integer) -> Result<Self, IntegerError> {
                let integer = integer as $wide;
                let nearest = $number::$nearest(integer);
                if nearest.$back() == Some(integer) {
                    Ok(nearest)
                } else {
                    Err(IntegerError::Inexact)
                }
            }
        }
    )*};
}

checked!(DoubleWord f32: i128 nearest_i128 to_i128: i64 i128 isize);
checked!(DoubleWord f32: u128 nearest_u128 to_u128: u64 u128 usize);
checked!(DoubleWord f64: i128 nearest_i128 to_i128: i128 isize);
checked!(DoubleWord f64: u128 nearest_u128 to_u128: u128 usize);
checked!(TripleWord f32: i128 nearest_i128 to_i128: i128 isize);
checked!(TripleWord f32: u128 nearest_u128 to_u128: u128 usize);
checked!(TripleWord f64: i128 nearest_i128 to_i128: i128 isize);
checked!(TripleWord f64: u128 nearest_u128 to_u128: u128 usize);
checked!(QuadWord f32: i128 nearest_i128 to_i128: i128 isize);
checked!(QuadWord f32: u128 nearest_u128 to_u128: u128 usize);
checked!(QuadWord f64: i128 nearest_i128 to_i128: i128 isize);
checked!(QuadWord f64: u128 nearest_u128 to_u128: u128 usize);

macro_rules! to_integer {
    ($($number:ident)*) => {$(
        to_integer! { $number:
            i8 to_i128 i16 to_i128 i32 to_i128 i64 to_i128 i128 to_i128 isize to_i128
            u8 to_u128 u16 to_u128 u32 to_u128 u64 to_u128 u128 to_u128 usize to_u128
        }
    )*};
    ($number:ident: $($integer:ident $whole:ident)*) => {$(
        impl<F: NativeWord> TryFrom<$number<F>> for $integer {
            type Error = IntegerError;

            /// Exact, or an error.
            fn try_from(x: $number<F>) -> Result<$integer, IntegerError> {
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

to_integer!(DoubleWord TripleWord QuadWord);
