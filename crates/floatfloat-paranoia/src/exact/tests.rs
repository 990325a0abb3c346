use super::*;
use crate::Mode;

const SMALL: Format = Format { precision: 3, emin: -4, emax: 4 };

/// Small integers as operands make every exact result a fraction of small integers.
fn in_eighths(x: f64) -> i64 {
    (x * 8.0) as i64
}

#[test]
fn neighbours_of_a_sum_enclose_it() {
    let numbers: Vec<f64> = (-40..=40).map(|n| f64::from(n) / 8.0).collect();
    for &a in &numbers {
        for &b in &numbers {
            let sum = in_eighths(a) + in_eighths(b);
            let near = Exact::sum(a, b).neighbours(&SMALL);
            let (down, up) = (in_eighths(near.towards_zero), in_eighths(near.away));
            assert!(down.abs() <= sum.abs() && sum.abs() <= up.abs(), "{a} + {b}");
            let expected = match (2 * sum).abs().cmp(&(down + up).abs()) {
                _ if down == sum => Position::Exact,
                std::cmp::Ordering::Less => Position::BelowHalf,
                std::cmp::Ordering::Equal => Position::Tie,
                std::cmp::Ordering::Greater => Position::AboveHalf,
            };
            assert_eq!(near.position, expected, "{a} + {b}");
        }
    }
}

#[test]
fn far_operands_leave_a_sticky_trace() {
    let exact = Exact::sum(1.0, -1e-300);
    let near = exact.neighbours(&Format::F64);
    assert_eq!(near.towards_zero, 1.0 - f64::EPSILON / 2.0);
    assert_eq!(near.away, 1.0);
    assert_eq!(near.position, Position::AboveHalf);
    let error = exact.error_in_ulps(near.towards_zero, &Format::F64);
    assert!(error > -1.0 && error < -0.999_999, "{error}");
    let error = exact.error_in_ulps(1.0, &Format::F64);
    assert!((0.0..1e-9).contains(&error), "{error}");
}

#[test]
fn errors_are_in_ulps_of_the_exact_result() {
    // 3 bits: 5/4 + 1/8 = 11/8, between 5/4 and 6/4, ulp 1/4.
    let exact = Exact::sum(1.25, 0.125);
    assert_eq!(exact.error_in_ulps(1.25, &SMALL), -0.5);
    assert_eq!(exact.error_in_ulps(1.5, &SMALL), 0.5);
    assert_eq!(exact.error_in_ulps(2.0, &SMALL), 2.5);
    assert_eq!(exact.error_in_ulps(-1.375, &SMALL), -11.0);
    // Below a power of two the smaller ulp counts: 15/16 to 1 is half an ulp of 1/8.
    assert_eq!(Exact::sum(1.0, -0.0625).error_in_ulps(1.0, &SMALL), 0.5);
    let third = Exact::quotient(1.0, 3.0);
    assert!((third.error_in_ulps(0.375, &SMALL) - 2.0 / 3.0).abs() < 1e-12);
    assert!((Exact::square_root(2.0).error_in_ulps(1.5, &SMALL) - 0.343_145).abs() < 1e-6);
    assert!(third.error_in_ulps(f64::NAN, &SMALL).is_nan());
    assert!(Exact::sum(1.0, -1.0).error_in_ulps(1e-3, &SMALL) > 0.0);
}

#[test]
fn every_mode_takes_its_neighbour() {
    // 9/8 of 3 bits is a tie between 1, even, and 5/4; −11/8 one between −5/4 and −3/2, even.
    for (x, expected) in [
        (1.125, [1.0, 1.25, 1.0, 1.0, 1.0, 1.25, 1.25]),
        (-1.375, [-1.5, -1.5, -1.25, -1.25, -1.5, -1.25, -1.5]),
        (1.25, [1.25; 7]),
    ] {
        let near = Exact::of(x).neighbours(&SMALL);
        assert_eq!(Mode::ALL.map(|mode| mode.choose(&near)), expected, "{x}");
    }
    assert_eq!(Exact::of(64.0).neighbours(&SMALL).away, f64::INFINITY);
    assert_eq!(Exact::of(29.0).neighbours(&SMALL).away, f64::INFINITY);
}

#[test]
fn cancellation_is_recognised() {
    assert!(sums_exactly(1.0, 1e-300, 1.0, 1e-300));
    assert!(!sums_exactly(1.0, 1e-300, 1.0, 0.0));
    assert!(sums_exactly(0.0, 0.0, 0.0, 0.0));
    let (a, b) = (0.1, 0.7);
    let s: f64 = a + b;
    assert!(sums_exactly(a, b, s, (b - s) + a));
    let p: f64 = a * b;
    assert!(multiplies_exactly(a, b, p, a.mul_add(b, -p)));
    assert!(!multiplies_exactly(a, b, p, 0.0));
}
