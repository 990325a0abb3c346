//! Strict and fast reductions against the exact results.

use crate::data::{CONDITIONS, LENGTHS, exact, ill_conditioned_dot, ill_conditioned_sum, sums};
use floatfloat::DoubleWord;
use floatfloat_cpu::{
    Accuracy, Element, Vector,
    reductions::{asum_with, dot_with, max_abs, nrm2_with, sum_with},
};
use floatfloat_exact::{Exact, Random};

fn assert_within<E: Element>(
    what: &str,
    found: DoubleWord<E>,
    expected: Exact,
    magnitudes: Exact,
    bound: f64,
) -> f64 {
    let error = (exact(found) - expected).abs();
    let allowed = magnitudes * Exact::new(bound);
    let part = error.to_scaled().ratio(allowed.to_scaled());
    assert!(error <= allowed, "{what}: {part} of the bound, found {found:?}");
    part
}

fn check_sum<E: Element>(method: Accuracy, what: &str, x: &Vector<DoubleWord<E>>) {
    let bound = method.sum_bound::<E>(x.len());
    let (total, magnitudes) = sums(x.iter().map(exact));
    let found = sum_with(method, x.view());
    assert_within(&format!("sum of {what}"), found, total, magnitudes.clone(), bound);
    let found = asum_with(method, x.view());
    assert_within(&format!("asum of {what}"), found, magnitudes.clone(), magnitudes, bound);
    let largest = x.iter().map(|x| exact(x).abs()).max().unwrap_or(Exact::ZERO);
    assert_eq!(exact(max_abs(x.view())), largest, "max_abs of {what}");
}

fn check_dot<E: Element>(method: Accuracy, what: &str, [x, y]: &[Vector<DoubleWord<E>>; 2]) {
    let bound = method.dot_bound::<E>(x.len());
    let (total, magnitudes) = sums(x.iter().zip(y.iter()).map(|(x, y)| exact(x) * exact(y)));
    let found = dot_with(method, x.view(), y.view()).unwrap();
    assert_within(&format!("dot of {what}"), found, total, magnitudes, bound);
}

/// |r² − Σx²| ≤ (2b + b²)·Σx² says that r is within b of the root.
fn check_norm<E: Element>(method: Accuracy, what: &str, x: &Vector<DoubleWord<E>>) {
    let u2 = (1.0 / (1u64 << E::PRECISION) as f64).powi(2);
    let bound = method.dot_bound::<E>(x.len()) / 2.0 + (25.0 / 8.0 + 1.0) * u2;
    let found = exact(nrm2_with(method, x.view()));
    let (squares, _) = sums(x.iter().map(|x| exact(x) * exact(x)));
    let error = (found.clone() * found - squares.clone()).abs();
    let allowed = squares * Exact::new(2.0 * bound * (1.0 + bound));
    assert!(error <= allowed, "nrm2 of {what}: {}", error.to_scaled().ratio(allowed.to_scaled()));
}

fn bounds<E: Element>() {
    let mut random = Random::new(1);
    for bits in CONDITIONS {
        for length in LENGTHS {
            let what = format!("{length} numbers of condition 2^{bits}");
            let x = ill_conditioned_sum(&mut random, length, bits, true);
            check_sum::<E>(Accuracy::Strict, &what, &x);
            check_sum::<E>(Accuracy::Fast, &what, &x);
            check_norm::<E>(Accuracy::Strict, &what, &x);
            check_norm::<E>(Accuracy::Fast, &what, &x);
            let factors = ill_conditioned_dot(&mut random, length, bits, true);
            check_dot::<E>(Accuracy::Strict, &what, &factors);
            check_dot::<E>(Accuracy::Fast, &what, &factors);
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

/// Several segments, blocks that cancel each other, and terms that grow, for which the low words
/// are largest.
fn long<E: Element>() {
    let mut random = Random::new(2);
    let length = 150_001;
    let x: Vector<DoubleWord<E>> = ill_conditioned_sum(&mut random, length, 60, true);
    let grown: Vector<DoubleWord<E>> = (1..=length as u32)
        .map(|k| DoubleWord::from(E::nearest(k.into())) / E::nearest(7.0))
        .collect();
    for (what, x) in [("ill-conditioned numbers", x), ("growing numbers", grown)] {
        check_sum::<E>(Accuracy::Strict, what, &x);
        check_sum::<E>(Accuracy::Fast, what, &x);
        let mut y: Vec<_> = x.iter().collect();
        y.reverse();
        let factors = [x, y.into_iter().collect()];
        check_dot::<E>(Accuracy::Strict, what, &factors);
        check_dot::<E>(Accuracy::Fast, what, &factors);
    }
}

#[test]
fn long_f64() {
    long::<f64>();
}

#[test]
fn long_f32() {
    long::<f32>();
}

/// The figures of the documentation.
#[test]
fn documented_bounds() {
    let u2 = (f64::EPSILON / 2.0).powi(2);
    let in_u2 = |bound: f64| (bound / u2).floor() as u32;
    let figures = |length| {
        [
            [Accuracy::Strict.sum_bound::<f64>(length), Accuracy::Strict.dot_bound::<f64>(length)]
                .map(in_u2),
            [Accuracy::Fast.sum_bound::<f64>(length), Accuracy::Fast.dot_bound::<f64>(length)]
                .map(in_u2),
        ]
    };
    assert_eq!(figures(1000), [[76, 81], [591, 661]]);
    assert_eq!(figures(1_000_000), [[148, 153], [663, 733]]);
}

/// Norms of numbers whose squares overflow or underflow are as accurate as others.
fn norms<E: Element>() {
    let mut random = Random::new(3);
    let ends = [
        E::LEAST_EXPONENT + 3 * E::PRECISION as i32,
        E::LEAST_EXPONENT / 2 - 30,
        E::LEAST_EXPONENT / 2 + E::PRECISION as i32,
        E::LARGEST_EXPONENT / 2,
        E::LARGEST_EXPONENT - 8,
    ];
    for exponent in ends {
        for length in [1, 2, 30, 5000] {
            let x: Vector<DoubleWord<E>> = (0..length)
                .map(|_| {
                    let exponent = exponent - random.below(5) as i32;
                    crate::data::number(&mut random, exponent)
                })
                .collect();
            let what = format!("{length} numbers about 2^{exponent}");
            check_norm::<E>(Accuracy::Strict, &what, &x);
            check_norm::<E>(Accuracy::Fast, &what, &x);
        }
    }
}

#[test]
fn norms_f64() {
    norms::<f64>();
}

#[test]
fn norms_f32() {
    norms::<f32>();
}
