//! Matrices and columns of faer, with the feature `faer`.
//!
//! Matrices of `f64`, of `f32` and of faer's own numbers of two `f64` are copied from any layout:
//!
//! ```
//! use faer::Mat;
//! use floatfloat::DoubleDouble;
//! use floatfloat_cpu::matrix::{Matrix, solve};
//!
//! let a = Mat::from_fn(3, 3, |i, j| 1.0 / (i + j + 1) as f64);
//! let b = Mat::from_fn(3, 1, |i, _| if i == 0 { 1.0 } else { 0.0 });
//! let (a, b) = (Matrix::<DoubleDouble>::from(a.as_ref()), Matrix::from(b.as_ref()));
//! let found = solve(a.view(), b.view())?;
//! let [high, _low] = found.x.view().to_faer();
//! let x: Mat<f64> = high.to_owned();
//! assert!((x[(0, 0)] - 9.0).abs() < 1e-12);
//! assert_eq!(found.x.view().to_fx128()[(0, 0)].0, x[(0, 0)]);
//! # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
//! ```
//!
//! Pairs of matrices, one of high parts and one of low parts, are viewed without a copy:
//!
//! ```
//! use faer::Mat;
//! use floatfloat_cpu::matrix::MatrixView;
//!
//! let high = Mat::from_fn(4, 2, |i, j| (i * j) as f64);
//! let low = Mat::from_fn(4, 2, |_, _| 1e-20);
//! let a = MatrixView::from_faer(high.as_ref(), low.as_ref())?;
//! assert_eq!(a.get(3, 1).unwrap().lo(), 1e-20);
//! assert!(MatrixView::from_faer(high.as_ref(), low.transpose()).is_err());
//! # Ok::<(), floatfloat_cpu::interop::LayoutError>(())
//! ```

use super::{LayoutError, check_lengths, check_shapes};
use crate::{
    element::Element,
    matrix::{Half, Matrix, MatrixView, MatrixViewMut},
    vector::Vector,
    view::VectorView,
};
use faer::{ColRef, Mat, MatMut, MatRef, fx128};
use floatfloat::DoubleWord;

impl<E: Element, T: Copy + Into<DoubleWord<E>>> From<ColRef<'_, T>> for Vector<DoubleWord<E>> {
    fn from(numbers: ColRef<'_, T>) -> Self {
        numbers.iter().map(|&number| number.into()).collect()
    }
}

impl<E: Element, T: Copy + Into<DoubleWord<E>>> From<MatRef<'_, T>> for Matrix<DoubleWord<E>> {
    fn from(numbers: MatRef<'_, T>) -> Self {
        Matrix::from_fn(numbers.nrows(), numbers.ncols(), |i, j| numbers[(i, j)].into())
    }
}

impl Matrix<DoubleWord<f64>> {
    /// Copies faer's numbers of two `f64` from any layout; exact.
    pub fn from_fx128(numbers: MatRef<'_, fx128>) -> Self {
        Matrix::from_fn(numbers.nrows(), numbers.ncols(), |i, j| {
            let fx128 { 0: high, 1: low } = numbers[(i, j)];
            DoubleWord::from_parts(high, low)
        })
    }
}

impl MatrixView<'_, DoubleWord<f64>> {
    /// Copies the numbers to faer's numbers of two `f64`, column-major.
    pub fn to_fx128(self) -> Mat<fx128> {
        Mat::from_fn(self.rows(), self.columns(), |i, j| {
            let number = self.at(i, j);
            fx128 { 0: number.hi(), 1: number.lo() }
        })
    }
}

impl<E: Element> Matrix<DoubleWord<E>> {
    /// Copies the sums of high parts and low parts from any layout; exact.
    ///
    /// # Errors
    /// [`LayoutError::ShapesDiffer`]
    pub fn from_faer(high: MatRef<'_, E>, low: MatRef<'_, E>) -> Result<Self, LayoutError> {
        check_shapes(high.shape(), low.shape())?;
        Ok(Matrix::from_fn(high.nrows(), high.ncols(), |i, j| {
            DoubleWord::from_parts(high[(i, j)], low[(i, j)])
        }))
    }
}

