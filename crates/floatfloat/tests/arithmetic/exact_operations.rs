//! Rounding to integers, remainders and conversions against exact integers.

use crate::common::{Random, bits, scaled};
use dashu_int::{IBig, ops::Abs};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, IntegerError, NativeWord, NoFma};

/// Numbers around integers: high parts with few bits after the point, low parts of every size.
fn near_integers<F: NativeWord>(random: &mut Random) -> DoubleWord<F> {
    let p = F::PRECISION as u64;
    let high: F = match random.below(3) {
        0 => F::rounded(random.below(2) == 0, random.below(64), -1, false),
        1 => {
            let exponent = random.below(2 * p + 10) as i32 - 2;
            random.word_near(exponent)
        }
        _ => {
            let exponent = random.below(p + 4) as u32;
            F::rounded(random.below(2) == 0, (1 << exponent) + random.below(3), -1, false)
        }
    };
    let half_ulp = high.parts().1 - 1;
    let low: F = match random.below(4) {
        0 => F::default(),
        1 => F::rounded(random.below(2) == 0, 1 + random.below(7), -1, false),
        2 => F::rounded(random.below(2) == 0, 1, half_ulp - random.below(90) as i32, false),
        _ => {
            let gap = random.below(90) as i32;
            random.word_near(half_ulp - gap)
        }
    };
    DoubleWord::from_parts(high, low)
}

fn rounds_to_integers<F: NativeWord>(seed: u64) {
    let mut random = Random(seed);
    let one: IBig = IBig::ONE << 1074;
    for _ in 0..100_000 {
        let x: DoubleWord<F> = near_integers(&mut random);
        let exact = scaled(x);
        let floor: IBig = (&exact >> 1074) << 1074;
        let is_integer = floor == exact;
        let ceil = if is_integer { floor.clone() } else { &floor + &one };
        let trunc = if exact < IBig::ZERO { &ceil } else { &floor };
        let twice_rest: IBig = (&exact - &floor) * 2;
        let away = if exact < IBig::ZERO { &floor } else { &ceil };
        let even = if (&floor >> 1074) % 2 == 0 { &floor } else { &ceil };
        let at_half = |choice| match twice_rest.cmp(&one) {
            std::cmp::Ordering::Less => &floor,
            std::cmp::Ordering::Equal => choice,
            std::cmp::Ordering::Greater => &ceil,
        };
        assert_eq!(scaled(x.floor()), floor, "floor {x:?}");
        assert_eq!(scaled(x.ceil()), ceil, "ceil {x:?}");
        assert_eq!(scaled(x.trunc()), *trunc, "trunc {x:?}");
        assert_eq!(scaled(x.round()), *at_half(away), "round {x:?}");
        assert_eq!(scaled(x.round_ties_even()), *at_half(even), "round_ties_even {x:?}");
        assert_eq!(scaled(x.fract()), &exact - trunc, "fract {x:?}");
        assert_eq!(x.is_integer(), is_integer, "{x:?}");
        for whole in [x.floor(), x.ceil(), x.trunc(), x.round(), x.round_ties_even()] {
            assert_eq!(whole.hi() + whole.lo(), whole.hi(), "{x:?}");
            if whole.hi() == F::default() && x.hi() != F::default() {
                assert_eq!(whole.is_sign_negative(), x.is_sign_negative(), "{x:?}");
            }
        }
        let whole = trunc >> 1074;
        assert_eq!(x.to_i128(), i128::try_from(&whole).ok(), "{x:?}");
        assert_eq!(x.to_u128(), u128::try_from(&whole).ok(), "{x:?}");
    }
}

#[test]
fn float_floats_round_to_integers() {
    rounds_to_integers::<f32>(31);
}

#[test]
fn double_doubles_round_to_integers() {
    rounds_to_integers::<f64>(32);
}

