//! e^x and functions derived from it.

use super::{ball::Ball, constants::Constant, radius::Radius};
use crate::exact::Exact;
use dashu_int::{IBig, ops::BitTest};

/// Powers of e beyond this exponent are replaced by the power with this exponent, which is far beyond every
/// format's range.
const LIMIT: i64 = 1 << 14;

/// x, limited to ±[`LIMIT`].
fn clamped(x: Ball) -> Ball {
    if x.top().is_some_and(|top| top >= 14) {
        Ball::integer(LIMIT, x.bits()).with_sign(x.is_negative())
    } else {
        x
    }
}

/// The same for an operand.
pub(crate) fn clamped_exact(x: &Exact) -> Exact {
    if x.floor_log2().is_some_and(|top| top >= 14) {
        Exact::from_parts(if x.is_negative() { -LIMIT } else { LIMIT }, 0)
    } else {
        x.clone()
    }
}

/// e^r − 1 in units of `2^-point`, for |r| ≤ 0.75 in the same units, and a bound on its error in these units.
/// Taylor's series at r/2^k, and then k times s → 2s + s².
fn exp_m1_fixed(r: &IBig, point: i64) -> (IBig, u64) {
    let small = (point as f64).sqrt() as i64 * 2 / 3;
    let halvings = (small + r.bit_len() as i64 - point).max(0);
    // The halved r is exact at the finer unit.
    let finer = point + 2 * halvings + 8;
    let r = r << (halvings + 8) as usize;
    let (mut sum, mut term, mut n) = (r.clone(), r.clone(), 1u64);
    while term.bit_len() > 1 {
        n += 1;
        term = ((term * &r) >> finer as usize) / n;
        sum += &term;
    }
    for _ in 0..halvings {
        sum = (&sum << 1) + ((&sum * &sum) >> finer as usize);
    }
    // The error is two units for each term and two for the rest. Each doubling doubles it and adds one unit,
    // and the product of all factors 1 + s is below e^0.75 < 2.2.
    let units = (2 * n + 5) * 3;
    (sum >> (2 * halvings + 8) as usize, (units >> (halvings + 8)) + 2)
}

/// e^x.
pub(crate) fn exp(x: &Ball) -> Option<Ball> {
    let x = clamped(x.clone());
    let bits = x.bits();
    let point = i64::from(bits) + 8;
    let n = (x.to_f64() * std::f64::consts::LOG2_E).round() as i64;
    let reduced = x.fixed(point) - ((Constant::Ln2.fixed(point + 18) * n) >> 18);
    let (rest, units) = exp_m1_fixed(&reduced, point);
    // The reduced argument is within four units.
    let value = Ball::from_fixed((IBig::ONE << point as usize) + rest, point, units + 8, bits);
    Some(spread(value, &x)?.shifted(n))
}

/// Widens a function's value at the middle of x to all of x, where the function's logarithm changes no faster
/// than x.
fn spread(value: Ball, x: &Ball) -> Option<Ball> {
    let Some(top) = x.radius().top() else { return Some(value) };
    // e^ρ − 1 ≤ 2ρ.
    let relative = (top < -1).then(|| x.radius().shifted(1))?;
    let size = Radius::power_of_two(value.top()? + 2);
    Some(value.widened(relative * size))
}

/// e^x − 1.
pub(crate) fn exp_m1(x: &Ball) -> Option<Ball> {
    let x = clamped(x.clone());
    let Some(top) = x.top() else { return Some(x) };
    if top >= -1 {
        let bits = x.bits() + 4;
        return Some(exp(&x.with_bits(bits))? - 1);
    }
    let point = i64::from(x.bits()) + 8 - top;
    let (rest, units) = exp_m1_fixed(&x.fixed(point), point);
    let value = Ball::from_fixed(rest, point, units + 2, x.bits());
    // The derivative is below two.
    (x.radius().top().unwrap_or(top) < top + 1).then(|| value.widened(x.radius().shifted(1)))
}

/// 2^x: x = n + f with |f| ≤ 1/2.
pub(crate) fn exp2(x: &Exact, bits: u32) -> Option<Ball> {
    let x = clamped_exact(x);
    let n = x.nearest_integer();
    let rest = x - Exact::from_parts(n.clone(), 0);
    let n = i64::try_from(n).expect("below the limit");
    Some(exp(&(Ball::rounded(&rest, bits) * Constant::Ln2.ball(bits)))?.shifted(n))
}

/// 10^x.
pub(crate) fn exp10(x: &Exact, bits: u32) -> Option<Ball> {
    // The product may have fourteen bits before its point.
    let more = bits + 16;
    let product = Ball::rounded(&clamped_exact(x), more) * Constant::Ln10.ball(more);
    exp(&product)
}

/// sinh x = (t + t/(t + 1))/2, t = e^|x| − 1.
pub(crate) fn sinh(x: &Ball) -> Option<Ball> {
    let t = exp_m1(&x.clone().abs())?;
    let sum = &t + t.divided(&(&t + 1))?;
    Some(sum.shifted(-1).with_sign(x.is_negative()))
}

/// cosh x = (e^x + 1/e^x)/2.
pub(crate) fn cosh(x: &Ball) -> Option<Ball> {
    let e = exp(&x.clone().abs())?;
    let inverse = Ball::integer(1, x.bits()).divided(&e)?;
    Some((e + inverse).shifted(-1))
}

/// tanh x = t/(t + 2), t = e^(2|x|) − 1.
pub(crate) fn tanh(x: &Ball) -> Option<Ball> {
    let t = exp_m1(&x.clone().abs().shifted(1))?;
    Some(t.divided(&(&t + 2))?.with_sign(x.is_negative()))
}
