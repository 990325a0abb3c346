//! Quotients of integers of any size.

use super::{Big, Rational};
use crate::native_word::NativeWord;

/// The rational number numerator / denominator · 2^exponent.
pub(crate) struct Quotient {
    pub(crate) numerator: Big,
    pub(crate) denominator: Big,
    pub(crate) exponent: i32,
}

impl Rational for Quotient {
    fn rounded<F: NativeWord>(&self, negative: bool) -> F {
        if self.numerator.is_zero() {
            return F::rounded(negative, 0, 0, false);
        }
        let mut significand = [0];
        let (exponent, inexact) = self.digits(&mut significand);
        F::rounded(negative, significand[0], exponent, inexact)
    }

    fn minus_magnitude<F: NativeWord>(&self, word: F) -> (Quotient, bool) {
        let (significand, word_exponent) = word.parts();
        let exponent = self.exponent.min(word_exponent);
        let mut ours = self.numerator.clone();
        ours.shift_left((self.exponent - exponent) as u32);
        let mut theirs = self.denominator.clone();
        theirs.multiply_add(significand, 0);
        theirs.shift_left((word_exponent - exponent) as u32);
        let negative = ours < theirs;
        if negative {
            core::mem::swap(&mut ours, &mut theirs);
        }
        ours.subtract(&theirs);
        (Quotient { numerator: ours, denominator: self.denominator.clone(), exponent }, negative)
    }
}

impl Quotient {
    /// Fills `words` with binary digits of the quotient, which is not zero, the highest word first. 63 or 64
    /// bits of the highest word are in use. Returns the exponent of the last bit, and whether there is a
    /// remainder.
    pub(crate) fn digits(&self, words: &mut [u64]) -> (i32, bool) {
        // Scale until the quotient has 63 or 64 bits, and the divisor's topmost bit is set.
        let (mut value, mut divisor) = (self.numerator.clone(), self.denominator.clone());
        let up = 63 + divisor.bit_length() as i32 - value.bit_length() as i32;
        value.shift_left(up.max(0) as u32);
        divisor.shift_left((-up).max(0) as u32);
        let align = divisor.bit_length().next_multiple_of(64) - divisor.bit_length();
        value.shift_left(align);
        divisor.shift_left(align);
        let mut exponent = self.exponent - up + 64;
        for word in words {
            *word = value.divide(&divisor);
            value.shift_left(64);
            exponent -= 64;
        }
        (exponent, !value.is_zero())
    }
}
