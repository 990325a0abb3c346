//! Products of matrices of complex numbers are accurate products of joined matrices.

use crate::accurate_products::{KINDS, operands};
use crate::wide_matrices::assert_same;
use floatfloat::{DoubleDouble, FloatFloat, QuadDouble, TripleDouble};
use floatfloat_cpu::{
    Number,
    matrix::{Matrix, MatrixError, gemm_accurate, gemm_accurate_complex},
};

fn joined_products<T: Number>(sides: [usize; 3]) {
    let [rows, depth, columns] = sides;
    for (seed, kind) in KINDS.into_iter().enumerate() {
        let [a_real, b_real] = operands::<T>(kind, sides, seed as u64);
        let [a_imaginary, b_imaginary] = operands::<T>(kind, sides, 100 + seed as u64);
        let beside = |sign: bool| {
            Matrix::from_fn(rows, 2 * depth, |i, k| match k.checked_sub(depth) {
                None => a_real.get(i, k).unwrap(),
                Some(k) if sign => -a_imaginary.get(i, k).unwrap(),
                Some(k) => a_imaginary.get(i, k).unwrap(),
            })
        };
        let below = |first: &Matrix<T>, second: &Matrix<T>| {
            Matrix::from_fn(2 * depth, columns, |k, j| match k.checked_sub(depth) {
                None => first.get(k, j).unwrap(),
                Some(k) => second.get(k, j).unwrap(),
            })
        };
        let real = (beside(true), below(&b_real, &b_imaginary));
        let imaginary = (beside(false), below(&b_imaginary, &b_real));
        let found = gemm_accurate_complex(
            [a_real.view(), a_imaginary.view()],
            [b_real.view(), b_imaginary.view()],
        );
        for (found, (a, b)) in found.unwrap().iter().zip([real, imaginary]) {
            let expected = gemm_accurate(a.view(), b.view()).unwrap();
            assert_same(found.view(), expected.view(), &format!("{kind:?} {sides:?}"));
        }
    }
}

#[test]
fn complex_products_are_products_of_joined_matrices() {
    joined_products::<DoubleDouble>([17, 37, 18]);
    joined_products::<TripleDouble>([3, 64, 5]);
    joined_products::<FloatFloat>([5, 130, 2]);
    joined_products::<FloatFloat>([2, 1, 33]);
}

#[test]
fn complex_products_of_wrong_shapes_are_refused() {
    let [a, b] = [(2, 3), (3, 4)].map(|(m, n)| Matrix::<DoubleDouble>::zeros(m, n));
    let product = |a, b| gemm_accurate_complex(a, b).map(|parts| parts.map(|part| part.rows()));
    assert_eq!(product([a.view(); 2], [b.view(); 2]), Ok([2; 2]));
    for (a, b) in [
        ([a.view(); 2], [a.view(); 2]),
        ([a.view(), b.view()], [b.view(); 2]),
        ([a.view(); 2], [b.view(), a.view()]),
    ] {
        assert!(matches!(product(a, b), Err(MatrixError::ShapesDiffer { .. })));
    }
    let four = Matrix::<QuadDouble>::zeros(1, 1);
    let refused = gemm_accurate_complex([four.view(); 2], [four.view(); 2]);
    assert!(matches!(refused, Err(MatrixError::TooManyWords { words: 4, .. })));
    let none = Matrix::<DoubleDouble>::zeros(2, 0);
    let empty = gemm_accurate_complex([none.view(); 2], [none.t(); 2]).unwrap();
    assert!(empty.iter().all(|part| part.to_row_major().iter().all(|x| x.hi() == 0.0)));
}
