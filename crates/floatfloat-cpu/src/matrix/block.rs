//! A block of a product of matrices: operands are copied into the order in which registers take
//! them, and multiplied tile by tile.

use super::{
    accuracy::{Accumulate, BLOCK, pair},
    view::{MatrixView, MatrixViewMut, Place},
};
use crate::{
    dispatch::Kernel,
    element::Element,
    pack::{Pack, splat},
};
use core::marker::PhantomData;
use fearless_simd::Simd;
use floatfloat::{DoubleWord, Word};

/// Rows and columns of a block, and how many products are summed before the next part of the
/// operands is copied: what is copied stays in the second cache, and of b as much as a tile needs in
/// the first.
pub(super) const ROWS: usize = 256;
pub(super) const COLUMNS: usize = 256;
const DEPTH: usize = 4 * BLOCK;

/// The largest tile of registers is a divisor of the sides of a block.
const TILE_ROWS: usize = 4;

/// Words of memory that a block needs at most: for a, b and the sums, two words a number.
pub(super) const SPACE: usize = 2 * (ROWS * DEPTH + DEPTH * COLUMNS + ROWS * COLUMNS);

/// c ← alpha · a · b + beta · c for a c of at most [`ROWS`] and [`COLUMNS`].
pub(super) struct Block<'a, E, A> {
    pub(super) alpha: DoubleWord<E>,
    pub(super) a: MatrixView<'a, E>,
    pub(super) b: MatrixView<'a, E>,
    pub(super) beta: DoubleWord<E>,
    pub(super) c: MatrixViewMut<'a, E>,
    /// [`SPACE`] words from a cache line on.
    pub(super) space: &'a mut [E],
    pub(super) accumulate: PhantomData<A>,
}

impl<E: Element, A: Accumulate<2>> Kernel for Block<'_, E, A> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        // As many sums as there are registers for.
        match size_of::<E::Vector<S>>() {
            64 => self.tiles::<S, TILE_ROWS, 2>(simd),
            _ => self.tiles::<S, 2, 2>(simd),
        }
    }
}

