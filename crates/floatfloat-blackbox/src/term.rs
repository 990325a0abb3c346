//! Numbers with an integer significand: exact products and sums, rounded to any format by any rule.

use floatfloat::NativeWord;
use floatfloat_exact::Exact;
use floatfloat_paranoia::{Format, Mode, Position};
use std::cmp::Ordering;

/// ±magnitude × 2^exponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) negative: bool,
    pub(crate) magnitude: u128,
    pub(crate) exponent: i32,
}

/// A value of a simulated unit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Finite(Term),
    /// An infinity or NaN.
    Special(f64),
}

/// A format, a rule of rounding, and what becomes of results below the smallest normal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounding {
    /// The format, whose precision may be up to 64 bits.
    pub format: Format,
    /// The rule.
    pub mode: Mode,
    /// Whether subnormal results become zero.
    pub flushes: bool,
}

impl Term {
    pub(crate) const ZERO: Term = Term { negative: false, magnitude: 0, exponent: 0 };

    /// The finite number `x`.
    pub(crate) fn of(x: f64) -> Term {
        let (significand, exponent) = x.parts();
        let zeros = if significand == 0 { 0 } else { significand.trailing_zeros() };
        Term {
            negative: x.is_sign_negative(),
            magnitude: u128::from(significand >> zeros),
            exponent: exponent + zeros as i32,
        }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.magnitude == 0
    }

    /// ⌊log2 |self|⌋ of a number that is not zero.
    pub(crate) fn top(self) -> i32 {
        127 - self.magnitude.leading_zeros() as i32 + self.exponent
    }

    /// The product of two numbers of at most 64 bits.
    pub(crate) fn times(self, other: Term) -> Term {
        Term {
            negative: self.negative != other.negative,
            magnitude: self.magnitude * other.magnitude,
            exponent: self.exponent + other.exponent,
        }
    }

    /// The nearest `f64` of a number that has at most 53 bits.
    pub(crate) fn to_f64(self) -> f64 {
        let magnitude = if self.is_zero() {
            0.0
        } else {
            let zeros = self.magnitude.trailing_zeros();
            let (significand, exponent) =
                ((self.magnitude >> zeros) as f64, self.exponent + zeros as i32);
            // In two steps, because 2^exponent alone may be beyond the range.
            significand * power(exponent / 2) * power(exponent - exponent / 2)
        };
        if self.negative { -magnitude } else { magnitude }
    }

    /// A multiple of 2^unit, by a rule of rounding.
    pub(crate) fn at(self, unit: i32, mode: Mode) -> i128 {
        let (kept, position) = self.cut(unit);
        let up = mode.away(self.negative, kept.is_multiple_of(2), position);
        let magnitude = (kept + u128::from(up)) as i128;
        if self.negative { -magnitude } else { magnitude }
    }

    /// ⌊magnitude⌋ in units of 2^unit, and where the number lies between that and the next integer.
    fn cut(self, unit: i32) -> (u128, Position) {
        let drop = unit - self.exponent;
        if self.is_zero() || drop <= 0 {
            return (if self.is_zero() { 0 } else { self.magnitude << -drop }, Position::Exact);
        }
        let drop = drop as u32;
        if drop > 128 {
            return (0, Position::BelowHalf);
        }
        let kept = self.magnitude.checked_shr(drop).unwrap_or(0);
        let rest = self.magnitude - kept.checked_shl(drop).unwrap_or(0);
        let position = match rest.cmp(&(1 << (drop - 1))) {
            _ if rest == 0 => Position::Exact,
            Ordering::Less => Position::BelowHalf,
            Ordering::Equal => Position::Tie,
            Ordering::Greater => Position::AboveHalf,
        };
        (kept, position)
    }

    /// Rounded; infinite, or the largest number, beyond the range.
    pub(crate) fn rounded(self, rounding: &Rounding) -> Value {
        let Rounding { format, mode, flushes } = rounding;
        if self.is_zero() {
            return Value::Finite(self);
        }
        if *flushes && self.top() < format.emin {
            return Value::Finite(Term { negative: self.negative, ..Term::ZERO });
        }
        let unit = format.ulp_exponent(self.top());
        let (kept, position) = self.cut(unit);
        let up = mode.away(self.negative, kept.is_multiple_of(2), position);
        let result = Term { magnitude: kept + u128::from(up), exponent: unit, ..self };
        if !result.is_zero() && result.top() > format.emax {
            return if mode.saturates(self.negative) {
                let exponent = format.ulp_exponent(format.emax);
                Value::Finite(Term { magnitude: (1 << format.precision) - 1, exponent, ..self })
            } else {
                Value::Special(if self.negative { f64::NEG_INFINITY } else { f64::INFINITY })
            };
        }
        Value::Finite(result)
    }
}

/// 2^exponent, for exponents of half the range of `f64`.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The exact sum of terms of at most 106 bits, except that bits far below the last bit of every format that a
/// result is rounded to may be replaced by one bit.
pub(crate) fn sum(terms: &[Term]) -> Term {
    let mut span: Option<(i32, i32)> = None;
    for term in terms.iter().filter(|term| !term.is_zero()) {
        let (low, top) = (term.exponent, term.top());
        span = Some(span.map_or((low, top), |(l, t)| (l.min(low), t.max(top))));
    }
    let Some((low, top)) = span else {
        let negative = !terms.is_empty() && terms.iter().all(|term| term.negative);
        return Term { negative, ..Term::ZERO };
    };
    let carries = 1 + terms.len().ilog2() as i32;
    if top - low + carries < 126 {
        return of_integer(terms.iter().map(|term| term.at(low, Mode::TowardZero)).sum(), low);
    }
    if let &[a, b] = terms {
        return sum_of_two(a, b);
    }
    let exact: Exact = terms
        .iter()
        .map(|term| {
            let magnitude = Exact::from_parts(term.magnitude, i64::from(term.exponent));
            if term.negative { -magnitude } else { magnitude }
        })
        .sum();
    let negative = exact.is_negative();
    let exact = exact.abs();
    let Some(top) = exact.floor_log2() else { return Term::ZERO };
    let unit = top - 100;
    let whole = exact.quotient(&Exact::from_parts(1, unit));
    let inexact = exact.last_bit().is_some_and(|last| last < unit);
    let magnitude = u128::try_from(whole).expect("101 bits");
    Term { negative, magnitude: magnitude << 1 | u128::from(inexact), exponent: unit as i32 - 1 }
}

/// The sum of two terms that lie so far apart that they cannot be held in one integer.
fn sum_of_two(a: Term, b: Term) -> Term {
    let (large, small) = if a.top() >= b.top() { (a, b) } else { (b, a) };
    // Room for a bit that stands for the smaller term.
    let room = large.magnitude.leading_zeros().min(116) as i32 - 2;
    let unit = large.exponent - room;
    let (kept, position) = small.cut(unit);
    let inexact = position != Position::Exact;
    let large_magnitude = large.magnitude << room;
    let magnitude = if large.negative == small.negative {
        large_magnitude + kept
    } else {
        large_magnitude - kept - u128::from(inexact)
    };
    Term {
        negative: large.negative,
        magnitude: magnitude << 1 | u128::from(inexact),
        exponent: unit - 1,
    }
}

/// integer × 2^unit.
pub(crate) fn of_integer(integer: i128, unit: i32) -> Term {
    Term { negative: integer < 0, magnitude: integer.unsigned_abs(), exponent: unit }
}
