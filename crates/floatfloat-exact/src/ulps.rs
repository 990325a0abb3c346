//! The error of a word in units in the last place.

use crate::{
    exact::{Exact, root_down},
    scaled::Scaled,
};
use floatfloat::operation::Function;

/// result − exact in ulps of the exact result, for the exact value of `function` of the words x and y (√ reads
/// only x). An ulp is 2^(⌊log2 |exact|⌋ − precision + 1), also where the format has subnormal numbers.
///
/// Rounded to odd: a comparison with 0, ½ or 1 gives the same answer as for the unrounded error. Zero if the
/// result is exact; infinite where the exact result is zero and the computed one is not, or where the result is
/// infinite; NaN where an operand is not finite, the function is not defined, or the result is NaN.
pub fn ulps(function: Function, x: f64, y: f64, result: f64, precision: u32) -> f64 {
    let undefined = match function {
        Function::Div => y == 0.0,
        Function::Sqrt => x < 0.0,
        Function::Add | Function::Sub | Function::Mul => false,
    };
    if undefined || !x.is_finite() || !y.is_finite() || result.is_nan() {
        return f64::NAN;
    }
    if result.is_infinite() {
        return result;
    }
    let (x, y) = (Exact::new(x), Exact::new(y));
    let one = || Exact::from_parts(1, 0);
    match function {
        Function::Add => ratio_ulps(x + y, one(), result, precision),
        Function::Sub => ratio_ulps(x - y, one(), result, precision),
        Function::Mul => ratio_ulps(x * y, one(), result, precision),
        Function::Div => ratio_ulps(x, y, result, precision),
        Function::Sqrt => root_ulps(&x, result, precision),
    }
}

/// result − (x·y + z) in ulps of the exact result; otherwise as [`ulps`].
pub fn fma_ulps(x: f64, y: f64, z: f64, result: f64, precision: u32) -> f64 {
    if [x, y, z].iter().any(|operand| !operand.is_finite()) || result.is_nan() {
        return f64::NAN;
    }
    if result.is_infinite() {
        return result;
    }
    let exact = Exact::new(x) * Exact::new(y) + Exact::new(z);
    ratio_ulps(exact, Exact::from_parts(1, 0), result, precision)
}

/// result − numerator / denominator in ulps.
fn ratio_ulps(numerator: Exact, denominator: Exact, result: f64, precision: u32) -> f64 {
    let residual = Exact::new(result) * denominator.clone() - numerator.clone();
    if residual.is_zero() {
        return 0.0;
    }
    let (Some(top), Some(bottom)) = (numerator.floor_log2(), denominator.floor_log2()) else {
        return f64::INFINITY.copysign(result);
    };
    let below = numerator.abs() < denominator.clone().abs().shifted(top - bottom);
    let ulp = top - bottom - i64::from(below) - i64::from(precision) + 1;
    divide_to_odd(&residual, &denominator, -ulp).to_f64()
}

/// `numerator / denominator * 2^shift`, rounded to odd.
fn divide_to_odd(numerator: &Exact, denominator: &Exact, shift: i64) -> Scaled {
    let digits = 64 + denominator.floor_log2().unwrap_or(0) - numerator.floor_log2().unwrap_or(0);
    let numerator = numerator.clone().shifted(digits);
    let quotient = Exact::from_parts(numerator.quotient(denominator), 0);
    let exact = numerator.remainder(denominator).is_zero();
    // One more bit, below all others, stands for the remainder.
    let rest = Exact::from_parts(if exact { 0 } else { 1 }, -1);
    let negative = numerator.is_negative() != denominator.is_negative();
    (quotient + if negative { -rest } else { rest }).shifted(shift - digits).to_scaled()
}

/// result − √x in ulps.
fn root_ulps(x: &Exact, result: f64, precision: u32) -> f64 {
    let Some(top) = x.floor_log2() else {
        return if result == 0.0 { 0.0 } else { f64::INFINITY.copysign(result) };
    };
    let ulp = top.div_euclid(2) - i64::from(precision) + 1;
    // So far down that, for any word other than the root, the error has at least 64 bits.
    let (root, inexact) = root_down(x, ulp - i64::from(precision) - 128);
    let rest = Exact::from_parts(i32::from(inexact), ulp - i64::from(precision) - 129);
    (Exact::new(result) - root - rest).shifted(-ulp).to_scaled().to_f64()
}