/// Exact where the remainder is a double-word; else nearest, which is within u² of it.
fn remainders<F: NativeWord>(seed: u64, spread: u64) {
    let mut random = Random(seed);
    let mut inexact = 0;
    for i in 0..40_000 {
        let mut close = |exponent: i32| {
            let p = F::PRECISION as i32;
            DoubleWord::<F>::from_parts(random.word_near(exponent), random.word_near(exponent - p))
        };
        let y = close(i % 7);
        let exponent = (i * 37 % spread as i32) - spread as i32 / 2;
        let (x, y) = if i % 8 == 0 {
            (random.double_word(), random.double_word())
        } else {
            (close(exponent), y)
        };
        if y.hi() == F::default() {
            continue;
        }
        let rest = x % y;
        let exact = scaled(x) % scaled(y);
        let error = (scaled(rest) - &exact).abs();
        assert!(
            error.clone() << (2 * F::PRECISION as usize) <= exact.clone().abs(),
            "{x:?} % {y:?}"
        );
        inexact += u32::from(error != IBig::ZERO);
        assert_eq!(rest.is_sign_negative(), x.is_sign_negative(), "{x:?} % {y:?}");
        assert!(rest.abs() <= y.abs(), "{x:?} % {y:?}");
        let positive = x.rem_euclid(y);
        assert!(positive >= DoubleWord::default() && positive <= y.abs(), "{x:?} mod {y:?}");
    }
    // Only the pairs with wide gaps may need more than two words.
    assert!(inexact < 4000, "{inexact} inexact remainders");
}

#[test]
fn remainders_are_exact() {
    remainders::<f32>(33, 200);
    remainders::<f64>(34, 1800);
}

/// Multiples of a divisor, numbers just beside them, and others, as far as the quotient allows.
fn bounded_remainders<F: NativeWord>(seed: u64) {
    let mut random = Random(seed);
    let p = F::PRECISION as i32;
    let without_fma = |x: DoubleWord<F>| DoubleWord::from_normalized(NoFma(x.hi()), NoFma(x.lo()));
    let mut inexact = 0;
    for i in 0..40_000 {
        let mut close = |exponent: i32| {
            DoubleWord::<F>::from_parts(random.word_near(exponent), random.word_near(exponent - p))
        };
        let (y, exponent) = (close(i % 7), i * 37 % (2 * p - 4));
        let x = match i % 3 {
            0 => close(exponent),
            1 => (close(exponent) / y).trunc() * y,
            _ => (close(exponent) / y).trunc() * y + close(exponent - 2 * p + i % 5),
        };
        let found = x.rem_bounded(y);
        let rest = without_fma(x).rem_bounded(without_fma(y));
        assert_eq!((rest.hi().0, rest.lo().0), (found.hi(), found.lo()), "{x:?} % {y:?}");
        let quotient: f64 = (x / y).abs().hi().into();
        if quotient >= 2f64.powi(2 * p - 4) {
            assert!(found.is_nan(), "{x:?} % {y:?}");
            continue;
        }
        let exact = scaled(x) % scaled(y);
        let error = (scaled(found) - &exact).abs();
        assert!(
            error.clone() << (2 * p as usize) <= exact.clone().abs(),
            "{x:?} % {y:?}: {found:?}"
        );
        if scaled(x % y) == exact {
            assert_eq!(error, IBig::ZERO, "{x:?} % {y:?}");
            assert_eq!(found.is_sign_negative(), x.is_sign_negative(), "{x:?} % {y:?}");
        } else {
            inexact += 1;
        }
    }
    assert!(inexact < 4000, "{inexact} inexact remainders");
}

#[test]
fn bounded_remainders_are_those_of_integers() {
    bounded_remainders::<f32>(35);
    bounded_remainders::<f64>(36);
    let [one, zero] = [DoubleDouble::ONE, DoubleDouble::ZERO];
    let infinity = DoubleDouble::INFINITY;
    assert_eq!(one.rem_bounded(infinity), 1.0);
    assert_eq!((-one).rem_bounded(-infinity), -1.0);
    for (x, y) in [(one, zero), (infinity, one), (DoubleDouble::NAN, one), (one, DoubleDouble::NAN)]
    {
        assert!(x.rem_bounded(y).is_nan(), "{x:?} % {y:?}");
    }
    assert_eq!(zero.rem_bounded(one), 0.0);
    assert!((-zero).rem_bounded(one).is_sign_negative());
}

