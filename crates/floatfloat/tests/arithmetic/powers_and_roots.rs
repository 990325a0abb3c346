//! Logarithms, powers and roots where their results are known exactly, and at the ends of the range.

use crate::common::{Random, bits, scaled};
use dashu_int::IBig;
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NativeWord};

/// 10^n for as long as it is a double-word.
fn powers_of_ten<F: NativeWord>() -> Vec<DoubleWord<F>> {
    let mut powers = Vec::new();
    loop {
        let text = format!("1{}", "0".repeat(powers.len()));
        let power: DoubleWord<F> = text.parse().expect("digits");
        if scaled(power)
            != scaled(DoubleWord::from_word(F::nearest(1.0)))
                * text.parse::<IBig>().expect("digits")
        {
            return powers;
        }
        powers.push(power);
    }
}

fn logarithms_of_powers<F: NativeWord>() {
    let tens = powers_of_ten::<F>();
    assert!(tens.len() > F::PRECISION as usize * 2 / 3 + 4, "{}", tens.len());
    for (n, power) in tens.into_iter().enumerate() {
        let n = DoubleWord::from_word(F::nearest(n as f64));
        assert_eq!(bits(power.log10()), bits(n), "{power:?}");
    }
    let one = DoubleWord::from_word(F::nearest(1.0));
    let (least, largest) = (F::LEAST_EXPONENT, F::LARGEST_EXPONENT);
    for n in least..=largest {
        let power = DoubleWord::from_word(F::rounded(false, 1, n, false));
        let n = DoubleWord::from_word(F::nearest(n.into()));
        assert_eq!(bits(power.log2()), bits(n), "{power:?}");
        let two = one + one;
        assert_eq!(bits(two.powf(n)), bits(power), "2^{n:?}");
    }
    assert_eq!(bits(one.ln()), bits(DoubleWord::from_word(F::nearest(0.0))));
}

#[test]
fn logarithms_of_powers_are_integers() {
    logarithms_of_powers::<f32>();
    logarithms_of_powers::<f64>();
}

#[test]
fn the_low_word_of_an_exponent_counts() {
    let large = 2f64.powi(60);
    let of = |high, low| DoubleDouble::from_parts(high, low);
    let minus_one = -DoubleDouble::ONE;
    assert_eq!(minus_one.powf(of(large, 1.0)), minus_one);
    assert_eq!(minus_one.powf(of(large, 2.0)), DoubleDouble::ONE);
    assert_eq!(minus_one.powf(of(large, -1.0)), minus_one);
    assert!(minus_one.powf(of(large, 0.5)).is_nan());
    assert!(minus_one.powf(of(3.0, 1e-300)).is_nan());
    assert_eq!((-DoubleDouble::ZERO).powf(of(large, 1.0)).hi().to_bits(), (-0.0f64).to_bits());
    assert_eq!(of(-1.0, -1e-20).powf(of(1e30, 0.0)).hi(), 1e10f64.exp());
    // The logarithm is 1.4e-300, and still has all its words.
    let near_one = of(1.0, 1e-300);
    let expected = DoubleDouble::from(1e-300) * 1e300;
    assert!((near_one.powf(1e300.into()).ln() - expected).abs() < 4e-31);
}

#[test]
fn powers_overflow_and_underflow_where_they_must() {
    let two = DoubleDouble::from(2.0);
    let below = DoubleDouble::from_parts(1024.0, -2f64.powi(-40));
    assert!(two.powf(below).is_finite());
    assert_eq!(two.powf(1024.0.into()), DoubleDouble::INFINITY);
    assert_eq!((-two).powf(1025.0.into()), DoubleDouble::NEG_INFINITY);
    assert_eq!(two.powf((-1074.0).into()), f64::from_bits(1));
    assert_eq!(two.powf((-1076.0).into()), 0.0);
    assert_eq!((-two).powf((-1077.0).into()).hi().to_bits(), (-0.0f64).to_bits());
    for power in [1e-300, 1e300, -1e300] {
        assert_eq!(DoubleDouble::MAX.powf(power.into()).hi(), f64::MAX.powf(power));
    }
}

