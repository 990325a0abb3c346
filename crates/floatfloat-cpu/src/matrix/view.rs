//! Views of parts of matrices.

use super::Matrix;
use crate::{
    number::{Number, number},
    view::VectorView,
};
use core::{fmt, marker::PhantomData, ops::Range};
use floatfloat::WordArray;

/// A view of a matrix, of a part of one, or of the transpose of either.
pub struct MatrixView<'a, T: Number> {
    place: Place<T>,
    numbers: PhantomData<&'a [T::Word]>,
}

/// Where numbers are: entry (i, j) lies i · `row_stride` + j · `column_stride` behind the first.
/// For a [`MatrixViewMut`], all pointers stem from exclusive references.
pub struct Place<T: Number> {
    /// The first words, the second words and so on.
    pub(super) words: T::Parts<*mut T::Word>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) row_stride: usize,
    pub(super) column_stride: usize,
}

impl<T: Number> Clone for Place<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Number> Copy for Place<T> {}

impl<T: Number> Place<T> {
    /// The offset of an entry.
    ///
    /// # Panics
    /// If the entry does not exist.
    #[inline(always)]
    pub(super) fn offset(self, i: usize, j: usize) -> usize {
        assert!(i < self.rows && j < self.columns, "no entry ({i}, {j})");
        i * self.row_stride + j * self.column_stride
    }

    /// The addresses of the words of the entry at an offset.
    ///
    /// # Safety
    /// The offset must be zero or that of an entry.
    #[inline(always)]
    pub(super) unsafe fn words_at(self, offset: usize) -> T::Parts<*mut T::Word> {
        WordArray::each(
            #[inline(always)]
            // SAFETY: by the caller.
            |m| unsafe { self.words[m].add(offset) },
        )
    }

    /// # Panics
    /// If the ranges are not in this place.
    #[inline]
    pub(super) fn block(self, rows: Range<usize>, columns: Range<usize>) -> Self {
        assert!(rows.start <= rows.end && rows.end <= self.rows, "rows {rows:?}");
        assert!(columns.start <= columns.end && columns.end <= self.columns, "columns {columns:?}");
        let (rows_left, columns_left) = (rows.len(), columns.len());
        let offset = match rows_left == 0 || columns_left == 0 {
            true => 0,
            false => rows.start * self.row_stride + columns.start * self.column_stride,
        };
        // SAFETY: the offset is zero or that of an entry.
        let words = unsafe { self.words_at(offset) };
        Place { words, rows: rows_left, columns: columns_left, ..self }
    }

    pub(super) fn transpose(self) -> Self {
        Place {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }

    pub(super) fn contains(self, rows: &Range<usize>, columns: &Range<usize>) -> bool {
        let fits = |range: &Range<usize>, length| range.start <= range.end && range.end <= length;
        fits(rows, self.rows) && fits(columns, self.columns)
    }
}

/// Whether `length` numbers hold a row-major matrix.
pub(super) fn holds(length: usize, rows: usize, columns: usize, stride: usize) -> bool {
    if rows == 0 || columns == 0 {
        return true;
    }
    let last = (rows - 1).checked_mul(stride).and_then(|start| start.checked_add(columns));
    columns <= stride && last.is_some_and(|end| end <= length)
}

// SAFETY: a view is like a shared slice of words, which are plain data.
unsafe impl<T: Number> Send for MatrixView<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Number> Sync for MatrixView<'_, T> {}
impl<T: Number> Clone for MatrixView<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Number> Copy for MatrixView<'_, T> {}

impl<'a, T: Number> MatrixView<'a, T> {
    pub(super) fn row_major(
        numbers: VectorView<'a, T>,
        rows: usize,
        columns: usize,
        stride: usize,
    ) -> Self {
        assert!(holds(numbers.len(), rows, columns, stride));
        let slices = numbers.parts();
        let words = WordArray::each(|m| slices[m].as_ptr().cast_mut());
        let place = Place { words, rows, columns, row_stride: stride, column_stride: 1 };
        MatrixView { place, numbers: PhantomData }
    }

