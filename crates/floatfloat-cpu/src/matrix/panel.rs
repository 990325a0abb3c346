//! A few columns of a matrix, factorised column by column.

use super::{
    accumulate::{Accumulate, pair},
    error::MatrixError,
    gemm::products,
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{
    accuracy::Strict,
    element::Element,
    number::Number,
    pack::{Pack, splat},
    vector::Vector,
    view::{VectorView, VectorViewMut},
    watch,
};
use core::fmt;
use fearless_simd::Simd;
use floatfloat::{DoubleWord, MultiWord, NativeWord, Word, unrolled::map};

/// The number of columns that are factorised one after the other. Wider matrices are cut.
pub(super) const WIDTH: usize = 32;

/// The number of zeros beyond the end of a column, so that whole registers may be read and written
/// from any row on.
const MARGIN: usize = 32;

/// The approximate number of products of numbers in the factorisation of a panel.
pub(super) fn panel_products(rows: usize, columns: usize) -> u64 {
    products([rows, columns, columns]) / 2
}

/// Ends a factorisation that was cancelled, before the next panel, which takes `products`.
pub(super) fn check(products: u64) -> Result<(), MatrixError> {
    if watch::proceed(products) { Ok(()) } else { Err(MatrixError::Cancelled) }
}

/// A copy of some columns, each contiguous.
pub(super) struct Panel<T: Number> {
    numbers: Vector<T>,
    rows: usize,
    columns: usize,
    stride: usize,
}

impl<T: Number> Clone for Panel<T> {
    fn clone(&self) -> Self {
        Panel { numbers: self.numbers.clone(), ..*self }
    }
}

impl<T: Number> fmt::Debug for Panel<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

impl<T: Number> Panel<T> {
    pub(super) fn copy(a: MatrixView<'_, T>) -> Self {
        let (rows, columns) = a.shape();
        let stride = rows.next_multiple_of(16) + MARGIN;
        let mut panel = Panel { numbers: Vector::zeros(stride * columns), rows, columns, stride };
        let transposed = panel.numbers.view_mut();
        MatrixViewMut::row_major(transposed, columns, rows, stride).fill_from(a.transpose());
        panel
    }

    pub(super) fn write_to(&self, mut a: MatrixViewMut<'_, T>) {
        a.fill_from(self.view());
    }

    pub(super) fn view(&self) -> MatrixView<'_, T> {
        let transposed = self.numbers.view();
        MatrixView::row_major(transposed, self.columns, self.rows, self.stride).transpose()
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    #[inline(always)]
    pub(super) fn at(&self, i: usize, j: usize) -> T {
        assert!(i < self.rows && j < self.columns);
        self.numbers.view().at(j * self.stride + i)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, i: usize, j: usize, number: T) {
        assert!(i < self.rows && j < self.columns);
        let written = self.numbers.view_mut().set(j * self.stride + i, number);
        debug_assert!(written, "the entry exists");
    }

    /// The row, from `start` on, with the largest high word of a column; the first such row if
    /// there are several.
    #[inline(always)]
    pub(super) fn largest(&self, column: usize, start: usize) -> usize {
        let words = &self.numbers.view().hi()[column * self.stride..][start..self.rows];
        let mut found = 0;
        for (i, word) in words.iter().enumerate() {
            if words[found].abs() < word.abs() {
                found = i;
            }
        }
        start + found
    }

    #[inline(always)]
    pub(super) fn swap_rows(&mut self, i: usize, k: usize) {
        for j in 0..self.columns {
            let (x, y) = (self.at(i, j), self.at(k, j));
            self.put(i, j, y);
            self.put(k, j, x);
        }
    }

    /// A column from row `start` on, to be written to.
    fn column_mut(&mut self, column: usize, start: usize) -> VectorViewMut<'_, T> {
        let (base, rows) = (column * self.stride, self.rows);
        let (_, rest) = self.numbers.view_mut().split_at(base + start);
        rest.split_at(rows - start).0
    }

    /// A column from row `start` on.
    fn column(&self, column: usize, start: usize) -> VectorView<'_, T> {
        let base = column * self.stride;
        let (_, rest) = self.numbers.view().split_at(base + start);
        rest.split_at(self.rows - start).0
    }
}

/// The operations of a factorisation on whole columns of a panel.
pub(super) trait Columns<T: Number> {
    fn panel(&mut self) -> &mut Panel<T>;

    /// Divides a column from row `start` on.
    fn divide(&mut self, column: usize, start: usize, by: T);

    /// Subtracts `factor` times a column to the left from a column, from row `start` on.
    fn subtract(&mut self, column: usize, factor: T, left: usize, start: usize);

    /// The sum of products of two columns from row `start` on.
    fn dot(&mut self, x: usize, y: usize, start: usize) -> T;
}

/// Columns of numbers of any type, by operations on slices, which are compiled already.
pub(super) struct BySlices<'a, T: Number> {
    panel: &'a mut Panel<T>,
    products: Vector<T>,
    factors: Vector<T>,
}

impl<'a, T: Number> BySlices<'a, T> {
    pub(super) fn new(panel: &'a mut Panel<T>) -> Self {
        let [products, factors] = [(); 2].map(|()| Vector::zeros(panel.rows));
        BySlices { panel, products, factors }
    }

