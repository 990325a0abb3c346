//! Constants of code that runs over any word are the nearest double-words.

use crate::common::Random;
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, NoFma,
    sim::{Machine, Sim, Spec, machines},
};

/// A value of any size that f32 has, and its neighbours in precision.
fn values() -> impl Iterator<Item = f64> {
    let mut random = Random(7);
    let random = std::iter::repeat_with(move || {
        let bits = random.bits();
        let significand = f64::from_bits(0x3ff0_0000_0000_0000 | (bits >> 12));
        let exponent = (random.bits() % 300) as i32 - 155;
        significand * 2f64.powi(exponent) * if bits.is_multiple_of(2) { 1.0 } else { -1.0 }
    });
    let halfway = (0..64).map(|k| 1.0 + 2f64.powi(-24) - 2f64.powi(-k) * 2f64.powi(-20));
    let special = [0.0, -0.0, 1.0, 0.1, f64::INFINITY, f64::MAX, 3.4e38, 3.5e38, 1e-45, 1e-300];
    special.into_iter().chain(halfway).chain(random.take(100_000))
}

#[test]
fn of_f32_are_those_of_the_conversion_and_of_text() {
    let one = FloatFloat::from_word(1.0);
    for (k, value) in values().enumerate() {
        let expected = FloatFloat::from_f64(value);
        let found = one.constant(value);
        assert_eq!(
            (found.hi().to_bits(), found.lo().to_bits() << 1),
            (expected.hi().to_bits(), expected.lo().to_bits() << 1),
            "{value:e}: {found:?} {expected:?}"
        );
        let wide = DoubleDouble::from_parts(value, value * 2f64.powi(-60));
        if k % 16 == 0 && !value.is_nan() {
            let expected: FloatFloat = format!("{wide:.1200}").parse().unwrap();
            assert_eq!(one.constant(wide), expected, "{wide:?}");
        }
        let bare = DoubleWord::from_word(NoFma(1f32)).constant(value);
        assert_eq!(bare.hi().0.to_bits(), one.constant(value).hi().to_bits());
    }
    assert!(one.constant(f64::NAN).is_nan());
}

#[test]
fn of_f64_are_the_values() {
    let one = DoubleDouble::from_word(1.0);
    for value in values() {
        assert_eq!(one.constant(value), DoubleDouble::from(value));
        let wide = DoubleDouble::from_parts(value, value * 2f64.powi(-60));
        if value.is_finite() {
            assert_eq!(one.constant(wide), wide);
        }
    }
    assert_eq!(one.constant(FloatFloat::PI), DoubleDouble::from(FloatFloat::PI));
    assert_eq!(one.constant(3), DoubleDouble::from(3));
}

/// On a simulated machine the same parts come out as on a real one of the same format.
#[test]
fn of_simulated_machines() {
    #[derive(Clone, Copy, Default)]
    struct F32;
    impl Machine for F32 {
        const SPEC: Spec = machines::IEEE_F32;
    }
    let one = DoubleWord::from_word(Sim::<F32>::new(1.0));
    for value in values() {
        let (found, expected) = (one.constant(value), FloatFloat::from_f64(value));
        assert_eq!(found.hi().to_f64(), f64::from(expected.hi()), "{value:e}");
        assert_eq!(found.lo().to_f64(), f64::from(expected.lo()), "{value:e}");
    }
}
