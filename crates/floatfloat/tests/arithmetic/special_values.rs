//! Special values behave as those of the word, on the high part.

use crate::common::{Random, edges};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NativeWord, NoFma, Word};

/// The same bits, or both NaN.
fn same<F: NativeWord>(x: F, y: F) -> bool {
    x.bits() == y.bits() || (x.is_nan() && y.is_nan())
}

/// One operator on words, and on double-words over W.
struct Operator<F, W: Word> {
    name: &'static str,
    plain: fn(F, F) -> F,
    of_pairs: fn(DoubleWord<W>, DoubleWord<W>) -> DoubleWord<W>,
    with_word: fn(DoubleWord<W>, W) -> DoubleWord<W>,
}

fn operators<F: NativeWord, W: Word>() -> [Operator<F, W>; 4] {
    [
        Operator {
            name: "+",
            plain: |x, y| x + y,
            of_pairs: |x, y| x + y,
            with_word: |x, y| x + y,
        },
        Operator {
            name: "-",
            plain: |x, y| x - y,
            of_pairs: |x, y| x - y,
            with_word: |x, y| x - y,
        },
        Operator {
            name: "*",
            plain: |x, y| x * y,
            of_pairs: |x, y| x * y,
            with_word: |x, y| x * y,
        },
        Operator {
            name: "/",
            plain: |x, y| x / y,
            of_pairs: |x, y| x / y,
            with_word: |x, y| x / y,
        },
    ]
}

/// Whether a result's high part is what the word's own operation gives: the same bits, but in the
/// range of underflow, where the low part is lost, a neighbour of it will do.
fn agrees<F: NativeWord>(high: F, word: F) -> bool {
    let underflow = F::rounded(false, 1, F::LEAST_EXPONENT + 2 * F::PRECISION as i32, false);
    same(high, word)
        || word != F::default() && word.abs() < underflow && high.bits().abs_diff(word.bits()) <= 1
}

