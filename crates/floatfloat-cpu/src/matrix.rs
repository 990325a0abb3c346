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
//! A [`Matrix`] is row-major: high parts in one array, low parts in another, every row beginning at
//! a cache line. A [`MultiWordMatrix`] has an array for each word; all functions take views of any width:
//!
//! ```
//! use floatfloat::QuadDouble;
//! use floatfloat_cpu::matrix::{MultiWordMatrix, gemm, solve};
//!
//! let one = QuadDouble::ONE;
//! let a = MultiWordMatrix::<f64, 4>::from_fn(12, 12, |i, j| one / (i + j + 1) as f64);
//! let ones = MultiWordMatrix::from_fn(12, 1, |_, _| one);
//! let b = gemm(a.view(), ones.view())?;
//! let found = solve(a.view(), b.view())?;
//! assert!((found.x.get(5, 0).unwrap() - 1.0).abs() < 1e-44);
//! # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
//! ```
//! A [`MatrixView`] is any part of one, or its transpose, which costs nothing.
//!
//! # Bits
//!
//! Every result depends on the operands and on the layout of the views alone: the instruction set
//! and the number of threads change no bit.

mod accumulate;
pub(crate) mod block;
pub(crate) mod cholesky;
mod column_scaling;
mod condition;
mod copy;
mod error;
#[cfg(any(feature = "ndarray", feature = "faer"))]
mod foreign;
mod gemm;
pub(crate) mod gemv;
mod least_squares;
pub(crate) mod long_block;
pub(crate) mod lu;
mod panel;
pub(crate) mod qr;
mod registers;
pub(crate) mod residual;
mod row_sums;
mod sharing;
mod solve;
mod tile;
pub(crate) mod triangular;
mod view;
mod view_mut;

pub use accumulate::product_bound;
pub use cholesky::Cholesky;
pub use error::MatrixError;
#[cfg(any(feature = "ndarray", feature = "faer"))]
pub(crate) use foreign::Half;
pub use gemm::{gemm, gemm_into, gemm_into_with, gemm_with};
pub use gemv::{gemv, gemv_into, gemv_into_with, gemv_with};
pub use least_squares::{LeastSquares, least_squares};
pub use lu::Lu;
pub use qr::Qr;
pub use residual::residual;
pub use solve::{Solution, solve};
pub use triangular::{Triangle, solve_triangular};
pub use view::MatrixView;
pub use view_mut::MatrixViewMut;

use crate::{
    element::Element,
    vector::MultiWordVec,
    words::{Number, Width, Words},
};
use core::{fmt, ops::Range};
use floatfloat::MultiWord;

/// A matrix of numbers of `N` words in memory, row-major.
pub struct MultiWordMatrix<E, const N: usize> {
    numbers: MultiWordVec<E, N>,
    rows: usize,
    columns: usize,
    stride: usize,
}

/// A matrix of double-words.
pub type Matrix<E> = MultiWordMatrix<E, 2>;

