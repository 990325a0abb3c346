//! Matrices of numbers of two, three and four words: products, factorisations, linear systems.
//!
//! ```
//! use floatfloat::DoubleDouble;
//! use floatfloat_cpu::matrix::{Matrix, gemm, solve};
//!
//! // A Hilbert matrix, whose entries are rounded to two words.
//! let a = Matrix::from_fn(6, 6, |i, j| DoubleDouble::from(1.0) / (i + j + 1) as f64);
//! let x = Matrix::from_fn(6, 1, |i, _| DoubleDouble::from(i as f64));
//! let b = gemm(a.view(), x.view())?;
//! let found = solve(a.view(), b.view())?;
//! assert!((found.x.get(5, 0).unwrap() - 5.0).abs().hi() < 1e-23);
//! assert!(found.reciprocal_condition < 1e-7);
//! # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
//! ```
//!
//! # Layout
//!
//! A [`Matrix`] is row-major. For each word there is an array with that word of every entry, in which every row begins
//! at a cache line. All functions take views of any [number type](crate::Number):
//!
//! ```
//! use floatfloat::QuadDouble;
//! use floatfloat_cpu::matrix::{Matrix, gemm, solve};
//!
//! let one = QuadDouble::ONE;
//! let a = Matrix::<QuadDouble>::from_fn(12, 12, |i, j| one / (i + j + 1) as f64);
//! let ones = Matrix::from_fn(12, 1, |_, _| one);
//! let b = gemm(a.view(), ones.view())?;
//! let found = solve(a.view(), b.view())?;
//! assert!((found.x.get(5, 0).unwrap() - 1.0).abs() < 1e-44);
//! # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
//! ```
//! A [`MatrixView`] views any part of a matrix or its transpose, without a copy.
//!
//! # Bits
//!
//! Every result depends only on the operands and on the layout of the views. The instruction set
//! and the number of threads change no bit.

mod accumulate;
mod arithmetic;
mod block;
mod cholesky;
mod column_scaling;
mod condition;
mod copy;
mod equilibrate;
mod error;
#[cfg(any(feature = "ndarray", feature = "faer"))]
mod foreign;
mod gemm;
mod gemv;
mod integers;
mod least_squares;
mod long_block;
mod lu;
mod panel;
mod qr;
mod registers;
mod residual;
mod row_sums;
mod sharing;
mod solve;
mod syrk;
mod tile;
mod triangular;
mod view;
mod view_mut;

pub use accumulate::product_bound;
pub use cholesky::Cholesky;
pub use error::MatrixError;
#[cfg(any(feature = "ndarray", feature = "faer"))]
pub(crate) use foreign::Half;
pub use gemm::{gemm, gemm_into, gemm_into_with, gemm_with};
pub use gemv::{gemv, gemv_into, gemv_into_with, gemv_with};
#[doc(hidden)]
pub use integers::without_tiles;
pub use integers::{
    Multiplier, WordMatrix, accurate_product_bound, gemm_accurate, gemm_accurate_by,
    gemm_accurate_complex, gemm_accurate_into, gemm_of_words, gemm_rounded, gemm_to_words,
    gemm_to_words_by, steps, syrk_accurate,
};
pub use least_squares::{LeastSquares, least_squares};
pub use lu::Lu;
pub use qr::Qr;
pub use residual::residual;
pub use solve::{Solution, solve};
pub use syrk::{syrk, syrk_into, syrk_into_with, syrk_with};
pub use triangular::{Triangle, solve_triangular};
pub use view::MatrixView;
pub use view_mut::MatrixViewMut;

use crate::{
    element::Element,
    number::{Number, nearest},
    vector::Vector,
};
use core::{fmt, ops::Range};

/// A matrix of numbers of one [type](crate::Number), row-major.
pub struct Matrix<T: Number> {
    numbers: Vector<T>,
    rows: usize,
    columns: usize,
    stride: usize,
}

