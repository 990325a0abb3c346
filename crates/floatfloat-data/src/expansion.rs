//! Numbers as they stand in a file, with more bits than any number type has.

use crate::{
    decimal::with_e,
    number::{MOST_WORDS, Number, Refusal, in_range},
    number_type::NumberType,
    readable::Readable,
    sum_type::SumType,
    unbounded::Unbounded,
};
use dashu_int::{
    IBig, Sign, UBig,
    ops::{BitTest, DivRem, UnsignedAbs},
};
use floatfloat::{
    DoubleDouble, NativeWord,
    eft::two_sum,
    multi_precision::{Limbs, Mp256, MultiPrecision, Width},
};
use std::{array, ops::Neg};

/// The words of an [`Expansion`].
pub const PARTS: usize = 6;

/// More bits than all words of an expansion have.
const BITS: usize = 384;

/// A number as the exact sum of `f64`, each the nearest to what those before leave. A decimal is held to at least 318
/// bits, or down to the smallest subnormal number. Every number type gets its number from here, rounded once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expansion {
    parts: [f64; PARTS],
}

impl Expansion {
    /// The words, zeros last.
    pub const fn parts(&self) -> &[f64; PARTS] {
        &self.parts
    }

    /// A number of one word.
    pub const fn of_word(word: f64) -> Self {
        Expansion { parts: [word, 0.0, 0.0, 0.0, 0.0, 0.0] }
    }

    /// The expansion of a sum of `f64`, each of them no more than a rounding error of the one before.
    pub fn of_parts(parts: [f64; PARTS]) -> Self {
        Expansion { parts: normalised(parts) }
    }

    /// The nearest number of `count` words; zeros follow.
    pub fn words<W: NativeWord>(&self, count: usize) -> [W; MOST_WORDS] {
        let mut rest = self.parts;
        let mut word = |k: usize| {
            if k >= count || !rest[0].is_finite() {
                return W::nearest(0.0);
            }
            let word: W = nearest(&rest);
            rest[0] -= word.into();
            rest = normalised(rest);
            word
        };
        array::from_fn(&mut word)
    }

    /// The nearest number of a type of words.
    pub fn number<T: Number<Word: NativeWord>>(&self) -> T {
        T::of_words(self.words(T::WORDS))
    }

    /// The nearest number of multiple precision.
    pub fn multiple<const N: usize>(&self) -> MultiPrecision<u32, N>
    where
        Limbs: Width<N>,
    {
        match self.parts {
            [word, 0.0, ..] => MultiPrecision::from_f64(word),
            parts => {
                let mut sum = Unbounded::default();
                let is_added = parts.into_iter().all(|part| sum.add_word(part));
                debug_assert!(is_added, "words have at most 2098 bits");
                sum.rounded()
            }
        }
    }
}

/// Adds words from the largest on, until each is no more than a rounding error of the one before.
fn normalised(parts: [f64; PARTS]) -> [f64; PARTS] {
    let [mut sum, rest @ ..] = parts;
    let (mut found, mut count) = ([0.0; PARTS], 0);
    for part in rest {
        let (high, low) = two_sum(sum, part);
        sum = high;
        if low != 0.0 {
            found[count] = high;
            count += 1;
            sum = low;
        }
    }
    found[count] = sum;
    found
}

/// The word nearest to a sum.
fn nearest<W: NativeWord>(parts: &[f64; PARTS]) -> W {
    let [first, rest @ ..] = parts;
    if W::PRECISION == f64::MANTISSA_DIGITS {
        return W::nearest(*first);
    }
    let rest = rest.iter().copied().find(|&part| part != 0.0).unwrap_or(0.0);
    let (significand, exponent) = NativeWord::parts(*first);
    let is_negative = *first < 0.0;
    match (rest != 0.0, (rest < 0.0) == is_negative) {
        // Just below the magnitude of the first word.
        (true, false) => W::rounded(is_negative, 2 * significand - 1, exponent - 1, true),
        (inexact, _) => W::rounded(is_negative, significand, exponent, inexact),
    }
}

impl Neg for Expansion {
    type Output = Self;

    fn neg(self) -> Self {
        Expansion { parts: self.parts.map(|part| -part) }
    }
}

impl Readable for Expansion {
    const READ_AS: SumType = SumType::Number(NumberType::F64);

    fn zero() -> Self {
        Self::default()
    }

    fn is_zero(self) -> bool {
        self.parts[0] == 0.0
    }

    fn of_text(text: &str) -> Result<Self, Refusal> {
        let first = f64::read(text)?;
        if first == 0.0 {
            return Ok(Self::of_word(first));
        }
        let (significand, exponent) = decimal(text).ok_or(Refusal::NotANumber)?;
        let power = UBig::from(10u8).pow(exponent.unsigned_abs() as usize);
        let (magnitude, unit) = if exponent < 0 {
            let missing = (BITS + power.bit_len()).saturating_sub(significand.bit_len());
            let (quotient, rest) = (significand << missing).div_rem(&power);
            // The last bit stands for all that follow.
            (quotient | UBig::from(u8::from(rest != UBig::ZERO)), -(missing as i64))
        } else {
            (significand * power, 0)
        };
        let magnitude = IBig::from(magnitude);
        let mut rest = if first < 0.0 { -magnitude } else { magnitude };
        let parts = array::from_fn(|_| {
            let part = word(&rest, unit);
            rest -= integer(part, unit);
            part
        });
        Ok(Expansion { parts })
    }

