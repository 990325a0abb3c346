//! Views of parts of matrices that can be written to.

use super::{
    error::{MatrixError, check_shape},
    sharing::{both, threads},
    view::{MatrixView, Place, holds},
};
use crate::{
    number::Number,
    view::{VectorView, VectorViewMut},
};
use core::{fmt, marker::PhantomData, ops::Range};

/// A view of a matrix, of a part of one, or of the transpose of either, that can be written to.
pub struct MatrixViewMut<'a, T: Number> {
    place: Place<T>,
    numbers: PhantomData<&'a mut [T::Word]>,
}

// SAFETY: a view that can be written to is like an exclusive slice of words.
unsafe impl<T: Number> Send for MatrixViewMut<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Number> Sync for MatrixViewMut<'_, T> {}

impl<'a, T: Number> MatrixViewMut<'a, T> {
    pub(super) fn row_major(
        numbers: VectorViewMut<'a, T>,
        rows: usize,
        columns: usize,
        stride: usize,
    ) -> Self {
        assert!(holds(numbers.len(), rows, columns, stride));
        let words = numbers.into_pointers();
        let place = Place { words, rows, columns, row_stride: stride, column_stride: 1 };
        MatrixViewMut { place, numbers: PhantomData }
    }

    /// A row-major matrix in the caller's memory, with rows `stride` numbers apart. `None` if the
    /// slice is too short or `stride` is less than `columns`.
    pub fn from_slice(
        numbers: VectorViewMut<'a, T>,
        rows: usize,
        columns: usize,
        stride: usize,
    ) -> Option<Self> {
        let fits = holds(numbers.len(), rows, columns, stride);
        fits.then(|| MatrixViewMut::row_major(numbers, rows, columns, stride))
    }

    /// The number of rows.
    #[inline(always)]
    pub fn rows(&self) -> usize {
        self.place.rows
    }

    /// The number of columns.
    #[inline(always)]
    pub fn columns(&self) -> usize {
        self.place.columns
    }

    /// The numbers of rows and of columns.
    #[inline(always)]
    pub fn shape(&self) -> (usize, usize) {
        (self.place.rows, self.place.columns)
    }

    /// A view of numbers that live as long as `'a` and are reached through it alone.
    #[cfg(any(feature = "ndarray", feature = "faer"))]
    pub(super) fn of_place(place: Place<T>) -> Self {
        MatrixViewMut { place, numbers: PhantomData }
    }

    #[inline(always)]
    pub(super) fn place(&mut self) -> Place<T> {
        self.place
    }

