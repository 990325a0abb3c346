//! Special values behave as those of the word, on the high part.

use crate::{
    common::Random,
    shared::special_values::{methods_at_edges, pairs_of_edges},
};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NoFma, Word};

#[test]
fn operators_on_float_floats() {
    pairs_of_edges::<FloatFloat, f32>(|x| x, |x| x);
}

#[test]
fn operators_on_double_doubles() {
    pairs_of_edges::<DoubleDouble, f64>(|x| x, |x| x);
}

#[test]
fn operators_without_fused_multiply_add() {
    pairs_of_edges::<DoubleWord<NoFma<f32>>, f32>(NoFma, |x| x.0);
    pairs_of_edges::<DoubleWord<NoFma<f64>>, f64>(NoFma, |x| x.0);
}

methods_at_edges! {
    methods_of_double_doubles: DoubleDouble;
}

/// Sums at the largest number: inf if the high parts overflow, never NaN, and never a finite number
/// where the sum is beyond the last that rounds to one.
#[test]
fn overflow_of_sums() {
    let half_ulp = 2f64.powi(970);
    let max = DoubleDouble::MAX;
    assert_eq!(max + max, DoubleDouble::INFINITY);
    assert_eq!(-max - max, DoubleDouble::NEG_INFINITY);
    assert_eq!(max + half_ulp, DoubleDouble::INFINITY);
    assert_eq!(max + half_ulp / 4.0, DoubleDouble::INFINITY);
    assert_eq!(max + DoubleDouble::from(half_ulp / 4.0), DoubleDouble::INFINITY);
    assert_eq!(max - max, 0.0);
    assert_eq!((max - half_ulp).hi(), f64::MAX);
    let almost = DoubleDouble::from_parts(f64::MAX, -half_ulp / 2.0);
    assert_eq!(almost + half_ulp / 4.0, DoubleDouble::from_parts(f64::MAX, -half_ulp / 4.0));
    assert_eq!(DoubleDouble::from_parts(f64::MAX, half_ulp), DoubleDouble::INFINITY);
    assert_eq!(DoubleDouble::from_parts(f64::INFINITY, f64::NEG_INFINITY).lo(), 0.0);
}

/// Random finite operands near the ends of the range: no NaN but 0/0, and infinity only where the
/// exact result is above (1 − 8u) times the largest number.
fn no_nan_from_finite<W: Word>(wrap: fn(f32) -> W, unwrap: fn(W) -> f32) {
    let mut random = Random(7);
    let near_largest = f64::from(f32::MAX) * (1.0 - 8.0 / 16_777_216.0);
    for _ in 0..300_000 {
        let exponents = [127, 127, 126, 64, 63, 1, 0, -1, -63, -126, -149];
        let mut operand = || loop {
            let exponent = exponents[random.below(exponents.len() as u64) as usize];
            let high: f32 = random.word_near(exponent);
            let low = random.word_near(exponent - 25);
            let x = FloatFloat::from_parts(high, low);
            if x.is_finite() {
                return x;
            }
        };
        let (x, y) = (operand(), operand());
        let wrapped = |x: FloatFloat| DoubleWord::from_normalized(wrap(x.hi()), wrap(x.lo()));
        let (a, b) = (wrapped(x), wrapped(y));
        let (x, y) = (x.to_f64(), y.to_f64());
        for (result, value) in [(a + b, x + y), (a - b, x - y), (a * b, x * y), (a / b, x / y)] {
            if value.is_nan() || y == 0.0 {
                continue;
            }
            let (high, low) = (unwrap(result.hi()), unwrap(result.lo()));
            assert!(
                !high.is_nan() && low.is_finite(),
                "{x:e}, {y:e}: {high:e} {low:e} for {value:e}"
            );
            if high.is_infinite() {
                assert!(value.abs() > near_largest, "{x:e}, {y:e} overflows at {value:e}");
                assert_eq!(high > 0.0, value > 0.0);
            } else {
                let error = (f64::from(high) + f64::from(low) - value).abs();
                // Where the range ends: high parts only, 3u, plus the least subnormal number.
                assert!(
                    error <= 1.8e-7 * value.abs() + 3e-45,
                    "{x:e}, {y:e}: {high:e} for {value:e}"
                );
            }
        }
    }
}

#[test]
fn finite_operands_near_the_ends() {
    no_nan_from_finite::<f32>(|x| x, |x| x);
    no_nan_from_finite::<NoFma<f32>>(NoFma, |x| x.0);
}

#[test]
fn sums_of_special_values() {
    let sum = |terms: &[f64]| terms.iter().sum::<DoubleDouble>();
    assert_eq!(sum(&[f64::INFINITY, 1.0]), DoubleDouble::INFINITY);
    assert!(sum(&[f64::INFINITY, f64::NEG_INFINITY]).is_nan());
    assert!(sum(&[-0.0, -0.0]).is_sign_negative());
    assert_eq!(sum(&[f64::MAX, f64::MAX]), DoubleDouble::INFINITY);
    assert_eq!(sum(&[]), 0.0);
    let product = |terms: &[f64]| terms.iter().product::<DoubleDouble>();
    assert_eq!(product(&[]), 1.0);
    assert!(product(&[0.0, f64::INFINITY]).is_nan());
    assert_eq!(product(&[3.0, -0.5]), -1.5);
}

/// 2Sum overflows on its way where the second word is the largest there is; `from_parts` does not.
#[test]
fn parts_next_to_the_largest_word_are_added() {
    for exponent in 900..=1023 {
        let part = -2f64.powi(exponent);
        for (high, low) in [(part, f64::MAX), (f64::MAX, part), (-part, -f64::MAX)] {
            let x = DoubleDouble::from_parts(high, low);
            assert_eq!(x.hi(), high + low);
            assert_eq!(x.to_string().parse(), Ok(x), "{high:e} + {low:e}");
            assert!((x - low - high).hi() == 0.0 && x.lo().is_finite());
        }
    }
}
