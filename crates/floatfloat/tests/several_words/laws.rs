//! Laws that hold for all numbers, and order, rounding, remainders and sums against exact values.

use crate::common::{Number, bits, exact, is_normalized, number, word};
use floatfloat::{
    DoubleDouble, MultiWord, QuadDouble, QuadFloat, TotalOrder, TripleDouble, TripleFloat, Word,
};
use floatfloat_exact::{Exact, Random};
use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
};

macro_rules! of_all_types {
    ($($test:ident: $law:ident;)*) => {$(
        #[test]
        fn $test() {
            $law::<TripleFloat>(&mut Random::new(11));
            $law::<QuadFloat>(&mut Random::new(12));
            $law::<TripleDouble>(&mut Random::new(13));
            $law::<QuadDouble>(&mut Random::new(14));
        }
    )*};
}

of_all_types! {
    sums_and_products_commute: commutes;
    neutral_elements_change_nothing: neutral;
    order_is_that_of_the_values: ordered;
    generic_code_has_the_bits_of_the_type: generic;
}

/// Two numbers, often close to each other, or of other words with nearly the same value.
fn pair<N: Number>(random: &mut Random) -> [N; 2] {
    let p = N::Word::PRECISION as i32;
    let x: N = number(random, 0);
    let exponent = random.between(-2 * p, 2 * p);
    let y = match random.below(4) {
        0 => number(random, exponent),
        1 => {
            let below = random.between(1, 5 * p);
            x + word::<N::Word>(random, -below)
        }
        2 => {
            // One more word than there are, so that the last bits differ.
            let k = random.below(N::WORDS as u64) as usize;
            let mut parts = x.parts();
            let small = word::<N::Word>(random, -p * (k as i32 + 1));
            parts[k] = parts[k] + small;
            N::from_parts(parts)
        }
        _ => number(random, 0),
    };
    [x, y]
}

fn commutes<N: Number>(random: &mut Random) {
    for _ in 0..30_000 {
        let [x, y] = pair::<N>(random);
        assert_eq!(bits(x + y), bits(y + x), "{x:?} + {y:?}");
        assert_eq!(bits(x * y), bits(y * x), "{x:?} * {y:?}");
        assert_eq!(bits(x - y), bits(x + -y), "{x:?} - {y:?}");
        assert_eq!(exact(x - y), -exact(y - x), "{x:?} - {y:?}");
        assert_eq!(bits(-x * y), bits(-(x * y)), "-{x:?} * {y:?}");
        assert_eq!(bits(x / -y), bits(-(x / y)), "{x:?} / -{y:?}");
        let two = x.hi().constant(2.0);
        assert_eq!(bits(x * two), bits(x + x), "{x:?} * 2");
        for z in [x + y, x - y, x * y, x / y, x + y.hi(), x * y.hi(), x / y.hi(), x.abs().sqrt()] {
            assert!(is_normalized(z), "{x:?}, {y:?}: {z:?}");
        }
    }
}

fn neutral<N: Number>(random: &mut Random) {
    for _ in 0..20_000 {
        let x: N = number(random, 0);
        let zero = N::from_word(N::Word::default());
        let one = N::from_word(x.hi().constant(1.0));
        for same in [x + zero, x - zero, x * one, x / one, x * one.hi(), x / one.hi(), -(-x)] {
            assert_eq!(exact(same), exact(x), "{x:?}");
        }
        let same = x;
        assert_eq!(bits(x - same), bits(zero));
        assert_eq!(exact(x / same), Exact::from_parts(1, 0), "{x:?}");
        let root = exact((x * x).sqrt());
        let bits = i64::from(N::Word::PRECISION) * N::WORDS as i64;
        assert!((root - exact(x.abs())).abs() <= exact(x.abs()).shifted(8 - bits), "{x:?}");
    }
}

fn ordered<N: Number>(random: &mut Random) {
    for _ in 0..50_000 {
        let [x, y] = pair::<N>(random);
        let (a, b) = (exact(x), exact(y));
        assert_eq!(x.partial_cmp(&y), a.partial_cmp(&b), "{x:?} {y:?}");
        assert_eq!([x < y, x <= y, x > y, x >= y], [a < b, a <= b, a > b, a >= b], "{x:?} {y:?}");
        assert_eq!([x.less(y), x.less_or_equal(y), x.equal(y)], [a < b, a <= b, a == b]);
        assert_eq!(exact(x.abs()), a.abs());
    }
}

/// Every operation of the trait.
fn expression<N: MultiWord>(x: N, y: N, word: N::Word) -> N {
    let mut sum = x.mul_add(y, x / y) - (x + word) * word / (-y).abs().sqrt();
    sum += y - word;
    sum *= x / word;
    sum -= word;
    sum /= y.constant(0.1);
    N::select(x.less(y), sum, sum * x)
}

