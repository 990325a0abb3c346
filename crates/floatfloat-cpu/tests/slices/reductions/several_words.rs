//! Reductions of three and four words: within their bounds, with the same bits everywhere.

use crate::{
    bits::{same_words, words},
    on_threads,
    reductions::data::{ill_conditioned_dot, ill_conditioned_sum, sums, word},
};
use floatfloat::{Array, MultiWord, NativeWord};
use floatfloat_cpu::{
    DoubleWordVec, Element, MultiWordSlice, MultiWordVec, Number, Width, Words, at_level, levels,
    reductions::{dot_bound, sum_bound},
};
use floatfloat_exact::{Exact, Random};

fn exact<E: Element, const M: usize>(x: Number<E, M>) -> Exact
where
    Width<M>: Words<M>,
{
    words::<E, M>(x).into_iter().map(|word| Exact::new(word.into())).sum()
}

/// Double-words with random words behind them.
fn longer<E: Element, const M: usize>(
    random: &mut Random,
    numbers: &DoubleWordVec<E>,
) -> MultiWordVec<E, M>
where
    Width<M>: Words<M>,
{
    let mut number = |high: E, low: E| {
        let mut below = if low == E::default() { high } else { low };
        Number::<E, M>::from_parts(Array::from_fn(|m| match m {
            0 => high,
            1 => low,
            _ => {
                let (significand, exponent) = NativeWord::parts(below);
                let top = exponent + significand.max(1).ilog2() as i32;
                let exponent = top - E::PRECISION as i32 - random.between(0, 2);
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

fn bounds<E: Element, const M: usize>(bits: [i32; 2], of_root: f64)
where
    Width<M>: Words<M>,
{
    let mut random = Random::new(31);
    let unit = (-f64::from(E::PRECISION) * M as f64).exp2();
    for bits in bits {
        for length in LENGTHS {
            let what = format!("{length} numbers of {M} words, condition 2^{bits}");
            let x = ill_conditioned_sum::<E>(&mut random, length, bits, true);
            let x = longer::<E, M>(&mut random, &x);
            let (total, magnitudes) = sums(x.iter().map(exact::<E, M>));
            let bound = sum_bound::<E, M>(length);
            let found = [x.sum(), x.asum()].map(exact::<E, M>);
            let [sum, asum] = found;
            assert_within(&format!("sum of {what}"), sum, total, magnitudes.clone(), bound);
            let expected = magnitudes.clone();
            assert_within(&format!("asum of {what}"), asum, expected, magnitudes, bound);
            let largest = x.iter().map(|x| exact::<E, M>(x).abs()).max();
            assert_eq!(exact::<E, M>(x.max_abs()), largest.unwrap_or(Exact::ZERO), "of {what}");

            let [x, y] = ill_conditioned_dot::<E>(&mut random, length, bits, true)
                .map(|x| longer::<E, M>(&mut random, &x));
            let products = || x.iter().zip(y.iter());
            let (total, magnitudes) =
                sums(products().map(|(x, y)| exact::<E, M>(x) * exact::<E, M>(y)));
            let found = exact::<E, M>(x.dot(y.as_slice()).unwrap());
            let bound = dot_bound::<E, M>(length);
            assert_within(&format!("dot of {what}"), found, total, magnitudes, bound);

            // |r² − Σx²| ≤ (2b + b²)·Σx² says that r is within b of the root.
            let (squares, _) = sums(x.iter().map(|x| exact::<E, M>(x) * exact::<E, M>(x)));
            let norm = exact::<E, M>(x.nrm2());
            let bound = bound / 2.0 + (of_root + 1.0) * unit;
            let twice = 2.0 * bound * (1.0 + bound);
            let found = norm.clone() * norm;
            assert_within(&format!("norm of {what}"), found, squares.clone(), squares, twice);
        }
    }
}

#[test]
fn bounds_of_three_words() {
    bounds::<f64, 3>([4, 150], 24.0);
    bounds::<f32, 3>([4, 20], 24.0);
}

#[test]
fn bounds_of_four_words() {
    bounds::<f64, 4>([4, 150], 115.0);
    bounds::<f32, 4>([4, 20], 115.0);
}

fn all<E: Element, const M: usize>(
    x: MultiWordSlice<'_, E, M>,
    y: MultiWordSlice<'_, E, M>,
) -> [Number<E, M>; 5]
where
    Width<M>: Words<M>,
{
    [x.sum(), x.asum(), x.nrm2(), x.max_abs(), x.dot(y).unwrap()]
}

/// Every level, views that begin anywhere, one thread and several, with infinities and NaN among them too.
fn same_bits<E: Element, const M: usize>()
where
    Width<M>: Words<M>,
{
    let mut random = Random::new(32);
    for length in LENGTHS.into_iter().chain([0, 70_000]) {
        for special in [None, Some(E::INFINITY), Some(E::NAN), Some(E::MAX)] {
            let [mut x, y] = ill_conditioned_dot::<E>(&mut random, length, 20, true)
                .map(|x| longer::<E, M>(&mut random, &x));
            if let Some(special) = special {
                for _ in 0..2 {
                    let place = random.below(length.max(1) as u64) as usize;
                    let _ = x.as_mut_slice().set(place, MultiWord::from_word(special));
                }
            }
            let expected = all(x.as_slice(), y.as_slice());
            let mut shifted: MultiWordVec<E, M> = x.iter().take(1).collect();
            shifted.extend(x.iter());
            let skipped = shifted.len() - x.len();
            let (_, shifted) = shifted.as_slice().split_at(skipped);
            let alone = on_threads(1, || all(shifted, y.as_slice()).map(words::<E, M>));
            let alone = alone.map(Width::<M>::number);
            let mut results = vec![alone];
            for level in levels() {
                results.push(at_level(level, || all(x.as_slice(), y.as_slice())));
            }
            for found in results {
                for (k, (&found, &expected)) in found.iter().zip(&expected).enumerate() {
                    assert!(
                        same_words::<E, M>(found, expected),
                        "{length} numbers with {special:?}, result {k}: {:?}, not {:?}",
                        words::<E, M>(found),
                        words::<E, M>(expected)
                    );
                }
            }
        }
    }
}

#[test]
fn same_bits_of_three_words() {
    same_bits::<f64, 3>();
    same_bits::<f32, 3>();
}

#[test]
fn same_bits_of_four_words() {
    same_bits::<f64, 4>();
    same_bits::<f32, 4>();
}

/// Infinities, NaN, zeros, and sums that overflow on the way.
fn special_values<E: Element, const M: usize>()
where
    Width<M>: Words<M>,
{
    let [zero, one, infinity, nan, max] =
        [E::default(), E::nearest(1.0), E::INFINITY, E::NAN, E::MAX];
    let vector = |words: &[E]| MultiWordVec::<E, M>::from_words(words);
    let sum = |words: &[E]| vector(words).sum().hi();
    assert!(sum(&[infinity, one]) == infinity);
    assert!(sum(&[-infinity, max, max, max]) == -infinity);
    assert!(sum(&[infinity, -infinity]).is_nan());
    assert!(sum(&[one, nan]).is_nan());
    assert!(sum(&[max, max, -max]) == max);
    assert!(sum(&[-max, -max, max, max, one]) == one);
    assert!(sum(&[max, max]) == infinity);
    assert!(sum(&[]).is_negative() && sum(&[-zero, -zero]).is_negative());
    assert!(!sum(&[-zero, zero]).is_negative() && !sum(&[one, -one]).is_negative());
    let dot = |x: &[E], y: &[E]| vector(x).dot(vector(y).as_slice()).unwrap().hi();
    assert!(dot(&[infinity], &[zero]).is_nan());
    assert!(dot(&[infinity, max, max], &[one, -max, -max]) == infinity);
    let power = |exponent| E::rounded(false, 1, exponent, false);
    let (root, large) = (power(E::LARGEST_EXPONENT / 2 + 5), power(E::LARGEST_EXPONENT - 3));
    assert!(dot(&[root, root, large], &[root, -root, one]) == large);
    let norm = |x: &[E]| vector(x).nrm2().hi();
    assert!(norm(&[infinity, one]) == infinity && norm(&[infinity, nan]).is_nan());
    assert!(norm(&[]) == zero && norm(&[max, max]) == infinity && norm(&[-max]) == max);
    let least = power(E::LEAST_EXPONENT);
    let [three, four, five] = [3.0, 4.0, 5.0].map(|times| least * E::nearest(times));
    assert!(norm(&[three, -four]) == five);
    let refused = vector(&[one]).dot(vector(&[]).as_slice()).err().unwrap().to_string();
    assert_eq!(refused, "dot: y has 0 elements where x has 1; all must have the same number");
}

#[test]
fn special_values_of_three_and_four_words() {
    special_values::<f64, 3>();
    special_values::<f32, 3>();
    special_values::<f64, 4>();
    special_values::<f32, 4>();
}
