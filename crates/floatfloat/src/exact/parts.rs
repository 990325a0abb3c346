//! The exact sum of the finite words of a number, the largest first.

use super::Big;
use crate::native_word::NativeWord;

/// Exponent of the last bit of all words; the largest `i32` if all are zero.
pub(crate) fn unit<F: NativeWord>(parts: &[F]) -> i32 {
    let last = |&word: &F| {
        let (significand, exponent) = word.parts();
        match significand {
            0 => i32::MAX,
            _ => exponent + significand.trailing_zeros() as i32,
        }
    };
    parts.iter().map(last).min().unwrap_or(i32::MAX)
}

/// The magnitude of the sum, divided by 2^unit: an integer of at most 1024 + 1074 bits, if `unit` is not above
/// the unit of the words and not below the exponent of the least number.
pub(crate) fn magnitude<F: NativeWord>(parts: &[F], unit: i32) -> Big {
    let negative = parts[0].is_negative();
    let mut sum = Big::new(0);
    for &word in parts {
        let (significand, exponent) = word.parts();
        let below = (unit - exponent).max(0) as u32;
        let mut integer = Big::new(significand.checked_shr(below).unwrap_or(0));
        integer.shift_left((exponent - unit).max(0) as u32);
        // The words so far are larger than this one.
        if word.is_negative() == negative {
            sum.add(&integer);
        } else {
            sum.subtract(&integer);
        }
    }
    sum
}
