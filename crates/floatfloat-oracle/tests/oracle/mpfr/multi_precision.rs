//! MPFR's opinion of multiple precision.

use floatfloat::multi_precision::{Limbs, MultiPrecision, Width};
use floatfloat_exact::multi_precision::Operands;
use rug::{Float, Integer, integer::Order};
use std::cmp::Ordering;

const COUNT: u64 = 500_000;

/// A finite number.
fn float<const N: usize>(x: MultiPrecision<u32, N>) -> Float {
    let bits = 32 * N as u32;
    let magnitude = Float::with_val(bits, Integer::from_digits(&x.limbs(), Order::Lsf));
    let exponent = x.exponent_of_two().map_or(0, |exponent| exponent - (bits as i32 - 1));
    let magnitude = magnitude << exponent;
    if x.is_sign_negative() { -magnitude } else { magnitude }
}

/// Asserts that a result is MPFR's, which has no ends of its range here.
fn agree<const N: usize>(what: &str, found: MultiPrecision<u32, N>, expected: &Float)
where
    Limbs: Width<N>,
{
    let context = || format!("{what}: {found:?} instead of {expected:?}");
    if expected.is_nan() {
        return assert!(found.is_nan(), "{}", context());
    }
    assert_eq!(found.is_sign_negative(), expected.is_sign_negative(), "{}", context());
    let most = float(MultiPrecision::<u32, N>::MAX);
    let least = float(MultiPrecision::<u32, N>::MIN_POSITIVE);
    let infinite = expected.cmp_abs(&most) == Some(Ordering::Greater);
    assert_eq!(found.is_infinite(), infinite, "{}", context());
    // MPFR has rounded what is below the least number: only far from its half that decides.
    if expected.is_zero() || expected.cmp_abs(&least) != Some(Ordering::Less) {
        return assert!(infinite || float(found) == *expected, "{}", context());
    }
    let half: Float = least >> 1u32;
    let magnitude = found.abs();
    match expected.cmp_abs(&half) {
        Some(Ordering::Less) => assert!(magnitude == MultiPrecision::ZERO, "{}", context()),
        Some(Ordering::Greater) => {
            assert!(magnitude == MultiPrecision::MIN_POSITIVE, "{}", context());
        }
        _ => {
            let ends = [MultiPrecision::ZERO, MultiPrecision::MIN_POSITIVE];
            assert!(ends.contains(&magnitude), "{}", context());
        }
    }
}

fn check<const N: usize>()
where
    Limbs: Width<N>,
{
    let bits = 32 * N as u32;
    let mut operands = Operands::new(N as u64);
    let mut compared = 0;
    for _ in 0..COUNT {
        let [a, b] = operands.pair::<N>();
        if !(a.is_finite() && b.is_finite()) {
            continue;
        }
        let (x, y) = (float(a), float(b));
        let rounded = |incomplete| Float::with_val(bits, incomplete);
        agree("sum", a + b, &Float::with_val(bits, &x + &y));
        agree("difference", a - b, &Float::with_val(bits, &x - &y));
        agree("product", a * b, &Float::with_val(bits, &x * &y));
        agree("quotient", a / b, &Float::with_val(bits, &x / &y));
        agree("root", a.sqrt(), &rounded(x.sqrt_ref()));
        assert_eq!(a.partial_cmp(&b), x.partial_cmp(&y), "{a:?} {b:?}");
        compared += 1;
    }
    assert!(compared > COUNT * 9 / 10);
}

#[test]
fn results_are_those_of_mpfr_at_32_bits() {
    check::<1>();
}

#[test]
fn results_are_those_of_mpfr_at_64_bits() {
    check::<2>();
}

#[test]
fn results_are_those_of_mpfr_at_128_bits() {
    check::<4>();
}

#[test]
fn results_are_those_of_mpfr_at_256_bits() {
    check::<8>();
}
