//! Multiple precision: bit for bit what exact integers say, on operands that hurt.

use crate::reference::{
    Number, exactly, is_zero, negative, order, product, quotient, root, rounded, sum,
};
use dashu_int::UBig;
use floatfloat::multi_precision::{Limbs, Mp32, Mp64, Mp128, Mp256, Width};
use floatfloat_exact::{Random, multi_precision::Operands};
use std::cmp::Ordering;

/// Operands of a test of each operation.
const COUNT: u64 = 200_000;

fn agree<const N: usize>(
    what: &str,
    operands: &[Number<N>],
    found: Number<N>,
    expected: Number<N>,
) {
    let words = |x: &Number<N>| (x.head(), x.limbs());
    assert!(
        words(&found) == words(&expected),
        "{what} of {:x?}: {:x?} instead of {:x?}",
        operands.iter().map(words).collect::<Vec<_>>(),
        words(&found),
        words(&expected)
    );
}

fn compare<const N: usize>(a: Number<N>, b: Number<N>)
where
    Limbs: Width<N>,
{
    let both = [a, b];
    agree("sum", &both, a + b, sum(a, b));
    agree("difference", &both, a - b, sum(a, -b));
    agree("product", &both, a * b, product(a, b));
    agree("quotient", &both, a / b, quotient(a, b));
    agree("root", &[a], a.sqrt(), root(a));
    agree("root of a magnitude", &[a], a.abs().sqrt(), root(a.abs()));
    let expected = order(a, b);
    assert_eq!(a.partial_cmp(&b), expected, "{both:?}");
    let is_less_or_equal = matches!(expected, Some(Ordering::Less | Ordering::Equal));
    assert_eq!(a.less_or_equal(b), is_less_or_equal, "{both:?}");
}

fn check<const N: usize>(count: u64, seed: u64)
where
    Limbs: Width<N>,
{
    let mut operands = Operands::new(seed);
    for _ in 0..count {
        let [a, b] = operands.pair();
        compare::<N>(a, b);
    }
}

fn check_edges<const N: usize>()
where
    Limbs: Width<N>,
{
    let edges = Operands::edges::<N>();
    for &a in &edges {
        for &b in &edges {
            compare(a, b);
        }
    }
}

#[test]
fn results_are_those_of_exact_integers() {
    check::<1>(COUNT, 1);
    check::<2>(COUNT, 2);
    check::<4>(COUNT, 3);
}

#[test]
fn results_of_eight_limbs_are_those_of_exact_integers() {
    check::<8>(COUNT, 4);
}

/// `cargo test --release -p floatfloat --test multi_precision -- --ignored exact::many_results`
#[test]
#[ignore = "minutes"]
fn many_results_are_those_of_exact_integers() {
    check::<1>(100 * COUNT, 5);
    check::<2>(50 * COUNT, 6);
    check::<4>(50 * COUNT, 7);
    check::<8>(20 * COUNT, 8);
}

/// Products and quotients that are next to half of the least number, and to the largest.
fn check_near_the_ends<const N: usize>()
where
    Limbs: Width<N>,
{
    let one = Number::<N>::ONE;
    let mut step = Number::<N>::EPSILON;
    for _ in 0..Number::<N>::BITS {
        let near_one = [one - step, one - step * step, one + step, one + step + step];
        for (x, y) in near_one.iter().flat_map(|&x| near_one.map(|y| (x, y))) {
            for end in [Number::MIN_POSITIVE, Number::MAX] {
                for half in [one, one / Number::from_f64(2.0), one / Number::from_f64(4.0)] {
                    compare(x * half, y * end);
                    compare(x * end, y / half);
                }
            }
        }
        step = step + step;
    }
}

#[test]
fn ends_of_the_range_are_those_of_exact_integers() {
    check_near_the_ends::<1>();
    check_near_the_ends::<2>();
    check_near_the_ends::<4>();
    check_near_the_ends::<8>();
}

#[test]
fn edges_are_those_of_exact_integers() {
    check_edges::<1>();
    check_edges::<2>();
    check_edges::<4>();
    check_edges::<8>();
}

