//! What `f64` has as methods and is no elementary function, against exact integers and `f64` itself.

use crate::{
    common::{Random, bits, scaled},
    shared::edges::edges,
};
use dashu_int::{IBig, ops::Abs};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NativeWord};

/// All normalised pairs about the middle between `high` and the next high part, in order.
fn about_the_middle<F: NativeWord>(high: F) -> Vec<DoubleWord<F>> {
    let above = high.next_up();
    let half = (above - high) * F::nearest(0.5);
    let mut lows = vec![half];
    for _ in 0..4 {
        lows.push(lows[lows.len() - 1].next_up());
        lows.insert(0, lows[0].next_down());
    }
    let below_it = lows.iter().map(|&low| DoubleWord::from_normalized(high, low));
    let above_it = lows.iter().rev().map(|&low| DoubleWord::from_normalized(above, -low));
    let pairs = below_it.chain(above_it);
    pairs.filter(|pair| pair.hi() + pair.lo() == pair.hi()).collect()
}

fn neighbours_agree<F: NativeWord>(random: &mut Random) {
    for _ in 0..20_000 {
        let exponent = random.below(140) as i32 - 70;
        let high: F = match random.below(4) {
            0 => F::rounded(random.below(2) == 0, 1, exponent, false),
            1 => F::rounded(random.below(2) == 0, 1, exponent, false).next_up(),
            2 => F::rounded(random.below(2) == 0, 1, exponent, false).next_down(),
            _ => random.word_near(exponent),
        };
        let pairs = about_the_middle(high);
        assert!(pairs.len() >= 8);
        for pair in pairs.windows(2) {
            assert!(pair[0] < pair[1]);
            assert_eq!(bits(pair[0].next_up()), bits(pair[1]), "{:?}", pair[0]);
            assert_eq!(bits(pair[1].next_down()), bits(pair[0]), "{:?}", pair[1]);
        }
    }
    for _ in 0..20_000 {
        let x: DoubleWord<F> = random.double_word();
        let above = x.next_up();
        assert!(x < above && above.hi() + above.lo() == above.hi(), "{x:?} {above:?}");
        assert_eq!(above.next_down(), x, "{x:?} {above:?}");
    }
}

#[test]
fn nothing_lies_between_neighbours() {
    neighbours_agree::<f32>(&mut Random(51));
    neighbours_agree::<f64>(&mut Random(52));
}

#[test]
fn neighbours_at_the_ends() {
    let least = f64::from_bits(1);
    for zero in [DoubleDouble::ZERO, -DoubleDouble::ZERO] {
        assert_eq!(zero.next_up(), least);
        assert_eq!(zero.next_down(), -least);
    }
    assert!(DoubleDouble::from(-least).next_up().is_sign_negative());
    for word in [least, f64::MIN_POSITIVE.next_down(), f64::MIN_POSITIVE, f64::MIN_POSITIVE * 1.5] {
        assert_eq!(DoubleDouble::from(word).next_up(), word.next_up());
        assert_eq!(DoubleDouble::from(-word).next_up(), (-word).next_up());
    }
    assert_eq!(DoubleDouble::MAX.next_up(), DoubleDouble::INFINITY);
    assert_eq!(DoubleDouble::INFINITY.next_down(), DoubleDouble::MAX);
    assert_eq!(DoubleDouble::NEG_INFINITY.next_up(), DoubleDouble::MIN);
    assert_eq!(FloatFloat::NEG_INFINITY.next_up(), FloatFloat::MIN);
    assert_eq!(FloatFloat::NEG_INFINITY.next_down(), FloatFloat::NEG_INFINITY);
    assert!(FloatFloat::NAN.next_up().is_nan());
}

#[test]
fn ulps() {
    let mut random = Random(53);
    for _ in 0..20_000 {
        let x: DoubleDouble = random.double_word();
        let (ulp, high) = (x.ulp(), scaled(DoubleDouble::from(x.hi())).abs());
        assert_eq!(ulp.lo(), 0.0);
        let wide = scaled(ulp) << 105;
        if ulp > f64::from_bits(1) {
            assert!(wide <= high && high < wide * IBig::from(2), "{x:?}");
        } else {
            assert!(high < wide * IBig::from(2), "{x:?}");
        }
    }
    assert_eq!(FloatFloat::ONE.ulp(), FloatFloat::EPSILON);
    assert_eq!((-FloatFloat::ONE.next_down()).ulp(), FloatFloat::EPSILON);
    assert_eq!(FloatFloat::ZERO.ulp(), f32::from_bits(1));
    assert_eq!(FloatFloat::MIN.ulp(), 2f32.powi(80));
    assert_eq!(FloatFloat::NEG_INFINITY.ulp(), FloatFloat::INFINITY);
    assert!(FloatFloat::NAN.ulp().is_nan());
}

