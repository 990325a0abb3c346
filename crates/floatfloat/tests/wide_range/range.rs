//! The ends of the range, special values, comparison.

use crate::common::{any_number, is_normalized};
use floatfloat::{WideDoubleDouble, WideFloatFloat};
use floatfloat_exact::Random;

const LARGEST: i32 = 1_056_964_607;

#[test]
fn results_beyond_the_range_are_infinite_or_zero() {
    let one = WideFloatFloat::ONE;
    let (large, small) = (one.scale(LARGEST), one.scale(-LARGEST));
    assert_eq!(large.exponent(), Some(LARGEST));
    assert_eq!(small, WideFloatFloat::MIN_POSITIVE);
    assert_eq!(large * 2.0, WideFloatFloat::INFINITY);
    assert_eq!(-large - large, -WideFloatFloat::INFINITY);
    assert_eq!(large * large, WideFloatFloat::INFINITY);
    assert_eq!(large / -small, -WideFloatFloat::INFINITY);
    assert_eq!(small * 0.5, WideFloatFloat::ZERO);
    assert_eq!(small * small, WideFloatFloat::ZERO);
    assert!((-small * 0.5).is_sign_negative());
    assert_eq!(small / large, WideFloatFloat::ZERO);
    assert_eq!(large * small, one);
    assert_eq!(small / small, one);
    assert_eq!(small - small, WideFloatFloat::ZERO);
    assert_eq!(large - large, WideFloatFloat::ZERO);
    assert_eq!((large * 1.5 - large).exponent(), Some(LARGEST - 1));
    assert_eq!(WideFloatFloat::MAX + large, WideFloatFloat::INFINITY);
    assert_eq!(one.scale(i32::MAX), WideFloatFloat::INFINITY);
    assert_eq!(one.scale(i32::MIN), WideFloatFloat::ZERO);
    assert_eq!(small.scale(LARGEST + 5).exponent(), Some(5));
    assert_eq!(small.scale(2 * LARGEST).exponent(), Some(LARGEST));
    assert_eq!((large * 1.5).sqrt().exponent(), Some(LARGEST / 2));
    assert_eq!(small.sqrt() * small.sqrt(), small);
}

#[test]
fn special_values_are_those_of_words() {
    let values = [0.0, -0.0, 1.0, -2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let same = |found: WideDoubleDouble, expected: f64, what: &str| {
        assert!(is_normalized(found), "{what}");
        let found = found.to_f64();
        let is_same = found == expected && found.is_sign_negative() == expected.is_sign_negative();
        assert!(is_same || (found.is_nan() && expected.is_nan()), "{what}: {found} {expected}");
    };
    for x in values {
        let wide_x = WideDoubleDouble::from(x);
        same(wide_x, x, "conversion");
        same(wide_x.sqrt(), x.sqrt(), "root");
        same(wide_x.abs(), x.abs(), "absolute value");
        same(-wide_x, -x, "negation");
        for y in values {
            let wide_y = WideDoubleDouble::from(y);
            let what = format!("{x} {y}");
            same(wide_x + wide_y, x + y, &what);
            same(wide_x - wide_y, x - y, &what);
            same(wide_x * wide_y, x * y, &what);
            same(wide_x / wide_y, x / y, &what);
            assert_eq!(wide_x.partial_cmp(&wide_y), x.partial_cmp(&y), "{what}");
            assert_eq!(wide_x == wide_y, x == y, "{what}");
        }
    }
}

#[test]
fn special_values_absorb_numbers_of_any_exponent() {
    let mut random = Random::new(3);
    let (infinity, nan) = (WideDoubleDouble::INFINITY, WideDoubleDouble::NAN);
    for _ in 0..100_000 {
        let x = any_number(&mut random);
        let zero = WideDoubleDouble::ZERO;
        for y in [infinity, -infinity] {
            assert_eq!(x + y, y);
            assert_eq!(y - x, y);
            if x != zero {
                assert_eq!((x * y).abs(), infinity);
                assert_eq!((y / x).abs(), infinity);
                assert_eq!((x / zero).abs(), infinity);
            }
            assert_eq!(x / y, zero);
            assert!(
                (x * y).is_sign_negative() == (x.is_sign_negative() != y.is_sign_negative())
                    || x == zero
            );
        }
        for result in [x + nan, nan - x, x * nan, nan * x, x / nan, nan / x] {
            assert!(result.is_nan() && is_normalized(result));
        }
        for result in [x + zero, x - zero, zero + x] {
            assert_eq!(result, x);
        }
        for result in [x * zero, zero * x, x - x] {
            assert!(result == zero && is_normalized(result));
        }
    }
}

#[test]
fn order_is_that_of_values() {
    let mut random = Random::new(4);
    let mut numbers: Vec<_> = (0..2_000).map(|_| any_number(&mut random)).collect();
    for k in 0..500 {
        let neighbour = numbers[k] + numbers[k] * 2f64.powi(-random.between(90, 106));
        numbers.push(neighbour);
    }
    for x in &numbers {
        for y in &numbers[..200] {
            let difference = *x - *y;
            let expected = difference.partial_cmp(&WideDoubleDouble::ZERO);
            assert_eq!(x.partial_cmp(y), expected, "{x:?} {y:?}");
            assert_eq!(x.less_or_equal(*y), x <= y);
            assert_eq!(x == y, expected == Some(std::cmp::Ordering::Equal));
        }
    }
}

#[test]
fn powers_are_products() {
    let x: WideDoubleDouble = "1.000001e-12345".parse().expect("a number");
    let mut product = WideDoubleDouble::ONE;
    for power in 0..200 {
        let error = (x.powi(power) / product - 1.0).abs();
        assert!(error < 2f64.powi(-106) * 6.0 * 2.0 * f64::from(power + 1), "{power}: {error}");
        assert_eq!(x.powi(-power), WideDoubleDouble::ONE / x.powi(power));
        product *= x;
    }
    assert!(WideDoubleDouble::from(2).powi(i32::MAX) == WideDoubleDouble::INFINITY);
    assert!(WideDoubleDouble::from(2).powi(i32::MIN) == WideDoubleDouble::ZERO);
}

/// Words that no operation gives: whatever is computed of them, nothing panics.
#[test]
fn codes_out_of_range_do_not_panic() {
    let mut random = Random::new(12);
    let borders =
        [0, 1, 1 << 23, 1 << 24, 0x7f00_0000, 0x7f80_0000, 1 << 31, (1 << 31) + 1, u32::MAX];
    let number = |random: &mut Random| {
        let code = random.pick(&borders).wrapping_add(random.below(3) as u32);
        let high = random.pick(&[1.0, -1.5, 0.0, f64::INFINITY, f64::NAN, 1e300, 1e-310]);
        WideDoubleDouble::from_words([high, 0.0, f64::from_bits(u64::from(code) << 32)])
    };
    for _ in 0..20_000 {
        let [x, y] = [number(&mut random), number(&mut random)];
        let results = [x + y, x - y, x * y, x / y, x.sqrt(), x.abs(), x.powi(3), x.scale(7)];
        for x in results.into_iter().chain([x]) {
            let _ = (x.partial_cmp(&y), x.to_f64(), x.to_f32(), x.exponent());
            assert!(!x.to_number::<floatfloat::QuadDouble>().parts()[0].is_nan() || x.is_nan());
            assert!(!format!("{x} {x:e} {x:?} {x:.3}").is_empty());
        }
    }
}