/// Code over the trait gives normalised numbers, and words without a fused multiply-add have the bits of those
/// with one where only error-free transforms are shortened.
fn generic<N: Number>(random: &mut Random) {
    for _ in 0..2_000 {
        let [x, y] = pair::<N>(random);
        assert!(is_normalized(expression(x, y, word(random, 0))));
        let bare = |x: N| -> N::Over<floatfloat::NoFma<f64>> {
            let parts = x.parts();
            MultiWord::from_normalized(floatfloat::WordArray::from_fn(|k| {
                floatfloat::NoFma(parts[k].into())
            }))
        };
        if N::Word::PRECISION == 53 {
            let (sum, product) = (bare(x) + bare(y), bare(x) * bare(y));
            for (ours, other) in [(x + y, sum), (x * y, product)] {
                let parts = ours.parts();
                for (k, word) in other.parts().into_iter().enumerate() {
                    assert_eq!(word.0, parts[k].into(), "{x:?} {y:?}");
                }
            }
        }
    }
}

/// The integers beside a number, exactly.
fn floor(x: &Exact) -> Exact {
    let one = Exact::from_parts(1, 0);
    let cut = Exact::from_parts(x.quotient(&one), 0);
    if cut > *x { cut - one } else { cut }
}

macro_rules! inherent {
    ($($name:ident: $number:ident $float:ident;)*) => {$(
        mod $name {
            use super::*;

            fn numbers(seed: u64) -> impl Iterator<Item = $number> {
                let mut random = Random::new(seed);
                let p = $float::PRECISION as i32;
                std::iter::repeat_with(move || {
                    let exponent = random.between(-3, 4 * p);
                    let x: $number = number(&mut random, exponent);
                    match random.below(6) {
                        // Integers, halves, and just beside them.
                        0 => x.floor(),
                        1 => x.floor() + 0.5,
                        2 => x.floor() + word::<$float>(&mut random, -p),
                        3 => x.floor() + 0.5 + word::<$float>(&mut random, -p),
                        _ => x,
                    }
                })
                .take(20_000)
            }

            #[test]
            fn rounding_to_integers_is_exact() {
                for x in numbers(21) {
                    let value = exact(x);
                    let below = floor(&value);
                    let above = -floor(&-value.clone());
                    let toward_zero = if value.is_negative() { &above } else { &below };
                    let half = Exact::from_parts(1, -1);
                    let away = floor(&(value.clone().abs() + half.clone()));
                    let tie = (value.clone() - below.clone()) == half;
                    let odd = below.last_bit() == Some(0);
                    let nearest = floor(&(value.clone() + half));
                    let even = if tie && !odd { &below } else { &nearest };
                    assert_eq!(exact(x.floor()), below, "floor {x:?}");
                    assert_eq!(exact(x.ceil()), above, "ceil {x:?}");
                    assert_eq!(exact(x.trunc()), *toward_zero, "trunc {x:?}");
                    assert_eq!(exact(x.round()).abs(), away, "round {x:?}");
                    assert_eq!(exact(x.round_ties_even()), *even, "ties {x:?}");
                    assert_eq!(exact(x.fract()), value - toward_zero.clone(), "fract {x:?}");
                    assert_eq!(x.is_integer(), below == above);
                    for z in [x.floor(), x.ceil(), x.trunc(), x.round(), x.fract()] {
                        assert!(is_normalized(z), "{x:?}: {z:?}");
                    }
                }
            }

            #[test]
            fn remainders_are_exact_where_they_fit() {
                let mut random = Random::new(22);
                for x in numbers(23).take(3_000) {
                    let y: $number = number(&mut random, 5);
                    let rest = exact(x).remainder(&exact(y));
                    let found = exact(x % y);
                    // Rounded to as many words as there are.
                    let error = (found - rest.clone()).abs();
                    let unit = rest.abs().shifted(-($number::MANTISSA_DIGITS as i64));
                    assert!(error <= unit, "{x:?} % {y:?}");
                    let positive = x.rem_euclid(y);
                    assert!(positive >= 0.0 && positive <= y.abs(), "{x:?} {y:?}");
                }
            }

            #[test]
            fn total_order_and_hash_are_of_values() {
                let mut random = Random::new(24);
                let hash = |x: $number| {
                    let mut hasher = DefaultHasher::new();
                    TotalOrder(x).hash(&mut hasher);
                    hasher.finish()
                };
                let mut set = HashSet::new();
                for _ in 0..10_000 {
                    let [x, y] = pair::<$number>(&mut random);
                    assert_eq!(x.total_cmp(&y), exact(x).cmp(&exact(y)));
                    assert_eq!(TotalOrder(x) == TotalOrder(y), x == y);
                    set.insert(TotalOrder(x));
                    let again = (x + 1.0) - 1.0;
                    if again == x {
                        assert_eq!(hash(again), hash(x));
                    }
                }
                assert!(set.len() > 5_000);
                let nan = TotalOrder($number::NAN);
                assert!(nan > TotalOrder($number::INFINITY) && nan == nan);
                assert!(TotalOrder(-$number::ZERO) < TotalOrder($number::ZERO));
            }

            #[test]
            fn mixtures_of_words_and_references() {
                let (x, y) = ($number::PI, $number::E);
                let word: $float = 0.75;
                let of_word = $number::from(word);
                macro_rules! operator {
                    ($op:tt $assign:tt) => {
                        let both = [x $op y, &x $op y, x $op &y, &x $op &y];
                        assert!(both.iter().all(|&z| bits(z) == bits(both[0])));
                        let right = [x $op word, &x $op word, x $op &word, &x $op &word];
                        assert!(right.iter().all(|&z| bits(z) == bits(right[0])));
                        let left = [word $op x, &word $op x, word $op &x, &word $op &x];
                        assert!(left.iter().all(|&z| bits(z) == bits(left[0])));
                        let mut assigned = [x; 4];
                        assigned[0] $assign y;
                        assigned[1] $assign &y;
                        assigned[2] $assign word;
                        assigned[3] $assign &word;
                        let expected = [both[0], both[0], right[0], right[0]];
                        assert_eq!(assigned.map(bits), expected.map(bits));
                        for (z, wide) in [(right[0], x $op of_word), (left[0], of_word $op x)] {
                            assert!((z - wide).abs() <= wide.abs() * ($number::EPSILON * 50.0));
                        }
                    };
                }
                operator!(+ +=);
                operator!(- -=);
                operator!(* *=);
                operator!(/ /=);
                operator!(% %=);
                let sum: $number = [x, y, x].iter().sum();
                assert_eq!(bits(sum), bits((x + y) + x));
                let product: $number = [x, y, x].into_iter().product();
                assert_eq!(bits(product), bits((x * y) * x));
                assert!([x].iter().sum::<$number>() == x && $number::default() == 0.0);
            }

            #[test]
            fn powers_multiply() {
                for x in numbers(25).filter(|x| x.hi().abs() < 1e3).take(2_000) {
                    let cube = x * x * x;
                    assert!((x.powi(3) - cube).abs() <= cube.abs() * ($number::EPSILON * 64.0));
                    assert_eq!(bits(x.powi(2)), bits(x * x));
                    assert_eq!(x.powi(0), 1.0);
                    if x != 0.0 && x.hi().abs() > 1e-3 {
                        let one = x.powi(-3) * cube;
                        assert!((one - 1.0).abs() <= $number::EPSILON * 500.0, "{x:?}");
                    }
                }
            }

            #[test]
            fn angles_are_converted() {
                let turn = $number::PI.to_degrees() - 180.0;
                assert!(turn.abs() <= 180.0 * 16.0 * $number::EPSILON, "{turn:?}");
                let back = $number::from(180.0 as $float).to_radians() - $number::PI;
                assert!(back.abs() <= 4.0 * 16.0 * $number::EPSILON, "{back:?}");
                let middle = $number::MAX.midpoint($number::MAX);
                assert_eq!(middle, $number::MAX);
                assert_eq!($number::ONE.midpoint($number::from(2.0 as $float)), 1.5);
            }
        }
    )*};
}

