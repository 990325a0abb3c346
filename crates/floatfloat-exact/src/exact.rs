//! Exact numbers of any size.

use crate::{rounding::normalized, scaled::Scaled, term::Term};
use dashu_int::{
    IBig, Sign, UBig,
    ops::{BitTest, DivRem, SquareRootRem, UnsignedAbs},
};
use std::{
    cmp::Ordering,
    iter::Sum,
    ops::{Add, Mul, Neg, Sub},
};

/// `mantissa * 2^exponent`, exactly: any finite word, and all sums, differences and products.
///
/// Slower than [`relative_error`](crate::relative_error), but without limits: for sums of many terms, for
/// remainders, and, with integers of any size, for decimal text.
#[derive(Clone, Debug)]
pub struct Exact {
    mantissa: IBig,
    exponent: i64,
}

impl Exact {
    /// Zero.
    pub const ZERO: Exact = Exact { mantissa: IBig::ZERO, exponent: 0 };

    /// The finite number `value`, exactly.
    ///
    /// # Panics
    /// If `value` is infinite or NaN.
    pub fn new(value: f64) -> Self {
        assert!(value.is_finite(), "{value} is not a number that can be held exactly");
        let term = Term::new(value);
        Exact { mantissa: term.mantissa.into(), exponent: term.exponent.into() }
    }

    /// The sum of the words of a number.
    pub fn from_words<const N: usize>(words: [f64; N]) -> Self {
        words.into_iter().map(Exact::new).sum()
    }

    /// `mantissa * 2^exponent`.
    pub fn from_parts(mantissa: impl Into<IBig>, exponent: i64) -> Self {
        Exact { mantissa: mantissa.into(), exponent }
    }

    /// Mantissa and exponent.
    pub(crate) fn parts(&self) -> (&IBig, i64) {
        (&self.mantissa, self.exponent)
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }

    /// Whether it is less than zero.
    pub fn is_negative(&self) -> bool {
        self.mantissa < IBig::ZERO
    }

    /// Magnitude.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.is_negative() { -self } else { self }
    }

    /// Times a power of two.
    #[must_use]
    pub fn shifted(self, exponent: i64) -> Self {
        Exact { exponent: self.exponent + exponent, ..self }
    }

    /// The exponent of the last bit that is set; `None` for zero.
    pub fn last_bit(&self) -> Option<i64> {
        self.mantissa.trailing_zeros().map(|zeros| self.exponent + zeros as i64)
    }

    /// The exponent of the leading bit, ⌊log2 |self|⌋; `None` for zero.
    pub fn floor_log2(&self) -> Option<i64> {
        let bits = self.mantissa.clone().unsigned_abs().bit_len() as i64;
        (bits > 0).then_some(self.exponent + bits - 1)
    }

    /// The remainder of truncating division, x − y·trunc(x / y), with the sign of x.
    ///
    /// # Panics
    /// If `other` is zero.
    #[must_use]
    pub fn remainder(&self, other: &Self) -> Self {
        let (x, y, exponent) = self.aligned(other);
        Exact { mantissa: x.div_rem(y).1, exponent }
    }

    /// `self / other` rounded to an integer towards zero.
    ///
    /// # Panics
    /// If `other` is zero.
    pub fn quotient(&self, other: &Self) -> IBig {
        let (x, y, _) = self.aligned(other);
        x.div_rem(y).0
    }

    /// The first 53 bits, rounded to odd.
    pub fn to_scaled(&self) -> Scaled {
        let (sign, magnitude) = self.mantissa.clone().into_parts();
        let excess = (magnitude.bit_len() as i64 - 64).max(0);
        let sticky = magnitude.trailing_zeros().is_some_and(|zeros| (zeros as i64) < excess);
        let leading = u64::try_from(magnitude >> excess as usize).expect("64 bits");
        let exponent = (self.exponent + excess).clamp(-1 << 24, 1 << 24) as i32;
        Scaled::from_integer(sign == Sign::Negative, leading, sticky, exponent)
    }

    /// The nearest `f64`, ties to even; infinite beyond the largest.
    pub fn to_f64(&self) -> f64 {
        let Some(top) = self.floor_log2() else { return 0.0 };
        // A subnormal has fewer bits.
        let precision = (top + 1075).clamp(0, 53);
        self.rounded(precision as u32).to_finite_or_infinite()
    }

    /// Rounded to `precision` bits, ties to even, with no limit to the exponent. With zero bits the result is
    /// zero or, for a magnitude above one half of the next power of two, that power.
    #[must_use]
    pub fn rounded(&self, precision: u32) -> Self {
        round_quotient(self, &Exact::from_parts(1, 0), precision)
    }

    /// The nearest double-word of a format of `precision` bits without limits: RN(self) plus
    /// RN(self − RN(self)), normalised. A low word below 2^-1022 is rounded to the nearest `f64`.
    ///
    /// # Panics
    /// If the high word is beyond the range of `f64`, or `precision` is above 53.
    pub fn to_words(&self, precision: u32) -> [f64; 2] {
        assert!(precision <= 53, "a word of {precision} bits does not fit a f64");
        let high = self.rounded(precision);
        let low = (self.clone() - high.clone()).rounded(precision);
        normalized(high, low, precision)
    }

    /// The same number as a `f64`.
    ///
    /// # Panics
    /// If no `f64` is this number.
    pub fn to_word(&self) -> f64 {
        let word = self.to_finite_or_infinite();
        assert!(
            word.is_finite() && Exact::new(word) == *self,
            "{}·2^{} is not a f64",
            self.mantissa,
            self.exponent
        );
        word
    }

    fn to_finite_or_infinite(&self) -> f64 {
        self.to_scaled().to_f64()
    }

    /// Both mantissas in units of the smaller exponent.
    fn aligned(&self, other: &Self) -> (IBig, IBig, i64) {
        let exponent = match (self.is_zero(), other.is_zero()) {
            (true, _) => other.exponent,
            (_, true) => self.exponent,
            _ => self.exponent.min(other.exponent),
        };
        (self.in_units_of(exponent), other.in_units_of(exponent), exponent)
    }

    fn in_units_of(&self, exponent: i64) -> IBig {
        if self.is_zero() {
            IBig::ZERO
        } else {
            self.mantissa.clone() << (self.exponent - exponent) as usize
        }
    }
}