impl<'a, E: Element> VectorView<'a, DoubleWord<E>> {
    /// A view of high parts and low parts, without a copy. Each pair must be normalised (`high =
    /// RN(high + low)`).
    ///
    /// # Errors
    /// [`LayoutError::LengthsDiffer`]; [`LayoutError::Apart`] if the words of a column are not next
    /// to each other.
    pub fn from_faer(high: ColRef<'a, E>, low: ColRef<'a, E>) -> Result<Self, LayoutError> {
        check_lengths(high.nrows(), low.nrows())?;
        let words = |parts, words: ColRef<'a, E>| {
            let stride = words.row_stride();
            let words = words.try_as_col_major().map(|words| words.as_slice());
            words.ok_or(LayoutError::Apart { parts, stride })
        };
        let words = [words("high", high)?, words("low", low)?];
        Ok(VectorView::of_equally_long(
            #[inline(always)]
            |k| words[k],
        ))
    }

    /// The high parts and the low parts, without a copy.
    pub fn to_faer(self) -> [ColRef<'a, E>; 2] {
        [self.hi(), self.lo()].map(ColRef::from_slice)
    }
}

impl<'a, E: Element> MatrixView<'a, DoubleWord<E>> {
    /// A view of high parts and low parts, without a copy: column-major, row-major or a part of
    /// either. Each pair must be normalised (`high = RN(high + low)`).
    ///
    /// # Errors
    /// [`LayoutError::ShapesDiffer`], [`LayoutError::StridesDiffer`], [`LayoutError::Backwards`].
    pub fn from_faer(high: MatRef<'a, E>, low: MatRef<'a, E>) -> Result<Self, LayoutError> {
        let words = |words: MatRef<'a, E>| Half {
            start: words.as_ptr().cast_mut(),
            shape: words.shape(),
            strides: (words.row_stride(), words.col_stride()),
        };
        // SAFETY: both matrices are borrowed for as long as the view is.
        unsafe { MatrixView::of_words(words(high), words(low)) }
    }

    /// The high parts and the low parts, without a copy.
    pub fn to_faer(self) -> [MatRef<'a, E>; 2] {
        self.words().map(|Half { start, shape: (rows, columns), strides: (down, along) }| {
            // SAFETY: the words of this view, borrowed for as long.
            unsafe { MatRef::from_raw_parts(start.cast_const(), rows, columns, down, along) }
        })
    }
}

impl<'a, E: Element> MatrixViewMut<'a, DoubleWord<E>> {
    /// The same as [`MatrixView::from_faer`], to be written to.
    ///
    /// # Errors
    /// Those of [`MatrixView::from_faer`].
    pub fn from_faer(high: MatMut<'a, E>, low: MatMut<'a, E>) -> Result<Self, LayoutError> {
        let words = |words: MatMut<'a, E>| Half {
            start: words.as_ptr_mut(),
            shape: words.shape(),
            strides: (words.row_stride(), words.col_stride()),
        };
        // SAFETY: both matrices are borrowed exclusively for as long as the view is, and in a matrix
        // that can be written to, every entry has a place of its own.
        unsafe { MatrixViewMut::of_words(words(high), words(low)) }
    }

    /// The high parts and the low parts, without a copy.
    pub fn into_faer(self) -> [MatMut<'a, E>; 2] {
        self.into_words().map(|Half { start, shape: (rows, columns), strides: (down, along) }| {
            // SAFETY: the words belong to this view, which was consumed, and are borrowed for as
            // long.
            unsafe { MatMut::from_raw_parts_mut(start, rows, columns, down, along) }
        })
    }
}
