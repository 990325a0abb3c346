//! Exact sums, rounded once.

mod bytes;
pub mod digits;

use crate::{DoubleWord, NativeWord};

/// The exponent of the last bit: that of the product of the least two words.
const LAST_BIT: i32 = -2148;

/// The exponent that integers must stay below.
const LAST_EXPONENT: i32 = 2108;

/// Bits of a digit.
const DIGIT: u32 = 32;

/// Up to 2^2048, the largest products, and 2^60 times that.
const DIGITS: usize = 136;

/// Additions after which carries must be propagated: each changes a digit by less than 2^32, and a
/// digit holds 2^63.
const ADDITIONS: u32 = 1 << 30;

/// An exact sum of words, of double-words and of products of them. It is a long accumulator (Kulisch): an
/// integer of 4352 bits in units of 2^-2148, which holds every product of two `f64` and 2^60 sums of the
/// largest of them.
///
/// Terms can be added in any order, sums can be merged, and a sum can be rounded at any time: its bits depend
/// only on the terms. Infinite terms and NaN follow IEEE 754; an exact sum of zero is positive.
/// `floatfloat-cpu` adds slices to it, with SIMD and on all threads, and `floatfloat-gpu` adds arrays on
/// devices.
///
/// ```
/// use floatfloat::ReproducibleSum;
///
/// let mut sum = ReproducibleSum::new();
/// sum.add_word(1e300);
/// sum.add_product(3.0, 0.5);
/// let mut another = ReproducibleSum::new();
/// another.add_word(-1e300);
/// sum.merge(&another);
/// assert_eq!(sum.to_word::<f64>(), 1.5);
/// ```
#[derive(Clone, Debug)]
pub struct ReproducibleSum {
    /// Least significant first, each up to 2^63 in magnitude; together, in units of 2^LAST_BIT, the
    /// sum of all finite terms.
    digits: [i64; DIGITS],
    additions: u32,
    /// The sum of all terms that are infinite or NaN, else zero.
    special: f64,
}

impl Default for ReproducibleSum {
    fn default() -> Self {
        ReproducibleSum::new()
    }
}

impl ReproducibleSum {
    /// The empty sum, zero.
    pub const fn new() -> Self {
        ReproducibleSum { digits: [0; DIGITS], additions: 0, special: 0.0 }
    }

    /// Adds a word: a `f64`, or a `f32` as the `f64` that it equals.
    #[inline]
    pub fn add_word(&mut self, word: impl Into<f64>) {
        let word = word.into();
        if word.is_finite() {
            let (significand, exponent) = word.parts();
            self.add_magnitude(word.is_sign_negative(), significand, exponent);
        } else {
            self.special += word;
        }
    }

    /// Adds a double-word.
    #[inline]
    pub fn add_number<E: NativeWord>(&mut self, number: DoubleWord<E>) {
        self.add_word(number.hi());
        if number.hi().is_finite() {
            self.add_word(number.lo());
        }
    }

    /// Adds the product of two words.
    #[inline]
    pub fn add_product(&mut self, x: impl Into<f64>, y: impl Into<f64>) {
        let (x, y) = (x.into(), y.into());
        if !(x.is_finite() && y.is_finite()) {
            self.special += x * y;
            return;
        }
        let ((x_significand, x_exponent), (y_significand, y_exponent)) = (x.parts(), y.parts());
        let product = u128::from(x_significand) * u128::from(y_significand);
        let negative = x.is_sign_negative() != y.is_sign_negative();
        let exponent = x_exponent + y_exponent;
        self.add_magnitude(negative, product as u64, exponent);
        self.add_magnitude(negative, (product >> 64) as u64, exponent + 64);
    }

    /// Adds the product of two double-words.
    #[inline]
    pub fn add_number_product<E: NativeWord>(&mut self, x: DoubleWord<E>, y: DoubleWord<E>) {
        self.add_product(x.hi(), y.hi());
        if x.hi().is_finite() && y.hi().is_finite() {
            self.add_product(x.hi(), y.lo());
            self.add_product(x.lo(), y.hi());
            self.add_product(x.lo(), y.lo());
        }
    }

