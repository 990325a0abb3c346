//! The exact reference against second paths: integers of any size, dashu-float, and known values.

use dashu_float::{Context, FBig, round::mode::HalfEven};
use dashu_int::IBig;
use floatfloat::operation::Function;
use floatfloat_exact::{
    Exact, Format, Random, Scaled, correctly_rounded, exact::round_quotient, fma_ulps,
    relative_error, ulps,
};

const FUNCTIONS: [Function; 5] =
    [Function::Add, Function::Sub, Function::Mul, Function::Div, Function::Sqrt];

/// A finite f64 with an exponent of at most `spread` in magnitude.
fn word(random: &mut Random, spread: i32) -> f64 {
    let exponent = (1023 + random.between(-spread, spread)) as u64;
    f64::from_bits(random.bits() & 0x800f_ffff_ffff_ffff | exponent << 52)
}

/// A normalised double-double; its low word may be missing or far below.
fn double_word(random: &mut Random, spread: i32) -> [f64; 2] {
    let high = word(random, spread);
    let low = match random.below(4) {
        0 => 0.0,
        1 => word(random, 300) * 1e-150 * high,
        _ => word(random, 2) * high * 2f64.powi(-56),
    };
    let sum = high + low;
    [sum, low - (sum - high)]
}

type Float = FBig<HalfEven, 2>;

/// The reference to 400 bits by dashu-float.
fn dashu(function: Function, x: [f64; 2], y: [f64; 2]) -> Float {
    let context = Context::<HalfEven>::new(400);
    let exact = |[high, low]: [f64; 2]| {
        let [high, low] =
            [high, low].map(|w| Float::try_from(w).unwrap().with_precision(0).value());
        high + low
    };
    let (x, y) = (exact(x), exact(y));
    match function {
        Function::Add => x + y,
        Function::Sub => x - y,
        Function::Mul => x * y,
        Function::Div => context.div(x.repr(), y.repr()).unwrap().value(),
        Function::Sqrt => context.sqrt(x.repr()).unwrap().value(),
    }
}

fn to_exact(value: &Float) -> Exact {
    let (significand, exponent) = value.repr().clone().into_parts();
    Exact::from_parts(significand, exponent as i64)
}

fn operands(random: &mut Random, function: Function, spread: i32) -> ([f64; 2], [f64; 2]) {
    let x = double_word(random, spread);
    let y = double_word(random, spread);
    (if function == Function::Sqrt && x[0] < 0.0 { x.map(|w| -w) } else { x }, y)
}

#[test]
fn relative_error_agrees_with_dashu() {
    let mut random = Random::new(1);
    for function in FUNCTIONS {
        for i in 0..8000 {
            let (x, y) = operands(&mut random, function, if i % 2 == 0 { 3 } else { 300 });
            let nearest = correctly_rounded(function, x, y, 53);
            let wrong = [nearest[0], nearest[1] * (1.0 + word(&mut random, 50))];
            let plain = [nearest[0] * (1.0 + word(&mut random, 50).abs()), 0.0];
            let reference = to_exact(&dashu(function, x, y));
            for result in [nearest, wrong, plain] {
                let ours = relative_error(function, x, y, result);
                let difference = Exact::from_words(result) - reference.clone();
                let theirs = difference.to_scaled().ratio(reference.to_scaled());
                // 400 bits leave an error of their own of 2^-399.
                let slack = theirs.abs() * 2f64.powi(-48) + 2f64.powi(-398);
                assert!(
                    (ours - theirs).abs() <= slack,
                    "{function:?} {x:?} {y:?} {result:?}: {ours:e} {theirs:e}"
                );
            }
        }
    }
}

#[test]
fn correct_rounding_agrees_with_dashu() {
    let mut random = Random::new(2);
    for function in FUNCTIONS {
        for _ in 0..3000 {
            let (x, y) = operands(&mut random, function, 40);
            let precision = random.between(3, 53) as u32;
            let reference = to_exact(&dashu(function, x, y));
            let high = reference.rounded(precision);
            let low = (reference - high.clone()).rounded(precision);
            let said = format!("{function:?} {x:?} {y:?} {precision}");
            let ours = correctly_rounded(function, x, y, precision);
            let format = Format { precision, ..Format::F64 };
            assert!(format.is_normalized(ours), "{said}");
            // An exact quotient or root leaves dashu a rest of 400 bits below it.
            if low.is_zero() || low.floor_log2() < high.floor_log2().map(|top| top - 390) {
                assert_eq!(Exact::from_words(ours), high, "{said}");
            } else {
                assert_eq!(Exact::from_words(ours), high + low, "{said}");
            }
        }
    }
}