#[test]
fn roots_of_every_degree() {
    for x in [3.0f32, 1e-30, 1e30] {
        for n in [i32::MIN, i32::MIN + 1, -16_777_217, 16_777_219, 123_456_789, i32::MAX] {
            let (wide, narrow) = (DoubleDouble::from(f64::from(x)), FloatFloat::from(x));
            let (wide, narrow) = (wide.rootn(n), narrow.rootn(n));
            let error = wide - f64::from(narrow.hi()) - f64::from(narrow.lo());
            assert!(error.abs() <= 5.0 * 2f64.powi(-48), "{x} {n}");
            let negative = FloatFloat::from(-x).rootn(n);
            assert!(if n % 2 == 0 { negative.is_nan() } else { negative == -narrow }, "{x} {n}");
        }
    }
    let mut random = Random(61);
    for _ in 0..1000 {
        let x: DoubleDouble = random.double_word();
        assert_eq!(bits(x.rootn(1)), bits(x));
        assert!(x.rootn(0).is_nan());
    }
}

/// Powers of two go through roots, be the number subnormal or near the largest.
fn powers_of_two_pass<F: NativeWord>(random: &mut Random) {
    let times = |x: DoubleWord<F>, k: i32| {
        let power = F::rounded(false, 1, k, false);
        DoubleWord::from_normalized(x.hi() * power, x.lo() * power)
    };
    let top = F::LARGEST_EXPONENT / 6;
    for _ in 0..2000 {
        let [x, y] = [(); 2].map(|()| {
            let high: F = random.word_near(0);
            DoubleWord::from_parts(high, random.word_near(-1 - F::PRECISION as i32)).abs()
        });
        let k = random.below(2 * top as u64) as i32 - top;
        assert_eq!(bits(times(x, 3 * k).cbrt()), bits(times(x.cbrt(), k)));
        assert_eq!(bits(times(-x, 3 * k).cbrt()), bits(-times(x.cbrt(), k)));
        assert_eq!(bits(times(x, 2 * k).rsqrt()), bits(times(x.rsqrt(), -k)));
        assert_eq!(bits(times(x, 4 * k).hypot(times(y, 4 * k))), bits(times(x.hypot(y), 4 * k)));
        assert_eq!(bits(x.hypot(y)), bits((-y).hypot(x)));
    }
    let least = DoubleWord::from_word(F::rounded(false, 1, F::LEAST_EXPONENT, false));
    let [three, four, five] = [3.0, 4.0, 5.0].map(|k| least * DoubleWord::from_word(F::nearest(k)));
    assert_eq!(three.hypot(four), five);
    let large = DoubleWord::from_word(F::MAX);
    assert_eq!(large.hypot(least), large);
    assert!(large.hypot(large).is_infinite());
    assert!(large.rsqrt().hi() > F::nearest(0.0));
}

#[test]
fn powers_of_two_pass_through_roots() {
    powers_of_two_pass::<f32>(&mut Random(62));
    powers_of_two_pass::<f64>(&mut Random(63));
}

#[test]
fn logarithms_of_any_base() {
    let of = DoubleDouble::from;
    let error = of(1000.0).log(of(10.0)) - 3.0;
    assert!(error.abs() <= 3.0 * 18.0 * 2f64.powi(-106));
    assert_eq!(of(8.0).log(of(0.0)), 0.0);
    assert_eq!(of(0.0).log(of(2.0)), DoubleDouble::NEG_INFINITY);
    assert_eq!(of(2.0).log(of(1.0)), DoubleDouble::INFINITY);
    assert!(of(1.0).log(of(1.0)).is_nan());
    assert!(of(-2.0).log(of(2.0)).is_nan());
}
