//! Magnitudes that are rounded up, or down if they are divisors.

use crate::exact::Exact;
use dashu_int::{IBig, Word, ops::BitTest};
use std::ops::{Add, Mul};

const DIGITS: u32 = 32;

/// `digits · 2^exponent`, digits zero or in [2^31, 2^32).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Radius {
    digits: u64,
    exponent: i64,
}

impl Radius {
    /// Zero.
    pub const ZERO: Radius = Radius { digits: 0, exponent: 0 };

    /// At least `units · 2^exponent`.
    pub fn new(units: u64, exponent: i64) -> Self {
        if units == 0 {
            return Radius::ZERO;
        }
        let length = 64 - units.leading_zeros();
        if length <= DIGITS {
            let shift = DIGITS - length;
            return Radius { digits: units << shift, exponent: exponent - i64::from(shift) };
        }
        let excess = length - DIGITS;
        // Up by one unit, which may carry.
        let (digits, exponent) = ((units >> excess) + 1, exponent + i64::from(excess));
        if digits == 1 << DIGITS {
            Radius { digits: digits >> 1, exponent: exponent + 1 }
        } else {
            Radius { digits, exponent }
        }
    }

    /// 2^exponent.
    pub fn power_of_two(exponent: i64) -> Self {
        Radius::new(1, exponent)
    }

    /// At least `|integer| · 2^exponent`.
    pub fn of_magnitude(integer: &IBig, exponent: i64) -> Self {
        let (leading, excess) = leading(integer);
        Radius::new(leading + u64::from(excess > 0), exponent + excess)
    }

    /// At most `|integer| · 2^exponent`, by less than 2^-30 of it.
    pub fn below(integer: &IBig, exponent: i64) -> Self {
        let (leading, excess) = leading(integer);
        Radius::new(leading, exponent + excess)
    }

    /// A smaller magnitude: less by at least 2^-32 of it.
    pub fn less(self) -> Self {
        Radius { digits: self.digits - 1, ..self }
    }

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// ⌊log2⌋; `None` for zero.
    pub fn top(self) -> Option<i64> {
        (self.digits != 0).then_some(self.exponent + i64::from(DIGITS) - 1)
    }

    /// Times a power of two.
    pub fn shifted(self, exponent: i64) -> Self {
        Radius { exponent: self.exponent + exponent, ..self }
    }

    /// The quotient; the divisor must be above zero.
    pub fn over(self, divisor: Radius) -> Self {
        let quotient = (self.digits << DIGITS) / divisor.digits + 1;
        let exponent = self.exponent - i64::from(DIGITS) - divisor.exponent;
        if self.is_zero() { self } else { Radius::new(quotient, exponent) }
    }

    /// The same number.
    pub fn to_exact(self) -> Exact {
        Exact::from_parts(self.digits, self.exponent)
    }
}

/// The 32 leading bits of an integer's magnitude, rounded down, and how many more there are.
fn leading(integer: &IBig) -> (u64, i64) {
    let length = integer.bit_len();
    let excess = length.saturating_sub(DIGITS as usize);
    let (_, words) = integer.as_sign_words();
    let width = Word::BITS as usize;
    let word = |index: usize| words.get(index).map_or(0, |&word| u128::from(word));
    let (index, offset) = (excess / width, excess % width);
    let digits = (word(index) | word(index + 1) << width) >> offset;
    (digits as u64 & ((1 << DIGITS) - 1), excess as i64)
}

impl Add for Radius {
    type Output = Radius;

    fn add(self, other: Radius) -> Radius {
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { other } else { self };
        }
        let (large, small) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let gap = large.exponent - small.exponent;
        let small = if gap < 32 { (small.digits >> gap) + u64::from(gap > 0) } else { 1 };
        Radius::new(large.digits + small, large.exponent)
    }
}

impl Mul for Radius {
    type Output = Radius;

    fn mul(self, other: Radius) -> Radius {
        Radius::new(self.digits * other.digits, self.exponent + other.exponent)
    }
}
