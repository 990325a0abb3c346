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
    pack::{Pack, splat},
    vector::DoubleWordVec,
    watch,
};
use fearless_simd::Simd;
use floatfloat::DoubleWord;

/// Columns that are factorised one after the other; what is wider is cut.
pub(super) const WIDTH: usize = 32;

/// Numbers of a column beyond its end, all zero: whole registers may be read and written from any
/// row on.
const MARGIN: usize = 32;

/// Products of numbers in the factorisation of a panel, about.
pub(super) fn panel_products(rows: usize, columns: usize) -> u64 {
    products([rows, columns, columns]) / 2
}

/// Ends a factorisation that is no longer wanted, before the next panel, of so many products.
pub(super) fn check(products: u64) -> Result<(), MatrixError> {
    if watch::proceed(products) { Ok(()) } else { Err(MatrixError::Cancelled) }
}

/// A copy of some columns, each contiguous.
pub(super) struct Panel<E> {
    numbers: DoubleWordVec<E>,
    rows: usize,
    columns: usize,
    stride: usize,
}

impl<E: Element> Panel<E> {
    pub(super) fn copy(a: MatrixView<'_, E>) -> Self {
        let (rows, columns) = a.shape();
        let stride = rows.next_multiple_of(16) + MARGIN;
        let mut panel =
            Panel { numbers: DoubleWordVec::zeros(stride * columns), rows, columns, stride };
        for i in 0..rows {
            for j in 0..columns {
                panel.put(i, j, a.at(i, j));
            }
        }
        panel
    }

    pub(super) fn write_to(&self, mut a: MatrixViewMut<'_, E>) {
        for i in 0..self.rows {
            for j in 0..self.columns {
                a.put(i, j, self.at(i, j));
            }
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    #[inline(always)]
    pub(super) fn at(&self, i: usize, j: usize) -> DoubleWord<E> {
        assert!(i < self.rows && j < self.columns);
        let numbers = self.numbers.as_slice();
        let index = j * self.stride + i;
        DoubleWord::from_normalized(numbers.hi()[index], numbers.lo()[index])
    }

    #[inline(always)]
    pub(super) fn put(&mut self, i: usize, j: usize, number: DoubleWord<E>) {
        assert!(i < self.rows && j < self.columns);
        let (high, low) = self.numbers.as_mut_slice().into_parts();
        let index = j * self.stride + i;
        (high[index], low[index]) = (number.hi(), number.lo());
    }

    /// The row, from `start` on, of the largest high part of a column, the first of several.
    #[inline(always)]
    pub(super) fn largest(&self, column: usize, start: usize) -> usize {
        let words = &self.numbers.as_slice().hi()[column * self.stride..][start..self.rows];
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

    /// Divides a column from row `start` on.
    #[inline(always)]
    pub(super) fn divide<S: Simd>(
        &mut self,
        simd: S,
        column: usize,
        start: usize,
        by: DoubleWord<E>,
    ) {
        let by = splat(simd, by);
        let (high, low) = self.numbers.as_mut_slice().into_parts();
        let base = column * self.stride;
        for i in (base + start..base + self.rows).step_by(Pack::<S, E>::LANES) {
            let number = pair([Pack::load(simd, &high[i..]), Pack::load(simd, &low[i..])]) / by;
            number.hi().store(&mut high[i..]);
            number.lo().store(&mut low[i..]);
        }
    }

    /// Subtracts `factor` times a column to the left from a column, from row `start` on.
    #[inline(always)]
    pub(super) fn subtract<S: Simd>(
        &mut self,
        simd: S,
        column: usize,
        factor: DoubleWord<E>,
        left: usize,
        start: usize,
    ) {
        assert!(left < column && column < self.columns && start <= self.rows);
        let factor = splat(simd, factor);
        let (high, low) = self.numbers.as_mut_slice().into_parts();
        let (left_high, high) = high.split_at_mut(column * self.stride);
        let (left_low, low) = low.split_at_mut(column * self.stride);
        let base = left * self.stride;
        for i in (start..self.rows).step_by(Pack::<S, E>::LANES) {
            let k = base + i;
            let source =
                pair([Pack::load(simd, &left_high[k..]), Pack::load(simd, &left_low[k..])]);
            let number = pair([Pack::load(simd, &high[i..]), Pack::load(simd, &low[i..])]);
            let number = number - source * factor;
            number.hi().store(&mut high[i..]);
            number.lo().store(&mut low[i..]);
        }
    }

    /// The sum of products of two columns from row `start` on, in as many sums as two of the
    /// largest registers have lanes, joined pairwise.
    #[inline(always)]
    pub(super) fn dot<S: Simd>(&self, simd: S, x: usize, y: usize, start: usize) -> DoubleWord<E> {
        let lanes = Pack::<S, E>::LANES;
        let apart = 128 / size_of::<E>();
        assert!(apart <= MARGIN && x < self.columns && y < self.columns);
        let view = self.numbers.as_slice();
        let zero = E::nearest(0.0);
        let (x, y) = (x * self.stride, y * self.stride);
        let mut sums = [[Pack::<S, E>::splat(simd, zero); 2]; 8];
        for i in (start..self.rows).step_by(apart) {
            for (p, sum) in sums[..apart / lanes].iter_mut().enumerate() {
                let [x, y] = [x, y].map(
                    #[inline(always)]
                    |column| {
                        let at = column + i + p * lanes;
                        let (high, low) = (&view.hi()[at..], &view.lo()[at..]);
                        pair([Pack::load(simd, high), Pack::load(simd, low)])
                    },
                );
                *sum = Strict::step(*sum, x, y);
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
                [words[0][k], words[1][k]] = Strict::join(sum(k), sum(k + left));
            }
        }
        pair([words[0][0], words[1][0]])
    }
}
