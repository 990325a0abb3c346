//! Proofs of how far a polynomial lies from its function.

use super::{Series, decimal};
use floatfloat_exact::{Exact, functions::Ball};

/// Bits that the proof is computed with.
const BITS: u32 = 400;

/// Pieces into which the interval is cut.
const PIECES: i64 = 4096;

/// An upper bound of |v^weight · (p(v) − f(v))| over the interval, where p has these coefficients, the lowest power
/// first, and f is the series' function.
///
/// p − f is a polynomial with small coefficients, the first of Taylor's series taken from those of
/// p, and a rest that is bounded by a geometric series. On each piece of the interval the
/// polynomial is its value in the middle, its slope there times half of the piece's width, and a
/// bound of its second derivative times half of the square of that.
pub fn largest_error(series: &Series, coefficients: &[Exact]) -> f64 {
    let [a, b] = series.interval.map(|end| decimal(end).with_bits(BITS));
    let reach = above(&a).max(above(&b));
    assert!(reach < 1.0, "the geometric series does not converge");
    let mut difference: Vec<Ball> = Vec::new();
    let mut rest = f64::INFINITY;
    // Until what follows is below 2^-200.
    for k in 0.. {
        let of_series = (series.taylor)(k).with_bits(BITS);
        let size = above(&of_series);
        let is_rest = k as usize >= coefficients.len();
        if is_rest {
            rest = size * reach.powi(k as i32) / (1.0 - reach) * (1.0 + 1e-9);
            if rest < 2f64.powi(-200) {
                break;
            }
        }
        let own = coefficients.get(k as usize).cloned().unwrap_or(Exact::ZERO);
        difference.push(Ball::rounded(&own, BITS) - of_series);
    }
    let bend: f64 = difference
        .iter()
        .enumerate()
        .skip(2)
        .map(|(k, d)| above(d) * (k * (k - 1)) as f64 * reach.powi(k as i32 - 2))
        .sum();
    let width = (&b - &a).shifted(-i64::from(PIECES.ilog2()));
    let half = above(&width) / 2.0;
    let piece = |i: i64| {
        let middle = &a + &width * i + width.clone().shifted(-1);
        let (mut value, mut slope) = (Ball::integer(0, BITS), Ball::integer(0, BITS));
        for d in difference.iter().rev() {
            slope = slope * &middle + &value;
            value = value * &middle + d;
        }
        let largest = above(&value) + above(&slope) * half + bend * half * half / 2.0 + rest;
        largest * (above(&middle) + half).powi(series.weight as i32)
    };
    // Roundings of this last sum.
    (0..PIECES).map(piece).fold(0.0, f64::max) * (1.0 + 1e-9)
}

/// A `f64` above the magnitude of every number of the ball.
fn above(x: &Ball) -> f64 {
    let (low, high) = x.ends();
    low.abs().max(high.abs()).to_f64() * (1.0 + f64::EPSILON) + f64::MIN_POSITIVE
}
