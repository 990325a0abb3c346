//! Zeros, infinities, NaN and the ends of the range: as the words have it.

use crate::{
    common::{Number, exact, number},
    shared::special_values::{methods_at_edges, pairs_of_edges},
};
use floatfloat::{
    NativeWord, NoFma, QuadDouble, QuadFloat, QuadWord, TripleDouble, TripleFloat, TripleWord, Word,
};
use floatfloat_exact::{Exact, Random};

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

methods_at_edges! {
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
            let parts = floatfloat::WordArray::from_fn(|_| {
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