#[test]
fn remainders_of_huge_quotients() {
    let x = DoubleDouble::from_parts(1e300, 1e270);
    let y = DoubleDouble::from_parts(3.0, 2f64.powi(-60));
    assert_eq!(scaled(x % y), scaled(x) % scaled(y));
    assert_eq!(x % 7.0, x % DoubleDouble::from(7.0));
    assert_eq!(7.5 % DoubleDouble::from(2.0), 1.5);
    assert_eq!(DoubleDouble::from(-7.5) % 2.0, -1.5);
    let quotient = DoubleDouble::from(-7.5).div_euclid(DoubleDouble::from(2.0));
    assert_eq!(
        (quotient, DoubleDouble::from(-7.5).rem_euclid(DoubleDouble::from(2.0))),
        (DoubleDouble::from(-4.0), DoubleDouble::from(0.5))
    );
}

/// The nearest double-word of an exact integer, from its definition.
fn nearest_by_definition<F: NativeWord>(n: i128, cast: fn(i128) -> F) -> DoubleWord<F> {
    let high = cast(n);
    let (significand, exponent) = high.parts();
    let magnitude =
        IBig::from(significand) << exponent.max(0) as usize >> (-exponent).max(0) as usize;
    let rest = n - if high.is_negative() { -magnitude } else { magnitude };
    DoubleWord::from_parts(high, cast(i128::try_from(rest).unwrap()))
}

#[test]
fn integers() {
    let mut random = Random(35);
    let mut numbers: Vec<i128> =
        vec![0, 1, -1, i128::MAX, i128::MIN, i64::MAX.into(), i64::MIN.into()];
    for k in 0..127 {
        numbers.extend([-1, 0, 1].map(|d| (1i128 << k) + d));
        numbers.extend([-1, 0, 1].map(|d| -(1i128 << k) + d));
    }
    for _ in 0..100_000 {
        let wide =
            (i128::from(random.bits()) << 64 | i128::from(random.bits())) >> random.below(128);
        numbers.push(if random.below(4) == 0 { wide & (!0 << random.below(128)) } else { wide });
    }
    let mut exact = 0;
    for n in numbers {
        let long = DoubleDouble::nearest_i128(n);
        assert_eq!(bits(long), bits(nearest_by_definition(n, |n| n as f64)), "{n}");
        let short = FloatFloat::nearest_i128(n);
        assert_eq!(bits(short), bits(nearest_by_definition(n, |n| n as f32)), "{n}");
        match DoubleDouble::try_from(n) {
            Ok(x) => {
                assert_eq!(i128::try_from(x), Ok(n));
                exact += 1;
            }
            Err(error) => {
                assert_eq!(error, IntegerError::Inexact);
                assert_ne!(scaled(long) >> 1074, IBig::from(n));
            }
        }
        if let Ok(small) = i64::try_from(n) {
            assert_eq!(bits(DoubleDouble::from(small)), bits(long), "{n}");
            assert_eq!(i64::try_from(DoubleDouble::from(small)), Ok(small));
            assert_eq!(FloatFloat::try_from(small).is_ok(), short.to_i128() == Some(n));
        }
        if let Ok(small) = i32::try_from(n) {
            assert_eq!(bits(FloatFloat::from(small)), bits(short));
            assert_eq!(i32::try_from(FloatFloat::from(small)), Ok(small));
        }
        if let Ok(positive) = u128::try_from(n) {
            assert_eq!(bits(DoubleDouble::nearest_u128(positive)), bits(long));
        }
    }
    assert!(exact > 50_000, "{exact}");
}

