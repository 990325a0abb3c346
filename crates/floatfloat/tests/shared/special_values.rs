//! Operators and methods at the edges, against those of the word, for numbers of any number of words.

use super::edges::edges;
use floatfloat::{MultiWord, NativeWord};

/// The same bits, or both NaN.
pub fn same<F: NativeWord>(x: F, y: F) -> bool {
    x.bits() == y.bits() || x.is_nan() && y.is_nan()
}

/// The first word is what the word's operation gives (near underflow, where other words are lost, a neighbour
/// of it), and the others are zero where that is zero, infinite or NaN.
fn agrees<N: MultiWord, F: NativeWord>(result: N, expected: F, to: fn(N::Word) -> F) -> bool {
    let parts = result.parts();
    let mut words = parts.into_iter().map(to);
    let first = words.next().expect("a first word");
    let lost = N::WORDS as i32 * F::PRECISION as i32;
    let underflow = F::rounded(false, 1, F::LEAST_EXPONENT + lost, false);
    let near = expected != F::default()
        && expected.abs() < underflow
        && first.bits().abs_diff(expected.bits()) <= 1;
    let special = !expected.is_finite() || expected == F::default();
    (near || same(first, expected)) && (!special || words.all(|word| word == F::default()))
}

/// Operators of numbers, and of a number and a word, on every pair of edges; roots and signs of every edge.
pub fn pairs_of_edges<N: MultiWord, F: NativeWord>(from: fn(F) -> N::Word, to: fn(N::Word) -> F) {
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

/// A quotient whose first word is that of the word's own division, near underflow a neighbour of it.
pub fn quotient_agrees<N: MultiWord<Word = f64>>(result: N, expected: f64) -> bool {
    agrees(result, expected, |word| word)
}

/// A test of the methods of a number type over `f64`, and of a word on the left, at the edges.
macro_rules! methods_at_edges {
    ($($name:ident: $number:ident;)*) => {$(
        #[test]
        fn $name() {
            use crate::shared::{edges::edges, special_values::{quotient_agrees, same}};
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
                    assert!(same((x + b).hi(), x + y), "{x:e} + {y:e}");
                    assert!(same((x - b).hi(), x - y), "{x:e} - {y:e}");
                    assert!(same((x * b).hi(), x * y), "{x:e} * {y:e}");
                    assert!(quotient_agrees(x / b, x / y), "{x:e} / {y:e}");
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
                for n in [0, 1, 2, 3, -1, -2, -3, i32::MAX, i32::MIN, i32::MIN + 1] {
                    // The word's power, with the rounding of n − 1 products, decides the class.
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

pub(crate) use methods_at_edges;