/// `numerator / denominator` rounded to `precision` bits, ties to even, with no limit to the
/// exponent.
///
/// # Panics
/// If the denominator is zero.
#[must_use]
pub fn round_quotient(numerator: &Exact, denominator: &Exact, precision: u32) -> Exact {
    let (Some(top), Some(bottom)) = (numerator.floor_log2(), denominator.floor_log2()) else {
        assert!(!denominator.is_zero(), "division by zero");
        return Exact::ZERO;
    };
    // The quotient's leading bit has the exponent top - bottom or one less.
    let mut unit = top - bottom - i64::from(precision);
    let quotient = |unit: i64| {
        let (n, d, _) = numerator.clone().shifted(-unit).aligned(denominator);
        n.unsigned_abs().div_rem(d.unsigned_abs())
    };
    let (mut integer, mut rest) = quotient(unit);
    if integer.bit_len() > precision as usize {
        unit += 1;
        (integer, rest) = quotient(unit);
    }
    let (_, d, _) = numerator.clone().shifted(-unit).aligned(denominator);
    let twice: UBig = rest << 1;
    let above = match twice.cmp(&d.unsigned_abs()) {
        Ordering::Less => false,
        Ordering::Equal => integer.bit(0),
        Ordering::Greater => true,
    };
    if above {
        integer += UBig::ONE;
    }
    let magnitude = Exact { mantissa: integer.into(), exponent: unit };
    if numerator.is_negative() != denominator.is_negative() { -magnitude } else { magnitude }
}

/// √value rounded down to a multiple of `2^unit`, and whether this is inexact.
///
/// # Panics
/// If `value` is negative.
pub(crate) fn root_down(value: &Exact, unit: i64) -> (Exact, bool) {
    assert!(!value.is_negative(), "square root of a negative number");
    let shift = value.exponent - 2 * unit;
    let (radicand, cut) = if shift >= 0 {
        (value.mantissa.clone().unsigned_abs() << shift as usize, false)
    } else {
        let magnitude = value.mantissa.clone().unsigned_abs();
        let cut = magnitude.trailing_zeros().is_some_and(|zeros| (zeros as i64) < -shift);
        (magnitude >> -shift as usize, cut)
    };
    let (root, rest) = radicand.sqrt_rem();
    (Exact { mantissa: root.into(), exponent: unit }, cut || !rest.is_zero())
}

impl Add for Exact {
    type Output = Exact;
    fn add(self, other: Exact) -> Exact {
        let (x, y, exponent) = self.aligned(&other);
        Exact { mantissa: x + y, exponent }
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: &Exact) -> Exact {
        let (x, y, exponent) = self.aligned(other);
        Exact { mantissa: x - y, exponent }
    }
}

impl Sub for Exact {
    type Output = Exact;
    fn sub(self, other: Exact) -> Exact {
        self + -other
    }
}

impl Mul for Exact {
    type Output = Exact;
    fn mul(self, other: Exact) -> Exact {
        Exact { mantissa: self.mantissa * other.mantissa, exponent: self.exponent + other.exponent }
    }
}

impl Neg for Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact { mantissa: -self.mantissa, ..self }
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Exact>>(terms: I) -> Exact {
        terms.fold(Exact::ZERO, Add::add)
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Exact {}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        let (x, y, _) = self.aligned(other);
        x.cmp(&y)
    }
}
