//! Arrays of ndarray, with the feature `ndarray`.
//!
//! Arrays of double-words, or of anything that converts to one by `into`, are copied from any
//! layout:
//!
//! ```
//! use floatfloat::DoubleDouble;
//! use floatfloat_cpu::{Vector, matrix::{Matrix, gemm}};
//! use ndarray::{Array2, arr1, arr2, s};
//!
//! let x = Vector::<DoubleDouble>::from(&arr1(&[0.5, 1.5, 2.5]).slice(s![..;-1]));
//! assert_eq!(x.get(0), Some(DoubleDouble::from(2.5)));
//!
//! let a = Matrix::<DoubleDouble>::from(&arr2(&[[1.0, 2.0], [3.0, 4.0]]).t());
//! let square: Array2<DoubleDouble> = (&gemm(a.view(), a.view())?).into();
//! assert_eq!(square[[0, 1]], 15.0);
//! # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
//! ```
//!
//! Pairs of arrays, one of high parts and one of low parts, are viewed without a copy:
//!
//! ```
//! use floatfloat::DoubleDouble;
//! use floatfloat_cpu::matrix::{Matrix, MatrixView, MatrixViewMut, gemm_into};
//! use ndarray::Array2;
//!
//! let [one, zero] = [DoubleDouble::ONE, DoubleDouble::ZERO];
//! let high = Array2::from_shape_fn((3, 3), |(i, j)| (i + j) as f64);
//! let low = Array2::from_elem((3, 3), 1e-20);
//! let a = MatrixView::from_arrays(high.view(), low.view())?;
//! let mut product = [Array2::zeros((3, 3)), Array2::zeros((3, 3))];
//! let [c_high, c_low] = &mut product;
//! let c = MatrixViewMut::from_arrays(c_high.view_mut(), c_low.view_mut())?;
//! gemm_into(one, a, a.transpose(), zero, c)?;
//! assert_eq!(product[0][[0, 0]], 5.0);
//! assert!(product[1][[0, 0]] > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ndarray's own operators work on arrays of double-words, one number at a time. They are slower than
//! this crate, above all for products of matrices:
//!
//! ```
//! use floatfloat::DoubleDouble;
//! use ndarray::Array2;
//!
//! let third = DoubleDouble::ONE / 3.0;
//! let a = Array2::from_elem((2, 2), third);
//! let b = Array2::eye(2);
//! assert_eq!((&a + &b * third)[[0, 0]], third + third);
//! assert_eq!(a.dot(&b), a);
//! ```
//!
//! A double-word cannot be the left operand of an array.

use super::{LayoutError, check_lengths, check_shapes};
use crate::{
    element::Element,
    matrix::{Half, Matrix, MatrixView, MatrixViewMut},
    vector::Vector,
    view::{VectorView, VectorViewMut},
};
use floatfloat::DoubleWord;
use ndarray::{
    Array1, Array2, ArrayBase, ArrayView1, ArrayView2, ArrayViewMut1, ArrayViewMut2, Data, Ix1,
    Ix2, ShapeBuilder,
};

impl<E, T, S> From<&ArrayBase<S, Ix1>> for Vector<DoubleWord<E>>
where
    E: Element,
    T: Copy + Into<DoubleWord<E>>,
    S: Data<Elem = T>,
{
    fn from(numbers: &ArrayBase<S, Ix1>) -> Self {
        numbers.iter().map(|&number| number.into()).collect()
    }
}

impl<E, T, S> From<&ArrayBase<S, Ix2>> for Matrix<DoubleWord<E>>
where
    E: Element,
    T: Copy + Into<DoubleWord<E>>,
    S: Data<Elem = T>,
{
    fn from(numbers: &ArrayBase<S, Ix2>) -> Self {
        let (rows, columns) = numbers.dim();
        Matrix::from_fn(rows, columns, |i, j| numbers[[i, j]].into())
    }
}

impl<E: Element> From<&Vector<DoubleWord<E>>> for Array1<DoubleWord<E>> {
    fn from(numbers: &Vector<DoubleWord<E>>) -> Self {
        numbers.view().to_array()
    }
}

impl<E: Element> From<&Matrix<DoubleWord<E>>> for Array2<DoubleWord<E>> {
    fn from(numbers: &Matrix<DoubleWord<E>>) -> Self {
        numbers.view().to_array()
    }
}

impl<E: Element> Vector<DoubleWord<E>> {
    /// Copies the sums of high parts and low parts from any layout; exact.
    ///
    /// # Errors
    /// [`LayoutError::LengthsDiffer`]
    pub fn from_arrays(
        high: ArrayView1<'_, E>,
        low: ArrayView1<'_, E>,
    ) -> Result<Self, LayoutError> {
        check_lengths(high.len(), low.len())?;
        Ok(high.iter().zip(low).map(|(&high, &low)| DoubleWord::from_parts(high, low)).collect())
    }
}