    /// The same view for reading.
    #[inline]
    pub fn as_view(&self) -> MatrixView<'_, T> {
        MatrixView::of_place(self.place)
    }

    /// The same view, borrowed for a while.
    #[inline]
    pub fn reborrow(&mut self) -> MatrixViewMut<'_, T> {
        MatrixViewMut { place: self.place, numbers: PhantomData }
    }

    /// The entry in row `i` and column `j`, if there is one.
    #[inline]
    pub fn get(&self, i: usize, j: usize) -> Option<T> {
        self.as_view().get(i, j)
    }

    /// # Panics
    /// If there is no such entry.
    #[inline(always)]
    pub(super) fn at(&self, i: usize, j: usize) -> T {
        self.as_view().at(i, j)
    }

    /// Writes an entry. Returns whether the entry exists.
    #[inline]
    #[must_use]
    pub fn set(&mut self, i: usize, j: usize, number: T) -> bool {
        let exists = i < self.rows() && j < self.columns();
        if exists {
            self.put(i, j, number);
        }
        exists
    }

    /// # Panics
    /// If there is no such entry.
    #[inline(always)]
    pub(super) fn put(&mut self, i: usize, j: usize, number: T) {
        let offset = self.place.offset(i, j);
        for (start, word) in self.place.words.into_iter().zip(number.parts()) {
            // SAFETY: the entry exists, and this view is the only one of it.
            unsafe { *start.add(offset) = word };
        }
    }

    /// Writes so many entries of row `i`, from column `first` on. Word w of entry j of these is `word(w, j)`.
    ///
    /// # Panics
    /// If there are no such entries.
    #[inline(always)]
    pub(super) fn put_words(
        &mut self,
        i: usize,
        first: usize,
        count: usize,
        word: impl Fn(usize, usize) -> T::Word,
    ) {
        let part = self.place.block(i..i + 1, first..first + count);
        for w in 0..T::WORDS {
            for j in 0..count {
                // SAFETY: the entries exist, and this view is the only one of them.
                unsafe { *part.words[w].add(j * part.column_stride) = word(w, j) };
            }
        }
    }

    /// A view of a part, or `None` if the part is not in this view.
    pub fn block(self, rows: Range<usize>, columns: Range<usize>) -> Option<Self> {
        let inside = self.place.contains(&rows, &columns);
        inside
            .then(|| MatrixViewMut { place: self.place.block(rows, columns), numbers: PhantomData })
    }

    /// # Panics
    /// If the part is not in this view.
    pub(super) fn part(
        &mut self,
        rows: Range<usize>,
        columns: Range<usize>,
    ) -> MatrixViewMut<'_, T> {
        MatrixViewMut { place: self.place.block(rows, columns), numbers: PhantomData }
    }

    /// The transpose; nothing is copied.
    #[must_use]
    pub fn transpose(self) -> Self {
        MatrixViewMut { place: self.place.transpose(), numbers: PhantomData }
    }

    /// Views of the first `middle` rows, or all if there are fewer, and of the rest.
    pub fn split_at_row(self, middle: usize) -> (Self, Self) {
        let (rows, columns) = self.shape();
        let middle = middle.min(rows);
        let part = |rows| MatrixViewMut {
            place: self.place.block(rows, 0..columns),
            numbers: PhantomData,
        };
        (part(0..middle), part(middle..rows))
    }

    /// Views of the first `middle` columns, or all if there are fewer, and of the rest.
    pub fn split_at_column(self, middle: usize) -> (Self, Self) {
        let (left, right) = self.transpose().split_at_row(middle);
        (left.transpose(), right.transpose())
    }

    /// Copies the entries of another matrix of the same shape into this view.
    ///
    /// # Errors
    /// If the shapes differ.
    pub fn copy_from(&mut self, other: MatrixView<'_, T>) -> Result<(), MatrixError> {
        check_shape("copy_from", "the other matrix", other.shape(), self.shape())?;
        self.fill_from(other);
        Ok(())
    }

    /// The same as [`copy_from`](Self::copy_from), for shapes that fit.
    ///
    /// # Panics
    /// If the shapes differ.
    pub(super) fn fill_from(&mut self, other: MatrixView<'_, T>) {
        /// So many numbers are worth a task of their own: to copy them takes as long as a tenth of a
        /// millisecond.
        const SHARE: usize = 1 << 16;
        assert_eq!(self.shape(), other.shape(), "shapes differ");
        let (rows, columns) = self.shape();
        let middle = rows / 2;
        if threads() > 1 && middle > 0 && rows * columns >= 2 * SHARE {
            let (mut top, mut bottom) = self.reborrow().split_at_row(middle);
            let above = other.part(0..middle, 0..columns);
            let below = other.part(middle..rows, 0..columns);
            both(|| top.fill_from(above), || bottom.fill_from(below));
            return;
        }
        let (to, from) = (self.place, other.place());
        if to.column_stride == 1 && from.column_stride == 1 {
            for i in 0..rows {
                if let (Some(from), Some(to)) = (other.row(i), self.row(i)) {
                    for (to, from) in to.into_parts().into_iter().zip(from.parts()) {
                        to.copy_from_slice(from);
                    }
                }
            }
            return;
        }
        // Numbers that are read or written beside an entry stay in the cache until the next row or
        // column.
        const SIDE: usize = 16;
        for i in (0..rows).step_by(SIDE) {
            for j in (0..columns).step_by(SIDE) {
                for (to_words, from_words) in to.words.into_iter().zip(from.words) {
                    for j in j..columns.min(j + SIDE) {
                        for i in i..rows.min(i + SIDE) {
                            // SAFETY: both have such an entry, and this view is the only one of its own.
                            unsafe {
                                let word =
                                    *from_words.add(i * from.row_stride + j * from.column_stride);
                                *to_words.add(i * to.row_stride + j * to.column_stride) = word;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Writes a row, which has as many numbers as there are columns.
    ///
    /// # Panics
    /// If there is no such row.
    pub(super) fn put_row(&mut self, i: usize, numbers: VectorView<'_, T>) {
        match self.row(i) {
            Some(row) => {
                for (to, from) in row.into_parts().into_iter().zip(numbers.parts()) {
                    to.copy_from_slice(from);
                }
            }
            None => (0..numbers.len()).for_each(|j| self.put(i, j, numbers.at(j))),
        }
    }

    /// A row, if its numbers are next to each other.
    ///
    /// # Panics
    /// If there is no such row.
    pub(super) fn row(&mut self, i: usize) -> Option<VectorViewMut<'_, T>> {
        let Place { words, rows, columns, row_stride, column_stride } = self.place;
        assert!(i < rows, "no row {i}");
        if column_stride != 1 || columns == 0 {
            return None;
        }
        Some(VectorViewMut::of_equally_long(
            #[inline(always)]
            |k| {
                // SAFETY: the row exists, its entries are next to each other, and this view is the only one
                // of them.
                unsafe { core::slice::from_raw_parts_mut(words[k].add(i * row_stride), columns) }
            },
        ))
    }

    /// # Panics
    /// If one of the rows does not exist.
    pub(super) fn swap_rows(&mut self, i: usize, k: usize) {
        if i == k {
            return;
        }
        let (mut above, mut below) = self.reborrow().split_at_row(i.max(k));
        let i = i.min(k);
        match (above.row(i), below.row(0)) {
            (Some(x), Some(y)) => {
                for (x, y) in x.into_parts().into_iter().zip(y.into_parts()) {
                    x.swap_with_slice(y);
                }
            }
            _ => {
                for j in 0..above.columns() {
                    let (x, y) = (above.at(i, j), below.at(0, j));
                    above.put(i, j, y);
                    below.put(0, j, x);
                }
            }
        }
    }
}

impl<T: Number> fmt::Debug for MatrixViewMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_view().fmt(f)
    }
}
