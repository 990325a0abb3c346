//! Exponents and powers of two: those by bits are those by comparisons.

use crate::{common::Random, shared::edges::edges};
use floatfloat::{
    Bits, NativeWord, NoFma, Word,
    scaling::by_bits,
    sim::{
        Machine, Sim, Spec,
        machines::{IeeeF32, IeeeF64},
    },
};

fn exponents<F: NativeWord + Bits<N>, M: Machine, const N: usize>(cases: u32) {
    let mut random = Random(12);
    let drawn = (0..cases).map(|_| random.word::<F>());
    for x in drawn.chain(edges::<F>()) {
        let (found, simulated) = (x.exponent(), Sim::<M>::from_carrier(x.into()).exponent());
        let expected: f64 = found.into();
        assert!(
            expected.to_bits() == simulated.to_f64().to_bits()
                || expected.is_nan() && simulated.to_f64().is_nan(),
            "{x:?}: {found:?}, {simulated:?}"
        );
        if x.is_finite() && x.into() != 0.0 {
            let power: f64 = found.power_of_two().into();
            let size = x.into().abs();
            assert!(power <= size && size < 2.0 * power, "{x:?}");
        }
        assert_eq!(NoFma(x).exponent().0.bits(), found.bits());
        let by_bits = by_bits::exponent(NoFma(x)).0;
        assert!(by_bits.bits() == found.bits() || by_bits.is_nan() && found.is_nan(), "{x:?}");
    }
}

fn powers<F: NativeWord + Bits<N>, M: Machine, const N: usize>() {
    for k in -5000..5000 {
        let found = F::nearest(f64::from(k)).power_of_two();
        let by_bits = by_bits::power_of_two(F::nearest(f64::from(k)));
        assert_eq!(by_bits.bits(), found.bits(), "{k}");
        let simulated = Sim::<M>::from_carrier(f64::from(k)).power_of_two().to_f64();
        assert_eq!(found.into().to_bits(), simulated.to_bits(), "{k}");
        assert_eq!(found.bits(), F::rounded(false, 1, k, false).bits(), "{k}");
    }
    for huge in [1e30, -1e30, f64::INFINITY, f64::NEG_INFINITY] {
        let expected = if huge > 0.0 { f64::INFINITY } else { 0.0 };
        assert_eq!(F::nearest(huge).power_of_two().into(), expected);
        assert_eq!(by_bits::power_of_two(F::nearest(huge)).into(), expected);
        assert_eq!(Sim::<M>::from_carrier(huge).power_of_two().to_f64(), expected);
    }
}

#[test]
fn exponents_by_bits_are_those_by_comparisons() {
    exponents::<f32, IeeeF32, 1>(20_000);
    exponents::<f64, IeeeF64, 2>(20_000);
}

#[test]
fn powers_by_bits_are_those_by_products() {
    powers::<f32, IeeeF32, 1>();
    powers::<f64, IeeeF64, 2>();
}

/// `f32` to which subnormal numbers are zero.
#[derive(Clone, Copy, Default)]
struct Flushing;

impl Machine for Flushing {
    const SPEC: Spec = Spec { flush_inputs: true, flush_outputs: true, ..IeeeF32::SPEC };
}

#[test]
fn subnormal_numbers_are_zero_where_they_are_flushed() {
    let tiny = Sim::<Flushing>::from_carrier(2f64.powi(-140));
    assert_eq!(tiny.exponent().to_f64(), f64::NEG_INFINITY);
    let least = Sim::<Flushing>::from_carrier(2f64.powi(-126));
    assert_eq!(least.exponent().to_f64(), -126.0);
}