    fn of_pair(value: DoubleDouble) -> Result<Self, Refusal> {
        DoubleDouble::take(value)?;
        Ok(Expansion { parts: [value.hi(), value.lo(), 0.0, 0.0, 0.0, 0.0] })
    }

    fn of_multiple(value: Mp256) -> Result<Self, Refusal> {
        in_range(f64::from(value), value == Mp256::ZERO)?;
        let mut rest = value;
        let parts = array::from_fn(|_| {
            let part = f64::from(rest);
            rest -= Mp256::from_f64(part);
            part
        });
        Ok(Expansion { parts })
    }
}

/// A decimal as a significand and a power of ten; the sign is left out.
fn decimal(text: &str) -> Option<(UBig, i64)> {
    let text = with_e(text);
    let (significand, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let significand = significand.trim_start_matches(['+', '-']);
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let digits = UBig::from_str_radix(&format!("{whole}{fraction}"), 10).ok()?;
    Some((digits, exponent.parse::<i64>().ok()?.checked_sub(fraction.len() as i64)?))
}

/// The word nearest to integer · 2^unit.
fn word(integer: &IBig, unit: i64) -> f64 {
    let is_negative = integer.sign() == Sign::Negative;
    let magnitude = integer.clone().unsigned_abs();
    let dropped = magnitude.bit_len().saturating_sub(64);
    let is_inexact = magnitude.trailing_zeros().is_some_and(|zeros| zeros < dropped);
    let high = u64::try_from(magnitude >> dropped).unwrap_or_default();
    f64::rounded(is_negative, high, (unit + dropped as i64) as i32, is_inexact)
}

/// A multiple of 2^unit as an integer.
fn integer(word: f64, unit: i64) -> IBig {
    let (significand, exponent) = NativeWord::parts(word);
    let shift = i64::from(exponent) - unit;
    let significand = IBig::from(significand);
    let magnitude =
        if shift < 0 { significand >> -shift as usize } else { significand << shift as usize };
    if word < 0.0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::Expansion;
    use crate::{number::Number, readable::Readable};
    use floatfloat::{
        DoubleDouble, FloatFloat, QuadDouble, QuadFloat, TripleDouble, TripleFloat,
        multi_precision::{Mp32, Mp64, Mp128, Mp256},
    };

    /// Texts of all kinds, and those that lie at or just beside the middle between two numbers.
    fn texts() -> Vec<String> {
        let mut texts: Vec<String> = [
            "0",
            "-0",
            "+1",
            "1.",
            ".5",
            "-0.7",
            "0.7000000000000000000001",
            "1e22",
            "1.5D-3",
            "123456789012345678901234567890",
            "3.3e-5",
            "-2.5E+3",
            "16777217",
            "16777217.000000000000000000000000000000000000000000000000001",
            "16777216.99999999999999999999999999999999999999999999999999",
            "9007199254740993",
            "9007199254740992.9999999999999999999999999999999999999",
            "1e-37",
            "340282346638528859811704183484516925440",
        ]
        .map(String::from)
        .to_vec();
        for power in 1..45 {
            let significand = 7u128.pow(power);
            texts.extend([-50, -21, -3, 0].map(|exponent| format!("-{significand}e{exponent}")));
        }
        texts
    }

    fn check<T: Number<Word: floatfloat::NativeWord> + PartialEq + std::fmt::Debug>() {
        for text in texts() {
            let Ok(read) = T::read(&text) else { continue };
            let rounded: T = Expansion::of_text(&text).unwrap().number();
            assert_eq!(rounded.parts(), read.parts(), "{}: {text}", T::TYPE);
        }
    }

    #[test]
    fn each_type_rounds_once() {
        check::<f32>();
        check::<f64>();
        check::<FloatFloat>();
        check::<TripleFloat>();
        check::<QuadFloat>();
        check::<DoubleDouble>();
        check::<TripleDouble>();
        check::<QuadDouble>();
        for text in texts() {
            let exact = Expansion::of_text(&text).unwrap();
            assert_eq!(exact.multiple(), Mp32::of_text(&text).unwrap(), "{text}");
            assert_eq!(exact.multiple(), Mp64::of_text(&text).unwrap(), "{text}");
            assert_eq!(exact.multiple(), Mp128::of_text(&text).unwrap(), "{text}");
            assert_eq!(exact.multiple(), Mp256::of_text(&text).unwrap(), "{text}");
        }
    }

    #[test]
    fn decimals_are_held_to_318_bits() {
        let seventh = format!("0.{}", "142857".repeat(20));
        let parts = *Expansion::of_text(&seventh).unwrap().parts();
        assert!(parts.iter().all(|&part| part != 0.0));
        let sevenfold = parts.iter().fold(Mp256::ZERO, |sum, &part| sum + Mp256::from_f64(part))
            * Mp256::from_f64(7.0);
        assert!((Mp256::ONE - sevenfold).abs() < Mp256::from_f64(2f64.powi(-250)));
        // In one: 7 · 142857… = 10^120 − 1.
        let left = parts.iter().fold(-1.0, |left, &part| 7.0f64.mul_add(part, left));
        assert!(left.abs() < 1e-90, "{left:e}");
    }

    #[test]
    fn numbers_out_of_the_range_of_f64_are_refused() {
        for text in ["1e400", "-1e-400", "nan", "inf", "1e", "x", ""] {
            assert_eq!(Expansion::of_text(text).map(|_| ()), f64::read(text).map(|_| ()), "{text}");
        }
        let least = Expansion::of_text("1e-310").unwrap();
        assert_eq!(least.parts()[..2], [1e-310, 0.0]);
    }
}
