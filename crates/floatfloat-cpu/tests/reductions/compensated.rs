//! Compensated results of words against the bounds of Ogita, Rump and Oishi.

use crate::data::{
    CONDITIONS, LENGTHS, exact_word, ill_conditioned_dot, ill_conditioned_sum, sums,
};
use floatfloat::DoubleWord;
use floatfloat_cpu::{
    Element, Vector,
    compensated::{dot_k, dot2, sum_k, sum2},
};
use floatfloat_exact::{Exact, Random};

fn u<E: Element>() -> f64 {
    1.0 / (1u64 << E::PRECISION) as f64
}

fn gamma<E: Element>(n: usize) -> f64 {
    let nu = n as f64 * u::<E>();
    nu / (1.0 - nu)
}

fn assert_within<E: Element>(
    what: &str,
    found: E,
    (expected, magnitudes): &(Exact, Exact),
    [of_result, of_magnitudes]: [f64; 2],
) {
    let error = (exact_word(found) - expected.clone()).abs();
    let allowed = expected.clone().abs() * Exact::new(of_result)
        + magnitudes.clone() * Exact::new(of_magnitudes);
    let part = error.to_scaled().ratio(allowed.to_scaled());
    assert!(error <= allowed, "{what}: {part} of the bound, found {found:?}");
}

fn check_sum<E: Element, const K: usize>(what: &str, x: &[E], sums: &(Exact, Exact)) {
    let n = x.len();
    let of_result = u::<E>() + 3.0 * gamma::<E>(n.max(K).saturating_sub(1)).powi(2);
    let bound = [of_result, gamma::<E>((2 * n).saturating_sub(2)).powi(K as i32)];
    assert_within(&format!("Sum{K} of {what}"), sum_k::<K, E>(x), sums, bound);
}

fn check_dot<E: Element, const K: usize>(what: &str, x: &[E], y: &[E], sums: &(Exact, Exact)) {
    let gamma = gamma::<E>((4 * x.len()).saturating_sub(2));
    let bound = [u::<E>() + 2.0 * gamma.powi(2), gamma.powi(K as i32)];
    assert_within(&format!("Dot{K} of {what}"), dot_k::<K, E>(x, y).unwrap(), sums, bound);
}

fn words<E: Element>(numbers: &Vector<DoubleWord<E>>) -> Vec<E> {
    numbers.iter().map(|number| number.hi()).collect()
}

fn bounds<E: Element>() {
    let mut random = Random::new(6);
    for bits in CONDITIONS {
        for length in LENGTHS.into_iter().chain([40_000]) {
            let what = format!("{length} words of condition 2^{bits}");
            let x = words::<E>(&ill_conditioned_sum(&mut random, length, bits, false));
            let exact = sums(x.iter().copied().map(exact_word));
            let bound = [u::<E>(), gamma::<E>(length.saturating_sub(1)).powi(2)];
            assert_within(&format!("Sum2 of {what}"), sum2(&x), &exact, bound);
            check_sum::<E, 3>(&what, &x, &exact);
            check_sum::<E, 5>(&what, &x, &exact);
            let [x, y] = ill_conditioned_dot(&mut random, length, bits, false);
            let [x, y] = [words::<E>(&x), words(&y)];
            let exact = sums(x.iter().zip(&y).map(|(&x, &y)| exact_word(x) * exact_word(y)));
            check_dot::<E, 2>(&what, &x, &y, &exact);
            check_dot::<E, 3>(&what, &x, &y, &exact);
            assert_eq!(dot2(&x, &y).unwrap().bits(), dot_k::<2, E>(&x, &y).unwrap().bits());
        }
    }
}

#[test]
fn bounds_f64() {
    bounds::<f64>();
}

#[test]
fn bounds_f32() {
    bounds::<f32>();
}

#[test]
fn special_values() {
    let (max, infinity) = (f64::MAX, f64::INFINITY);
    assert_eq!(sum2(&[max, max, -max]), max);
    assert_eq!(sum2(&[max, max, -max, -max, 1e-300]), 1e-300);
    assert_eq!(sum2(&[max, max]), infinity);
    assert_eq!(sum2(&[infinity, -max, -max]), infinity);
    assert!(sum2(&[infinity, 1.0, -infinity]).is_nan());
    assert!(sum2(&[1.0, f64::NAN]).is_nan());
    assert!(sum2(&[-0.0f64; 40]).is_sign_negative());
    assert!(sum2(&[-0.0f64, 0.0]).is_sign_positive());
    assert_eq!(dot2(&[1e155, 1e155, 2.0], &[1e155, -1e155, 1e300]).unwrap(), 2e300);
    assert!(dot2(&[infinity], &[0.0]).unwrap().is_nan());
    assert_eq!(dot2(&[infinity, 1e-320], &[1.0, infinity]).unwrap(), infinity);
    assert_eq!(sum_k::<5, f32>(&[f32::MAX, f32::MAX, -f32::MAX, 1.0]), f32::MAX);
    let message = dot2(&[1.0], &[1.0, 2.0]).unwrap_err().to_string();
    assert_eq!(message, "dot: y has 2 elements where x has 1; all must have the same number");
}