    /// Fills the factors with `count` copies of `factor`.
    fn set_factors(&mut self, factor: T, count: usize) {
        let words = factor.parts();
        for (factors, word) in self.factors.view_mut().into_parts().into_iter().zip(words) {
            factors[..count].fill(word);
        }
    }
}

impl<T: Number> Columns<T> for BySlices<'_, T> {
    fn panel(&mut self) -> &mut Panel<T> {
        self.panel
    }

    fn divide(&mut self, column: usize, start: usize, by: T) {
        let count = self.panel.rows - start;
        self.set_factors(by, count);
        let (by, _) = self.factors.view().split_at(count);
        let done = self.panel.column_mut(column, start).try_div_assign(by);
        debug_assert_eq!(done, Ok(()));
    }

    fn subtract(&mut self, column: usize, factor: T, left: usize, start: usize) {
        let count = self.panel.rows - start;
        self.set_factors(factor, count);
        let (factors, _) = self.factors.view().split_at(count);
        let left = self.panel.column(left, start);
        let (mut products, _) = self.products.view_mut().split_at(count);
        products.fill_from(left);
        let multiplied = products.try_mul_assign(factors);
        let subtracted = self.panel.column_mut(column, start).try_sub_assign(products.as_view());
        debug_assert_eq!((multiplied, subtracted), (Ok(()), Ok(())));
    }

    fn dot(&mut self, x: usize, y: usize, start: usize) -> T {
        let [x, y] = [x, y].map(|column| self.panel.column(column, start));
        // Columns have the same length.
        x.dot(y).unwrap_or_else(|_| MultiWord::from_word(T::Word::NAN))
    }
}

/// Columns of double-words, in registers.
pub(super) struct InRegisters<'a, S, E: Element> {
    pub(super) simd: S,
    pub(super) panel: &'a mut Panel<DoubleWord<E>>,
}

impl<S: Simd, E: Element> Columns<DoubleWord<E>> for InRegisters<'_, S, E> {
    #[inline(always)]
    fn panel(&mut self) -> &mut Panel<DoubleWord<E>> {
        self.panel
    }

    #[inline(always)]
    fn divide(&mut self, column: usize, start: usize, by: DoubleWord<E>) {
        let (simd, panel) = (self.simd, &mut *self.panel);
        let by = splat(simd, by);
        let [high, low] = panel.numbers.view_mut().into_parts();
        let base = column * panel.stride;
        for i in (base + start..base + panel.rows).step_by(Pack::<S, E>::LANES) {
            let number = pair([Pack::load(simd, &high[i..]), Pack::load(simd, &low[i..])]) / by;
            number.hi().store(&mut high[i..]);
            number.lo().store(&mut low[i..]);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, column: usize, factor: DoubleWord<E>, left: usize, start: usize) {
        let (simd, panel) = (self.simd, &mut *self.panel);
        assert!(left < column && column < panel.columns && start <= panel.rows);
        let factor = splat(simd, factor);
        let [high, low] = panel.numbers.view_mut().into_parts();
        let (left_high, high) = high.split_at_mut(column * panel.stride);
        let (left_low, low) = low.split_at_mut(column * panel.stride);
        let base = left * panel.stride;
        for i in (start..panel.rows).step_by(Pack::<S, E>::LANES) {
            let k = base + i;
            let source =
                pair([Pack::load(simd, &left_high[k..]), Pack::load(simd, &left_low[k..])]);
            let number = pair([Pack::load(simd, &high[i..]), Pack::load(simd, &low[i..])]);
            let number = number - source * factor;
            number.hi().store(&mut high[i..]);
            number.lo().store(&mut low[i..]);
        }
    }

    /// Uses as many sums as two of the largest registers have lanes, joined pairwise.
    #[inline(always)]
    fn dot(&mut self, x: usize, y: usize, start: usize) -> DoubleWord<E> {
        let (simd, panel) = (self.simd, &*self.panel);
        let lanes = Pack::<S, E>::LANES;
        let apart = 128 / size_of::<E>();
        assert!(apart <= MARGIN && x < panel.columns && y < panel.columns);
        let view = panel.numbers.view();
        let zero = E::nearest(0.0);
        let (x, y) = (x * panel.stride, y * panel.stride);
        let mut sums = [[Pack::<S, E>::splat(simd, zero); 2]; 8];
        for i in (start..panel.rows).step_by(apart) {
            for (p, sum) in sums[..apart / lanes].iter_mut().enumerate() {
                let [x, y] = map(
                    [x, y],
                    #[inline(always)]
                    |column| {
                        let at = column + i + p * lanes;
                        let (high, low) = (&view.hi()[at..], &view.lo()[at..]);
                        pair([Pack::load(simd, high), Pack::load(simd, low)])
                    },
                );
                *sum = <Strict as Accumulate<DoubleWord<E>>>::step(*sum, x, y);
            }
        }
        let mut words = [[zero; MARGIN]; 2];
        for (p, sum) in sums[..apart / lanes].iter().enumerate() {
            sum[0].store(&mut words[0][p * lanes..]);
            sum[1].store(&mut words[1][p * lanes..]);
        }
        let mut left = apart;
        while left > 1 {
            left /= 2;
            for k in 0..left {
                let sum = |k: usize| [words[0][k], words[1][k]];
                [words[0][k], words[1][k]] =
                    <Strict as Accumulate<DoubleWord<E>>>::join(sum(k), sum(k + left));
            }
        }
        pair([words[0][0], words[1][0]])
    }
}