/// Every pair of edges: the high part is what the word's own operation gives, and the low part is
/// zero where that is zero, infinite or NaN.
fn pairs_of_edges<F: NativeWord, W: Word>(wrap: fn(F) -> W, unwrap: fn(W) -> F) {
    for operator in operators::<F, W>() {
        for &x in &edges::<F>() {
            for &y in &edges::<F>() {
                let expected = (operator.plain)(x, y);
                let (a, b) = (DoubleWord::from_word(wrap(x)), wrap(y));
                let results =
                    [(operator.of_pairs)(a, DoubleWord::from_word(b)), (operator.with_word)(a, b)];
                for result in results {
                    let (high, low) = (unwrap(result.hi()), unwrap(result.lo()));
                    let name = operator.name;
                    assert!(
                        agrees(high, expected),
                        "{x:?} {name} {y:?} = {high:?}, not {expected:?}"
                    );
                    if !expected.is_finite() || expected == F::default() {
                        assert!(low == F::default(), "{x:?} {name} {y:?} has low part {low:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn operators_on_float_floats() {
    pairs_of_edges::<f32, f32>(|x| x, |x| x);
}

#[test]
fn operators_on_double_doubles() {
    pairs_of_edges::<f64, f64>(|x| x, |x| x);
}

#[test]
fn operators_without_fused_multiply_add() {
    pairs_of_edges::<f32, NoFma<f32>>(NoFma, |x| x.0);
    pairs_of_edges::<f64, NoFma<f64>>(NoFma, |x| x.0);
}

/// A word on the left, roots and remainders, against f64.
#[test]
fn other_operations_on_edges() {
    for &x in &edges::<f64>() {
        let a = DoubleDouble::from(x);
        // A root just beside the middle of two words may be read from either.
        let (root, word) = (a.sqrt().hi(), x.sqrt());
        let ordinary = word.is_normal() && root.to_bits().abs_diff(word.to_bits()) <= 1;
        assert!(ordinary || same(root, word), "sqrt {x:e}");
        assert!(same(a.abs().hi(), x.abs()), "abs {x:e}");
        assert!(same((-a).hi(), -x), "negation of {x:e}");
        assert!(same(a.recip().hi(), 1.0 / x), "1 / {x:e}");
        assert!(same(a.signum().hi(), x.signum()), "signum {x:e}");
        assert!(same(a.floor().hi(), x.floor()), "floor {x:e}");
        assert!(same(a.ceil().hi(), x.ceil()), "ceil {x:e}");
        assert!(same(a.trunc().hi(), x.trunc()), "trunc {x:e}");
        assert!(same(a.round().hi(), x.round()), "round {x:e}");
        assert!(same(a.round_ties_even().hi(), x.round_ties_even()), "round_ties_even {x:e}");
        assert!(same(a.fract().hi(), x.fract()), "fract {x:e}");
        assert_eq!((a.is_nan(), a.is_infinite()), (x.is_nan(), x.is_infinite()));
        assert_eq!((a.is_finite(), a.is_normal()), (x.is_finite(), x.is_normal()));
        for &y in &edges::<f64>() {
            let b = DoubleDouble::from(y);
            assert!(same((x + b).hi(), x + y), "{x:e} + {y:e}");
            assert!(same((x - b).hi(), x - y), "{x:e} - {y:e}");
            assert!(same((x * b).hi(), x * y), "{x:e} * {y:e}");
            assert!(agrees((x / b).hi(), x / y), "{x:e} / {y:e}");
            assert!(same((a % b).hi(), x % y), "{x:e} % {y:e}");
            assert!(same(a.copysign(b).hi(), x.copysign(y)), "copysign {x:e} {y:e}");
            assert_eq!(a.max(b) == b.max(a), x.max(y) == y.max(x));
            assert_eq!(a.partial_cmp(&b), x.partial_cmp(&y), "{x:e} <=> {y:e}");
            assert_eq!([a < b, a <= b, a > b, a >= b], [x < y, x <= y, x > y, x >= y]);
            assert_eq!([a == b, a == y, x == b], [x == y; 3]);
            assert_eq!([a < y, x < b], [x < y; 2]);
            assert_eq!(a.total_cmp(&b), x.total_cmp(&y), "{x:e} total_cmp {y:e}");
        }
    }
}

#[test]
fn powers_of_edges() {
    for &x in &edges::<f64>() {
        for n in [0, 1, 2, 3, -1, -2, -3, i32::MAX, i32::MIN, i32::MIN + 1] {
            let power = DoubleDouble::from(x).powi(n);
            // The word's power, with the rounding of n − 1 products, decides the class.
            let word = if n == 0 { 1.0 } else { f64::powf(x, n.into()) };
            assert_eq!(power.is_nan(), word.is_nan(), "{x:e}^{n}");
            if word == 0.0 || word.is_infinite() {
                assert!(same(power.hi(), word), "{x:e}^{n} = {:e}, not {word:e}", power.hi());
            }
        }
    }
}

/// Sums at the largest number: inf if the high parts overflow, never NaN, and never a finite number
/// where the sum is beyond the last that rounds to one.
#[test]
fn overflow_of_sums() {
    let half_ulp = 2f64.powi(970);
    let max = DoubleDouble::MAX;
    assert_eq!(max + max, DoubleDouble::INFINITY);
    assert_eq!(-max - max, DoubleDouble::NEG_INFINITY);
    assert_eq!(max + half_ulp, DoubleDouble::INFINITY);
    assert_eq!(max + half_ulp / 4.0, DoubleDouble::INFINITY);
    assert_eq!(max + DoubleDouble::from(half_ulp / 4.0), DoubleDouble::INFINITY);
    assert_eq!(max - max, 0.0);
    assert_eq!((max - half_ulp).hi(), f64::MAX);
    let almost = DoubleDouble::from_parts(f64::MAX, -half_ulp / 2.0);
    assert_eq!(almost + half_ulp / 4.0, DoubleDouble::from_parts(f64::MAX, -half_ulp / 4.0));
    assert_eq!(DoubleDouble::from_parts(f64::MAX, half_ulp), DoubleDouble::INFINITY);
    assert_eq!(DoubleDouble::from_parts(f64::INFINITY, f64::NEG_INFINITY).lo(), 0.0);
}

/// Random finite operands near the ends of the range: no NaN but 0/0, and infinity only where the
/// exact result is above (1 − 8u) times the largest number.
fn no_nan_from_finite<W: Word>(wrap: fn(f32) -> W, unwrap: fn(W) -> f32) {
    let mut random = Random(7);
    let near_largest = f64::from(f32::MAX) * (1.0 - 8.0 / 16_777_216.0);
    for _ in 0..300_000 {
        let exponents = [127, 127, 126, 64, 63, 1, 0, -1, -63, -126, -149];
        let mut operand = || loop {
            let exponent = exponents[random.below(exponents.len() as u64) as usize];
            let high: f32 = random.word_near(exponent);
            let low = random.word_near(exponent - 25);
            let x = FloatFloat::from_parts(high, low);
            if x.is_finite() {
                return x;
            }
        };
        let (x, y) = (operand(), operand());
        let wrapped = |x: FloatFloat| DoubleWord::from_normalized(wrap(x.hi()), wrap(x.lo()));
        let (a, b) = (wrapped(x), wrapped(y));
        let (x, y) = (x.to_f64(), y.to_f64());
        for (result, value) in [(a + b, x + y), (a - b, x - y), (a * b, x * y), (a / b, x / y)] {
            if value.is_nan() || y == 0.0 {
                continue;
            }
            let (high, low) = (unwrap(result.hi()), unwrap(result.lo()));
            assert!(
                !high.is_nan() && low.is_finite(),
                "{x:e}, {y:e}: {high:e} {low:e} for {value:e}"
            );
            if high.is_infinite() {
                assert!(value.abs() > near_largest, "{x:e}, {y:e} overflows at {value:e}");
                assert_eq!(high > 0.0, value > 0.0);
            } else {
                let error = (f64::from(high) + f64::from(low) - value).abs();
                // Where the range ends: high parts only, 3u, plus the least subnormal number.
                assert!(
                    error <= 1.8e-7 * value.abs() + 3e-45,
                    "{x:e}, {y:e}: {high:e} for {value:e}"
                );
            }
        }
    }
}

#[test]
fn finite_operands_near_the_ends() {
    no_nan_from_finite::<f32>(|x| x, |x| x);
    no_nan_from_finite::<NoFma<f32>>(NoFma, |x| x.0);
}

#[test]
fn sums_of_special_values() {
    let sum = |terms: &[f64]| terms.iter().sum::<DoubleDouble>();
    assert_eq!(sum(&[f64::INFINITY, 1.0]), DoubleDouble::INFINITY);
    assert!(sum(&[f64::INFINITY, f64::NEG_INFINITY]).is_nan());
    assert!(sum(&[-0.0, -0.0]).is_sign_negative());
    assert_eq!(sum(&[f64::MAX, f64::MAX]), DoubleDouble::INFINITY);
    assert_eq!(sum(&[]), 0.0);
    let product = |terms: &[f64]| terms.iter().product::<DoubleDouble>();
    assert_eq!(product(&[]), 1.0);
    assert!(product(&[0.0, f64::INFINITY]).is_nan());
    assert_eq!(product(&[3.0, -0.5]), -1.5);
}

/// 2Sum overflows on its way where the second word is the largest there is; `from_parts` does not.
#[test]
fn parts_next_to_the_largest_word_are_added() {
    for exponent in 900..=1023 {
        let part = -2f64.powi(exponent);
        for (high, low) in [(part, f64::MAX), (f64::MAX, part), (-part, -f64::MAX)] {
            let x = DoubleDouble::from_parts(high, low);
            assert_eq!(x.hi(), high + low);
            assert_eq!(x.to_string().parse(), Ok(x), "{high:e} + {low:e}");
            assert!((x - low - high).hi() == 0.0 && x.lo().is_finite());
        }
    }
}