impl<T: Number> Matrix<T> {
    /// All zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        let stride = stride::<T::Word>(columns);
        Matrix { numbers: Vector::zeros(rows * stride), rows, columns, stride }
    }

    /// The identity.
    pub fn identity(size: usize) -> Self {
        let [zero, one] = [0.0, 1.0].map(nearest::<T>);
        Matrix::from_fn(size, size, |i, j| if i == j { one } else { zero })
    }

    /// A matrix whose entry in row i and column j, counted from zero, is `entry(i, j)`.
    pub fn from_fn(rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> T) -> Self {
        let mut matrix = Matrix::zeros(rows, columns);
        let mut view = matrix.view_mut();
        for i in 0..rows {
            for j in 0..columns {
                view.put(i, j, entry(i, j));
            }
        }
        matrix
    }

    /// A matrix of `rows · columns` numbers, row after row.
    ///
    /// # Errors
    /// If `numbers` has another length.
    pub fn from_row_major(rows: usize, columns: usize, numbers: &[T]) -> Result<Self, MatrixError> {
        if rows.checked_mul(columns) != Some(numbers.len()) {
            return Err(MatrixError::LengthDiffers { rows, columns, length: numbers.len() });
        }
        Ok(Matrix::from_fn(rows, columns, |i, j| numbers[i * columns + j]))
    }

    /// A matrix of `rows · columns` plain words, row after row; exact.
    ///
    /// # Errors
    /// If `words` has another length.
    pub fn from_words(rows: usize, columns: usize, words: &[T::Word]) -> Result<Self, MatrixError> {
        if rows.checked_mul(columns) != Some(words.len()) {
            return Err(MatrixError::LengthDiffers { rows, columns, length: words.len() });
        }
        Ok(Matrix::from_fn(rows, columns, |i, j| T::from_word(words[i * columns + j])))
    }

    /// A matrix with one column.
    pub fn from_column(numbers: &[T]) -> Self {
        Matrix::from_fn(numbers.len(), 1, |i, _| numbers[i])
    }

    /// The numbers, row after row.
    pub fn to_row_major(&self) -> Vec<T> {
        self.view().to_row_major()
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The entry in row `i` and column `j`, if there is one.
    #[inline]
    pub fn get(&self, i: usize, j: usize) -> Option<T> {
        self.view().get(i, j)
    }

    /// Writes an entry. Returns whether the entry exists.
    #[inline]
    #[must_use]
    pub fn set(&mut self, i: usize, j: usize, number: T) -> bool {
        self.view_mut().set(i, j, number)
    }

    /// A view of the whole matrix.
    #[inline]
    pub fn view(&self) -> MatrixView<'_, T> {
        MatrixView::row_major(self.numbers.view(), self.rows, self.columns, self.stride)
    }

    /// A view of the whole matrix that can be written to.
    #[inline]
    pub fn view_mut(&mut self) -> MatrixViewMut<'_, T> {
        let (rows, columns, stride) = (self.rows, self.columns, self.stride);
        MatrixViewMut::row_major(self.numbers.view_mut(), rows, columns, stride)
    }

    /// A view of a part, or `None` if the part is not in this matrix.
    pub fn block(&self, rows: Range<usize>, columns: Range<usize>) -> Option<MatrixView<'_, T>> {
        self.view().block(rows, columns)
    }

    /// The transpose, without a copy.
    #[must_use]
    pub fn transpose(&self) -> MatrixView<'_, T> {
        self.view().transpose()
    }

    /// The [transpose](Matrix::transpose).
    #[must_use]
    pub fn t(&self) -> MatrixView<'_, T> {
        self.transpose()
    }
}

/// The distance between rows. Rows begin at cache lines, but not all at the same place of a page,
/// since the numbers of a column would then compete for a few places of the cache. Rows shorter
/// than a cache line stand one behind the other, so that a single column takes no more memory than
/// its numbers.
fn stride<E: Element>(columns: usize) -> usize {
    let line = 64 / size_of::<E>();
    if columns < line {
        return columns;
    }
    let stride = columns.next_multiple_of(line);
    if stride > 0 && (stride / line).is_multiple_of(8) { stride + line } else { stride }
}

impl<'a, T: Number> From<&'a Matrix<T>> for MatrixView<'a, T> {
    fn from(matrix: &'a Matrix<T>) -> Self {
        matrix.view()
    }
}

impl<T: Number> Clone for Matrix<T> {
    fn clone(&self) -> Self {
        Matrix { numbers: self.numbers.clone(), ..*self }
    }
}

impl<T: Number> PartialEq for Matrix<T> {
    /// Equal shapes and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        self.view() == other.view()
    }
}

impl<T: Number> fmt::Debug for Matrix<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}
