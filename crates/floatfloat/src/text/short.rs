//! Decimals of up to 19 digits with small exponents, as most files contain them, without integers of more than
//! 128 bits.

use super::parse::scan_exponent;
use crate::{
    eft::two_prod_dekker,
    exact::{Rational, ShortQuotient, normalize},
    multi_word::{MultiWord, WordArray},
    native_word::NativeWord,
    word::Word,
};

/// An integer below this has room for another digit in 64 bits.
const ROOM_FOR_A_DIGIT: u64 = 10u64.pow(18);

/// The largest exponent n of a power 10^n for which 5^n fits 64 bits.
const LARGEST_POWER: i32 = 27;

/// The number `digits` · 10^exponent.
pub(super) struct Decimal {
    digits: u64,
    /// At most [`LARGEST_POWER`] in magnitude.
    exponent: i32,
}

/// The value of a text without a sign; `None` if the text has more digits or a larger power of ten, or is not a
/// number.
pub(super) fn read(text: &[u8]) -> Option<Decimal> {
    let (mut digits, mut exponent) = (0u64, 0i64);
    let (mut any_digit, mut point) = (false, false);
    let mut position = 0;
    while let Some(&byte) = text.get(position) {
        match byte {
            b'0'..=b'9' if digits < ROOM_FOR_A_DIGIT => {
                digits = digits * 10 + u64::from(byte - b'0');
                exponent -= i64::from(point);
                any_digit = true;
            }
            b'.' if !point => point = true,
            b'e' | b'E' if any_digit => {
                let (power, end) = scan_exponent(text, position + 1).ok()?;
                exponent = exponent.saturating_add(power);
                position = end;
                break;
            }
            _ => return None,
        }
        position += 1;
    }
    let is_near = exponent.unsigned_abs() <= LARGEST_POWER as u64;
    let is_number = any_digit && position == text.len();
    (is_near && is_number).then_some(Decimal { digits, exponent: exponent as i32 })
}

impl Decimal {
    /// The nearest number, negated if asked.
    pub(super) fn nearest<N: MultiWord<Word: NativeWord>>(&self, negative: bool) -> N {
        let power_of_five = 5u64.pow(self.exponent.unsigned_abs());
        let is_word = |integer: u64| integer >> N::Word::PRECISION == 0;
        if is_word(self.digits) && is_word(power_of_five) {
            return self.nearest_by_words(negative);
        }
        let digits = u128::from(self.digits);
        let (numerator, denominator) = if self.exponent < 0 {
            (digits, power_of_five)
        } else {
            (digits * u128::from(power_of_five), 1)
        };
        ShortQuotient { numerator, denominator, exponent: self.exponent }.nearest(negative)
    }

    /// The same for digits and a power of ten that are words: what a rounded quotient leaves is a word again,
    /// and a product is two words.
    fn nearest_by_words<N: MultiWord<Word: NativeWord>>(&self, negative: bool) -> N {
        let exponent = self.exponent.unsigned_abs();
        let power = N::Word::rounded(false, 5u64.pow(exponent), exponent as i32, false);
        let zero = N::Word::default();
        let mut words = N::Parts::from_fn(|_| zero);
        let digits = N::Word::rounded(negative, self.digits, 0, false);
        if self.exponent < 0 {
            let mut rest = digits;
            for word in words.as_mut() {
                *word = rest / power;
                let (product, error) = two_prod_dekker(*word, power);
                rest = rest - product - error;
                // Zeros behind the last word have no sign.
                if rest == zero {
                    break;
                }
            }
        } else {
            let (product, error) = two_prod_dekker(digits, power);
            words[0] = product;
            if error != zero {
                words[1] = error;
            }
        }
        normalize(words.as_mut());
        N::from_normalized(words)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::parse::scan, read};
    use crate::{
        double_word::DoubleWord,
        multi_word::{MultiWord, QuadWord, TripleWord},
        native_word::NativeWord,
    };

    fn same<N: MultiWord<Word: NativeWord>>(text: &str) {
        let short = read(text.as_bytes()).expect("it is short");
        let long = scan(text.as_bytes(), 0).expect("it is a number");
        let bits = |number: N| number.parts().as_ref().iter().map(|x| x.bits()).collect::<Vec<_>>();
        for negative in [false, true] {
            assert_eq!(bits(short.nearest(negative)), bits(long.nearest(negative)), "{text}");
        }
    }

    fn same_in_all(text: &str) {
        same::<DoubleWord<f32>>(text);
        same::<DoubleWord<f64>>(text);
        same::<TripleWord<f32>>(text);
        same::<TripleWord<f64>>(text);
        same::<QuadWord<f32>>(text);
        same::<QuadWord<f64>>(text);
    }

    #[test]
    fn the_short_way_gives_what_the_long_one_gives() {
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..50_000 {
            let digits = random(1 << 31) * random(1 << 31) % 10u64.pow(1 + random(19) as u32);
            let places = random(20) as usize;
            let text = format!("{digits:0>width$}", width = places + 1);
            let (integer, fraction) = text.split_at(text.len() - places);
            let power = random(56) as i64 - 27 + places as i64;
            let power = power.clamp(places as i64 - 27, 27 + places as i64);
            same_in_all(&format!("{integer}.{fraction}e{power}"));
        }
    }

    #[test]
    fn ends_of_the_short_way() {
        for text in [
            "0",
            "0.0",
            ".5",
            "5.",
            "1e27",
            "1e-27",
            "9999999999999999999",
            "9999999999999999999e27",
            "9999999999999999999e-27",
            "0.0000000000000000000000000001e1",
            "4503599627370496.5",
            "9007199254740993",
            "9007199254740993e-1",
            "16777217",
            "33554435e-1",
        ] {
            same_in_all(text);
        }
        for text in [
            "",
            ".",
            "e1",
            "1e",
            "1e28",
            "1e-28",
            "1x",
            "1.2.3",
            "+1",
            "12345678901234567890",
            "inf",
        ] {
            assert!(read(text.as_bytes()).is_none(), "{text}");
        }
    }
}
