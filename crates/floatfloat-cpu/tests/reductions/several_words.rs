//! Reductions of three and four words: within their bounds, with the same bits everywhere.

use crate::{
    data::{ill_conditioned_dot, ill_conditioned_sum, sums, word},
    on_threads, same_words,
};
use floatfloat::{
    DoubleWord, MultiWord, NativeWord, QuadDouble, QuadFloat, TripleDouble, TripleFloat, Word,
    WordArray,
};
use floatfloat_cpu::{
    Number, Vector, VectorView, at_level, levels,
    reductions::{dot_bound, sum_bound},
};
use floatfloat_exact::{Exact, Random};

fn exact<T: Number>(x: T) -> Exact {
    x.parts().into_iter().map(|word| Exact::new(word.into())).sum()
}

/// Double-words with random words behind them.
fn longer<T: Number>(random: &mut Random, numbers: &Vector<DoubleWord<T::Word>>) -> Vector<T> {
    let mut number = |high: T::Word, low: T::Word| {
        let mut below = if low == T::Word::default() { high } else { low };
        T::from_parts(WordArray::from_fn(|m| match m {
            0 => high,
            1 => low,
            _ => {
                let (significand, exponent) = NativeWord::parts(below);
                let top = exponent + significand.max(1).ilog2() as i32;
                let exponent = top - T::Word::PRECISION as i32 - random.between(0, 2);
                below = word(random, exponent);
                below
            }
        }))
    };
    numbers.iter().map(|x| number(x.hi(), x.lo())).collect()
}

fn assert_within(what: &str, found: Exact, expected: Exact, magnitudes: Exact, bound: f64) {
    let error = (found - expected).abs();
    let allowed = magnitudes * Exact::new(bound);
    let part = error.to_scaled().ratio(allowed.to_scaled());
    assert!(error <= allowed, "{what}: {part} of the bound");
}

const LENGTHS: [usize; 7] = [1, 2, 31, 64, 500, 3_001, 40_000];

fn bounds<T: Number>(bits: [i32; 2], of_root: f64) {
    let mut random = Random::new(31);
    let unit = (-f64::from(T::Word::PRECISION) * T::WORDS as f64).exp2();
    for bits in bits {
        for length in LENGTHS {
            let what = format!("{length} numbers of {} words, condition 2^{bits}", T::WORDS);
            let x = ill_conditioned_sum::<T::Word>(&mut random, length, bits, true);
            let x = longer::<T>(&mut random, &x);
            let (total, magnitudes) = sums(x.iter().map(exact));
            let bound = sum_bound::<T>(length);
            let found = [x.sum(), x.asum()].map(exact);
            let [sum, asum] = found;
            assert_within(&format!("sum of {what}"), sum, total, magnitudes.clone(), bound);
            let expected = magnitudes.clone();
            assert_within(&format!("asum of {what}"), asum, expected, magnitudes, bound);
            let largest = x.iter().map(|x| exact(x).abs()).max();
            assert_eq!(exact(x.max_abs()), largest.unwrap_or(Exact::ZERO), "of {what}");

            let [x, y] = ill_conditioned_dot::<T::Word>(&mut random, length, bits, true)
                .map(|x| longer::<T>(&mut random, &x));
            let products = || x.iter().zip(y.iter());
            let (total, magnitudes) = sums(products().map(|(x, y)| exact(x) * exact(y)));
            let found = exact(x.dot(y.view()).unwrap());
            let bound = dot_bound::<T>(length);
            assert_within(&format!("dot of {what}"), found, total, magnitudes, bound);

            // |r² − Σx²| ≤ (2b + b²)·Σx² says that r is within b of the root.
            let (squares, _) = sums(x.iter().map(|x| exact(x) * exact(x)));
            let norm = exact(x.nrm2());
            let bound = bound / 2.0 + (of_root + 1.0) * unit;
            let twice = 2.0 * bound * (1.0 + bound);
            let found = norm.clone() * norm;
            assert_within(&format!("norm of {what}"), found, squares.clone(), squares, twice);
        }
    }
}

#[test]
fn bounds_of_three_words() {
    bounds::<TripleDouble>([4, 150], 24.0);
    bounds::<TripleFloat>([4, 20], 24.0);
}

#[test]
fn bounds_of_four_words() {
    bounds::<QuadDouble>([4, 150], 115.0);
    bounds::<QuadFloat>([4, 20], 115.0);
}

