//! Sine, cosine, tangent, and their inverses.

use super::{ball::Ball, constants::Constant, logarithm::small_inverse_tangent, radius::Radius};
use crate::exact::Exact;
use dashu_int::{
    IBig,
    ops::{BitTest, RemEuclid},
};

/// An angle n·π/2 + r, where |r| is at most a little more than π/4.
pub(crate) struct Angle {
    /// n modulo 4.
    quadrant: u8,
    rest: Ball,
}

fn modulo_four(n: &IBig) -> u8 {
    u8::try_from(n.rem_euclid(IBig::from(4))).expect("below four")
}

impl Angle {
    /// The angle of any number, with as many bits of 2/π as it needs.
    pub fn new(x: &Exact, bits: u32) -> Self {
        let Some(top) = x.floor_log2().filter(|&top| top >= -1) else {
            return Angle { quadrant: 0, rest: Ball::rounded(x, bits) };
        };
        // The number of correct bits of r/(π/2) after the point.
        let sure = i64::from(bits) + 8;
        let point = top + sure + 3;
        let (mantissa, exponent) = x.parts();
        let product = mantissa * Constant::TwoOverPi.fixed(point);
        let (nearest, rest) = split(product, point - exponent);
        let rest = Ball::new(rest, exponent - point, Radius::power_of_two(-sure), bits);
        Angle { quadrant: modulo_four(&nearest), rest: rest * Constant::Pi.ball(bits).shifted(-1) }
    }

    /// π times an operand, reduced exactly.
    pub fn of_turns(x: &Exact, bits: u32) -> Self {
        let doubled = x.clone().shifted(1);
        let nearest = doubled.nearest_integer();
        let rest = doubled - Exact::from_parts(nearest.clone(), 0);
        let rest = Ball::rounded(&rest, bits) * Constant::Pi.ball(bits).shifted(-1);
        Angle { quadrant: modulo_four(&nearest), rest }
    }

    pub fn sin(&self) -> Option<Ball> {
        let odd = self.quadrant % 2 == 1;
        let value = if odd { cos_kernel(&self.rest)? } else { sin_kernel(&self.rest)? };
        Some(value.with_sign(self.quadrant >= 2))
    }

    pub fn cos(&self) -> Option<Ball> {
        let odd = self.quadrant % 2 == 1;
        let value = if odd { sin_kernel(&self.rest)? } else { cos_kernel(&self.rest)? };
        Some(value.with_sign(self.quadrant == 1 || self.quadrant == 2))
    }

    /// `None` also where the tangent has a pole.
    pub fn tan(&self) -> Option<Ball> {
        self.sin()?.divided(&self.cos()?)
    }
}

/// Splits integer·2^-point into the nearest integer and a rest in the same units.
fn split(integer: IBig, point: i64) -> (IBig, IBig) {
    if point <= 0 {
        return (integer << -point as usize, IBig::ZERO);
    }
    let point = point as usize;
    let nearest = (&integer + (IBig::ONE << (point - 1))) >> point;
    let rest = integer - (&nearest << point);
    (nearest, rest)
}

impl Exact {
    /// The nearest integer, ties upwards.
    pub(super) fn nearest_integer(&self) -> IBig {
        let (mantissa, exponent) = self.parts();
        split(mantissa.clone(), -exponent).0
    }
}

/// The sum of a series in units of `2^-point`, and a bound on its error in these units. After `first`, each
/// term is the term before times −square/((k + 1)(k + 2)).
fn alternating(first: IBig, square: &IBig, point: i64, mut k: u32) -> (IBig, u64) {
    let (mut sum, mut term, mut units) = (first.clone(), first, 8);
    while term.bit_len() > 1 {
        term = -((term * square) >> point as usize) / ((k + 1) * (k + 2));
        sum += &term;
        (k, units) = (k + 2, units + 2);
    }
    (sum, units)
}

/// sin r for |r| ≤ 0.8; `None` where r may be zero but is not known to be.
fn sin_kernel(r: &Ball) -> Option<Ball> {
    let Some(top) = r.top() else { return r.radius().is_zero().then(|| r.clone()) };
    r.sure_bits()?;
    let point = i64::from(r.bits()) + 12 - top;
    let first = r.fixed(point);
    let square = (&first * &first) >> point as usize;
    let (sum, units) = alternating(first, &square, point, 1);
    Some(Ball::from_fixed(sum, point, units, r.bits()).widened(r.radius()))
}

/// cos r for |r| ≤ 0.8.
fn cos_kernel(r: &Ball) -> Option<Ball> {
    let point = i64::from(r.bits()) + 12;
    let first = r.fixed(point);
    let square = (&first * &first) >> point as usize;
    let (sum, units) = alternating(IBig::ONE << point as usize, &square, point, 0);
    Some(Ball::from_fixed(sum, point, units, r.bits()).widened(r.radius()))
}

/// The angle of the point (x, y). Only y may be zero, and only if x is above zero. The point is rotated back by
/// an approximate angle, a `f64` that may be wrong; the remaining angle is small.
pub(crate) fn atan2(y: &Ball, x: &Ball) -> Option<Ball> {
    let Some(of_y) = y.top() else { return Some(y.clone()) };
    let of_x = x.top();
    if !x.is_negative() && of_x.is_some_and(|of_x| of_y < of_x - 9) {
        return small_inverse_tangent(&y.divided(x)?, false);
    }
    let scale = -of_x.map_or(of_y, |of_x| of_x.max(of_y));
    let near = [y, x].map(|ball| ball.clone().shifted(scale).to_f64());
    let theta = Exact::new(near[0].atan2(near[1]));
    let bits = y.bits() + 16;
    let turned = Angle::new(&theta, bits);
    let (sin, cos) = (turned.sin()?, turned.cos()?);
    let tangent = (y * &cos - x * &sin).divided(&(x * &cos + y * &sin))?;
    Some(Ball::rounded(&theta, bits) + small_inverse_tangent(&tangent, false)?)
}

/// √((1 − x)(1 + x)), |x| ≤ 1.
fn other_side(x: &Exact, bits: u32) -> Option<Ball> {
    let one = Exact::from_parts(1, 0);
    let factor = |x: Exact| Ball::rounded(&x, bits);
    (factor(one.clone() - x.clone()) * factor(one + x.clone())).root()
}

pub(crate) fn asin(x: &Exact, bits: u32) -> Option<Ball> {
    atan2(&Ball::rounded(x, bits), &other_side(x, bits)?)
}

pub(crate) fn acos(x: &Exact, bits: u32) -> Option<Ball> {
    atan2(&other_side(x, bits)?, &Ball::rounded(x, bits))
}

pub(crate) fn atan(x: &Exact, bits: u32) -> Option<Ball> {
    atan2(&Ball::rounded(x, bits), &Ball::integer(1, bits))
}