/// 1.001₂ + 0.00000111111₂ lacks so little of the tie above that its low word is the tie.
#[test]
fn a_low_word_that_rounds_up_to_half_an_ulp_is_normalised() {
    let x = [1.125, 0.0];
    let y = [0.0625 - 1.0 / 4096.0, 0.0];
    assert_eq!(correctly_rounded(Function::Add, x, y, 4), [1.25, -0.0625]);
}

#[test]
fn exact_results_have_no_error() {
    let mut random = Random::new(3);
    for _ in 0..10_000 {
        let (x, y) = (word(&mut random, 400), word(&mut random, 400));
        let (p, e) = (x * y, x.mul_add(y, -(x * y)));
        assert_eq!(relative_error(Function::Mul, [x, 0.0], [y, 0.0], [p, e]), 0.0);
        // (x·y) / y = x and √(x²) = |x|, with the product held in two words.
        assert_eq!(relative_error(Function::Div, [p, e], [y, 0.0], [x, 0.0]), 0.0);
        let (p, e) = (x * x, x.mul_add(x, -(x * x)));
        assert_eq!(relative_error(Function::Sqrt, [p, e], [0.0; 2], [x.abs(), 0.0]), 0.0);
        assert_eq!(relative_error(Function::Sqrt, [p, e], [0.0; 2], [-x.abs(), 0.0]), -2.0);
    }
}

#[test]
fn the_widest_spans_are_exact() {
    let (big, small) = (f64::MAX, f64::from_bits(1));
    let x = [big, small];
    assert_eq!(relative_error(Function::Mul, x, x, [0.0, 0.0]), -1.0);
    // (big + small)² − (big + small)·big = (big + small)·small
    let error = relative_error(Function::Div, x, [big, 0.0], [1.0, 0.0]);
    assert_eq!(error, 0.0 - small / big, "too small for a f64");
    assert_eq!(relative_error(Function::Add, [big, 0.0], [small, 0.0], [big, small]), 0.0);
    assert!(relative_error(Function::Add, [1.0, 0.0], [small, 0.0], [1.0, 0.0]) < 0.0);
    assert_eq!(relative_error(Function::Add, [big, small], [-big, 0.0], [0.0, 0.0]), -1.0);
}

#[test]
fn undefined_and_infinite() {
    let [zero, one] = [[0.0; 2], [1.0, 0.0]];
    let infinity = [f64::INFINITY, 0.0];
    assert!(relative_error(Function::Div, one, zero, one).is_nan());
    assert!(relative_error(Function::Sqrt, [-1.0, 0.0], zero, one).is_nan());
    assert!(relative_error(Function::Add, infinity, one, infinity).is_nan());
    assert!(relative_error(Function::Add, one, one, [f64::NAN, 0.0]).is_nan());
    assert_eq!(relative_error(Function::Add, one, one, infinity), f64::INFINITY);
    assert_eq!(relative_error(Function::Add, one, [-1.0, 0.0], one), f64::INFINITY);
    assert_eq!(relative_error(Function::Mul, one, zero, zero), 0.0);
}

#[test]
fn ulps_of_known_results() {
    let p = 53;
    let epsilon = f64::EPSILON;
    assert_eq!(ulps(Function::Add, 1.0, epsilon / 2.0, 1.0, p), -0.5);
    assert_eq!(ulps(Function::Add, 1.0, epsilon / 2.0, 1.0 + epsilon, p), 0.5);
    // Just above a tie is above, however little.
    let above = epsilon / 2.0 * (1.0 + epsilon);
    assert!(ulps(Function::Add, 1.0, above, 1.0, p) < -0.5);
    assert!(fma_ulps(1.0, 1.0, epsilon / 2.0 + 1e-30, 1.0, p) < -0.5);
    assert_eq!(fma_ulps(3.0, 7.0, -20.0, 1.0, p), 0.0);
    assert!(ulps(Function::Sub, 1.0, 1e-300, 1.0, p) > 0.0);
    assert!(ulps(Function::Sub, 1.0, 1e-300, 1.0 - epsilon / 2.0, p) > -1.0);
    // An f32 result measured in ulps of f32: 1/3 rounds up by a third of an ulp.
    let third = f64::from(1.0f32 / 3.0);
    assert!((ulps(Function::Div, 1.0, 3.0, third, 24) - 1.0 / 3.0).abs() < 1e-15);
    assert_eq!(ulps(Function::Sqrt, 9.0, 0.0, 3.0, 24), 0.0);
    assert_eq!(ulps(Function::Sqrt, 9.0, 0.0, 3.0 + 2.0 * epsilon, p), 1.0);
    assert_eq!(ulps(Function::Sub, 1.0, 1.0, 1e-300, p), f64::INFINITY);
    assert!(ulps(Function::Div, 1.0, 0.0, 1.0, p).is_nan());
}

