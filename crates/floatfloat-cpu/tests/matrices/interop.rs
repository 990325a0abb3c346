//! Vectors and matrices of other libraries.

mod arrays;
mod faer;

use floatfloat::DoubleDouble;
use floatfloat_cpu::matrix::{Matrix, MatrixView, MatrixViewMut, gemm_into};

/// Different numbers with both words.
fn number(i: usize, j: usize) -> DoubleDouble {
    DoubleDouble::from(1.0 + i as f64) / (3.0 + j as f64)
}

fn matrix(rows: usize, columns: usize) -> Matrix<DoubleDouble> {
    Matrix::from_fn(rows, columns, number)
}

/// c ← a · aᵀ
fn multiply(a: MatrixView<'_, DoubleDouble>, c: MatrixViewMut<'_, DoubleDouble>) {
    let [zero, one] = [DoubleDouble::ZERO, DoubleDouble::ONE];
    gemm_into(one, a, a.transpose(), zero, c).expect("they fit");
}

/// a · aᵀ of the matrix of [`number`]s.
fn product(rows: usize, columns: usize) -> Matrix<DoubleDouble> {
    let mut product = Matrix::zeros(rows, rows);
    multiply(matrix(rows, columns).view(), product.view_mut());
    product
}
