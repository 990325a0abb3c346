//! Exact results, in integers.

use crate::{
    Format,
    bits::{assemble, parts},
};

/// ±(significand + δ) × 2^exponent with 0 ≤ δ < 1, and δ > 0 if and only if `sticky`.
///
/// A sticky number has at least 63 bits above δ, or 73 if it is not a square root, so that it can be rounded to
/// every format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact {
    pub(crate) negative: bool,
    significand: u128,
    exponent: i32,
    sticky: bool,
}

/// The position of the leading bit of the terms of a sum.
const TOP: u32 = 125;

impl Exact {
    /// The finite number `x`.
    pub(crate) fn of(x: f64) -> Exact {
        let (negative, significand, exponent) = parts(x);
        let shift = TOP - 52;
        let significand = u128::from(significand) << shift;
        Exact { negative, significand, exponent: exponent - shift as i32, sticky: false }
    }

    pub(crate) fn sum(a: f64, b: f64) -> Exact {
        Exact::of(a).plus(Exact::of(b))
    }

    pub(crate) fn product(a: f64, b: f64) -> Exact {
        let (a_negative, a, a_exponent) = parts(a);
        let (b_negative, b, b_exponent) = parts(b);
        let product = u128::from(a) * u128::from(b);
        let shift = if product == 0 { 0 } else { product.leading_zeros() + TOP - 127 };
        Exact {
            negative: a_negative != b_negative,
            significand: product << shift,
            exponent: a_exponent + b_exponent - shift as i32,
            sticky: false,
        }
    }

    pub(crate) fn fused(a: f64, b: f64, c: f64) -> Exact {
        Exact::product(a, b).plus(Exact::of(c))
    }

    /// b must not be zero.
    pub(crate) fn quotient(a: f64, b: f64) -> Exact {
        const EXTRA: u32 = 74;
        let (a_negative, a, a_exponent) = parts(a);
        let (b_negative, b, b_exponent) = parts(b);
        let dividend = u128::from(a) << EXTRA;
        let divisor = u128::from(b);
        Exact {
            negative: a_negative != b_negative,
            significand: dividend / divisor,
            exponent: a_exponent - b_exponent - EXTRA as i32,
            sticky: !dividend.is_multiple_of(divisor),
        }
    }

    /// x must not be negative.
    pub(crate) fn square_root(x: f64) -> Exact {
        let (_, significand, exponent) = parts(x);
        let extra = if exponent % 2 == 0 { 74 } else { 73 };
        let radicand = u128::from(significand) << extra;
        let significand = radicand.isqrt();
        Exact {
            negative: false,
            significand,
            exponent: (exponent - extra) / 2,
            sticky: significand * significand != radicand,
        }
    }

    /// The sum, exact except for bits so far below its leading bit that no format reaches them; `sticky`
    /// records whether there are any. Both terms are exact, with leading bit [`TOP`].
    fn plus(self, other: Exact) -> Exact {
        if self.is_zero() || other.is_zero() {
            let negative = self.negative && other.negative;
            let nonzero = if self.is_zero() { other } else { self };
            return if nonzero.is_zero() { Exact { negative, ..nonzero } } else { nonzero };
        }
        let magnitude = |x: &Exact| (x.exponent, x.significand);
        let (large, small) =
            if magnitude(&self) >= magnitude(&other) { (self, other) } else { (other, self) };
        let shift = large.exponent.abs_diff(small.exponent);
        let kept = small.significand.checked_shr(shift).unwrap_or(0);
        let sticky = kept.checked_shl(shift).unwrap_or(0) != small.significand;
        let significand = if large.negative == small.negative {
            large.significand + kept
        } else {
            large.significand - kept - u128::from(sticky)
        };
        let negative = large.negative && significand != 0;
        Exact { negative, significand, exponent: large.exponent, sticky }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.significand == 0 && !self.sticky
    }

    /// ⌊log2 |self|⌋ of a number that is not zero.
    pub(crate) fn top(&self) -> i32 {
        127 - self.significand.leading_zeros() as i32 + self.exponent
    }

    /// Exponent of the ulp in which errors are measured: the ulp of the binade of the exact result, as if the
    /// format had no smallest normal number; for zero, the ulp of the smallest normal number.
    fn ulp_exponent(&self, format: &Format) -> i32 {
        let top = if self.is_zero() { format.emin } else { self.top() };
        format.ulp_exponent(top)
    }

    /// (result − self) ÷ ulp(self), rounded towards zero so that an error below one ulp is never shown as one
    /// ulp; NaN for a NaN, infinite for an infinity.
    pub(crate) fn error_in_ulps(&self, result: f64, format: &Format) -> f64 {
        if !result.is_finite() {
            return result;
        }
        let ulp = self.ulp_exponent(format);
        let (negative, significand, exponent) = parts(result);
        let shift = exponent - self.exponent;
        let places = ulp - self.exponent;
        let fits = significand == 0 || (-52..=74).contains(&shift);
        let lost = shift < 0 && significand.trailing_zeros() < shift.unsigned_abs();
        if !fits || lost {
            return self.rough_error(result, ulp);
        }
        let wide = u128::from(significand);
        let wide = if shift < 0 { wide >> -shift } else { wide << shift };
        let signed = |magnitude: u128, negative: bool| {
            if negative { -(magnitude as i128) } else { magnitude as i128 }
        };
        // Relative to the direction of the exact result: `wide` may point the other way.
        let wide = signed(wide, negative != self.negative);
        let Some(units) = wide.checked_sub(signed(self.significand, false)) else {
            return self.rough_error(result, ulp);
        };
        let units = if self.sticky && units > 0 { units - 1 } else { units };
        let error = truncated(units) * two_to(-places);
        0.0 + if self.negative { -error } else { error }
    }

