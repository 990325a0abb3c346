//! Every word of an entry of an accurate product is the one nearest to what the words before it leave of the exact integer, before
//! the words are normalised.

use floatfloat::{
    DoubleDouble, FloatFloat, NativeWord, QuadFloat, TripleDouble, TripleFloat, Word, WordArray,
};
use floatfloat_cpu::{
    Number, at_level, levels,
    matrix::{Matrix, WordMatrix, gemm_accurate, gemm_to_words},
};
use floatfloat_exact::Random;

/// An integer of at most `bits` bits with long runs of zeros or ones, so that sums are often in the middle between two words.
fn integer(random: &mut Random, bits: u64) -> i128 {
    let power = |random: &mut Random| 1i128 << random.below(bits - 1);
    let magnitude = match random.below(4) {
        0 => power(random),
        1 => (power(random) - power(random)).abs(),
        2 => power(random) | 1,
        _ => i128::from(random.bits() >> 12) % (1 << (bits - 1)),
    };
    if random.below(2) == 0 { magnitude } else { -magnitude }
}

/// An integer in words, each the nearest to what is left.
fn words<T: Number>(integer: i128) -> (T, i128) {
    let mut rest = integer;
    let words = WordArray::from_fn(|_| {
        let word = match T::Word::PRECISION {
            53 => rest as f64,
            _ => f64::from(rest as f32),
        };
        rest -= word as i128;
        T::Word::nearest(word)
    });
    (T::from_parts(words), rest)
}

const DEPTH: usize = 3;

/// `bits` is so small that scaled rows and columns are integers.
fn check<T: Number>(bits: u64) {
    let mut random = Random::new(17);
    let (rows, columns) = (40, 50);
    let mut integers = |count: usize| -> Vec<i128> {
        let integer = |_| loop {
            let integer = integer(&mut random, bits);
            if words::<T>(integer).1 == 0 {
                return integer;
            }
        };
        (0..count).map(integer).collect()
    };
    let (a, b) = (integers(rows * DEPTH), integers(DEPTH * columns));
    let left = Matrix::from_fn(rows, DEPTH, |i, k| words::<T>(a[i * DEPTH + k]).0);
    let right = Matrix::from_fn(DEPTH, columns, |k, j| words::<T>(b[k * columns + j]).0);
    let sum = |i: usize, j: usize| -> i128 {
        (0..DEPTH).map(|k| a[i * DEPTH + k] * b[k * columns + j]).sum()
    };
    let product = gemm_accurate(left.view(), right.view()).unwrap();
    for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
        let (found, expected) = (product.get(i, j).unwrap(), words::<T>(sum(i, j)).0);
        assert!(
            found.parts().into_iter().eq(expected.parts()),
            "{i}, {j}: {found:?}, {expected:?}"
        );
    }
}

#[test]
fn every_word_is_the_nearest() {
    for level in levels() {
        at_level(level, || {
            check::<FloatFloat>(46);
            check::<TripleFloat>(61);
            check::<QuadFloat>(61);
            check::<DoubleDouble>(61);
            check::<TripleDouble>(61);
        });
    }
}

#[test]
fn a_single_word_is_the_nearest() {
    let mut random = Random::new(19);
    for _ in 0..300 {
        let (a, b) = ([0; DEPTH], [0; DEPTH]);
        let [a, b] = [a, b].map(|zeros| zeros.map(|_: i32| integer(&mut random, 52)));
        let exact: i128 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        let [a, b] = [a, b].map(|integers| integers.map(|integer| integer as f64));
        let row = WordMatrix::from_row_major(1, DEPTH, &a).unwrap();
        let column = WordMatrix::from_row_major(DEPTH, 1, &b).unwrap();
        assert_eq!(gemm_to_words(row, column).unwrap(), [exact as f64], "{exact:x}");
    }
}