inherent! {
    triple_float: TripleFloat f32;
    quad_float: QuadFloat f32;
    triple_double: TripleDouble f64;
    quad_double: QuadDouble f64;
}

/// A shorter number on either side has the bits of the one that it is widened to.
#[test]
fn shorter_numbers_are_widened() {
    fn same<N: Number>(found: [N; 4], expected: [N; 4]) {
        assert_eq!(found.map(bits), expected.map(bits));
    }
    let mut random = Random::new(15);
    for _ in 0..100 {
        let two: DoubleDouble = number(&mut random, 3);
        let three: TripleDouble = number(&mut random, 1);
        let four: QuadDouble = number(&mut random, 2);
        let [wide, long] = [QuadDouble::from(two), QuadDouble::from(three)];
        let both = TripleDouble::from(two);
        same(
            [three + two, three - two, three * two, three / two],
            [three + both, three - both, three * both, three / both],
        );
        same(
            [two + three, two - three, two * three, two / three],
            [both + three, both - three, both * three, both / three],
        );
        same(
            [four + two, four - two, four * two, four / two],
            [four + wide, four - wide, four * wide, four / wide],
        );
        same(
            [three + four, three - four, three * four, three / four],
            [long + four, long - four, long * four, long / four],
        );
        let mut sum = four;
        sum += three;
        sum -= &two;
        assert_eq!(bits(sum), bits((four + long) - wide));
    }
}