    /// A row-major matrix in the caller's memory, with rows `stride` numbers apart. `None` if the
    /// slice is too short or `stride` is less than `columns`.
    pub fn from_slice(
        numbers: VectorView<'a, T>,
        rows: usize,
        columns: usize,
        stride: usize,
    ) -> Option<Self> {
        let fits = holds(numbers.len(), rows, columns, stride);
        fits.then(|| MatrixView::row_major(numbers, rows, columns, stride))
    }

    /// The number of rows.
    #[inline(always)]
    pub fn rows(self) -> usize {
        self.place.rows
    }

    /// The number of columns.
    #[inline(always)]
    pub fn columns(self) -> usize {
        self.place.columns
    }

    /// The numbers of rows and of columns.
    #[inline(always)]
    pub fn shape(self) -> (usize, usize) {
        (self.place.rows, self.place.columns)
    }

    /// A view of numbers that live as long as `'a` and are not written to meanwhile.
    #[inline(always)]
    pub(super) fn of_place(place: Place<T>) -> Self {
        MatrixView { place, numbers: PhantomData }
    }

    #[inline(always)]
    pub(super) fn place(self) -> Place<T> {
        self.place
    }

    /// The entry in row `i` and column `j`, if there is one.
    #[inline]
    pub fn get(self, i: usize, j: usize) -> Option<T> {
        (i < self.rows() && j < self.columns()).then(|| self.at(i, j))
    }

    /// # Panics
    /// If there is no such entry.
    #[inline(always)]
    pub(crate) fn at(self, i: usize, j: usize) -> T {
        let offset = self.place.offset(i, j);
        number(WordArray::each(
            #[inline(always)]
            // SAFETY: the entry exists.
            |m| unsafe { *self.place.words[m].add(offset) },
        ))
    }

    /// A view of a part, or `None` if the part is not in this view.
    pub fn block(self, rows: Range<usize>, columns: Range<usize>) -> Option<Self> {
        self.place.contains(&rows, &columns).then(|| self.part(rows, columns))
    }

    /// # Panics
    /// If the part is not in this view.
    pub(super) fn part(self, rows: Range<usize>, columns: Range<usize>) -> Self {
        MatrixView { place: self.place.block(rows, columns), numbers: PhantomData }
    }

    /// The transpose; nothing is copied.
    #[must_use]
    pub fn transpose(self) -> Self {
        MatrixView { place: self.place.transpose(), numbers: PhantomData }
    }

    /// The [transpose](MatrixView::transpose).
    #[must_use]
    pub fn t(self) -> Self {
        self.transpose()
    }

    /// A row, if its numbers are next to each other.
    ///
    /// # Panics
    /// If there is no such row.
    pub(super) fn row(self, i: usize) -> Option<VectorView<'a, T>> {
        let Place { words, rows, columns, row_stride, column_stride } = self.place;
        assert!(i < rows, "no row {i}");
        if column_stride != 1 || columns == 0 {
            return None;
        }
        Some(VectorView::of_equally_long(
            #[inline(always)]
            |k| {
                let words = words[k].cast_const();
                // SAFETY: the row exists, and its entries are next to each other.
                unsafe { core::slice::from_raw_parts(words.add(i * row_stride), columns) }
            },
        ))
    }

    /// A copy.
    pub fn to_matrix(self) -> Matrix<T> {
        let mut copy = Matrix::zeros(self.rows(), self.columns());
        copy.view_mut().fill_from(self);
        copy
    }

    /// The numbers, row after row.
    pub fn to_row_major(self) -> Vec<T> {
        self.entries().map(|(_, _, number)| number).collect()
    }

    /// Row, column and number of every entry, row after row.
    pub(super) fn entries(self) -> impl Iterator<Item = (usize, usize, T)> + 'a {
        (0..self.rows()).flat_map(move |i| (0..self.columns()).map(move |j| (i, j, self.at(i, j))))
    }
}

impl<T: Number> PartialEq for MatrixView<'_, T> {
    /// Equal shapes and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.entries().zip(other.entries());
        self.shape() == other.shape() && pairs.all(|((_, _, x), (_, _, y))| x == y)
    }
}

impl<T: Number> fmt::Debug for MatrixView<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |i: usize| (0..self.columns()).map(|j| self.at(i, j)).collect::<Vec<_>>();
        f.debug_list().entries((0..self.rows()).map(row)).finish()
    }
}