impl<E: Element, A: Accumulate<2>> Block<'_, E, A> {
    /// Tiles of R rows and C registers.
    #[inline(always)]
    fn tiles<S: Simd, const R: usize, const C: usize>(mut self, simd: S) {
        let width = C * Pack::<S, E>::LANES;
        let (rows, columns) = self.c.shape();
        let depth = self.a.columns();
        assert!(rows <= ROWS && columns <= COLUMNS && self.space.len() >= SPACE);
        assert!(ROWS.is_multiple_of(R) && COLUMNS.is_multiple_of(width));
        assert!(self.a.rows() == rows && self.b.shape() == (depth, columns));
        let (a_space, rest) = core::mem::take(&mut self.space).split_at_mut(2 * ROWS * DEPTH);
        let (b_space, totals) = rest.split_at_mut(2 * DEPTH * COLUMNS);
        let (strips, panels) = (rows.div_ceil(R), columns.div_ceil(width));
        let tile_size = 2 * R * width;
        let totals = &mut totals[..strips * panels * tile_size];
        totals.fill(E::nearest(0.0));
        for start in (0..depth).step_by(DEPTH) {
            let now = DEPTH.min(depth - start);
            copy(self.a.transposed().place(), start, now, R, a_space);
            copy(self.b.place(), start, now, width, b_space);
            let b_panels = b_space.chunks_exact(2 * now * width);
            let column_totals = totals.chunks_exact_mut(strips * tile_size);
            for (b, totals) in b_panels.zip(column_totals) {
                let a_strips = a_space.chunks_exact(2 * now * R);
                for (a, total) in a_strips.zip(totals.chunks_exact_mut(tile_size)) {
                    // SAFETY: the operands hold `now` rows of the tile's sides, and the total a
                    // tile.
                    unsafe { tile::<S, E, A, R, C>(simd, now, a, b, total) };
                }
            }
        }
        let (alpha, beta) = (splat(simd, self.alpha), splat(simd, self.beta));
        for row in 0..rows {
            let (strip, r) = (row / R, row % R);
            for panel in 0..panels {
                let total = &totals[(panel * strips + strip) * tile_size..][..tile_size];
                for c in 0..C {
                    let column = panel * width + c * Pack::<S, E>::LANES;
                    if column < columns {
                        let sum = &total[2 * (r * C + c) * Pack::<S, E>::LANES..];
                        let low = &sum[Pack::<S, E>::LANES..];
                        let sum = [Pack::load(simd, sum), Pack::load(simd, low)];
                        self.write(simd, row, column, sum, [alpha, beta]);
                    }
                }
            }
        }
    }

    /// Writes the entries of a register.
    #[inline(always)]
    fn write<S: Simd>(
        &mut self,
        simd: S,
        row: usize,
        column: usize,
        mut sum: [Pack<S, E>; 2],
        [alpha, beta]: [DoubleWord<Pack<S, E>>; 2],
    ) {
        let count = Pack::<S, E>::LANES.min(self.c.columns() - column);
        let infinity = sum[0].constant(f64::INFINITY);
        if A::REPEATS && Pack::<S, E>::any(!sum[0].abs().less(infinity)) {
            sum = self.repeated(row, column, count, sum);
        }
        let product = alpha * pair(sum);
        let zero = E::nearest(0.0);
        let old = (!self.beta.hi().equal(zero)).then(|| {
            let (mut high, mut low) = (Pack::splat(simd, zero), Pack::splat(simd, zero));
            read_row(self.c.as_view().place(), row, column, count, simd, &mut high, &mut low);
            beta * DoubleWord::from_normalized(high, low)
        });
        let result = match old {
            Some(old) => product + old,
            None => product,
        };
        let place = self.c.place();
        let offset = row * place.row_stride + column * place.column_stride;
        if place.column_stride == 1 && count == Pack::<S, E>::LANES {
            // SAFETY: these entries are in the block, next to each other.
            unsafe {
                result.hi().store_to(place.high.add(offset));
                result.lo().store_to(place.low.add(offset));
            }
        } else {
            let (high, low) = (result.hi(), result.lo());
            let numbers = high.as_slice().iter().zip(low.as_slice()).enumerate();
            for (k, (&high, &low)) in numbers.take(count) {
                // SAFETY: the entry is in the block.
                unsafe {
                    *place.high.add(offset + k * place.column_stride) = high;
                    *place.low.add(offset + k * place.column_stride) = low;
                }
            }
        }
    }

    /// The sums of a register by operators, which know infinities.
    #[inline(never)]
    fn repeated<S: Simd>(
        &self,
        row: usize,
        column: usize,
        count: usize,
        sum: [Pack<S, E>; 2],
    ) -> [Pack<S, E>; 2] {
        let [mut high, mut low] = sum;
        let words = high.as_mut_slice().iter_mut().zip(low.as_mut_slice());
        for (k, (high, low)) in words.take(count).enumerate() {
            let mut total = DoubleWord::from_word(E::nearest(0.0));
            for p in 0..self.a.columns() {
                total += self.a.at(row, p) * self.b.at(p, column + k);
            }
            (*high, *low) = (total.hi(), total.lo());
        }
        [high, low]
    }
}

/// Reads some entries of a row.
#[inline(always)]
fn read_row<S: Simd, E: Element>(
    place: Place<E>,
    row: usize,
    column: usize,
    count: usize,
    simd: S,
    high: &mut Pack<S, E>,
    low: &mut Pack<S, E>,
) {
    let offset = row * place.row_stride + column * place.column_stride;
    if place.column_stride == 1 && count == Pack::<S, E>::LANES {
        // SAFETY: these entries are in the block, next to each other.
        unsafe {
            *high = Pack::load_from(simd, place.high.add(offset));
            *low = Pack::load_from(simd, place.low.add(offset));
        }
        return;
    }
    let words = high.as_mut_slice().iter_mut().zip(low.as_mut_slice());
    for (k, (high, low)) in words.take(count).enumerate() {
        // SAFETY: the entry is in the block.
        unsafe {
            *high = *place.high.add(offset + k * place.column_stride);
            *low = *place.low.add(offset + k * place.column_stride);
        }
    }
}

