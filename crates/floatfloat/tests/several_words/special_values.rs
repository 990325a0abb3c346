//! Zeros, infinities, NaN and the ends of the range: as the words have it.

use crate::common::{Number, edges, exact, number};
use floatfloat::{
    MultiWord, NativeWord, NoFma, QuadDouble, QuadFloat, QuadWord, TripleDouble, TripleFloat,
    TripleWord, Word,
};
use floatfloat_exact::{Exact, Random};

fn same<F: NativeWord>(x: F, y: F) -> bool {
    x.bits() == y.bits() || x.is_nan() && y.is_nan()
}

/// The first word is what the word's operation gives (near underflow a neighbour of it), and the others
/// are zero where that is zero, infinite or NaN.
fn agrees<N: MultiWord, F: NativeWord>(result: N, expected: F, to: fn(N::Word) -> F) -> bool {
    let parts = result.parts();
    let mut words = parts.into_iter().map(to);
    let first = words.next().expect("a first word");
    let underflow = F::rounded(false, 1, F::LEAST_EXPONENT + 4 * F::PRECISION as i32, false);
    let near = expected != F::default()
        && expected.abs() < underflow
        && first.bits().abs_diff(expected.bits()) <= 1;
    let special = !expected.is_finite() || expected == F::default();
    (near || same(first, expected)) && (!special || words.all(|word| word == F::default()))
}

