//! Simulated machines against the host's own arithmetic, and against rustc_apfloat, an independent
//! implementation in software.

use crate::common::Random;
use floatfloat::{
    Word,
    sim::{Rounding, Spec, machines},
};
use rustc_apfloat::{
    Float, FloatConvert, Round,
    ieee::{BFloat, Double, Half, Single},
};

/// Random bits, with the exponents of half of them drawn to the ends of the range or near `other`,
/// and the significands of some sparse.
pub fn operand(random: &mut Random, fraction_bits: u32, exponent_bits: u32, other: u64) -> u64 {
    let fraction_mask = (1u64 << fraction_bits) - 1;
    let exponent_mask = (1u64 << exponent_bits) - 1;
    let choice = random.bits();
    let bits = random.bits();
    let fraction = match choice & 7 {
        0 => 0,
        1 => fraction_mask,
        2 => 1 << (bits % u64::from(fraction_bits)),
        3 => fraction_mask << (bits % u64::from(fraction_bits)),
        4 => (other ^ (bits & 3)) & fraction_mask,
        _ => bits,
    };
    let near = (other >> fraction_bits).wrapping_add(bits >> 60).wrapping_sub(8);
    let exponent = match choice >> 3 & 7 {
        0 => bits >> 60,
        1 => exponent_mask.wrapping_sub(bits >> 60),
        2..4 => near,
        4 => near.wrapping_add(u64::from(fraction_bits)),
        5 => (exponent_mask / 2).wrapping_add(bits >> 58).wrapping_sub(32),
        _ => bits >> 8,
    };
    let sign = choice >> 63;
    (sign << (fraction_bits + exponent_bits))
        | ((exponent & exponent_mask) << fraction_bits)
        | (fraction & fraction_mask)
}

pub fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

pub fn random_f64(random: &mut Random, other: f64) -> f64 {
    f64::from_bits(operand(random, 52, 11, other.to_bits()))
}

pub fn random_f32(random: &mut Random, other: f32) -> f32 {
    f32::from_bits(operand(random, 23, 8, u64::from(other.to_bits())) as u32)
}

#[test]
fn f64_is_the_hosts() {
    let m = machines::IEEE_F64;
    let mut random = Random(1);
    for _ in 0..2_000_000 {
        let a = random_f64(&mut random, 1.0);
        let b = random_f64(&mut random, a);
        let c = random_f64(&mut random, -(a * b));
        assert!(same(m.add(a, b), a + b), "{a:e} + {b:e}");
        assert!(same(m.sub(a, b), a - b), "{a:e} - {b:e}");
        assert!(same(m.mul(a, b), a * b), "{a:e} * {b:e}");
        assert!(same(m.div(a, b), a / b), "{a:e} / {b:e}");
        assert!(same(m.sqrt(a), a.sqrt()), "sqrt {a:e}");
        assert!(same(m.mul_add(a, b, c), Word::mul_add(a, b, c)), "{a:e} * {b:e} + {c:e}");
    }
}

#[test]
fn f32_is_the_hosts() {
    let m = machines::IEEE_F32;
    let mut random = Random(2);
    for _ in 0..2_000_000 {
        let a = random_f32(&mut random, 1.0);
        let b = random_f32(&mut random, a);
        let c = random_f32(&mut random, -(a * b));
        let (x, y, z) = (f64::from(a), f64::from(b), f64::from(c));
        assert!(same(m.add(x, y), f64::from(a + b)), "{a:e} + {b:e}");
        assert!(same(m.sub(x, y), f64::from(a - b)), "{a:e} - {b:e}");
        assert!(same(m.mul(x, y), f64::from(a * b)), "{a:e} * {b:e}");
        assert!(same(m.div(x, y), f64::from(a / b)), "{a:e} / {b:e}");
        assert!(same(m.sqrt(x), f64::from(a.sqrt())), "sqrt {a:e}");
        assert!(
            same(m.mul_add(x, y, z), f64::from(Word::mul_add(a, b, c))),
            "{a:e} * {b:e} + {c:e}"
        );
        let wide = random_f64(&mut random, x);
        assert!(same(m.round(wide), f64::from(wide as f32)), "{wide:e} to f32");
    }
}

const ROUNDINGS: [(Rounding, Round); 5] = [
    (Rounding::NearestEven, Round::NearestTiesToEven),
    (Rounding::NearestAway, Round::NearestTiesToAway),
    (Rounding::TowardZero, Round::TowardZero),
    (Rounding::Up, Round::TowardPositive),
    (Rounding::Down, Round::TowardNegative),
];

/// A number of any format as `f64`, by way of rustc_apfloat.
fn value<F: FloatConvert<Double>>(number: F) -> f64 {
    f64::from_bits(number.convert(&mut false).value.to_bits() as u64)
}

/// + − × ÷ fma of `count` operand triples in every rounding mode.
fn against_apfloat<F>(spec: Spec, fraction_bits: u32, exponent_bits: u32, count: u32)
where
    F: Float + FloatConvert<Double>,
{
    let mut random = Random(u64::from(fraction_bits));
    for _ in 0..count {
        let mut next = |other| operand(&mut random, fraction_bits, exponent_bits, other);
        let a = next(0);
        let b = next(a);
        let [x, y] = [a, b].map(|bits| F::from_bits(u128::from(bits)));
        let c = next(((-x) * y).value.to_bits() as u64);
        let z = F::from_bits(u128::from(c));
        let [a, b, c] = [value(x), value(y), value(z)];
        for (rounding, round) in ROUNDINGS {
            let m = Spec { rounding, ..spec };
            let check = |what, ours: f64, theirs: F| {
                let theirs = value(theirs);
                assert!(
                    same(ours, theirs),
                    "{} {rounding:?}: {what} of {a:e}, {b:e}, {c:e} is {theirs:e}, not {ours:e}",
                    m.name
                );
            };
            check("sum", m.add(a, b), x.add_r(y, round).value);
            check("difference", m.sub(a, b), x.sub_r(y, round).value);
            check("product", m.mul(a, b), x.mul_r(y, round).value);
            check("quotient", m.div(a, b), x.div_r(y, round).value);
            check("fma", m.mul_add(a, b, c), x.mul_add_r(y, z, round).value);
        }
    }
}

#[test]
fn half_is_apfloats() {
    against_apfloat::<Half>(machines::IEEE_F16, 10, 5, 100_000);
}

#[test]
fn bfloat_is_apfloats() {
    against_apfloat::<BFloat>(machines::IEEE_BF16, 7, 8, 100_000);
}

#[test]
fn single_is_apfloats() {
    against_apfloat::<Single>(machines::IEEE_F32, 23, 8, 100_000);
}

#[test]
fn double_is_apfloats() {
    against_apfloat::<Double>(machines::IEEE_F64, 52, 11, 100_000);
}
