//! erf x and 1 − erf x.

use super::{ball::Ball, constants::Constant, exponential::exp, radius::Radius};
use dashu_int::{IBig, ops::BitTest};

/// From this x on, 1 − erf x is computed as a continued fraction.
const FAR: f64 = 5.0;

/// Beyond this x, 1 − erf x is replaced by its value here, which rounds to zero in every format.
const LIMIT: f64 = 120.0;

/// erf x.
pub(crate) fn erf(x: &Ball) -> Option<Ball> {
    let size = x.clone().abs();
    let near = size.to_f64();
    let value = if near < FAR {
        series(&size)?
    } else {
        // 1 − erfc x, of which only the leading bits matter.
        let small = (near.min(LIMIT).powi(2) * 1.4) as u32;
        let bits = x.bits().saturating_sub(small).max(16);
        Ball::integer(1, x.bits()) - fraction(&size.with_bits(bits))?
    };
    Some(value.with_sign(x.is_negative()))
}

/// 1 − erf x.
pub(crate) fn erfc(x: &Ball) -> Option<Ball> {
    if x.to_f64() >= FAR {
        return fraction(x);
    }
    // For a positive x the two terms cancel.
    let lost = (x.to_f64().max(0.0).powi(2) * 1.45) as u32 + 8;
    Some(-(erf(&x.clone().with_bits(x.bits() + lost))? - 1))
}

/// erf x = 2x/√π · e^-x² · Σ (2x²)^n/(1·3·…·(2n + 1)) for 0 ≤ x < 6.
fn series(x: &Ball) -> Option<Ball> {
    let square = x.square();
    let point = i64::from(x.bits()) + 16;
    let doubled = square.clone().shifted(1).fixed(point);
    let one = IBig::ONE << point as usize;
    let (mut sum, mut term, mut n) = (one.clone(), one, 0u32);
    let size = square.to_f64();
    // From twice x² on terms are halved each time.
    while term.bit_len() > 1 || f64::from(n) < 2.0 * size {
        n += 1;
        term = ((term * &doubled) >> point as usize) / (2 * n + 1);
        sum += &term;
    }
    // An error of a unit in a term grows as the terms do, below e^x² times.
    let growth = (size * std::f64::consts::LOG2_E) as i64 + 2;
    let sum = Ball::from_fixed(sum, point, 0, x.bits() + 16)
        .widened(Radius::new(2 * u64::from(n) + 10, growth - point));
    let factor = exp(&-square)?.divided(&Constant::Pi.ball(x.bits()).root()?)?;
    Some((sum * factor * x).shifted(1).with_bits(x.bits()))
}

/// 1 − erf x = e^-x²/√π · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))) for x ≥ 5. Every tail t = x + (k/2)/t′
/// is above x, and decreases as the next tail t′ increases: the least and the largest last tail enclose the
/// value.
fn fraction(x: &Ball) -> Option<Ball> {
    let bits = x.bits();
    let x = if x.to_f64() > LIMIT { Ball::integer(LIMIT as i64, bits) } else { x.clone() };
    // n tails after the first reduce the error by e^(x√(8n)).
    let steps = (f64::from(bits) * 0.26 / x.to_f64()).powi(2) as i64 + 12;
    let half = |k: i64| Ball::integer(k, bits).shifted(-1);
    let largest = &x + half(steps + 1).divided(&x)?;
    let ends = [x.clone(), largest]
        .map(|last| (1..=steps).rev().try_fold(last, |tail, k| Some(&x + half(k).divided(&tail)?)));
    let [Some(one), Some(other)] = ends else { return None };
    let difference = &one - &other;
    let of_difference = difference.top().map_or(Radius::ZERO, |top| Radius::power_of_two(top + 1));
    let tail = one.widened(of_difference + difference.radius());
    // e^-x² to as many bits: x² has up to fourteen before its point.
    let square = x.with_bits(bits + 16).square();
    let factor = exp(&-square)?.divided(&Constant::Pi.ball(bits).root()?)?;
    factor.divided(&tail).map(|value| value.with_bits(bits))
}