fn all<T: Number>(x: VectorView<'_, T>, y: VectorView<'_, T>) -> [T; 5] {
    [x.sum(), x.asum(), x.nrm2(), x.max_abs(), x.dot(y).unwrap()]
}

/// Every level, views that begin anywhere, one thread and several, with infinities and NaN among them too.
fn same_bits<T: Number>() {
    let mut random = Random::new(32);
    for length in LENGTHS.into_iter().chain([0, 70_000]) {
        for special in [None, Some(T::Word::INFINITY), Some(T::Word::NAN), Some(T::Word::MAX)] {
            let [mut x, y] = ill_conditioned_dot::<T::Word>(&mut random, length, 20, true)
                .map(|x| longer::<T>(&mut random, &x));
            if let Some(special) = special {
                for _ in 0..2 {
                    let place = random.below(length.max(1) as u64) as usize;
                    let _ = x.view_mut().set(place, MultiWord::from_word(special));
                }
            }
            let expected = all(x.view(), y.view());
            let mut shifted: Vector<T> = x.iter().take(1).collect();
            shifted.extend(x.iter());
            let skipped = shifted.len() - x.len();
            let (_, shifted) = shifted.view().split_at(skipped);
            let mut results = vec![on_threads(1, || all(shifted, y.view()))];
            for level in levels() {
                results.push(at_level(level, || all(x.view(), y.view())));
            }
            for found in results {
                for (k, (&found, &expected)) in found.iter().zip(&expected).enumerate() {
                    assert!(
                        same_words(found, expected),
                        "{length} numbers with {special:?}, result {k}: {found:?}, not {expected:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn same_bits_of_three_words() {
    same_bits::<TripleDouble>();
    same_bits::<TripleFloat>();
}

#[test]
fn same_bits_of_four_words() {
    same_bits::<QuadDouble>();
    same_bits::<QuadFloat>();
}

/// Infinities, NaN, zeros, and sums that overflow on the way.
fn special_values<T: Number>() {
    let [zero, one, infinity, nan, max] =
        [T::Word::default(), T::Word::nearest(1.0), T::Word::INFINITY, T::Word::NAN, T::Word::MAX];
    let vector = |words: &[T::Word]| Vector::<T>::from_words(words);
    let sum = |words: &[T::Word]| vector(words).sum().hi();
    assert!(sum(&[infinity, one]) == infinity);
    assert!(sum(&[-infinity, max, max, max]) == -infinity);
    assert!(sum(&[infinity, -infinity]).is_nan());
    assert!(sum(&[one, nan]).is_nan());
    assert!(sum(&[max, max, -max]) == max);
    assert!(sum(&[-max, -max, max, max, one]) == one);
    assert!(sum(&[max, max]) == infinity);
    assert!(sum(&[]).is_negative() && sum(&[-zero, -zero]).is_negative());
    assert!(!sum(&[-zero, zero]).is_negative() && !sum(&[one, -one]).is_negative());
    let dot = |x: &[T::Word], y: &[T::Word]| vector(x).dot(vector(y).view()).unwrap().hi();
    assert!(dot(&[infinity], &[zero]).is_nan());
    assert!(dot(&[infinity, max, max], &[one, -max, -max]) == infinity);
    let power = |exponent| T::Word::rounded(false, 1, exponent, false);
    let (root, large) =
        (power(T::Word::LARGEST_EXPONENT / 2 + 5), power(T::Word::LARGEST_EXPONENT - 3));
    assert!(dot(&[root, root, large], &[root, -root, one]) == large);
    let norm = |x: &[T::Word]| vector(x).nrm2().hi();
    assert!(norm(&[infinity, one]) == infinity && norm(&[infinity, nan]).is_nan());
    assert!(norm(&[]) == zero && norm(&[max, max]) == infinity && norm(&[-max]) == max);
    let least = power(T::Word::LEAST_EXPONENT);
    let [three, four, five] = [3.0, 4.0, 5.0].map(|times| least * T::Word::nearest(times));
    assert!(norm(&[three, -four]) == five);
    let refused = vector(&[one]).dot(vector(&[]).view()).err().unwrap().to_string();
    assert_eq!(refused, "dot: y has 0 elements where x has 1; all must have the same number");
}

#[test]
fn special_values_of_three_and_four_words() {
    special_values::<TripleDouble>();
    special_values::<TripleFloat>();
    special_values::<QuadDouble>();
    special_values::<QuadFloat>();
}