    /// Adds value·2^exponent.
    ///
    /// # Panics
    /// If the exponent is below -2148, the last bit of a product, or above 2107.
    pub fn add_integer(&mut self, value: i64, exponent: i32) {
        assert!((LAST_BIT..LAST_EXPONENT).contains(&exponent), "an exponent from -2148 to 2107");
        self.add_magnitude(value < 0, value.unsigned_abs(), exponent);
    }

    /// Adds another sum.
    pub fn merge(&mut self, other: &ReproducibleSum) {
        let mut other = other.clone();
        other.carry();
        self.carry();
        for (digit, addend) in self.digits.iter_mut().zip(other.digits) {
            *digit += addend;
        }
        self.additions = 1;
        self.special += other.special;
    }

    /// The sum, rounded to the nearest word, ties to even.
    pub fn to_word<E: NativeWord>(&self) -> E {
        if self.special.is_nan() {
            return E::NAN;
        }
        if self.special != 0.0 {
            return E::nearest(self.special);
        }
        self.rounded()
    }

    /// The sum as a double-word: the nearest word, and the word nearest to the rest, normalised. The error of a
    /// finite sum is at most u² of its magnitude, where the low word is in range.
    pub fn to_number<E: NativeWord>(&self) -> DoubleWord<E> {
        let high: E = self.to_word();
        if !high.is_finite() {
            return DoubleWord::from_word(high);
        }
        let mut rest = self.clone();
        rest.add_word(-high);
        DoubleWord::from_parts(high, rest.rounded())
    }

    /// Adds ±significand·2^exponent.
    #[inline(always)]
    fn add_magnitude(&mut self, negative: bool, significand: u64, exponent: i32) {
        if significand == 0 {
            return;
        }
        if self.additions == ADDITIONS {
            self.carry();
        }
        self.additions += 1;
        let position = (exponent - LAST_BIT) as u32;
        let shifted = u128::from(significand) << (position % DIGIT);
        let sign = -i64::from(negative);
        let digits = &mut self.digits[(position / DIGIT) as usize..][..3];
        for (k, digit) in digits.iter_mut().enumerate() {
            let part = i64::from((shifted >> (k as u32 * DIGIT)) as u32);
            *digit += (part ^ sign) - sign;
        }
    }

    /// Propagates carries: all digits but the topmost are then in [0, 2^32).
    fn carry(&mut self) {
        let mut carry = 0;
        let (top, digits) = self.digits.split_last_mut().expect("there are digits");
        for digit in digits {
            let sum = *digit + carry;
            carry = sum >> DIGIT;
            *digit = sum & ((1 << DIGIT) - 1);
        }
        *top += carry;
        self.additions = 0;
    }

    /// The finite part, rounded.
    fn rounded<E: NativeWord>(&self) -> E {
        let mut sum = self.clone();
        sum.carry();
        let negative = sum.digits[DIGITS - 1] < 0;
        if negative {
            sum.digits = sum.digits.map(|digit| -digit);
            sum.carry();
        }
        let Some(top) = sum.digits.iter().rposition(|&digit| digit != 0) else {
            return E::default();
        };
        let first = top.saturating_sub(2);
        let leading =
            (first..=top).rev().fold(0u128, |all, k| all << DIGIT | sum.digits[k] as u128);
        let dropped = (u128::BITS - leading.leading_zeros()).saturating_sub(u64::BITS);
        let inexact = leading & ((1 << dropped) - 1) != 0
            || sum.digits[..first].iter().any(|&digit| digit != 0);
        let exponent = LAST_BIT + (first as u32 * DIGIT + dropped) as i32;
        E::rounded(negative, (leading >> dropped) as u64, exponent, inexact)
    }
}

impl PartialEq for ReproducibleSum {
    /// Whether both stand for the same sum; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        let (mut one, mut other) = (self.clone(), other.clone());
        one.carry();
        other.carry();
        one.special == other.special && (one.special != 0.0 || one.digits == other.digits)
    }
}