impl<'a, E: Element> VectorView<'a, DoubleWord<E>> {
    /// A view of high parts and low parts, without a copy. Each pair must be normalised (`high =
    /// RN(high + low)`).
    ///
    /// # Errors
    /// [`LayoutError::LengthsDiffer`]; [`LayoutError::Apart`] if the words of an array are not next to
    /// each other.
    pub fn from_arrays(
        high: ArrayView1<'a, E>,
        low: ArrayView1<'a, E>,
    ) -> Result<Self, LayoutError> {
        check_lengths(high.len(), low.len())?;
        let words = |parts, words: ArrayView1<'a, E>| {
            let stride = words.strides()[0];
            words.to_slice().ok_or(LayoutError::Apart { parts, stride })
        };
        let words = [words("high", high)?, words("low", low)?];
        Ok(VectorView::of_equally_long(
            #[inline(always)]
            |k| words[k],
        ))
    }

    /// The high parts and the low parts, without a copy.
    pub fn to_arrays(self) -> [ArrayView1<'a, E>; 2] {
        [self.hi(), self.lo()].map(ArrayView1::from)
    }

    /// The numbers, copied.
    pub fn to_array(self) -> Array1<DoubleWord<E>> {
        self.iter().collect()
    }
}

impl<'a, E: Element> VectorViewMut<'a, DoubleWord<E>> {
    /// The same as [`VectorView::from_arrays`], to be written to.
    ///
    /// # Errors
    /// Those of [`VectorView::from_arrays`].
    pub fn from_arrays(
        high: ArrayViewMut1<'a, E>,
        low: ArrayViewMut1<'a, E>,
    ) -> Result<Self, LayoutError> {
        check_lengths(high.len(), low.len())?;
        let words = |parts, words: ArrayViewMut1<'a, E>| {
            let stride = words.strides()[0];
            words.into_slice().ok_or(LayoutError::Apart { parts, stride })
        };
        let mut words = [words("high", high)?, words("low", low)?];
        Ok(VectorViewMut::of_equally_long(
            #[inline(always)]
            |k| std::mem::take(&mut words[k]),
        ))
    }

    /// The high parts and the low parts, without a copy.
    pub fn into_arrays(self) -> [ArrayViewMut1<'a, E>; 2] {
        let [high, low] = self.into_parts();
        [high, low].map(ArrayViewMut1::from)
    }
}

impl<E: Element> Matrix<DoubleWord<E>> {
    /// Copies the sums of high parts and low parts from any layout; exact.
    ///
    /// # Errors
    /// [`LayoutError::ShapesDiffer`]
    pub fn from_arrays(
        high: ArrayView2<'_, E>,
        low: ArrayView2<'_, E>,
    ) -> Result<Self, LayoutError> {
        check_shapes(high.dim(), low.dim())?;
        let (rows, columns) = high.dim();
        Ok(Matrix::from_fn(rows, columns, |i, j| DoubleWord::from_parts(high[[i, j]], low[[i, j]])))
    }
}

impl<'a, E: Element> MatrixView<'a, DoubleWord<E>> {
    /// A view of high parts and low parts, without a copy: row-major, column-major or a part of
    /// either. Each pair must be normalised (`high = RN(high + low)`).
    ///
    /// # Errors
    /// [`LayoutError::ShapesDiffer`], [`LayoutError::StridesDiffer`], [`LayoutError::Backwards`].
    pub fn from_arrays(
        high: ArrayView2<'a, E>,
        low: ArrayView2<'a, E>,
    ) -> Result<Self, LayoutError> {
        let words = |words: ArrayView2<'a, E>| Half {
            start: words.as_ptr().cast_mut(),
            shape: words.dim(),
            strides: (words.strides()[0], words.strides()[1]),
        };
        // SAFETY: both arrays are borrowed for as long as the view is.
        unsafe { MatrixView::of_words(words(high), words(low)) }
    }

    /// The high parts and the low parts, without a copy.
    pub fn to_arrays(self) -> [ArrayView2<'a, E>; 2] {
        self.words().map(|Half { start, shape, strides }| {
            let strides = (strides.0.cast_unsigned(), strides.1.cast_unsigned());
            // SAFETY: the words of this view, borrowed for as long.
            unsafe { ArrayView2::from_shape_ptr(shape.strides(strides), start.cast_const()) }
        })
    }

    /// The numbers, copied, row-major.
    pub fn to_array(self) -> Array2<DoubleWord<E>> {
        Array2::from_shape_fn(self.shape(), |(i, j)| self.at(i, j))
    }
}

impl<'a, E: Element> MatrixViewMut<'a, DoubleWord<E>> {
    /// The same as [`MatrixView::from_arrays`], to be written to.
    ///
    /// # Errors
    /// Those of [`MatrixView::from_arrays`].
    pub fn from_arrays(
        high: ArrayViewMut2<'a, E>,
        low: ArrayViewMut2<'a, E>,
    ) -> Result<Self, LayoutError> {
        let words = |mut words: ArrayViewMut2<'a, E>| Half {
            start: words.as_mut_ptr(),
            shape: words.dim(),
            strides: (words.strides()[0], words.strides()[1]),
        };
        // SAFETY: both arrays are borrowed exclusively for as long as the view is, and in an array
        // that can be written to, every element has a place of its own.
        unsafe { MatrixViewMut::of_words(words(high), words(low)) }
    }

    /// The high parts and the low parts, without a copy.
    pub fn into_arrays(self) -> [ArrayViewMut2<'a, E>; 2] {
        self.into_words().map(|Half { start, shape, strides }| {
            let strides = (strides.0.cast_unsigned(), strides.1.cast_unsigned());
            // SAFETY: the words belong to this view, which was consumed, and are borrowed for as
            // long.
            unsafe { ArrayViewMut2::from_shape_ptr(shape.strides(strides), start) }
        })
    }
}
