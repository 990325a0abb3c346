//! ln x and functions derived from it.

use super::{ball::Ball, constants::Constant, exponential::exp, radius::Radius};
use crate::exact::Exact;
use dashu_int::{IBig, ops::BitTest};

/// artanh s, or arctan s, for |s| < 2^-8.
pub(crate) fn small_inverse_tangent(s: &Ball, hyperbolic: bool) -> Option<Ball> {
    let Some(top) = s.top() else { return Some(s.clone().widened(s.radius())) };
    let of_radius = s.radius().top().unwrap_or(top - 1);
    if top >= -8 || of_radius >= -9 {
        return None;
    }
    let bits = s.bits();
    let point = i64::from(bits) + 8 - top;
    let first = s.fixed(point);
    let square = (&first * &first) >> point as usize;
    let (mut sum, mut power, mut k) = (first.clone(), first, 1u32);
    loop {
        power = (power * &square) >> point as usize;
        if power.bit_len() <= 1 {
            break;
        }
        k += 2;
        let term: IBig = &power / k;
        sum += if hyperbolic || k % 4 == 1 { term } else { -term };
    }
    // The error is two units for each term, two for the rest and two for the first; the derivative is below
    // 1.01.
    let value = Ball::from_fixed(sum, point, u64::from(k) + 6, bits);
    let slope = Radius::new(5, -2);
    Some(value.widened(s.radius() * slope))
}

/// ln(1 + t).
pub(crate) fn ln_1p(t: &Ball) -> Option<Ball> {
    let Some(top) = t.top() else { return Some(t.clone()) };
    if top < -9 {
        return Some(small_inverse_tangent(&t.divided(&(t + 2))?, true)?.shifted(1));
    }
    ln_away_from_one(&(t.clone().with_bits(t.bits() + 16) + 1))
}

/// ln x for a positive operand; near 1 it uses the exact difference x − 1.
pub(crate) fn ln(x: &Exact, bits: u32) -> Option<Ball> {
    let above = x.clone() - Exact::from_parts(1, 0);
    if above.floor_log2().is_none_or(|top| top < -2) {
        ln_1p(&Ball::rounded(&above, bits))
    } else {
        ln_away_from_one(&Ball::rounded(x, bits))
    }
}

/// ln(1 + t) of an operand above −1.
pub(crate) fn ln_above_one(t: &Exact, bits: u32) -> Option<Ball> {
    if t.floor_log2().is_none_or(|top| top < -2) {
        ln_1p(&Ball::rounded(t, bits))
    } else {
        ln(&(t.clone() + Exact::from_parts(1, 0)), bits)
    }
}

/// ln x for a positive x that is not within 2^-10 of 1: x = 2^k·m, and ln m = y + ln(m·e^-y). y is an
/// approximation as a `f64`, which may be wrong.
fn ln_away_from_one(x: &Ball) -> Option<Ball> {
    if x.is_negative() {
        return None;
    }
    let mut k = x.top()?;
    let mut m = x.clone().shifted(-k);
    if m.to_f64() > std::f64::consts::SQRT_2 {
        (k, m) = (k + 1, m.shifted(-1));
    }
    let bits = x.bits() + 16;
    let m = m.with_bits(bits);
    let y = Ball::rounded(&Exact::new(m.to_f64().ln()), bits);
    let rest = &m * exp(&-&y)? - 1;
    let of_rest = small_inverse_tangent(&rest.divided(&(&rest + 2))?, true)?.shifted(1);
    let power = Constant::Ln2.ball(bits + 16) * k;
    Some((power + (y + of_rest)).with_bits(x.bits()))
}

/// log2 x.
pub(crate) fn log2(x: &Exact, bits: u32) -> Option<Ball> {
    ln(x, bits)?.divided(&Constant::Ln2.ball(bits))
}

/// log10 x.
pub(crate) fn log10(x: &Exact, bits: u32) -> Option<Ball> {
    ln(x, bits)?.divided(&Constant::Ln10.ball(bits))
}

/// arsinh x = ln(1 + |x| + x²/(1 + √(1 + x²))).
pub(crate) fn asinh(x: &Ball) -> Option<Ball> {
    let square = x.square();
    let root = (&square + 1).root()?;
    let t = x.clone().abs() + square.divided(&(root + 1))?;
    Some(ln_1p(&t)?.with_sign(x.is_negative()))
}

/// arcosh(1 + t) = ln(1 + t + √(2t + t²)) for t ≥ 0.
pub(crate) fn acosh(x: &Exact, bits: u32) -> Option<Ball> {
    let t = Ball::rounded(&(x.clone() - Exact::from_parts(1, 0)), bits);
    let root = (&t * (&t + 2)).root()?;
    ln_1p(&(t + root))
}

/// artanh x = ln(1 + 2x/(1 − x))/2 for |x| < 1.
pub(crate) fn atanh(x: &Exact, bits: u32) -> Option<Ball> {
    let size = x.clone().abs();
    let below = Ball::rounded(&(Exact::from_parts(1, 0) - size.clone()), bits);
    let t = Ball::rounded(&size, bits).shifted(1).divided(&below)?;
    Some(ln_1p(&t)?.shifted(-1).with_sign(x.is_negative()))
}
