//! A number with 53 bits and an exponent that cannot overflow.

use std::cmp::Ordering;

/// `significand * 2^exponent`, the significand zero or of magnitude in [1, 2).
///
/// If it stands for a longer number, it is rounded to odd: an inexact significand never equals one of 52 bits
/// or fewer, so that a comparison with such a number is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled {
    significand: f64,
    exponent: i32,
}

impl Scaled {
    /// Zero.
    pub const ZERO: Scaled = Scaled { significand: 0.0, exponent: 0 };

    /// From an integer in units of `2^exponent`; `sticky` says whether bits below it were lost. If so, the
    /// integer has at least 55 bits.
    #[inline]
    pub(crate) fn from_integer(
        negative: bool,
        magnitude: u64,
        sticky: bool,
        exponent: i32,
    ) -> Self {
        if magnitude == 0 {
            return Scaled::ZERO;
        }
        let shift = magnitude.leading_zeros();
        let aligned = magnitude << shift;
        let odd = (aligned >> 11) | u64::from(sticky || aligned << 53 != 0);
        let sign = u64::from(negative) << 63;
        Scaled {
            significand: f64::from_bits(sign | 1023 << 52 | (odd & ((1 << 52) - 1))),
            exponent: exponent + 63 - shift as i32,
        }
    }

    /// The finite number `value`, exactly.
    pub fn new(value: f64) -> Self {
        let term = crate::term::Term::new(value);
        let magnitude = term.mantissa.unsigned_abs() as u64;
        Scaled::from_integer(value < 0.0, magnitude, false, term.exponent)
    }

    /// The significand, zero or of magnitude in [1, 2).
    pub fn significand(self) -> f64 {
        self.significand
    }

    /// The exponent of the leading bit; meaningless for zero.
    pub fn exponent(self) -> i32 {
        self.exponent
    }

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        self.significand == 0.0
    }

    /// Magnitude.
    pub fn abs(self) -> Self {
        Scaled { significand: self.significand.abs(), ..self }
    }

    /// Times a power of two.
    #[must_use]
    pub fn shifted(self, exponent: i32) -> Self {
        Scaled { exponent: self.exponent + exponent, ..self }
    }

    /// The nearest `f64`: infinite or subnormal where it must be.
    pub fn to_f64(self) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        ldexp(self.significand, self.exponent)
    }

    /// `self / other` as a `f64`, with a relative error of at most 2^-51 with respect to the numbers they stand
    /// for. A zero divided by zero is zero; anything else divided by zero is infinite.
    pub fn ratio(self, other: Self) -> f64 {
        if self.is_zero() {
            0.0
        } else if other.is_zero() {
            f64::INFINITY.copysign(self.significand)
        } else {
            let quotient = self.significand / other.significand;
            Scaled { significand: quotient, exponent: self.exponent - other.exponent }.to_f64()
        }
    }
}

impl PartialOrd for Scaled {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let sign = |s: &Scaled| if s.is_zero() { 0 } else { s.significand.signum() as i32 };
        let by_sign = sign(self).cmp(&sign(other));
        if by_sign != Ordering::Equal || self.is_zero() {
            return Some(by_sign);
        }
        let by_exponent = self.exponent.cmp(&other.exponent);
        let by_exponent = if sign(self) < 0 { by_exponent.reverse() } else { by_exponent };
        Some(by_exponent).filter(|o| o.is_ne()).or(self.significand.partial_cmp(&other.significand))
    }
}

/// `value * 2^exponent`, rounded once at most.
pub(crate) fn ldexp(value: f64, exponent: i32) -> f64 {
    // Three factors at most, all but the last of which are exact.
    let exponent = exponent.clamp(-2200, 2200);
    let first = exponent.clamp(-900, 900);
    let second = (exponent - first).clamp(-900, 900);
    let power_of_two = |e: i32| f64::from_bits(((e + 1023) as u64) << 52);
    value * power_of_two(first) * power_of_two(second) * power_of_two(exponent - first - second)
}
