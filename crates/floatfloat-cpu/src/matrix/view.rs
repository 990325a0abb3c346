//! Views of parts of matrices.

use super::MultiWordMatrix;
use crate::{
    element::Element,
    several::each,
    view::MultiWordSlice,
    words::{Number, Width, Words, number},
};
use core::{fmt, marker::PhantomData, ops::Range};
use floatfloat::MultiWord;

/// A view of a matrix of numbers of `N` words, two if nothing is said, of a part of one, or of the transpose of
/// either.
pub struct MatrixView<'a, E, const N: usize = 2> {
    place: Place<E, N>,
    numbers: PhantomData<&'a [E]>,
}

/// Where numbers are: the entry (i, j) at i · `row_stride` + j · `column_stride` behind the first.
/// Behind a [`MatrixViewMut`], all pointers stem from exclusive references.
pub struct Place<E, const N: usize> {
    /// The first words, the second words and so on.
    pub(super) words: [*mut E; N],
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) row_stride: usize,
    pub(super) column_stride: usize,
}

impl<E, const N: usize> Clone for Place<E, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, const N: usize> Copy for Place<E, N> {}

impl<E: Element, const N: usize> Place<E, N> {
    /// The offset of an entry.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    pub(super) fn offset(self, i: usize, j: usize) -> usize {
        assert!(i < self.rows && j < self.columns, "no entry ({i}, {j})");
        i * self.row_stride + j * self.column_stride
    }

    /// Where the words of the entry at an offset are.
    ///
    /// # Safety
    /// The offset must be zero or that of an entry.
    #[inline(always)]
    pub(super) unsafe fn words_at(self, offset: usize) -> [*mut E; N] {
        each(
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
unsafe impl<E: Element, const N: usize> Send for MatrixView<'_, E, N> {}
// SAFETY: as above.
unsafe impl<E: Element, const N: usize> Sync for MatrixView<'_, E, N> {}
impl<E, const N: usize> Clone for MatrixView<'_, E, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, const N: usize> Copy for MatrixView<'_, E, N> {}

impl<'a, E: Element, const N: usize> MatrixView<'a, E, N>
where
    Width<N>: Words<N>,
{
    pub(super) fn row_major(
        numbers: MultiWordSlice<'a, E, N>,
        rows: usize,
        columns: usize,
        stride: usize,
    ) -> Self {
        assert!(holds(numbers.len(), rows, columns, stride));
        let words = numbers.slices().map(|words| words.as_ptr().cast_mut());
        let place = Place { words, rows, columns, row_stride: stride, column_stride: 1 };
        MatrixView { place, numbers: PhantomData }
    }

    /// A row-major matrix in the caller's memory, rows `stride` numbers apart, or `None` if the
    /// slice is too short or `stride` less than `columns`.
    pub fn from_slice(
        numbers: MultiWordSlice<'a, E, N>,
        rows: usize,
        columns: usize,
        stride: usize,
    ) -> Option<Self> {
        let fits = holds(numbers.len(), rows, columns, stride);
        fits.then(|| MatrixView::row_major(numbers, rows, columns, stride))
    }

    /// How many rows there are.
    #[inline(always)]
    pub fn rows(self) -> usize {
        self.place.rows
    }

    /// How many columns there are.
    #[inline(always)]
    pub fn columns(self) -> usize {
        self.place.columns
    }

    /// Rows and columns.
    #[inline(always)]
    pub fn shape(self) -> (usize, usize) {
        (self.place.rows, self.place.columns)
    }

    /// A view of numbers that live as long as `'a`, none of which is written to meanwhile.
    #[inline(always)]
    pub(super) fn of_place(place: Place<E, N>) -> Self {
        MatrixView { place, numbers: PhantomData }
    }

    #[inline(always)]
    pub(super) fn place(self) -> Place<E, N> {
        self.place
    }

    /// The entry in row `i` and column `j`, if there is one.
    #[inline]
    pub fn get(self, i: usize, j: usize) -> Option<Number<E, N>> {
        (i < self.rows() && j < self.columns()).then(|| self.at(i, j))
    }

    /// # Panics
    /// If there is no such entry.
    #[inline(always)]
    pub(crate) fn at(self, i: usize, j: usize) -> Number<E, N> {
        let offset = self.place.offset(i, j);
        number(each(
            #[inline(always)]
            // SAFETY: the entry exists.
            |m| unsafe { *self.place.words[m].add(offset) },
        ))
    }

    /// A view of a part, or `None` if it is not in this one.
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

    /// A row, if its numbers are next to each other.
    ///
    /// # Panics
    /// If there is no such row.
    pub(super) fn row(self, i: usize) -> Option<MultiWordSlice<'a, E, N>> {
        let Place { words, rows, columns, row_stride, column_stride } = self.place;
        assert!(i < rows, "no row {i}");
        if column_stride != 1 || columns == 0 {
            return None;
        }
        Some(MultiWordSlice::of_equally_long(words.map(|words| {
            // SAFETY: the row exists, and its entries are next to each other.
            unsafe { core::slice::from_raw_parts(words.add(i * row_stride), columns) }
        })))
    }

    /// A copy.
    pub fn to_matrix(self) -> MultiWordMatrix<E, N> {
        let mut copy = MultiWordMatrix::zeros(self.rows(), self.columns());
        copy.view_mut().fill_from(self);
        copy
    }

    /// The numbers, row after row.
    pub fn to_row_major(self) -> Vec<Number<E, N>> {
        self.entries().map(|(_, _, number)| number).collect()
    }

    /// Row, column and number of every entry, row after row.
    pub(super) fn entries(self) -> impl Iterator<Item = (usize, usize, Number<E, N>)> + 'a {
        (0..self.rows()).flat_map(move |i| (0..self.columns()).map(move |j| (i, j, self.at(i, j))))
    }
}

impl<E: Element, const N: usize> PartialEq for MatrixView<'_, E, N>
where
    Width<N>: Words<N>,
{
    /// Equal shapes and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.entries().zip(other.entries());
        self.shape() == other.shape() && pairs.all(|((_, _, x), (_, _, y))| x.equal(y))
    }
}

impl<E: Element, const N: usize> fmt::Debug for MatrixView<'_, E, N>
where
    Width<N>: Words<N>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |i: usize| (0..self.columns()).map(|j| Shown(self.at(i, j))).collect::<Vec<_>>();
        f.debug_list().entries((0..self.rows()).map(row)).finish()
    }
}

/// A number as it is shown.
struct Shown<E: Element, const N: usize>(Number<E, N>)
where
    Width<N>: Words<N>;

impl<E: Element, const N: usize> fmt::Debug for Shown<E, N>
where
    Width<N>: Words<N>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Width::<N>::show(&self.0, f)
    }
}
