//! Decimal text of numbers of any exponent.
//!
//! Powers of ten with hundreds of millions of digits cannot be computed. Where the exponent is large, the power
//! is enclosed between two numbers, with more and more limbs, until both give the same result.

use super::{digits::Digits, parse::Decimal};
use crate::exact::{Big, Enclosure, MOST_LIMBS, Quotient};

/// The most significant digits that are written.
pub(super) const MOST_DIGITS: usize = 400;

/// significand · 2^exponent, rounded to `count` digits. The exponent is so large that no number lies halfway
/// between two numbers of `count` digits.
pub(super) fn digits(significand: &Big, exponent: i64, count: usize) -> Digits {
    let power = exponent + i64::from(significand.bit_length());
    let mut point = decimal_exponent(power);
    // Enough bits for the digits and for the error of a power of ten, and one limb more for the decision.
    let mut limbs = (count * 54 / 16 + 48) / 64 + 2;
    loop {
        let scale = Enclosure::power_of_ten(count as i64 - point, limbs);
        let [low, high] = Enclosure::new(significand, exponent, limbs).times(&scale).integers();
        if low == high || limbs == MOST_LIMBS {
            match Digits::of_integer(low, point as i32, count) {
                Ok(digits) => return digits,
                Err(excess) => point += excess,
            }
        } else {
            limbs = (2 * limbs).min(MOST_LIMBS);
        }
    }
}

/// ⌊power · log10(2)⌋, at most 1 off.
fn decimal_exponent(power: i64) -> i64 {
    /// log10(2) · 2^63
    const LOG: i128 = 0x2688_26a1_3ef3_fde6;
    ((i128::from(power) * LOG) >> 63) as i64
}

/// The magnitude of a decimal number, as far as it is known without computing.
pub(super) enum Magnitude {
    /// It is zero, or below half of the least positive number.
    Zero,
    /// It is above all numbers.
    Huge,
    /// Neither is certain: it may be in range.
    Some,
}

/// Whether a decimal number is far beyond the exponents of all numbers.
pub(super) fn magnitude(decimal: &Decimal) -> Magnitude {
    /// Beyond the exponents of all numbers, even with 1390 digits.
    const LARGEST: i64 = 400_000_000;
    match decimal {
        decimal if decimal.digits.is_zero() || decimal.exponent < -LARGEST => Magnitude::Zero,
        decimal if decimal.exponent > LARGEST => Magnitude::Huge,
        _ => Magnitude::Some,
    }
}

/// The number nearest to a decimal number that is not zero, for types of up to 256 bits; `of` rounds a quotient
/// near 1 times a power of two.
pub(super) fn nearest<T: PartialEq + Copy>(
    decimal: &Decimal,
    of: impl Fn(&Quotient, i32) -> T,
) -> T {
    let Decimal { digits, exponent } = decimal;
    // The midpoint of two numbers is an odd integer of 257 bits times a power of two. Digits times a power of
    // ten above 10^110 or below 10^-2000 cannot be a midpoint: 5^111 has more bits, and 5^2001 has more than
    // all digits have.
    if (-2000..=110).contains(exponent) {
        let (mut numerator, mut denominator) = (digits.clone(), Big::new(1));
        let power = exponent.unsigned_abs() as u32;
        if *exponent < 0 { &mut denominator } else { &mut numerator }.multiply_power_of_five(power);
        let near_one = denominator.bit_length() as i32 - numerator.bit_length() as i32;
        let value = Quotient { numerator, denominator, exponent: near_one };
        return of(&value, *exponent as i32 - near_one);
    }
    let mut limbs = 4;
    loop {
        let power = Enclosure::power_of_ten(*exponent, limbs);
        let (ends, exponent) = Enclosure::new(digits, 0, limbs).times(&power).near_one();
        let exponent = exponent.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let [low, high] = ends.map(|end| of(&end, exponent));
        if low == high || limbs == MOST_LIMBS {
            return low;
        }
        limbs = (2 * limbs).min(MOST_LIMBS);
    }
}