/// |computed·divisor − x·factor| ≤ c·u²·|x·factor|, all exact.
fn within<F: NativeWord>(c: u32, computed: &IBig, exact: &IBig) -> bool {
    ((computed - exact).abs() << (2 * F::PRECISION) as usize) <= IBig::from(c) * exact.abs()
}

fn angles_agree<F: NativeWord>(random: &mut Random) {
    // 80 digits of π.
    let pi = "314159265358979323846264338327950288419716939937510582097494459230781640628620899";
    let pi: IBig = pi.parse().unwrap();
    let half_turn = IBig::from(180) * IBig::from(10).pow(80);
    for _ in 0..50_000 {
        let high: F = random.word_near(0);
        let x = DoubleWord::from_parts(high, random.word_near(-1 - F::PRECISION as i32));
        assert!(
            within::<F>(6, &(scaled(x.to_degrees()) * &pi), &(scaled(x) * &half_turn)),
            "{x:?}"
        );
        assert!(
            within::<F>(6, &(scaled(x.to_radians()) * &half_turn), &(scaled(x) * &pi)),
            "{x:?}"
        );
    }
}

#[test]
fn angles_keep_their_bound() {
    angles_agree::<f32>(&mut Random(54));
    angles_agree::<f64>(&mut Random(55));
}

fn midpoints_agree<F: NativeWord>(random: &mut Random) {
    let near = |random: &mut Random, exponent: i32| {
        let high: F = random.word_near(exponent);
        DoubleWord::from_parts(high, random.word_near(exponent - 1 - F::PRECISION as i32))
    };
    for _ in 0..50_000 {
        let top = F::LARGEST_EXPONENT;
        let exponent = if random.below(2) == 0 { 0 } else { top };
        let gap = random.below(60) as i32;
        let (x, y) = (near(random, exponent), near(random, exponent - gap));
        let middle = x.midpoint(y);
        assert_eq!(bits(middle), bits(y.midpoint(x)));
        let twice = scaled(middle) * IBig::from(2);
        assert!(within::<F>(2, &twice, &(scaled(x) + scaled(y))), "{x:?} {y:?} {middle:?}");
    }
}

#[test]
fn midpoints_keep_their_bound_and_do_not_overflow() {
    midpoints_agree::<f32>(&mut Random(56));
    midpoints_agree::<f64>(&mut Random(57));
}

/// Of words the methods are those of `f64`.
#[test]
fn words_behave_as_in_f64() {
    for x in edges::<f64>() {
        let a = DoubleDouble::from(x);
        assert_eq!(a.classify(), x.classify(), "{x:e}");
        assert_eq!(a.is_subnormal(), x.is_subnormal(), "{x:e}");
        for y in edges::<f64>() {
            let b = DoubleDouble::from(y);
            let middle = (a.midpoint(b).hi(), x.midpoint(y));
            let alike = middle.0.is_nan() && middle.1.is_nan() || middle.0 == middle.1;
            assert!(alike, "{x:e} {y:e}: {middle:?}");
            if x.is_nan() || y.is_nan() {
                assert!(a.maximum(b).is_nan() && a.minimum(b).is_nan());
                continue;
            }
            let larger = if x.total_cmp(&y).is_ge() { x } else { y };
            let smaller = if x.total_cmp(&y).is_ge() { y } else { x };
            assert_eq!(a.maximum(b).hi().to_bits(), larger.to_bits(), "{x:e} {y:e}");
            assert_eq!(a.minimum(b).hi().to_bits(), smaller.to_bits(), "{x:e} {y:e}");
        }
    }
    let (x, above) = (DoubleDouble::PI, DoubleDouble::PI.next_up());
    assert_eq!((x.maximum(above), x.minimum(above)), (above, x));
}