impl<E: Element, const N: usize> MultiWordMatrix<E, N>
where
    Width<N>: Words<N>,
{
    /// All zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        let stride = stride::<E>(columns);
        MultiWordMatrix { numbers: MultiWordVec::zeros(rows * stride), rows, columns, stride }
    }

    /// The identity.
    pub fn identity(size: usize) -> Self {
        let [zero, one] = [word::<E, N>(0.0), word::<E, N>(1.0)];
        MultiWordMatrix::from_fn(size, size, |i, j| if i == j { one } else { zero })
    }

    /// A matrix whose entry in row i and column j, counted from zero, is `entry(i, j)`.
    pub fn from_fn(
        rows: usize,
        columns: usize,
        mut entry: impl FnMut(usize, usize) -> Number<E, N>,
    ) -> Self {
        let mut matrix = MultiWordMatrix::zeros(rows, columns);
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
    /// If there are more or fewer.
    pub fn from_row_major(
        rows: usize,
        columns: usize,
        numbers: &[Number<E, N>],
    ) -> Result<Self, MatrixError> {
        if rows.checked_mul(columns) != Some(numbers.len()) {
            return Err(MatrixError::LengthDiffers { rows, columns, length: numbers.len() });
        }
        Ok(MultiWordMatrix::from_fn(rows, columns, |i, j| numbers[i * columns + j]))
    }

    /// A matrix of `rows · columns` plain words, row after row; exact.
    ///
    /// # Errors
    /// If there are more or fewer.
    pub fn from_words(rows: usize, columns: usize, words: &[E]) -> Result<Self, MatrixError> {
        if rows.checked_mul(columns) != Some(words.len()) {
            return Err(MatrixError::LengthDiffers { rows, columns, length: words.len() });
        }
        Ok(MultiWordMatrix::from_fn(rows, columns, |i, j| {
            Number::<E, N>::from_word(words[i * columns + j])
        }))
    }

    /// One column.
    pub fn from_column(numbers: &[Number<E, N>]) -> Self {
        MultiWordMatrix::from_fn(numbers.len(), 1, |i, _| numbers[i])
    }

    /// The numbers, row after row.
    pub fn to_row_major(&self) -> Vec<Number<E, N>> {
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
    pub fn get(&self, i: usize, j: usize) -> Option<Number<E, N>> {
        self.view().get(i, j)
    }

    /// Writes an entry; says whether there is one.
    #[inline]
    #[must_use]
    pub fn set(&mut self, i: usize, j: usize, number: Number<E, N>) -> bool {
        self.view_mut().set(i, j, number)
    }

    /// A view of all.
    #[inline]
    pub fn view(&self) -> MatrixView<'_, E, N> {
        MatrixView::row_major(self.numbers.as_slice(), self.rows, self.columns, self.stride)
    }

    /// A view of all that can be written to.
    #[inline]
    pub fn view_mut(&mut self) -> MatrixViewMut<'_, E, N> {
        let (rows, columns, stride) = (self.rows, self.columns, self.stride);
        MatrixViewMut::row_major(self.numbers.as_mut_slice(), rows, columns, stride)
    }

    /// A view of a part, or `None` if it is not in this matrix.
    pub fn block(&self, rows: Range<usize>, columns: Range<usize>) -> Option<MatrixView<'_, E, N>> {
        self.view().block(rows, columns)
    }

    /// The transpose; nothing is copied.
    #[must_use]
    pub fn transpose(&self) -> MatrixView<'_, E, N> {
        self.view().transpose()
    }
}

/// Rows begin at cache lines, and not all at the same place of a page: the numbers of a column
/// would then compete for a few places of the cache. Rows that are shorter than a cache line stand
/// one behind the other: a column alone takes no more memory than its numbers.
fn stride<E: Element>(columns: usize) -> usize {
    let line = 64 / size_of::<E>();
    if columns < line {
        return columns;
    }
    let stride = columns.next_multiple_of(line);
    if stride > 0 && (stride / line).is_multiple_of(8) { stride + line } else { stride }
}

impl<E: Element, const N: usize> Clone for MultiWordMatrix<E, N> {
    fn clone(&self) -> Self {
        MultiWordMatrix { numbers: self.numbers.clone(), ..*self }
    }
}

impl<E: Element, const N: usize> PartialEq for MultiWordMatrix<E, N>
where
    Width<N>: Words<N>,
{
    /// Equal shapes and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        self.view() == other.view()
    }
}

impl<E: Element, const N: usize> fmt::Debug for MultiWordMatrix<E, N>
where
    Width<N>: Words<N>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

/// A number of one word, the nearest to `value`.
fn word<E: Element, const N: usize>(value: f64) -> Number<E, N>
where
    Width<N>: Words<N>,
{
    MultiWord::from_word(E::nearest(value))
}