#[test]
fn special_values_are_those_of_ieee_754() {
    let [zero, one, infinity, nan] = [Mp64::ZERO, Mp64::ONE, Mp64::INFINITY, Mp64::NAN];
    let words = |x: Mp64| (x.head(), x.limbs());
    for (what, found, expected) in [
        ("0/0", zero / zero, nan),
        ("1/0", one / zero, infinity),
        ("-1/0", -one / zero, -infinity),
        ("1/-0", one / -zero, -infinity),
        ("inf - inf", infinity - infinity, nan),
        ("inf + inf", infinity + infinity, infinity),
        ("inf * 0", infinity * zero, nan),
        ("inf / inf", infinity / infinity, nan),
        ("1/inf", one / infinity, zero),
        ("-1/inf", -one / infinity, -zero),
        ("-0 + -0", -zero + -zero, -zero),
        ("0 - 0", zero - zero, zero),
        ("1 - 1", one - one, zero),
        ("sqrt -0", (-zero).sqrt(), -zero),
        ("sqrt -1", (-one).sqrt(), nan),
        ("sqrt inf", infinity.sqrt(), infinity),
        ("-nan", -nan, nan),
        ("|-inf|", (-infinity).abs(), infinity),
        ("max + max", Mp64::MAX + Mp64::MAX, infinity),
        ("-max * max", -Mp64::MAX * Mp64::MAX, -infinity),
        ("least squared", Mp64::MIN_POSITIVE * -Mp64::MIN_POSITIVE, -zero),
        ("half of the least", Mp64::MIN_POSITIVE / Mp64::from(2.0), zero),
        ("three quarters of it", Mp64::MIN_POSITIVE * Mp64::from(0.75), Mp64::MIN_POSITIVE),
        ("1 + epsilon/2", one + Mp64::EPSILON / Mp64::from(2.0), one),
    ] {
        assert_eq!(words(found), words(expected), "{what}");
    }
    assert!(nan != nan && zero == -zero && -infinity < infinity);
    assert!(nan.partial_cmp(&one).is_none() && !nan.less_or_equal(nan));
    assert!(nan.is_nan() && !nan.is_finite() && infinity.is_infinite() && one.is_finite());
    assert_eq!(Mp64::from(-0.75).exponent_of_two(), Some(-1));
    assert_eq!([zero, infinity, nan].map(Mp64::exponent_of_two), [None; 3]);
}

/// Whatever the words are, there is a result.
#[test]
fn words_that_are_no_numbers_do_no_harm() {
    fn any<const N: usize>()
    where
        Limbs: Width<N>,
    {
        let mut random = Random::new(9);
        let mut any = || {
            let mut word = || [0, 1, u32::MAX, random.bits() as u32][random.bits() as usize % 4];
            Number::<N>::from_words(word(), std::array::from_fn(|_| word()))
        };
        for _ in 0..10_000 {
            let [a, b] = [any(), any()];
            for result in [a + b, a - b, a * b, a / b, a.sqrt(), -a, a.abs()] {
                let again = Number::<N>::from_words(result.head(), result.limbs());
                assert_eq!(again.less(b), result.less(b));
            }
        }
    }
    any::<1>();
    any::<2>();
    any::<4>();
    any::<8>();
}

fn words_come_back<const N: usize>(random: &mut Random) {
    for _ in 0..COUNT {
        let value = f64::from_bits(random.bits());
        let number = Number::<N>::from_f64(value);
        let back = f64::from(number);
        let expected = if N == 1 { f64::from(Mp256::from(value).convert::<1>()) } else { value };
        assert!(back.to_bits() == expected.to_bits() || value.is_nan() && back.is_nan());
        assert_eq!(number.is_nan(), value.is_nan());
    }
}

#[test]
fn words_are_numbers_and_numbers_are_rounded_to_words() {
    let mut random = Random::new(10);
    words_come_back::<1>(&mut random);
    words_come_back::<2>(&mut random);
    words_come_back::<4>(&mut random);
    words_come_back::<8>(&mut random);
    for _ in 0..COUNT {
        // Sums of two words, rounded once.
        let a = f64::from_bits(random.bits());
        let b =
            f64::from_bits(a.to_bits().wrapping_add((random.bits() % 5) << 52)) * 2f64.powi(-53);
        let sum = Mp256::from(a) + Mp256::from(b);
        let expected = a + b;
        let found = f64::from(sum);
        assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan());
        let short = f32::from_bits(random.bits() as u32);
        assert!(f64::from(Mp32::from(short)) == f64::from(short) || short.is_nan());
    }
}

#[test]
fn integers_are_numbers() {
    let mut random = Random::new(11);
    for _ in 0..COUNT {
        let integer = random.bits() >> (random.bits() % 64);
        let expected = rounded::<8>(false, &UBig::from(integer), 0, false);
        agree("integer", &[], Mp256::from(integer), expected);
        agree("integer", &[], Mp64::from(integer), expected.convert());
        agree("integer", &[], Mp128::from(-(integer as i64)), {
            let size = Mp128::from((integer as i64).unsigned_abs());
            if (integer as i64) > 0 { -size } else { size }
        });
        agree("integer", &[], Mp32::from(integer as u32), Mp64::from(integer as u32).convert());
        assert_eq!(f64::from(Mp32::from(integer as i32)), f64::from(integer as i32));
    }
}

#[test]
fn widths_are_rounded() {
    let mut operands = Operands::new(12);
    for _ in 0..COUNT {
        let [wide, _] = operands.pair::<8>();
        let (m, e) = exactly(wide);
        if !wide.is_finite() || is_zero(wide) {
            continue;
        }
        let minus = negative(wide);
        agree("width", &[], wide.convert::<1>(), rounded(minus, &m, e, false));
        agree("width", &[], wide.convert::<2>(), rounded(minus, &m, e, false));
        agree("width", &[], wide.convert::<4>(), rounded(minus, &m, e, false));
        let [narrow, _] = operands.pair::<2>();
        agree("width", &[narrow], narrow.convert::<8>().convert(), narrow);
    }
}
