//! Sums, differences and multiples of matrices, entry by entry.

use super::{Matrix, MatrixError, error::check_shape, view::MatrixView, view_mut::MatrixViewMut};
use crate::{error::Error, number::Number, view::VectorView, view::VectorViewMut};

/// An operation on a row, in place.
type OnRow<T> = fn(&mut VectorViewMut<'_, T>, VectorView<'_, T>) -> Result<(), Error>;

impl<T: Number> MatrixView<'_, T> {
    /// The sum of two matrices.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`]
    pub fn try_add(self, b: MatrixView<'_, T>) -> Result<Matrix<T>, MatrixError> {
        self.by_rows("add", b, |row, b| row.try_add_assign(b))
    }

    /// The difference of two matrices.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`]
    pub fn try_sub(self, b: MatrixView<'_, T>) -> Result<Matrix<T>, MatrixError> {
        self.by_rows("sub", b, |row, b| row.try_sub_assign(b))
    }

    fn by_rows(
        self,
        operation: &'static str,
        b: MatrixView<'_, T>,
        on_row: OnRow<T>,
    ) -> Result<Matrix<T>, MatrixError> {
        check_shape(operation, "b", b.shape(), self.shape())?;
        let (mut result, b) = (self.to_matrix(), b.to_matrix());
        for i in 0..self.rows() {
            if let (Some(mut row), Some(b)) = (result.view_mut().row(i), b.view().row(i)) {
                let done = on_row(&mut row, b);
                debug_assert_eq!(done, Ok(()), "rows are equally long");
            }
        }
        Ok(result)
    }
}

impl<T: Number> Matrix<T> {
    /// Every entry with the other sign.
    pub(crate) fn negated(&self) -> Self {
        Matrix { numbers: self.numbers.neg(), ..*self }
    }
}

impl<T: Number> MatrixViewMut<'_, T> {
    /// Multiplies every entry by a number.
    pub fn scale(&mut self, number: T) {
        for i in 0..self.rows() {
            match self.row(i) {
                Some(mut row) => row.scale_in_place(number),
                None => (0..self.columns()).for_each(|j| self.put(i, j, self.at(i, j) * number)),
            }
        }
    }
}
