//! The operations of a number type that reading, summing and fitting need.

use crate::{decimal::read_decimal, number_type::NumberType, value::Value};
use floatfloat::{
    Bits, DoubleDouble, FloatFloat, MultiWord, NativeWord, QuadDouble, QuadFloat, TripleDouble,
    TripleFloat, WordArray, multi_precision::Mp256, soft::Binary32,
};
use floatfloat_cpu::Element;
use std::{
    f64::consts::LOG10_2,
    fmt::{Display, LowerExp},
    ops::{Add, Div, Mul, Neg, Sub},
    str::FromStr,
};

/// Why a text is refused as a number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is not a number.
    NotANumber,
    /// The text is NaN or infinity.
    NotFinite,
    /// Its magnitude is above the type's range.
    TooLarge,
    /// It is not zero, but would be rounded to zero.
    TooSmall,
}

/// The largest number of words of any number type.
pub const MOST_WORDS: usize = 4;

/// A number type in which data can be read and computed.
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
    + Into<Value>
    + Send
    + Sync
{
    /// The type of its words.
    type Word: Element + Number;

    /// The type as a value.
    const TYPE: NumberType;

    /// Bound on the relative error of a single operation.
    const UNIT_ROUNDOFF: f64;

    /// Number of its decimal digits.
    const DIGITS: f64;

    /// The nearest number of the type.
    fn from_f64(value: f64) -> Self;

    /// The nearest number of the type, infinite or zero outside its range.
    fn from_double_double(value: DoubleDouble) -> Self;

    /// The nearest number of the type, infinite or zero outside its range.
    fn from_multiple(value: Mp256) -> Self {
        let (mut words, mut rest) = ([Self::Word::default(); MOST_WORDS], value);
        for word in &mut words[..Self::WORDS] {
            *word = Self::Word::from_multiple(rest);
            if !NativeWord::is_finite(*word) {
                break;
            }
            rest -= Mp256::from_f64((*word).into());
        }
        Self::of_words(words)
    }

    /// Square root.
    fn sqrt(self) -> Self;

    /// Number of its words.
    const WORDS: usize;

    /// Its words, the largest first, followed by zeros.
    fn words(self) -> [Self::Word; MOST_WORDS];

    /// The sum of words, each at most a rounding error of the word before. For a type of one word, the first
    /// word.
    fn of_words(words: [Self::Word; MOST_WORDS]) -> Self;

    /// The value as the exact sum of `f64`; the first is the number rounded to the type's word.
    fn parts(self) -> [f64; MOST_WORDS] {
        self.words().map(Into::into)
    }

    /// `self · 2^exponent`, rounded to zero or infinity outside the range.
    fn scale(self, exponent: i32) -> Self;

    /// Absolute value.
    fn abs(self) -> Self {
        if self.parts()[0] < 0.0 { -self } else { self }
    }

    /// Whether it is neither NaN nor infinite.
    fn is_finite(self) -> bool {
        self.parts()[0].is_finite()
    }

    /// The exponent for which `self / 2^exponent` has a magnitude in [½, 1]; 0 for zero.
    fn exponent(self) -> i32 {
        match NativeWord::parts(self.parts()[0]) {
            (0, _) => 0,
            (significand, exponent) => exponent + (u64::BITS - significand.leading_zeros()) as i32,
        }
    }

    /// Decimal digits that the type holds at this magnitude: fewer than [`DIGITS`](Number::DIGITS) where the last word
    /// would be below the range.
    fn held_digits(self) -> f64 {
        let bits = self.exponent() - Self::Word::LEAST_EXPONENT;
        if self.parts()[0] == 0.0 {
            Self::DIGITS
        } else {
            (f64::from(bits) * LOG10_2).min(Self::DIGITS)
        }
    }

    /// The shortest decimal that reads back to the same bits. If the words of a pair lie far apart, this
    /// decimal has a long row of zeros or nines; then it is cut where its digits no longer matter.
    fn digits(self) -> String {
        let most = Self::DIGITS as usize + 4;
        let shortest = format!("{self:e}");
        let (significand, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let is_long = significand.chars().filter(char::is_ascii_digit).count() > most;
        let is_plain = (-5..21).contains(&exponent);
        match (is_long, is_plain) {
            (false, false) => shortest,
            (false, true) => format!("{self}"),
            (true, false) => {
                let cut = format!("{self:.*e}", most - 1);
                let (significand, exponent) = cut.split_once('e').unwrap_or((&cut, "0"));
                format!("{}e{exponent}", without_trailing_zeros(significand))
            }
            (true, true) => {
                let decimals = (most as i32 - 1 - exponent).max(0);
                without_trailing_zeros(&format!("{self:.*}", decimals as usize)).into()
            }
        }
    }

    /// Reads a decimal, rounded once, directly to this type. It refuses numbers outside the type's range, and
    /// everything except digits with a point, sign and exponent; Fortran's `1.5D+02` is a number.
    fn read(text: &str) -> Result<Self, Refusal> {
        read_decimal(text, Self::is_finite, |value| value.parts()[0] == 0.0)
    }

    /// Takes a number that a file holds in binary form, rounded once to this type.
    fn take(value: DoubleDouble) -> Result<Self, Refusal> {
        if !(value.hi().is_finite() && value.lo().is_finite()) {
            return Err(Refusal::NotFinite);
        }
        in_range(Self::from_double_double(value), value.hi() == 0.0)
    }
}

/// Refuses a rounded number that is infinite, or zero unless the number was zero before.
pub(crate) fn in_range<T: Number>(rounded: T, was_zero: bool) -> Result<T, Refusal> {
    if !rounded.is_finite() {
        Err(Refusal::TooLarge)
    } else if rounded.parts()[0] == 0.0 && !was_zero {
        Err(Refusal::TooSmall)
    } else {
        Ok(rounded)
    }
}

fn without_trailing_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// `value · 2^exponent` with one rounding where the result is normal.
pub(crate) fn scale_f64(value: f64, exponent: i32) -> f64 {
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
    ($float:ident, $number_type:ident, $from_double_double:path, $from_multiple:expr) => {
        impl Number for $float {
            type Word = $float;
            const TYPE: NumberType = NumberType::$number_type;
            const UNIT_ROUNDOFF: f64 = $float::EPSILON as f64 / 2.0;
            const DIGITS: f64 = $float::MANTISSA_DIGITS as f64 * LOG10_2;

            fn from_f64(value: f64) -> Self {
                value as $float
            }
            fn from_double_double(value: DoubleDouble) -> Self {
                $from_double_double(value)
            }
            fn from_multiple(value: Mp256) -> Self {
                $from_multiple(value)
            }
            fn sqrt(self) -> Self {
                $float::sqrt(self)
            }
            const WORDS: usize = 1;

            fn words(self) -> [$float; MOST_WORDS] {
                [self, 0.0, 0.0, 0.0]
            }
            fn of_words(words: [$float; MOST_WORDS]) -> Self {
                words[0]
            }
            fn scale(self, exponent: i32) -> Self {
                scale_f64(self.into(), exponent) as $float
            }
        }
    };
}

word_number!(f32, F32, DoubleDouble::to_f32, |value: Mp256| {
    f32::from_uints(value.to_soft::<Binary32, 1>().to_bits())
});
word_number!(f64, F64, DoubleDouble::hi, f64::from);

macro_rules! multi_word_number {
    ($($name:ident, $float:ident, $number_type:ident, $units:literal;)*) => {$(
        impl Number for $name {
            type Word = $float;
            const TYPE: NumberType = NumberType::$number_type;
            // The largest bound of the default operations, that of division.
            const UNIT_ROUNDOFF: f64 = {
                let (mut bound, mut word) = ($units, 0);
                while word < <Self as MultiWord>::WORDS {
                    bound *= $float::EPSILON as f64 / 2.0;
                    word += 1;
                }
                bound
            };
            const DIGITS: f64 = <Self as MultiWord>::WORDS as f64 * $float::MANTISSA_DIGITS as f64 * LOG10_2;
            const WORDS: usize = <Self as MultiWord>::WORDS;

            fn from_f64(value: f64) -> Self {
                $name::from_f64(value)
            }
            fn from_double_double(value: DoubleDouble) -> Self {
                $name::from_number(value)
            }
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            fn words(self) -> [$float; MOST_WORDS] {
                let parts = MultiWord::parts(self);
                core::array::from_fn(|k| parts.get(k).copied().unwrap_or_default())
            }
            fn of_words(words: [$float; MOST_WORDS]) -> Self {
                MultiWord::from_parts(WordArray::from_fn(|k| words[k]))
            }
            fn scale(self, exponent: i32) -> Self {
                Self::of_words(self.words().map(|word| scale_f64(word.into(), exponent) as $float))
            }
        }
    )*};
}

multi_word_number! {
    FloatFloat, f32, Ff, 16.0;
    DoubleDouble, f64, Dd, 16.0;
    TripleFloat, f32, Tf, 72.0;
    TripleDouble, f64, Td, 72.0;
    QuadFloat, f32, Qf, 310.0;
    QuadDouble, f64, Qd, 310.0;
}

#[cfg(test)]
mod tests {
    use super::Number;
    use floatfloat::{DoubleDouble, FloatFloat};

    #[test]
    fn digits_are_the_shortest_that_read_back() {
        assert_eq!(0.1f32.digits(), "0.1");
        assert_eq!((-2.5e-7f64).digits(), "-2.5e-7");
        assert_eq!(1e21f64.digits(), "1e21");
        assert_eq!(0f64.digits(), "0");
        for text in ["3.14159265358979323846264338327950", "-1.23456789012345678901234567890e-200"]
        {
            let value = DoubleDouble::read(text).unwrap();
            assert_eq!(DoubleDouble::read(&value.digits()), Ok(value));
        }
    }

    #[test]
    fn digits_of_words_far_apart_are_cut() {
        assert_eq!(DoubleDouble::from_parts(3.0, -1e-300).digits(), "3");
        let large = DoubleDouble::from_parts(-(2f64.powi(400)), 1e-200).digits();
        assert_eq!(large, "-2.5822498780869085896559191720030119e120");
        assert_eq!(FloatFloat::from_parts(1e10, 1e-20).digits(), "10000000000");
    }

    #[test]
    fn scaling_by_powers_of_two_is_exact_in_range_and_reaches_the_ends() {
        let third = DoubleDouble::read("1").unwrap() / 3.0;
        assert_eq!(third.scale(900).scale(-900), third);
        assert_eq!(third.scale(-900).scale(900), third);
        assert_eq!(f32::MAX.scale(-250).scale(250), f32::MAX);
        assert_eq!(f64::from_bits(1).scale(2000), 2f64.powi(926));
        assert!(!1f32.scale(128).is_finite());
        assert_eq!(1f64.scale(-1080), 0.0);
    }

    #[test]
    fn numbers_near_the_end_of_the_range_hold_fewer_digits() {
        for value in [1.0, -1e300, 0.0] {
            assert_eq!(DoubleDouble::from(value).held_digits(), <DoubleDouble as Number>::DIGITS);
        }
        assert!((1..3).contains(&(f64::from_bits(7).held_digits() as i32 + 1)));
        // 2^-100 ± 2^-150
        assert!(
            (FloatFloat::from(2f32.powi(-100)).held_digits() - 50.0 * 2f64.log10()).abs() < 1.0
        );
        assert_eq!(1e-300f64.held_digits(), <f64 as Number>::DIGITS);
    }

    #[test]
    fn exponents_bring_magnitudes_to_one() {
        for value in [1.0, 0.75, -3.0, 1e300, 1e-300, f64::from_bits(1), f64::MAX] {
            assert!((0.5..=1.0).contains(&value.scale(-value.exponent()).abs()), "{value}");
        }
        assert_eq!(0f64.exponent(), 0);
    }
}
