//! Quotients of integers that fit into registers.

use super::Rational;
use crate::native_word::NativeWord;

/// The rational number numerator / denominator · 2^exponent.
///
/// The numerator must be below 2^64 · denominator, or the denominator 1. Then no step on the way to the nearest
/// number of several words exceeds 128 bits: a quotient of 63 or 64 bits times its divisor has at most 128, and
/// what a word leaves is smaller than the word's last unit.
pub(crate) struct ShortQuotient {
    pub(crate) numerator: u128,
    /// Not zero.
    pub(crate) denominator: u64,
    pub(crate) exponent: i32,
}

impl Rational for ShortQuotient {
    fn rounded<F: NativeWord>(&self, negative: bool) -> F {
        if self.numerator == 0 {
            return F::rounded(negative, 0, 0, false);
        }
        // Scale until the quotient has 63 or 64 bits.
        let denominator = u128::from(self.denominator);
        let up = 63 + bits(denominator) - bits(self.numerator);
        let (value, divisor) = if up < 0 {
            (self.numerator, denominator << -up)
        } else {
            (self.numerator << up, denominator)
        };
        let quotient = value / divisor;
        let inexact = quotient * divisor != value;
        F::rounded(negative, quotient as u64, self.exponent - up, inexact)
    }

    fn minus_magnitude<F: NativeWord>(&self, word: F) -> (Self, bool) {
        let (significand, word_exponent) = word.parts();
        let exponent = self.exponent.min(word_exponent);
        let ours = self.numerator << (self.exponent - exponent);
        let theirs =
            (u128::from(significand) * u128::from(self.denominator)) << (word_exponent - exponent);
        let rest = ShortQuotient { numerator: ours.abs_diff(theirs), exponent, ..*self };
        (rest, ours < theirs)
    }
}

fn bits(integer: u128) -> i32 {
    (u128::BITS - integer.leading_zeros()) as i32
}
