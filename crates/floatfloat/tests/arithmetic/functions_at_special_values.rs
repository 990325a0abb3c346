//! Functions at zeros, infinities, NaN, ends of the range and other edges, against those of `f64`; odd and
//! even functions.

use crate::common::Random;
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NativeWord};

type One<F> = (&'static str, fn(DoubleWord<F>) -> DoubleWord<F>, fn(f64) -> f64);

fn functions<F: NativeWord>() -> Vec<One<F>> {
    vec![
        ("sin", DoubleWord::sin, f64::sin),
        ("cos", DoubleWord::cos, f64::cos),
        ("tan", DoubleWord::tan, f64::tan),
        ("asin", DoubleWord::asin, f64::asin),
        ("acos", DoubleWord::acos, f64::acos),
        ("atan", DoubleWord::atan, f64::atan),
        ("sinh", DoubleWord::sinh, f64::sinh),
        ("cosh", DoubleWord::cosh, f64::cosh),
        ("tanh", DoubleWord::tanh, f64::tanh),
        ("asinh", DoubleWord::asinh, asinh),
        ("acosh", DoubleWord::acosh, acosh),
        ("atanh", DoubleWord::atanh, atanh),
    ]
}

/// Those of `f64` overflow where x² does, and lose digits near ±1.
fn asinh(x: f64) -> f64 {
    if x.abs() < 1e150 { x.asinh() } else { (x.abs().ln() + f64::ln(2.0)).copysign(x) }
}

fn acosh(x: f64) -> f64 {
    let t = x - 1.0;
    if x < 1.0 {
        return f64::NAN;
    }
    if x < 1e150 { (t + (t * (t + 2.0)).sqrt()).ln_1p() } else { x.ln() + f64::ln(2.0) }
}

fn atanh(x: f64) -> f64 {
    (0.5 * (2.0 * x.abs() / (1.0 - x.abs())).ln_1p()).copysign(x)
}

fn odd<F: NativeWord>() -> Vec<One<F>> {
    let others = ["cos", "acos", "cosh", "acosh"];
    let erf: One<F> = ("erf", DoubleWord::erf, f64::signum);
    functions().into_iter().filter(|one| !others.contains(&one.0)).chain([erf]).collect()
}

fn even<F: NativeWord>() -> Vec<One<F>> {
    functions().into_iter().filter(|one| ["cos", "cosh"].contains(&one.0)).collect()
}

/// Words at which something may go wrong, those of `f64` that are words of `F`.
fn words<F: NativeWord>() -> Vec<f64> {
    let mut words = vec![0.0, 1.0, 0.5, 2.0, 0.25, 30.0, 1000.0, f64::INFINITY, f64::NAN];
    for limit in [F::MAX, F::MIN_POSITIVE, F::with_bits(1)] {
        words.push(limit.into());
    }
    for near in [F::nearest(1.0).next_up(), F::nearest(1.0).next_down()] {
        words.push(near.into());
    }
    let negative: Vec<_> = words.iter().map(|word| -word).collect();
    words.into_iter().chain(negative).collect()
}

/// Whether a result is that of `f64`, and its low part zero where it has to be.
fn agree<F: NativeWord>(result: DoubleWord<F>, expected: f64) -> bool {
    let (high, low): (f64, f64) = (result.hi().into(), result.lo().into());
    if expected.is_nan() {
        return high.is_nan() && low == 0.0;
    }
    let nearest: f64 = F::nearest(expected).into();
    if high.is_sign_negative() != expected.is_sign_negative() {
        return false;
    }
    if nearest == 0.0 || nearest.is_infinite() || high.is_infinite() {
        return high == nearest && low == 0.0;
    }
    let unit: f64 = F::with_bits(1).into();
    (high - expected).abs() <= expected.abs() * 2f64.powi(3 - F::PRECISION as i32) + unit
}

fn are_those_of_f64<F: NativeWord>() {
    for (name, function, of_f64) in functions::<F>() {
        for x in words::<F>() {
            let result = function(DoubleWord::from_word(F::nearest(x)));
            assert!(agree(result, of_f64(x)), "{name}({x:e}) = {result:?}, f64: {}", of_f64(x));
        }
    }
    for y in words::<F>() {
        for x in words::<F>() {
            let [high_y, high_x] = [y, x].map(|word| DoubleWord::from_word(F::nearest(word)));
            let result = high_y.atan2(high_x);
            assert!(agree(result, y.atan2(x)), "atan2({y:e}, {x:e}) = {result:?}");
        }
    }
}

#[test]
fn special_values_are_those_of_f64() {
    are_those_of_f64::<f32>();
    are_those_of_f64::<f64>();
}

/// sin πx, cos πx, tan πx where they are zero, one or infinite (IEEE 754-2019, 9.2.1).
fn are_those_of_turns<F: NativeWord>() {
    let (infinity, nan) = (f64::INFINITY, f64::NAN);
    let even = 2f64.powi(F::PRECISION as i32 + 5);
    let largest: f64 = F::MAX.into();
    for ([high, low], values) in [
        ([0.0, 0.0], [0.0, 1.0, 0.0]),
        ([0.5, 0.0], [1.0, 0.0, infinity]),
        ([1.0, 0.0], [0.0, -1.0, -0.0]),
        ([1.5, 0.0], [-1.0, 0.0, -infinity]),
        ([2.0, 0.0], [0.0, 1.0, 0.0]),
        ([even, 0.5], [1.0, 0.0, infinity]),
        ([even, 1.0], [0.0, -1.0, -0.0]),
        ([even, -0.5], [-1.0, 0.0, -infinity]),
        ([largest, 0.0], [0.0, 1.0, 0.0]),
        ([infinity, 0.0], [nan; 3]),
        ([nan, 0.0], [nan; 3]),
    ] {
        let x = DoubleWord::from_normalized(F::nearest(high), F::nearest(low));
        let [sine, cosine, tangent] = values;
        for (x, values) in [(x, values), (-x, [-sine, cosine, -tangent])] {
            for (result, expected) in [x.sin_pi(), x.cos_pi(), x.tan_pi()].into_iter().zip(values) {
                assert!(agree(result, expected), "{x:?}: {result:?}, not {expected}");
            }
        }
    }
}

#[test]
fn special_values_of_turns() {
    are_those_of_turns::<f32>();
    are_those_of_turns::<f64>();
}

fn symmetries<F: NativeWord>(random: &mut Random) {
    for _ in 0..5_000 {
        let [x, y]: [DoubleWord<F>; 2] = [random.double_word(), random.double_word()];
        for (name, function, _) in odd::<F>() {
            let [above, below] = [function(x), -function(-x)];
            assert!(same(above, below), "{name}: {x:?}: {above:?}, {below:?}");
        }
        for (name, function, _) in even::<F>() {
            assert!(same(function(x), function(-x)), "{name}: {x:?}");
        }
        assert!(same(y.atan2(x), -(-y).atan2(x)), "atan2: {y:?}, {x:?}");
        assert!(same(x.sin_pi(), -(-x).sin_pi()), "sin_pi: {x:?}");
        assert!(same(x.cos_pi(), (-x).cos_pi()), "cos_pi: {x:?}");
        assert!(same(x.tan_pi(), -(-x).tan_pi()), "tan_pi: {x:?}");
        let (sine, cosine) = x.sin_cos();
        assert!(same(sine, x.sin()) && same(cosine, x.cos()), "sin_cos: {x:?}");
    }
}

/// The same bits, but for the sign of NaN and that of a low part of zero.
fn same<F: NativeWord>(x: DoubleWord<F>, y: DoubleWord<F>) -> bool {
    x.is_nan() && y.is_nan() || x.hi().bits() == y.hi().bits() && x.lo() == y.lo()
}

#[test]
fn odd_functions_are_odd_and_even_ones_even() {
    symmetries::<f32>(&mut Random(71));
    symmetries::<f64>(&mut Random(72));
}

/// Pairs that are no numbers have some result.
#[test]
fn unnormalized_pairs_do_no_harm() {
    let words = [0.0, 1.0, -3.5, 1e300, -1e-300, f64::MAX, f64::INFINITY, f64::NAN];
    for high in words {
        for low in words {
            let x = DoubleDouble::from_normalized(high, low);
            let narrow = FloatFloat::from_normalized(high as f32, low as f32);
            for (_, function, _) in functions::<f64>() {
                let _ = function(x);
            }
            for (_, function, _) in functions::<f32>() {
                let _ = function(narrow);
            }
            let _ = (x.atan2(x), narrow.atan2(narrow));
        }
    }
}
