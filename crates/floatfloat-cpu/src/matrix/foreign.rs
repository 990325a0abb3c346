//! Matrices in the memory of other libraries.

use super::{
    view::{MatrixView, Place},
    view_mut::MatrixViewMut,
};
use crate::{
    element::Element,
    interop::{LayoutError, check_shapes},
};
use floatfloat::DoubleWord;

/// Where the high words or the low words of a matrix are.
#[derive(Clone, Copy)]
pub(crate) struct Half<E> {
    pub(crate) start: *mut E,
    /// Rows and columns.
    pub(crate) shape: (usize, usize),
    /// Words from one row to the next, and from one column to the next.
    pub(crate) strides: (isize, isize),
}

impl<E: Element> Half<E> {
    /// The strides, or 1 where there is no next row or column.
    fn strides(&self) -> (isize, isize) {
        let stride = |length, stride| if length > 1 { stride } else { 1 };
        (stride(self.shape.0, self.strides.0), stride(self.shape.1, self.strides.1))
    }

    fn join(high: Self, low: Self) -> Result<Place<DoubleWord<E>>, LayoutError> {
        check_shapes(high.shape, low.shape)?;
        let strides = high.strides();
        if strides != low.strides() {
            return Err(LayoutError::StridesDiffer { high: high.strides, low: low.strides });
        }
        let (Ok(row_stride), Ok(column_stride)) =
            (usize::try_from(strides.0), usize::try_from(strides.1))
        else {
            return Err(LayoutError::Backwards { strides });
        };
        let (rows, columns) = high.shape;
        let words = [high.start, low.start];
        Ok(Place { words, rows, columns, row_stride, column_stride })
    }

    fn of(place: Place<DoubleWord<E>>) -> [Self; 2] {
        let Place { words, rows, columns, row_stride, column_stride } = place;
        // No array in memory has a stride beyond isize::MAX.
        let strides = (row_stride.cast_signed(), column_stride.cast_signed());
        words.map(|start| Half { start, shape: (rows, columns), strides })
    }
}

impl<E: Element> MatrixView<'_, DoubleWord<E>> {
    /// # Safety
    /// All words must be readable, and nobody may write to them, as long as the view lives.
    pub(crate) unsafe fn of_words(high: Half<E>, low: Half<E>) -> Result<Self, LayoutError> {
        Half::join(high, low).map(MatrixView::of_place)
    }

    /// Where the high words and the low words are.
    pub(crate) fn words(self) -> [Half<E>; 2] {
        Half::of(self.place())
    }
}

impl<E: Element> MatrixViewMut<'_, DoubleWord<E>> {
    /// # Safety
    /// As long as the view lives, all words must be readable and writable through this view alone,
    /// and no two entries may share a word.
    pub(crate) unsafe fn of_words(high: Half<E>, low: Half<E>) -> Result<Self, LayoutError> {
        Half::join(high, low).map(MatrixViewMut::of_place)
    }

    /// Where the high words and the low words are.
    pub(crate) fn into_words(mut self) -> [Half<E>; 2] {
        Half::of(self.place())
    }
}
