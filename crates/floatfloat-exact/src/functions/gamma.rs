//! Γ(x) and ln |Γ(x)|.

use super::{
    ball::Ball,
    constants::Constant,
    exponential::{exp, exp_m1},
    logarithm::ln_1p,
    radius::Radius,
    trigonometric::Angle,
};
use crate::exact::Exact;
use dashu_int::IBig;
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
};

/// From this x on, Γ is replaced by e^16384, which is infinite in every format.
const LIMIT: i64 = 3000;

/// Γ(x) for an operand that is not zero or a negative integer.
pub(crate) fn gamma(x: &Exact, bits: u32) -> Option<Ball> {
    if *x < Exact::from_parts(1, -1) {
        let sine = Angle::of_turns(x, bits).sin()?;
        let other = gamma(&(Exact::from_parts(1, 0) - x.clone()), bits)?;
        return Constant::Pi.ball(bits).divided(&(sine * other));
    }
    if *x > Exact::from_parts(LIMIT, 0) {
        return exp(&Ball::integer(1 << 14, bits));
    }
    // The logarithm has up to fourteen bits before its point.
    let (product, z) = shifted(x, bits + 16);
    exp(&stirling(&z)?)?.divided(&product)
}

/// ln |Γ(x)| for an operand that is not zero or a negative integer.
pub(crate) fn ln_gamma(x: &Exact, bits: u32) -> Option<Ball> {
    let one = Exact::from_parts(1, 0);
    if *x < Exact::from_parts(1, -1) {
        let sine = Angle::of_turns(x, bits).sin()?.abs();
        let quotient = Constant::Pi.ball(bits).divided(&sine)?;
        return Some(ln_ball(&quotient)? - ln_gamma(&(one - x.clone()), bits)?);
    }
    // Near its zeros at 1 and 2.
    let near = |t: &Exact| t.floor_log2().is_none_or(|top| top < -6);
    let t = x.clone() - one.clone();
    if near(&t) {
        return near_one(&Ball::rounded(&t, bits));
    }
    let t = t - one;
    if near(&t) {
        let t = Ball::rounded(&t, bits);
        return Some(near_one(&t)? + ln_1p(&t)?);
    }
    let (product, z) = shifted(x, bits);
    Some(stirling(&z)? - ln_ball(&product)?)
}

/// ln x of a number above zero.
fn ln_ball(x: &Ball) -> Option<Ball> {
    ln_1p(&(x - 1))
}

/// x·(x + 1)·…·(z − 1), and z, which is large enough for Stirling's series.
fn shifted(x: &Exact, bits: u32) -> (Ball, Ball) {
    let (mut product, mut z) = (Ball::integer(1, bits), x.clone());
    let enough = Exact::from_parts(least(bits), 0);
    while z < enough {
        product = product * Ball::rounded(&z, bits);
        z = z + Exact::from_parts(1, 0);
    }
    (product, Ball::rounded(&z, bits))
}

/// The z from which Stirling's series reaches 2^-bits: its least term is about e^(−2πz).
fn least(bits: u32) -> i64 {
    i64::from(bits) / 6 + 4
}

/// ln Γ(z) = (z − 1/2)·ln z − z + ln(2π)/2 + Σ c_k/z^(2k − 1). The remainder after a term is smaller than the
/// next term.
fn stirling(z: &Ball) -> Option<Ball> {
    let bits = z.bits();
    let half = Ball::integer(1, bits).shifted(-1);
    let ln_two_pi = ln_ball(&Constant::Pi.ball(bits).shifted(1))?;
    let mut sum = (z - &half) * ln_ball(z)? - z + ln_two_pi.shifted(-1);
    let inverse = Ball::integer(1, bits).divided(z)?;
    let square = inverse.square();
    let mut power = inverse;
    for coefficient in coefficients(bits).iter() {
        let term = coefficient * &power;
        let top = term.top()?;
        if top < sum.top()? - i64::from(bits) {
            return Some(sum.widened(Radius::power_of_two(top + 2)));
        }
        sum = sum + term;
        power = power * &square;
    }
    None
}

/// ln Γ(1 + t) for |t| ≤ 2^-6, with a relative error: every part is a difference of its values at n + t and n.
fn near_one(t: &Ball) -> Option<Ball> {
    if t.top().is_none() {
        return Some(t.clone());
    }
    let bits = t.bits() + 8;
    let t = t.clone().with_bits(bits);
    let n = least(bits);
    let z = Ball::integer(n, bits);
    let over = |k: i64| t.divided(&Ball::integer(k, bits));
    // ln((n + t)/n), and the difference of (z − 1/2)·ln z − z.
    let of_logarithm = ln_1p(&over(n)?)?;
    let half = Ball::integer(1, bits).shifted(-1);
    let of_n = ln_ball(&z)?;
    let mut sum = (&z - half) * &of_logarithm + &t * (&of_n + &of_logarithm) - &t;
    for k in 1..n {
        sum = sum - ln_1p(&over(k)?)?;
    }
    let inverse = Ball::integer(1, bits).divided(&z)?;
    let square = inverse.square();
    let mut power = inverse;
    for (k, coefficient) in (1i64..).zip(coefficients(bits).iter()) {
        let exponent = 1 - 2 * k;
        // c/(n + t)^(2k − 1) − c/n^(2k − 1). The series of the derivative is enveloped, too.
        let term = coefficient * &power * exp_m1(&(&of_logarithm * exponent))?;
        let top = term.top()?;
        if top < sum.top()? - i64::from(bits) {
            return Some(sum.widened(Radius::power_of_two(top + 2)));
        }
        sum = sum + term;
        power = power * &square;
    }
    None
}

/// The coefficients of Stirling's series, B_2k/(2k(2k − 1)), with this working precision; computed only once
/// for each.
pub fn coefficients(bits: u32) -> Arc<[Ball]> {
    type Cache = Mutex<HashMap<u32, Arc<[Ball]>>>;
    static CACHE: LazyLock<Cache> = LazyLock::new(Cache::default);
    let mut cache = CACHE.lock().expect("no panic with the lock");
    let of = |(numerator, denominator): (IBig, IBig)| {
        let numerator = Ball::new(numerator, 0, Radius::ZERO, bits);
        let denominator = Ball::new(denominator, 0, Radius::ZERO, bits);
        numerator.divided(&denominator).expect("a denominator")
    };
    let computed = || exact_coefficients(bits as usize / 4 + 8).into_iter().map(of).collect();
    cache.entry(bits).or_insert_with(computed).clone()
}

/// By the tangent numbers T: B_2k = ±2k·T_k/(4^k(4^k − 1)).
fn exact_coefficients(count: usize) -> Vec<(IBig, IBig)> {
    let mut tangents: Vec<IBig> = vec![IBig::ONE];
    for k in 1..count {
        let next = &tangents[k - 1] * k;
        tangents.push(next);
    }
    for k in 1..count {
        for j in k..count {
            let next = &tangents[j - 1] * (j - k) + &tangents[j] * (j - k + 2);
            tangents[j] = next;
        }
    }
    let coefficient = |(index, tangent): (usize, IBig)| {
        let k = index + 1;
        let denominator = ((IBig::ONE << (2 * k)) - 1) * (2 * k - 1);
        let sign = if k % 2 == 0 { -1 } else { 1 };
        (tangent * sign, denominator << (2 * k))
    };
    tangents.into_iter().enumerate().map(coefficient).collect()
}
