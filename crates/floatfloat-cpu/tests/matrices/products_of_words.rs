//! Products of matrices of `f64`: in several words, in `f64` within a bound, and correctly rounded.

use crate::{
    accurate_products::{KINDS, Kind, operands},
    products_elsewhere::Loops,
    wide_matrices::assert_same,
};
use floatfloat::{DoubleDouble, QuadDouble, ReproducibleSum, TripleDouble};
use floatfloat_cpu::{
    Number, at_level, levels,
    matrix::{
        Matrix, MatrixError, WordMatrix, gemm_accurate, gemm_of_words, gemm_rounded, gemm_to_words,
        gemm_to_words_by,
    },
};
use floatfloat_exact::Exact;

/// The first words of operands, row by row.
fn words(kind: Kind, sizes: [usize; 3], seed: u64) -> [Vec<f64>; 2] {
    operands::<DoubleDouble>(kind, sizes, seed)
        .map(|matrix| matrix.to_row_major().into_iter().map(|number| number.hi()).collect())
}

fn views<'a>([rows, depth, columns]: [usize; 3], [a, b]: &'a [Vec<f64>; 2]) -> [WordMatrix<'a>; 2] {
    [
        WordMatrix::from_row_major(rows, depth, a).unwrap(),
        WordMatrix::from_row_major(depth, columns, b).unwrap(),
    ]
}

const SIZES: [usize; 3] = [35, 70, 20];

fn as_in_several_words<T: Number<Word = f64>>() {
    for (k, kind) in KINDS.into_iter().enumerate() {
        let both = words(kind, SIZES, 120 + k as u64);
        let [a, b] = views(SIZES, &both);
        let numbers = |rows: usize, columns: usize, words: &[f64]| {
            Matrix::<T>::from_words(rows, columns, words).unwrap()
        };
        let [x, y] = [numbers(35, 70, &both[0]), numbers(70, 20, &both[1])];
        let expected = gemm_accurate(x.view(), y.view()).unwrap();
        let found = gemm_of_words::<T>(a, b).unwrap();
        assert_same(found.view(), expected.view(), &format!("{kind:?}"));
        let turned = gemm_of_words::<T>(b.transpose(), a.transpose()).unwrap();
        let expected = gemm_accurate(y.transpose(), x.transpose()).unwrap();
        assert_same(turned.view(), expected.view(), &format!("{kind:?}, transposed"));
    }
}

#[test]
fn products_of_words_are_those_of_numbers() {
    as_in_several_words::<DoubleDouble>();
    as_in_several_words::<TripleDouble>();
}

/// The exact sum of an entry, the sum of magnitudes, and the correctly rounded sum.
fn exact(a: &[f64], b: &[f64], depth: usize, columns: usize, place: usize) -> (Exact, Exact, f64) {
    let (i, j) = (place / columns, place % columns);
    let mut rounded = ReproducibleSum::new();
    let (mut sum, mut magnitude) = (Exact::new(0.0), Exact::new(0.0));
    for k in 0..depth {
        let (x, y) = (a[i * depth + k], b[k * columns + j]);
        rounded.add_product(x, y);
        let product = Exact::new(x) * Exact::new(y);
        magnitude = magnitude + product.clone().abs();
        sum = sum + product;
    }
    (sum, magnitude, rounded.to_word())
}

#[test]
fn products_to_words_are_within_their_bound_and_the_same_everywhere() {
    for (k, kind) in KINDS.into_iter().enumerate() {
        let [a, b] = words(kind, SIZES, 140 + k as u64);
        let both = [a, b];
        let [x, y] = views(SIZES, &both);
        let found = gemm_to_words(x, y).unwrap();
        for (place, &word) in found.iter().enumerate() {
            let (sum, magnitude, rounded) = exact(&both[0], &both[1], SIZES[1], SIZES[2], place);
            if !word.is_finite() {
                assert_eq!(word, rounded, "{kind:?} {place}");
                continue;
            }
            let allowed = magnitude.shifted(-57)
                + sum.clone().abs().shifted(-52)
                + Exact::from_parts(1, -1074);
            let error = (Exact::new(word) - sum).abs();
            assert!(error <= allowed, "{kind:?} {place}");
        }
        let bits = |words: &[f64]| words.iter().map(|word| word.to_bits()).collect::<Vec<_>>();
        for level in levels() {
            let again = at_level(level, || gemm_to_words(x, y)).unwrap();
            assert_eq!(bits(&again), bits(&found), "{kind:?} {level}");
        }
        let elsewhere = gemm_to_words_by(&mut Loops::default(), x, y).unwrap();
        assert_eq!(bits(&elsewhere), bits(&found), "{kind:?} elsewhere");
    }
}

#[test]
fn rounded_products_are_correctly_rounded() {
    for (k, kind) in KINDS.into_iter().enumerate() {
        let mut both = words(kind, SIZES, 160 + k as u64);
        if k == 0 {
            (both[0][3], both[1][4]) = (f64::INFINITY, f64::NAN);
        }
        let [a, b] = views(SIZES, &both);
        let found = gemm_rounded(a, b).unwrap();
        for (place, &word) in found.iter().enumerate() {
            let (i, j) = (place / SIZES[2], place % SIZES[2]);
            let mut sum = ReproducibleSum::new();
            for k in 0..SIZES[1] {
                sum.add_product(both[0][i * SIZES[1] + k], both[1][k * SIZES[2] + j]);
            }
            let expected: f64 = sum.to_word();
            assert!(
                word.to_bits() == expected.to_bits() || word.is_nan() && expected.is_nan(),
                "{kind:?} {place}: {word:e}, not {expected:e}"
            );
        }
    }
}

/// The exact sum is at the middle of two words, or next to it by less than a double-double shows.
#[test]
fn rounded_products_at_the_middle_of_two_words() {
    let half = f64::EPSILON / 2.0;
    for (last, expected) in [
        (0.0, 1.0),
        (1e-60, 1.0 + f64::EPSILON),
        (-1e-60, 1.0),
        (f64::from_bits(1), 1.0 + f64::EPSILON),
    ] {
        let row = [1.0, half, last];
        let a = WordMatrix::from_row_major(1, 3, &row).unwrap();
        let b = WordMatrix::from_row_major(3, 1, &[1.0; 3]).unwrap();
        assert_eq!(gemm_rounded(a, b).unwrap(), [expected], "{last:e}");
    }
}

#[test]
fn products_of_words_that_do_not_fit() {
    let words = [1.0; 6];
    let a = WordMatrix::from_row_major(2, 3, &words).unwrap();
    assert_eq!((a.rows(), a.transpose().rows()), (2, 3));
    for error in [
        gemm_to_words(a, a).unwrap_err(),
        gemm_rounded(a, a).unwrap_err(),
        gemm_of_words::<DoubleDouble>(a, a).unwrap_err(),
    ] {
        assert!(matches!(error, MatrixError::ShapesDiffer { operand: "b", .. }), "{error}");
    }
    let error = gemm_of_words::<QuadDouble>(a, a.transpose()).unwrap_err();
    assert!(matches!(error, MatrixError::TooManyWords { words: 4, .. }), "{error}");
    let error = WordMatrix::from_row_major(2, 2, &words).unwrap_err();
    assert_eq!(error, MatrixError::LengthDiffers { rows: 2, columns: 2, length: 6 });
    let empty = WordMatrix::from_row_major(0, 3, &[]).unwrap();
    assert_eq!(gemm_to_words(empty.transpose(), empty).unwrap(), [0.0; 9]);
    assert!(gemm_rounded(empty, empty.transpose()).unwrap().is_empty());
}
