//! From and to words and numbers of several words.

use crate::common::{any_number, exact, is_normalized};
use floatfloat::{
    Bits, DoubleDouble, FloatFloat, NativeWord, QuadDouble, WideDoubleDouble, WideFloatFloat,
    WideRange,
};
use floatfloat_exact::{Concrete, Exact, Random};

fn words<F, const N: usize>(from: impl Fn(u64) -> F)
where
    F: NativeWord + Bits<N, Uint = u32> + Concrete,
{
    let mut random = Random::new(5);
    for _ in 0..200_000 {
        let word = from(random.bits());
        let x = WideRange::<F, N>::from(word);
        assert!(is_normalized(x), "{word:?}");
        let back: F =
            if F::PRECISION == 24 { F::nearest(x.to_f32().into()) } else { F::nearest(x.to_f64()) };
        assert!(back.bits() == word.bits() || (back.is_nan() && word.is_nan()), "{word:?}");
    }
}

#[test]
fn words_of_any_exponent_come_back() {
    words::<f64, 2>(f64::from_bits);
    words::<f32, 1>(|bits| f32::from_bits(bits as u32));
    words::<f64, 2>(|bits| f64::from_bits(bits >> 12));
    words::<f32, 1>(|bits| f32::from_bits(bits as u32 >> 9));
}

#[test]
fn integers_are_exact() {
    for integer in [0, 1, -1, i32::MAX, i32::MIN, 16_777_217] {
        assert_eq!(WideFloatFloat::from(integer).to_f64(), f64::from(integer));
        assert_eq!(WideDoubleDouble::from(integer).to_f64(), f64::from(integer));
    }
    let x = WideDoubleDouble::from(u64::MAX);
    assert_eq!(x.to_number::<DoubleDouble>(), DoubleDouble::from(u64::MAX));
}

#[test]
fn numbers_out_are_the_nearest_with_gradual_underflow() {
    let mut random = Random::new(6);
    for _ in 0..50_000 {
        let x = any_number(&mut random);
        if x == WideDoubleDouble::ZERO {
            continue;
        }
        let exponent = random.between(-1200, 1100);
        let x = x.scale(exponent - x.exponent().unwrap_or(0));
        let value = exact(x, 0);
        let expected = if exponent > 1024 {
            f64::INFINITY.copysign(x.significand().hi())
        } else {
            nearest_f64(&value)
        };
        assert_eq!(x.to_f64().to_bits(), expected.to_bits(), "{x:?}");
        let narrow = x.to_number::<QuadDouble>();
        if (-800..1000).contains(&exponent) {
            let sum: Exact = narrow.parts().into_iter().map(Exact::new).sum();
            assert!((sum - value).is_zero(), "{x:?}");
        }
    }
}

/// The nearest `f64` of an exact number, by rounding to the bits that it has room for.
fn nearest_f64(value: &Exact) -> f64 {
    let top = value.floor_log2().expect("it is not zero");
    let room = (top + 1 + 1074).clamp(-1, 53);
    let sign = if value.is_negative() { -1.0 } else { 1.0 };
    match room {
        -1 => 0.0f64.copysign(sign),
        0 => {
            // Half of the least number goes to zero, what is more to that number.
            let is_half = (value.clone().abs() - Exact::from_parts(1, -1075)).is_zero();
            (if is_half { 0.0 } else { f64::from_bits(1) }).copysign(sign)
        }
        _ => value.rounded(room as u32).to_f64(),
    }
}

#[test]
fn conversions_between_the_two_types_round_once() {
    let mut random = Random::new(7);
    for _ in 0..100_000 {
        let x = any_number(&mut random);
        let narrow = WideFloatFloat::from_wide_double_double(x);
        assert!(is_normalized(narrow));
        let error = (WideDoubleDouble::from(narrow) - x).abs();
        assert!(error <= x.abs() * 2f64.powi(-49), "{x:?}");
        assert_eq!(WideFloatFloat::from_wide_double_double(narrow.into()), narrow);
    }
    let x = FloatFloat::from_parts(1.0, 2f32.powi(-60));
    assert_eq!(WideFloatFloat::from_double_word(x), WideFloatFloat::ONE);
}

#[test]
fn constants_are_the_same_on_every_word() {
    let x: WideDoubleDouble = "3.25e123456".parse().expect("a number");
    assert_eq!(WideDoubleDouble::ONE.constant(x), x);
    assert_eq!(WideFloatFloat::ONE.constant(x), WideFloatFloat::from_wide_double_double(x));
    assert!(is_normalized(WideFloatFloat::MAX) && is_normalized(WideDoubleDouble::MAX));
    assert!(is_normalized(WideFloatFloat::NAN) && is_normalized(WideDoubleDouble::INFINITY));
    assert!(is_normalized(WideFloatFloat::MIN_POSITIVE));
}