#[test]
fn integers_at_the_ends() {
    assert_eq!(u64::try_from(DoubleDouble::from(u64::MAX)), Ok(u64::MAX));
    assert_eq!(DoubleDouble::nearest_u128(u128::MAX).hi(), 2f64.powi(128));
    assert_eq!(FloatFloat::nearest_u128(u128::MAX), FloatFloat::INFINITY);
    let top = DoubleDouble::from_parts(2f64.powi(128), -1.0);
    assert_eq!(top.to_u128(), Some(u128::MAX));
    assert_eq!((top + 1.0).to_u128(), None);
    let least = DoubleDouble::from(-(2f64.powi(127)));
    assert_eq!(least.to_i128(), Some(i128::MIN));
    assert_eq!((least - 1.0).to_i128(), None);
    assert_eq!((-least - 1.0).to_i128(), Some(i128::MAX));
    assert_eq!(DoubleDouble::from(-0.75).to_u128(), Some(0));
    assert_eq!(DoubleDouble::from(-1.75).to_u128(), None);
    assert_eq!(u8::try_from(DoubleDouble::from(256.0)), Err(IntegerError::OutOfRange));
    assert_eq!(u8::try_from(DoubleDouble::from(-1.0)), Err(IntegerError::OutOfRange));
    assert_eq!(u8::try_from(FloatFloat::from(0.5f32)), Err(IntegerError::NotAnInteger));
    assert_eq!(i8::try_from(FloatFloat::NAN), Err(IntegerError::NotFinite));
    assert!(!IntegerError::Inexact.to_string().is_empty());
    assert_eq!(DoubleDouble::try_from(usize::MAX).and_then(usize::try_from), Ok(usize::MAX));
    assert_eq!(FloatFloat::try_from(isize::MIN).and_then(isize::try_from), Ok(isize::MIN));
    assert_eq!(FloatFloat::try_from(0x0123_4567_89ab_cdefu64), Err(IntegerError::Inexact));
}

#[test]
fn between_the_types() {
    let mut random = Random(36);
    for _ in 0..200_000 {
        let short: FloatFloat = random.double_word();
        assert_eq!(scaled(DoubleDouble::from(short)), scaled(short));
        assert_eq!(
            bits(FloatFloat::from_double_double(DoubleDouble::from(short))),
            bits(short),
            "{short:?}"
        );
        // One rounding: no f64 is nearer.
        let word = short.to_f64();
        let own = (scaled(DoubleDouble::from(word)) - scaled(short)).abs();
        for neighbour in [word.next_up(), word.next_down()] {
            assert!(own <= (scaled(DoubleDouble::from(neighbour)) - scaled(short)).abs());
        }

        let (exponent, gap) = (random.below(300) as i32 - 160, 1 + random.below(80) as i32);
        let high: f64 = random.word_near(exponent);
        let long = DoubleDouble::from_parts(high, random.word_near(high.parts().1 - gap));
        let f32_of = long.to_f32();
        if f32_of.is_finite() {
            let own = (scaled(FloatFloat::from(f32_of)) - scaled(long)).abs();
            for neighbour in [f32_of.next_up(), f32_of.next_down()] {
                if neighbour.is_finite() {
                    let other = (scaled(FloatFloat::from(neighbour)) - scaled(long)).abs();
                    assert!(
                        own < other || own == other && f32_of.to_bits().is_multiple_of(2),
                        "{long:?}"
                    );
                }
            }
        }
        // The same number read from its exact text.
        if random.below(20) == 0 {
            let read = |text: String| text.parse::<FloatFloat>().unwrap();
            assert_eq!(
                FloatFloat::from_double_double(long),
                read(format!("{long:.1200}")),
                "{long:?}"
            );
            assert_eq!(FloatFloat::from_f64(high), read(format!("{high:.1200}")), "{high:e}");
        }
    }
    assert_eq!(FloatFloat::from_f64(1e39), FloatFloat::INFINITY);
    assert_eq!(FloatFloat::from_f64(-0.0).hi().to_bits(), 1 << 31);
    assert_eq!(FloatFloat::from_double_double(DoubleDouble::MAX), FloatFloat::INFINITY);
    assert!(FloatFloat::from_double_double(DoubleDouble::NAN).is_nan());
    assert_eq!(DoubleDouble::from(FloatFloat::INFINITY), DoubleDouble::INFINITY);
}