/// Copies `count` rows of a matrix from `start` on in panels of `width` columns: of each row the
/// high parts, then the low parts, with zeros beyond the last column.
#[inline(always)]
fn copy<E: Element>(from: Place<E>, start: usize, count: usize, width: usize, to: &mut [E]) {
    let panel_size = 2 * count * width;
    let whole = from.columns / width;
    // What is read is contiguous for as long as can be.
    let step = if from.column_stride == 1 { 1 } else { count.max(1) };
    for rows in (0..count).step_by(step) {
        for panel in 0..whole {
            let to = &mut to[panel * panel_size..][..panel_size];
            for k in rows..count.min(rows + step) {
                let to = &mut to[2 * k * width..][..2 * width];
                // SAFETY: the row and the columns of the panel exist.
                unsafe { copy_row(from, start + k, panel * width, width, to) };
            }
        }
    }
    let left = from.columns - whole * width;
    if left > 0 {
        let to = &mut to[whole * panel_size..][..panel_size];
        to.fill(E::nearest(0.0));
        for (k, to) in to.chunks_exact_mut(2 * width).enumerate() {
            // SAFETY: the row and the columns that are left exist.
            unsafe { copy_row(from, start + k, whole * width, left, to) };
        }
    }
}

/// Copies `count` numbers of a row from `column` on, the high parts to the first half of `to`, the
/// low parts to the second.
///
/// # Safety
/// So many numbers must be there.
#[inline(always)]
unsafe fn copy_row<E: Element>(
    from: Place<E>,
    row: usize,
    column: usize,
    count: usize,
    to: &mut [E],
) {
    let (to_high, to_low) = to.split_at_mut(to.len() / 2);
    let (to_high, to_low) = (&mut to_high[..count], &mut to_low[..count]);
    let stride = from.column_stride;
    let offset = row * from.row_stride + column * stride;
    // SAFETY: by the caller.
    unsafe {
        let (high, low) = (from.high.add(offset), from.low.add(offset));
        if stride == 1 {
            to_high.copy_from_slice(core::slice::from_raw_parts(high, count));
            to_low.copy_from_slice(core::slice::from_raw_parts(low, count));
        } else {
            for j in 0..count {
                (to_high[j], to_low[j]) = (*high.add(j * stride), *low.add(j * stride));
            }
        }
    }
}

/// Adds the products of R rows of a and C registers of b to a total.
///
/// # Safety
/// `a` must hold `depth` rows of R numbers, `b` as many of C registers, `total` R·C registers, two
/// words a number.
#[inline(always)]
unsafe fn tile<S: Simd, E: Element, A: Accumulate<2>, const R: usize, const C: usize>(
    simd: S,
    depth: usize,
    a: &[E],
    b: &[E],
    total: &mut [E],
) {
    let lanes = Pack::<S, E>::LANES;
    debug_assert!(a.len() >= 2 * depth * R && b.len() >= 2 * depth * C * lanes);
    debug_assert!(total.len() >= 2 * R * C * lanes);
    let (mut a, mut b, total) = (a.as_ptr(), b.as_ptr(), total.as_mut_ptr());
    let mut left = depth;
    while left > 0 {
        let now = left.min(BLOCK);
        left -= now;
        // SAFETY: by the caller.
        unsafe {
            let load = |index: usize| Pack::<S, E>::load_from(simd, total.add(index * lanes));
            let mut sums = [[[Pack::<S, E>::splat(simd, E::nearest(0.0)); 2]; C]; R];
            for (r, row) in sums.iter_mut().enumerate() {
                for (c, sum) in row.iter_mut().enumerate() {
                    let index = 2 * (r * C + c);
                    *sum = A::begin([load(index), load(index + 1)]);
                }
            }
            for _ in 0..now {
                let mut right =
                    [DoubleWord::from_word(Pack::<S, E>::splat(simd, E::nearest(0.0))); C];
                for (c, right) in right.iter_mut().enumerate() {
                    *right = DoubleWord::from_normalized(
                        Pack::load_from(simd, b.add(c * lanes)),
                        Pack::load_from(simd, b.add((C + c) * lanes)),
                    );
                }
                for (r, row) in sums.iter_mut().enumerate() {
                    let left = DoubleWord::from_normalized(
                        Pack::splat(simd, *a.add(r)),
                        Pack::splat(simd, *a.add(R + r)),
                    );
                    for (sum, &right) in row.iter_mut().zip(&right) {
                        *sum = A::step(*sum, left, right);
                    }
                }
                a = a.add(2 * R);
                b = b.add(2 * C * lanes);
            }
            for (r, row) in sums.iter().enumerate() {
                for (c, &sum) in row.iter().enumerate() {
                    let index = 2 * (r * C + c);
                    let [high, low] = A::end([load(index), load(index + 1)], sum);
                    high.store_to(total.add(index * lanes));
                    low.store_to(total.add((index + 1) * lanes));
                }
            }
        }
    }
}