fn pairs_of_edges<N: MultiWord, F: NativeWord>(from: fn(F) -> N::Word, to: fn(N::Word) -> F) {
    for &x in &edges::<F>() {
        let a = N::from_word(from(x));
        let root = x.sqrt();
        // A root just beside the middle of two words may begin with either.
        let first = to(a.sqrt().hi());
        let beside = root.is_ordinary() && first.bits().abs_diff(root.bits()) <= 1;
        assert!(beside || agrees(a.sqrt(), root, to), "root of {x:?}");
        assert!(agrees(a.abs(), x.abs(), to), "|{x:?}|");
        assert!(agrees(-a, -x, to), "-{x:?}");
        for &y in &edges::<F>() {
            let b = N::from_word(from(y));
            let word = from(y);
            let results = [
                ("+", x + y, [a + b, a + word]),
                ("-", x - y, [a - b, a - word]),
                ("*", x * y, [a * b, a * word]),
                ("/", x / y, [a / b, a / word]),
            ];
            for (sign, expected, results) in results {
                for (result, second) in results.into_iter().zip(["number", "word"]) {
                    let first = to(result.hi());
                    assert!(
                        agrees(result, expected, to),
                        "{x:?} {sign} {y:?} ({second}) is {first:?}, not {expected:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn operators_on_edges() {
    pairs_of_edges::<TripleFloat, f32>(|x| x, |x| x);
    pairs_of_edges::<QuadFloat, f32>(|x| x, |x| x);
    pairs_of_edges::<TripleDouble, f64>(|x| x, |x| x);
    pairs_of_edges::<QuadDouble, f64>(|x| x, |x| x);
}

#[test]
fn operators_on_edges_without_fused_multiply_add() {
    pairs_of_edges::<TripleWord<NoFma<f32>>, f32>(NoFma, |x| x.0);
    pairs_of_edges::<QuadWord<NoFma<f32>>, f32>(NoFma, |x| x.0);
    pairs_of_edges::<TripleWord<NoFma<f64>>, f64>(NoFma, |x| x.0);
    pairs_of_edges::<QuadWord<NoFma<f64>>, f64>(NoFma, |x| x.0);
}

macro_rules! methods {
    ($($name:ident: $number:ident;)*) => {$(
        #[test]
        fn $name() {
            for &x in &edges::<f64>() {
                let a = $number::from(x);
                assert!(same(a.recip().hi(), 1.0 / x), "1 / {x:e}");
                assert!(same(a.signum().hi(), x.signum()), "signum {x:e}");
                assert!(same(a.floor().hi(), x.floor()), "floor {x:e}");
                assert!(same(a.ceil().hi(), x.ceil()), "ceil {x:e}");
                assert!(same(a.trunc().hi(), x.trunc()), "trunc {x:e}");
                assert!(same(a.round().hi(), x.round()), "round {x:e}");
                assert!(same(a.round_ties_even().hi(), x.round_ties_even()), "ties {x:e}");
                assert!(same(a.fract().hi(), x.fract()), "fract {x:e}");
                assert_eq!((a.is_nan(), a.is_infinite()), (x.is_nan(), x.is_infinite()));
                assert_eq!((a.is_finite(), a.is_normal()), (x.is_finite(), x.is_normal()));
                assert!(same(a.to_f64(), x) && same(a.to_f32(), x as f32), "{x:e}");
                assert!(same($number::from_f64(x).hi(), x), "{x:e}");
                assert!(same(a.constant(x).hi(), x), "{x:e}");
                assert!(same(a.midpoint(a).hi(), x), "midpoint of {x:e}");
                for &y in &edges::<f64>() {
                    let b = $number::from(y);
                    assert!(same((a % b).hi(), x % y), "{x:e} % {y:e}");
                    assert!(same(a.copysign(b).hi(), x.copysign(y)), "copysign {x:e} {y:e}");
                    assert_eq!(a.partial_cmp(&b), x.partial_cmp(&y), "{x:e} <=> {y:e}");
                    assert_eq!([a < b, a <= b, a > b, a >= b], [x < y, x <= y, x > y, x >= y]);
                    assert_eq!([a == b, a == y, x == b], [x == y; 3]);
                    assert_eq!([a < y, x < b], [x < y; 2]);
                    assert_eq!(a.total_cmp(&b), x.total_cmp(&y), "{x:e} total_cmp {y:e}");
                    assert_eq!(a.max(b) == b.max(a), x.max(y) == y.max(x));
                    assert!(a.maximum(b).is_nan() == (x.is_nan() || y.is_nan()));
                }
                for n in [0, 1, 2, -1, -2, i32::MAX, i32::MIN] {
                    let word = if n == 0 { 1.0 } else { x.powf(n.into()) };
                    let power = a.powi(n);
                    assert_eq!(power.is_nan(), word.is_nan(), "{x:e}^{n}");
                    if word == 0.0 || word.is_infinite() {
                        assert!(same(power.hi(), word), "{x:e}^{n} = {:e}", power.hi());
                    }
                }
            }
        }
    )*};
}

methods! {
    methods_of_triple_doubles: TripleDouble;
    methods_of_quad_doubles: QuadDouble;
}

/// Finite operands near the ends of the range: no NaN but from 0/0, and infinity only where the exact
/// result is next to the largest number or above.
fn no_nan_from_finite<N: Number>() {
    let mut random = Random::new(7);
    let largest = Exact::new(N::Word::MAX.into());
    let near_largest = largest.clone() - largest.shifted(2 - N::Word::PRECISION as i64);
    for _ in 0..50_000 {
        let mut operand = || {
            let ends = [127, 127, 126, 64, 63, 1, 0, -1, -63, -126, -149];
            let exponent = random.pick(&ends) * N::Word::LARGEST_EXPONENT / 127;
            loop {
                let parts: N = number_of(&mut random, exponent);
                if parts.hi().is_finite() {
                    return parts;
                }
            }
        };
        let (x, y) = (operand(), operand());
        let (a, b) = (exact(x), exact(y));
        let cases = [
            ("+", x + y, a.clone() + b.clone()),
            ("-", x - y, a.clone() - b.clone()),
            ("*", x * y, a * b),
        ];
        for (sign, result, value) in cases {
            check_end(sign, x, y, result, &value, &near_largest);
        }
        if y.hi() != N::Word::default() {
            let quotient = x / y;
            assert!(!quotient.hi().is_nan(), "{x:?} / {y:?}");
            for &word in quotient.parts().as_ref() {
                assert!(!word.is_nan(), "{x:?} / {y:?} is {quotient:?}");
            }
        }
    }
}

fn number_of<N: Number>(random: &mut Random, exponent: i32) -> N {
    let x: N = number(random, exponent.min(N::Word::LARGEST_EXPONENT - 1));
    if exponent == N::Word::LARGEST_EXPONENT { x + x } else { x }
}

fn check_end<N: Number>(sign: &str, x: N, y: N, result: N, value: &Exact, near_largest: &Exact) {
    let parts = result.parts();
    for &word in parts.as_ref() {
        assert!(!word.is_nan(), "{x:?} {sign} {y:?} is {result:?}");
    }
    if !result.hi().is_finite() {
        assert!(value.clone().abs() > *near_largest, "{x:?} {sign} {y:?} is {result:?}");
        assert_eq!(result.hi().is_negative(), value.is_negative());
        return;
    }
    // At the ends of the range only the first word can be relied on, and there is underflow.
    let error = (exact(result) - value.clone()).abs();
    let allowed = value.clone().abs().shifted(2 - N::Word::PRECISION as i64)
        + Exact::from_parts(64, N::Word::LEAST_EXPONENT.into());
    assert!(error <= allowed, "{x:?} {sign} {y:?} is {result:?}");
}

#[test]
fn finite_operands_near_the_ends() {
    no_nan_from_finite::<TripleFloat>();
    no_nan_from_finite::<QuadFloat>();
    no_nan_from_finite::<TripleDouble>();
    no_nan_from_finite::<QuadDouble>();
}

/// 1 + u + u² has two sets of words. They are equal, their difference is zero, and so is their order.
#[test]
fn different_words_of_one_number() {
    let u = f64::EPSILON / 2.0;
    let x = TripleDouble::from_normalized([1.0, u, u * u]);
    let y = TripleDouble::from_normalized([1.0 + 2.0 * u, u * u - u, 0.0]);
    assert_eq!(exact(x), exact(y));
    assert_eq!([x == y, x <= y, x >= y, x < y, x > y], [true, true, true, false, false]);
    for zero in [x - y, y - x, -x + y] {
        assert!(zero.hi() == 0.0 && !zero.is_sign_negative(), "{zero:?}");
    }
    assert_eq!(x.total_cmp(&y), std::cmp::Ordering::Equal);
    assert_eq!(x.to_string(), y.to_string());
    // Between them the first words are in the wrong order.
    let (x, y) = (QuadDouble::from(x), QuadDouble::from(y));
    let above = x + u * u * u;
    assert!(above > y && above.hi() < y.hi(), "{above:?} {y:?}");
    assert!(y < above && above.max(y) == above && above.min(y) == y);
}

/// Words in any order and of any size, and such that are not numbers.
#[test]
fn any_words_have_their_sum() {
    fn check<N: Number>(random: &mut Random) {
        for _ in 0..20_000 {
            let parts = floatfloat::Array::from_fn(|_| {
                let far = random.between(-30, 30) * random.between(0, 4);
                crate::common::word::<N::Word>(random, far)
            });
            let sum: Exact =
                N::Parts::<N::Word>::into_iter(parts).map(|w| Exact::new(w.into())).sum();
            let number = N::from_parts(parts);
            assert_eq!(exact(number), sum, "{number:?}");
            assert!(crate::common::is_normalized(number), "{number:?}");
            assert_eq!(
                crate::common::bits(N::from_parts(number.parts())),
                crate::common::bits(number)
            );
        }
    }
    let mut random = Random::new(3);
    check::<TripleFloat>(&mut random);
    check::<QuadFloat>(&mut random);
    check::<TripleDouble>(&mut random);
    check::<QuadDouble>(&mut random);
    let nan = QuadDouble::from_parts([1.0, f64::NAN, 2.0, 3.0]);
    assert!(nan.is_nan() && nan.parts()[1..] == [0.0; 3]);
    let infinite = QuadDouble::from_parts([1.0, 2.0, f64::NEG_INFINITY, 3.0]);
    assert_eq!(infinite.parts(), [f64::NEG_INFINITY, 0.0, 0.0, 0.0]);
    assert!(QuadDouble::from_parts([f64::INFINITY, 1.0, f64::NEG_INFINITY, 3.0]).is_nan());
    assert_eq!(TripleDouble::from_parts([f64::MAX; 3]), TripleDouble::INFINITY);
    let cancelling = TripleDouble::from_parts([f64::MAX, 1.0, -f64::MAX]);
    assert_eq!(cancelling.parts(), [1.0, 0.0, 0.0]);
    assert!(TripleDouble::from_parts([-0.0; 3]).is_sign_negative());
}

/// Words that are not numbers in any place never panic, whatever is done with them.
#[test]
fn words_that_are_not_normalised_do_not_panic() {
    let words = [0.0, -1.0, 1e300, 5e-324, f64::NAN, f64::INFINITY, f64::MAX];
    for &a in &words {
        for &b in &words {
            for &c in &words {
                let x = TripleDouble::from_normalized([a, b, c]);
                let y = TripleDouble::from_normalized([c, a, b]);
                let results = [x + y, x - y, x * y, x / y, x.sqrt(), x.floor(), x.round(), x.abs()];
                assert_eq!(results.len(), 8);
                assert!(!(x < y && y < x));
                assert!(a.is_finite() || x.to_string().parse::<TripleDouble>().is_ok());
            }
        }
    }
}