#[test]
fn ulps_of_the_machine_are_at_most_half() {
    let mut random = Random::new(4);
    for _ in 0..5000 {
        let (x, y) = (word(&mut random, 40).abs(), word(&mut random, 40));
        let z = word(&mut random, 90);
        for (function, result) in [
            (Function::Add, x + y),
            (Function::Sub, x - y),
            (Function::Mul, x * y),
            (Function::Div, x / y),
            (Function::Sqrt, x.sqrt()),
        ] {
            let error = ulps(function, x, y, result, 53);
            assert!(error.abs() <= 0.5, "{function:?} {x:e} {y:e}: {error}");
            let next = ulps(function, x, y, result.next_up(), 53);
            assert!(next.abs() >= 0.5, "{function:?} {x:e} {y:e}: {next}");
        }
        assert!(fma_ulps(x, y, z, x.mul_add(y, z), 53).abs() <= 0.5);
    }
}

#[test]
fn conversion_to_f64_is_the_machines() {
    let mut random = Random::new(5);
    for i in 0..20_000i64 {
        let integer = random.bits();
        assert_eq!(Exact::from_parts(integer, 0).to_f64(), integer as f64);
        // A subnormal is a product that the machine rounds once.
        let (x, y) = (word(&mut random, 500), 2f64.powi(-400 - (i % 200) as i32));
        let product = Exact::new(x) * Exact::new(y);
        assert_eq!(product.to_f64(), x * y, "{x:e} {y:e}");
        let integer = i128::from(random.bits() as i64) * i128::from(random.bits() as i64);
        assert_eq!(Exact::from_parts(integer, 0).to_f64(), integer as f64);
        assert_eq!(Scaled::new(x).to_f64(), x);
    }
    assert_eq!(Exact::from_parts(1, 1024).to_f64(), f64::INFINITY);
    assert_eq!(Exact::from_parts(-1, 1 << 40).to_f64(), f64::NEG_INFINITY);
    assert_eq!(Exact::from_parts(1, -1075).to_f64(), 0.0);
    assert_eq!(Exact::from_parts(3, -1076).to_f64(), f64::from_bits(1));
}

#[test]
fn quotients_round_to_even() {
    let round = |n: i64, d: i64, p| {
        round_quotient(&Exact::from_parts(n, 0), &Exact::from_parts(d, 0), p).to_word()
    };
    assert_eq!(round(9, 1, 3), 8.0);
    assert_eq!(round(11, 1, 3), 12.0);
    assert_eq!(round(-11, 1, 3), -12.0);
    assert_eq!(round(15, 1, 3), 16.0);
    assert_eq!(round(1, 3, 53), 1.0 / 3.0);
    assert_eq!(round(0, 3, 53), 0.0);
    // 0.1 from its decimal digits.
    assert_eq!(
        round_quotient(&Exact::from_parts(1, 0), &Exact::from_parts(10, 0), 53).to_word(),
        0.1
    );
}

#[test]
fn remainders_are_those_of_the_machine() {
    let mut random = Random::new(6);
    for _ in 0..10_000 {
        let (x, y) = (word(&mut random, 60), word(&mut random, 60));
        assert_eq!(Exact::new(x).remainder(&Exact::new(y)).to_word(), x % y, "{x:e} {y:e}");
        let quotient = Exact::from_parts(Exact::new(x).quotient(&Exact::new(y)), 0);
        let rest = Exact::new(x) - quotient * Exact::new(y);
        assert_eq!(rest, Exact::new(x % y));
    }
    assert_eq!(Exact::new(-7.5).quotient(&Exact::new(2.0)), IBig::from(-3));
}

/// The reciprocal of 1 + 2^-1050 lacks 2^-1050 of one, and its next bits are below every `f64`.
#[test]
fn low_words_below_the_range_are_rounded() {
    let tiny = 2f64.powi(-1050);
    let near_one = [1.0, tiny];
    assert_eq!(correctly_rounded(Function::Div, [1.0, 0.0], near_one, 53), [1.0, -tiny]);
    let odd = f64::from_bits(tiny.to_bits() + 1);
    assert_eq!(correctly_rounded(Function::Div, [1.0, 0.0], [3.0, odd], 53)[0], 1.0 / 3.0);
    assert_eq!(
        correctly_rounded(Function::Div, [1.0, 0.0], [1.0, 3.0 * 2f64.powi(-1074)], 53)[1],
        -3.0 * 2f64.powi(-1074)
    );
    assert_eq!(
        correctly_rounded(Function::Mul, [1.5, 0.0], [1.0, 3.0 * 2f64.powi(-1074)], 53)[1],
        4.0 * 2f64.powi(-1074)
    );
}
