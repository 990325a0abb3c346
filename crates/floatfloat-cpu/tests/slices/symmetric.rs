//! Sums of products have the same bits in either order of their factors, so that Aᵀ·A is symmetric.

use crate::{on_threads, operands::operands_of, same_words};
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, NativeWord, QuadDouble, QuadFloat, TripleDouble,
    TripleFloat, Word,
};
use floatfloat_cpu::{
    Accuracy, Element, Number, Vector, at_level, levels,
    matrix::{Matrix, MatrixError, gemm, gemm_with, syrk, syrk_into, syrk_with},
    reproducible,
};

/// Finite numbers.
fn numbers<T: Number>(count: usize, seed: u64) -> [Vector<T>; 2] {
    let [x, y, _] = operands_of::<T>(count, seed);
    let bounded = |x: T| {
        if x.hi().abs() < T::Word::nearest(1e12) { x } else { T::from_word(T::Word::nearest(3.0)) }
    };
    [x, y].map(|x| x.iter().map(bounded).collect())
}

fn check<T: Number>() {
    for level in levels() {
        for length in [1, 7, 64, 1000, 40_000] {
            let [x, y] = numbers::<T>(length, 17);
            let [forwards, backwards] =
                at_level(level, || [x.dot(&y).unwrap(), y.dot(&x).unwrap()]);
            assert!(
                same_words(forwards, backwards),
                "{level:?}, {length}: {forwards:?} {backwards:?}"
            );
        }
        for (rows, columns) in [(3, 2), (40, 37), (130, 70)] {
            let [x, _] = numbers::<T>(rows * columns, 18);
            let a = Matrix::from_row_major(rows, columns, &x.to_interleaved()).unwrap();
            let product = at_level(level, || a.t() * &a);
            for (i, j) in (0..columns).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let [x, y] = [product.get(i, j).unwrap(), product.get(j, i).unwrap()];
                assert!(same_words(x, y), "{level:?}, entry ({i}, {j}): {x:?} {y:?}");
            }
        }
    }
}

#[test]
fn strict_products_are_symmetric_in_every_type() {
    check::<FloatFloat>();
    check::<TripleFloat>();
    check::<QuadFloat>();
    check::<DoubleDouble>();
    check::<TripleDouble>();
    check::<QuadDouble>();
}

#[test]
fn reproducible_dot_products_are_symmetric() {
    fn check<E: Element>() {
        let [x, y] = numbers::<DoubleWord<E>>(3000, 19);
        let dot =
            |x: &Vector<_>, y: &Vector<_>| reproducible::dot_numbers(x.view(), y.view()).unwrap();
        assert!(same_words(dot(&x, &y), dot(&y, &x)));
    }
    check::<f32>();
    check::<f64>();
}

/// A finite matrix.
fn random<T: Number>(rows: usize, columns: usize, seed: u64) -> Matrix<T> {
    let [x, _] = numbers::<T>(rows * columns, seed);
    Matrix::from_row_major(rows, columns, &x.to_interleaved()).unwrap()
}

/// That a product is symmetric, and has the entries of another on and below the diagonal.
fn assert_symmetric<T: Number>(found: &Matrix<T>, expected: &Matrix<T>) {
    assert_eq!(found.view().shape(), expected.view().shape());
    for (i, j) in (0..found.rows()).flat_map(|i| (0..=i).map(move |j| (i, j))) {
        let [x, y, z] = [found.get(i, j), found.get(j, i), expected.get(i, j)].map(Option::unwrap);
        assert!(same_words(x, y) && same_words(x, z), "entry ({i}, {j}): {x:?} {y:?} {z:?}");
    }
}

fn check_squares<T: Number>() {
    for (rows, columns) in [(0, 3), (1, 5), (32, 4), (33, 9), (100, 0), (150, 40)] {
        let a = random::<T>(rows, columns, 20);
        assert_symmetric(&syrk(a.view()).unwrap(), &gemm(a.view(), a.t()).unwrap());
        assert_symmetric(&syrk(a.t()).unwrap(), &gemm(a.t(), a.view()).unwrap());
    }
}

#[test]
fn products_with_the_transpose_are_symmetric() {
    check_squares::<FloatFloat>();
    check_squares::<TripleFloat>();
    check_squares::<DoubleDouble>();
    check_squares::<QuadDouble>();
    let a = random::<DoubleDouble>(300, 170, 21);
    for accuracy in [Accuracy::Strict, Accuracy::Fast] {
        let expected = gemm_with(accuracy, a.view(), a.t()).unwrap();
        for level in levels() {
            let square = || at_level(level, || syrk_with(accuracy, a.view())).unwrap();
            assert_symmetric(&square(), &expected);
            assert_symmetric(&on_threads(3, square), &expected);
        }
    }
    let mut narrow = Matrix::<DoubleDouble>::zeros(300, 299);
    let error = syrk_into(a.view(), narrow.view_mut()).unwrap_err();
    assert!(matches!(error, MatrixError::ShapesDiffer { .. }), "{error}");
}