    /// For results that are far from the exact one.
    fn rough_error(&self, result: f64, ulp: i32) -> f64 {
        let (negative, significand, exponent) = parts(result);
        let result = significand as f64 * two_to(exponent - ulp);
        let result = if negative { -result } else { result };
        let exact = self.significand as f64 * two_to(self.exponent - ulp);
        result - if self.negative { -exact } else { exact }
    }

    /// The numbers of `format` on both sides. For zero, both are zero.
    pub(crate) fn neighbours(&self, format: &Format) -> Neighbours {
        let ulp = self.ulp_exponent(format);
        let drop = if self.is_zero() { 0 } else { ulp - self.exponent };
        let (down, rest, half) = match u32::try_from(drop) {
            Ok(0) => (self.significand, 0, 0),
            Ok(drop @ 1..128) => {
                let down = self.significand >> drop;
                (down, self.significand - (down << drop), 1 << (drop - 1))
            }
            Ok(_) => (0, self.significand, u128::MAX),
            // No format is finer than this number: the dropped bits are zeros.
            Err(_) => (self.significand << -drop, 0, 0),
        };
        let position = match (rest.cmp(&half), self.sticky) {
            _ if rest == 0 && !self.sticky => Position::Exact,
            (std::cmp::Ordering::Less, _) => Position::BelowHalf,
            (std::cmp::Ordering::Equal, false) => Position::Tie,
            _ => Position::AboveHalf,
        };
        let tail = rest as f64 * two_to(-drop);
        let down = down as u64;
        let clamp =
            |x: f64| if x.abs() > format.largest() { x.signum() * f64::INFINITY } else { x };
        let towards_zero = clamp(assemble(self.negative, down, ulp));
        let away = if position == Position::Exact {
            towards_zero
        } else {
            clamp(assemble(self.negative, down + 1, ulp))
        };
        Neighbours {
            negative: self.negative,
            towards_zero,
            away,
            even: down.is_multiple_of(2),
            position,
            tail,
        }
    }
}

/// Where an exact result lies between two numbers of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// It is the nearer one to zero itself.
    Exact,
    /// Nearer to the one that is nearer to zero.
    BelowHalf,
    /// In the middle.
    Tie,
    /// Nearer to the one that is farther from zero.
    AboveHalf,
}

/// The two numbers of a format between which an exact result lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbours {
    pub(crate) negative: bool,
    /// The one nearer to zero, or the exact result itself.
    pub(crate) towards_zero: f64,
    /// The one farther from zero, infinite beyond the largest; or the exact result itself.
    pub(crate) away: f64,
    /// Whether `towards_zero` has an even significand.
    pub(crate) even: bool,
    pub(crate) position: Position,
    /// How far the exact result lies above `towards_zero`, in ulps, 0 to 1; approximate.
    pub(crate) tail: f64,
}

/// Truncated to a `f64`.
fn truncated(x: i128) -> f64 {
    let magnitude = x.unsigned_abs();
    let excess = (128 - magnitude.leading_zeros()).saturating_sub(53);
    let magnitude = ((magnitude >> excess) << excess) as f64;
    if x < 0 { -magnitude } else { magnitude }
}

/// 2^exponent, infinite or zero far outside the range of `f64`.
fn two_to(exponent: i32) -> f64 {
    if exponent < -1074 { 0.0 } else { assemble(false, 1, exponent) }
}

/// Whether a + b = s + e exactly; all finite.
pub(crate) fn sums_exactly(a: f64, b: f64, s: f64, e: f64) -> bool {
    cancels(&mut vec![term(a, false), term(b, false), term(s, true), term(e, true)])
}

/// Whether a × b = p + e exactly; all finite.
pub(crate) fn multiplies_exactly(a: f64, b: f64, p: f64, e: f64) -> bool {
    let ((a, a_exponent), (b, b_exponent)) = (term(a, false), term(b, false));
    cancels(&mut vec![(a * b, a_exponent + b_exponent), term(p, true), term(e, true)])
}

/// An odd integer, or zero, and the exponent of its unit.
fn term(x: f64, negated: bool) -> (i128, i32) {
    let (negative, significand, exponent) = parts(x);
    let zeros = if significand == 0 { 0 } else { significand.trailing_zeros() };
    let magnitude = i128::from(significand >> zeros);
    (if negative != negated { -magnitude } else { magnitude }, exponent + zeros as i32)
}

/// Whether at most four terms, one with 106 bits and the others with 53, sum to zero.
fn cancels(terms: &mut Vec<(i128, i32)>) -> bool {
    terms.retain(|term| term.0 != 0);
    let opposite = |x: (i128, i32), y: (i128, i32)| x.1 == y.1 && x.0 == -y.0;
    for i in (0..terms.len()).rev() {
        if let Some(j) = (i + 1..terms.len()).find(|&j| opposite(terms[i], terms[j])) {
            terms.remove(j);
            terms.remove(i);
        }
    }
    let Some(unit) = terms.iter().map(|term| term.1).min() else { return true };
    let top = |term: &(i128, i32)| 128 - term.0.unsigned_abs().leading_zeros() as i32 + term.1;
    // Terms that reach farther apart cannot cancel: the lowest bit is a multiple of no other's.
    if terms.iter().map(top).max().is_none_or(|top| top - unit > 124) {
        return false;
    }
    terms.iter().map(|&(integer, exponent)| integer << (exponent - unit)).sum::<i128>() == 0
}

#[cfg(test)]
mod tests;
