//! Matrices of three and four words: products, factorisations and systems within the stated bounds of the exact
//! ones, with the same bits on every instruction set, with any number of threads and of any view.

mod products;
mod systems;

use crate::{data::exact_dot, on_threads, same_words};
use floatfloat::{NativeWord, TripleDouble, Word, WordArray};
use floatfloat_cpu::{
    Number,
    matrix::{Matrix, MatrixView, gemm, solve},
};
use floatfloat_exact::{Exact, Random};

/// A normalised number of random words, its exponent from −`span` to `span`.
pub(crate) fn number<T: Number>(random: &mut Random, span: i32) -> T {
    let mut exponent = random.between(-span, span) - T::Word::PRECISION as i32;
    T::from_parts(WordArray::from_fn(|_| {
        let significand = random.bits() >> (64 - T::Word::PRECISION) | 1;
        let word = T::Word::rounded(random.one_in(2), significand, exponent, false);
        exponent -= T::Word::PRECISION as i32 + 1 + random.below(3) as i32;
        word
    }))
}

fn matrix<T: Number>(rows: usize, columns: usize, span: i32, seed: u64) -> Matrix<T> {
    let mut random = Random::new(seed);
    Matrix::from_fn(rows, columns, |_, _| number(&mut random, span))
}

pub(crate) fn word<T: Number>(value: f64) -> T {
    T::from_word(T::Word::nearest(value))
}

pub(crate) fn exact<T: Number>(x: T) -> Exact {
    x.parts().into_iter().map(|word| Exact::new(word.into())).sum()
}

fn rows<T: Number>(a: MatrixView<'_, T>) -> Vec<Vec<Exact>> {
    let row = |i| (0..a.columns()).map(|j| exact(a.get(i, j).unwrap())).collect();
    (0..a.rows()).map(row).collect()
}

pub(crate) fn assert_same<T: Number>(
    found: MatrixView<'_, T>,
    expected: MatrixView<'_, T>,
    what: &str,
) {
    assert_eq!(found.shape(), expected.shape(), "{what}");
    for (k, (x, y)) in found.to_row_major().into_iter().zip(expected.to_row_major()).enumerate() {
        assert!(same_words(x, y), "{what}, entry {k}: {x:?}, not {y:?}");
    }
}

/// Entry by entry, |l·r − a| ≤ bound · u^N · |l|·|r|.
fn assert_product<T: Number>(
    l: MatrixView<'_, T>,
    r: MatrixView<'_, T>,
    a: MatrixView<'_, T>,
    bound: f64,
    what: &str,
) {
    let (l, r, a) = (rows(l), rows(r.transpose()), rows(a));
    for (i, row) in l.iter().enumerate() {
        for (j, column) in r.iter().enumerate() {
            let [sum, size] = exact_dot(row.iter().zip(column));
            let allowed = (size * Exact::new(bound)).shifted(-bits::<T>());
            assert!((sum - a[i][j].clone()).abs() <= allowed, "{what}, entry ({i}, {j})");
        }
    }
}

fn bits<T: Number>() -> i64 {
    T::WORDS as i64 * i64::from(T::Word::PRECISION)
}

#[test]
fn threads() {
    let (a, b) = (matrix::<TripleDouble>(130, 130, 0, 30), matrix::<TripleDouble>(130, 300, 0, 31));
    let compute = || {
        let solution = solve(a.view(), b.block(0..130, 0..2).unwrap()).unwrap();
        [gemm(a.view(), b.view()).unwrap(), solution.x]
    };
    let expected = on_threads(1, compute);
    for threads in [2, 5] {
        for (found, expected) in on_threads(threads, compute).iter().zip(&expected) {
            assert_same(found.view(), expected.view(), &format!("{threads} threads"));
        }
    }
}
