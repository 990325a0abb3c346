//! What reading, summing and fitting ask of a number type.

use crate::number_type::NumberType;
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, Word};
use std::{
    f64::consts::LOG10_2,
    fmt::{Display, LowerExp},
    ops::{Add, Div, Mul, Neg, Sub},
    str::FromStr,
};

/// Why a text is refused as a number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is something else.
    NotANumber,
    /// It says NaN or infinity.
    NotFinite,
    /// Its magnitude is above the type's range.
    TooLarge,
    /// It is not zero, but would be rounded to zero.
    TooSmall,
}

/// A number type that the user's data can be read and computed in.
pub trait Number:
    Copy
    + PartialOrd
    + FromStr
    + Display
    + LowerExp
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// The machine word that it is made of.
    type Word: Word<Mask = bool>;

    /// Its name.
    const TYPE: NumberType;

    /// Bound on the relative error of one operation.
    const UNIT_ROUNDOFF: f64;

    /// Decimal digits that it holds.
    const DIGITS: f64;

    /// The nearest number of the type.
    fn from_f64(value: f64) -> Self;

    /// Square root.
    fn sqrt(self) -> Self;

    /// The value as the exact sum of two `f64`, the first the nearest of the type's word.
    fn parts(self) -> [f64; 2];

    /// The value as the exact sum of two words.
    fn words(self) -> [Self::Word; 2];

    /// Rounded from two words, `high = RN(high + low)`.
    fn round(value: DoubleWord<Self::Word>) -> Self;

    /// `self · 2^exponent`, rounded to zero or infinity outside the range.
    fn scale(self, exponent: i32) -> Self;

    /// Absolute value.
    fn abs(self) -> Self {
        if self.parts()[0] < 0.0 { -self } else { self }
    }

    /// Neither NaN nor infinite.
    fn is_finite(self) -> bool {
        self.parts()[0].is_finite()
    }

    /// The power of two that brings the magnitude into [½, 1]; 0 for zero.
    fn exponent(self) -> i32 {
        let high = self.parts()[0].abs();
        if high == 0.0 {
            return 0;
        }
        // A double of this range is subnormal only if it is no f32; 2^64 makes it normal.
        let (high, shift) = if high.is_normal() { (high, 0) } else { (high * 2f64.powi(64), 64) };
        (high.to_bits() >> 52) as i32 - 1022 - shift
    }

    /// All digits of the value: the shortest decimal that reads back to the same bits.
    fn digits(self) -> String {
        let magnitude = self.parts()[0].abs();
        if magnitude == 0.0 || (1e-5..1e21).contains(&magnitude) {
            format!("{self}")
        } else {
            format!("{self:e}")
        }
    }

    /// Reads a decimal, rounded once, straight to this type. Numbers outside the type's range are
    /// refused, as is everything but digits with a point, sign and exponent.
    fn read(text: &str) -> Result<Self, Refusal> {
        let unsigned = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
        if ["inf", "infinity", "nan"].contains(&unsigned.as_str()) {
            return Err(Refusal::NotFinite);
        }
        if !text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E')) {
            return Err(Refusal::NotANumber);
        }
        let value = text.parse::<Self>().map_err(|_| Refusal::NotANumber)?;
        let significand = text.split(['e', 'E']).next().unwrap_or_default();
        if !value.is_finite() {
            Err(Refusal::TooLarge)
        } else if value.parts()[0] == 0.0 && significand.contains(|c| matches!(c, '1'..='9')) {
            Err(Refusal::TooSmall)
        } else {
            Ok(value)
        }
    }
}

/// `value · 2^exponent` with one rounding where the result is normal.
fn scale_f64(value: f64, exponent: i32) -> f64 {
    let mut value = value;
    let mut left = exponent.clamp(-3000, 3000);
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        value *= 2f64.powi(step);
        left -= step;
    }
    value
}

macro_rules! word_number {
    ($float:ident, $number_type:ident) => {
        impl Number for $float {
            type Word = $float;
            const TYPE: NumberType = NumberType::$number_type;
            const UNIT_ROUNDOFF: f64 = $float::EPSILON as f64 / 2.0;
            const DIGITS: f64 = $float::MANTISSA_DIGITS as f64 * LOG10_2;

            fn from_f64(value: f64) -> Self {
                value as $float
            }
            fn sqrt(self) -> Self {
                $float::sqrt(self)
            }
            fn words(self) -> [$float; 2] {
                [self, 0.0]
            }
            fn round(value: DoubleWord<$float>) -> Self {
                value.hi()
            }
            fn parts(self) -> [f64; 2] {
                [self.into(), 0.0]
            }
            fn scale(self, exponent: i32) -> Self {
                scale_f64(self.into(), exponent) as $float
            }
        }
    };
}

word_number!(f32, F32);
word_number!(f64, F64);

macro_rules! double_word_number {
    ($name:ident, $float:ident, $number_type:ident) => {
        impl Number for $name {
            type Word = $float;
            const TYPE: NumberType = NumberType::$number_type;
            // 16 u²: the loosest bound of the default operations, that of division.
            const UNIT_ROUNDOFF: f64 = ($float::EPSILON as f64) * ($float::EPSILON as f64) * 4.0;
            const DIGITS: f64 = 2.0 * $float::MANTISSA_DIGITS as f64 * LOG10_2;

            fn from_f64(value: f64) -> Self {
                let high = value as $float;
                DoubleWord::from_parts(high, (value - f64::from(high)) as $float)
            }
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            fn words(self) -> [$float; 2] {
                [self.hi(), self.lo()]
            }
            fn round(value: Self) -> Self {
                value
            }
            fn parts(self) -> [f64; 2] {
                [self.hi().into(), self.lo().into()]
            }
            fn scale(self, exponent: i32) -> Self {
                let [high, low] = self.parts().map(|part| scale_f64(part, exponent) as $float);
                DoubleWord::from_parts(high, low)
            }
        }
    };
}

double_word_number!(FloatFloat, f32, Ff);
double_word_number!(DoubleDouble, f64, Dd);
