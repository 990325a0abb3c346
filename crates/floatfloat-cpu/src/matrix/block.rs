//! A block of a product of matrices. Operands are copied into the order in which registers read
//! them, and multiplied tile by tile.

use super::{
    accumulate::{Accumulate, BLOCK, pair},
    copy::copy,
    long_block, registers,
    tile::tile,
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{
    accuracy::{Accuracy, Fast, Strict},
    compiled::compiled_by_type,
    dispatch::{Kernel, dispatch},
    element::Element,
    number::Number,
    pack::{Pack, splat},
};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, NativeWord, Word};

/// The sizes of a block: its rows and columns, and how many products are summed before the next part
/// of the operands is copied. The copies stay in the second-level cache, and the part of b that a
/// tile needs stays in the first.
pub(super) const ROWS: usize = 256;
pub(super) const COLUMNS: usize = 256;
const DEPTH: usize = 4 * BLOCK;

/// The most numbers for which a block needs memory: for a, b and the sums.
pub(super) const SPACE: usize = ROWS * DEPTH + DEPTH * COLUMNS + ROWS * COLUMNS;

/// c ← alpha · a · b + beta · c, for a c of at most [`ROWS`] × [`COLUMNS`].
pub(super) struct Block<'a, T: Number> {
    pub(super) accuracy: Accuracy,
    pub(super) alpha: T,
    pub(super) a: MatrixView<'a, T>,
    pub(super) b: MatrixView<'a, T>,
    pub(super) beta: T,
    pub(super) c: MatrixViewMut<'a, T>,
    /// Memory for [`SPACE`] numbers, from a cache line on.
    pub(super) space: &'a mut [T::Word],
}

compiled_by_type! {
    pub(super) fn multiply<'a, T>(Block<'a, T>) -> () = by_accuracy, long_block::multiply;
}

fn by_accuracy<E: Element>(block: Block<'_, DoubleWord<E>>) {
    match block.accuracy {
        Accuracy::Strict => dispatch(Tiles { block, accumulate: Strict }),
        Accuracy::Fast => dispatch(Tiles { block, accumulate: Fast }),
    }
}

/// A block, computed with the steps of its accuracy.
struct Tiles<'a, E: Element, A> {
    block: Block<'a, DoubleWord<E>>,
    accumulate: A,
}

impl<E: Element, A: Accumulate<DoubleWord<E>>> Kernel for Tiles<'_, E, A> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let _ = self.accumulate;
        // A tile has as many sums as there are registers. The sides of a tile divide those of a block. Wide
        // tiles are faster with 32 registers, but a narrow matrix would leave them half empty.
        match size_of::<E::Vector<S>>() {
            64 if self.block.c.columns() > 2 * Pack::<S, E>::LANES => {
                self.block.tiles::<S, A, 2, 4>(simd)
            }
            64 => self.block.tiles::<S, A, 4, 2>(simd),
            32 => self.block.tiles::<S, A, 4, 1>(simd),
            _ => self.block.tiles::<S, A, 2, 2>(simd),
        }
    }
}

impl<E: Element> Block<'_, DoubleWord<E>> {
    /// Tiles of R rows and C registers.
    #[inline(always)]
    fn tiles<S: Simd, A: Accumulate<DoubleWord<E>>, const R: usize, const C: usize>(
        mut self,
        simd: S,
    ) {
        let width = C * Pack::<S, E>::LANES;
        let (rows, columns) = self.c.shape();
        let space = core::mem::take(&mut self.space);
        let totals = totals::<S, DoubleWord<E>, A, R, C>(simd, self.a, self.b, space);
        let (strips, panels) = (rows.div_ceil(R), columns.div_ceil(width));
        let tile_size = 2 * R * width;
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
                        self.write::<S, A>(simd, row, column, sum, [alpha, beta]);
                    }
                }
            }
        }
    }

    /// Writes the entries of a register.
    #[inline(always)]
    fn write<S: Simd, A: Accumulate<DoubleWord<E>>>(
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
        let mut result = alpha * pair(sum);
        let [zero, one] = [0.0, 1.0].map(E::nearest);
        let place = self.c.place();
        if !self.beta.hi().equal(zero) {
            // SAFETY: these entries are in the block.
            let old = unsafe { registers::read(simd, place, row, column, count) };
            let is_one = self.beta.hi().equal(one) && self.beta.lo().equal(zero);
            result += if is_one { old } else { beta * old };
        }
        // SAFETY: as above, and nobody else has a view of them.
        unsafe { registers::write(result, place, row, column, count) };
    }

    /// The sums of a register, computed by operators, which handle infinities.
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

/// The sums of the products of the rows of a and the columns of b, in tiles of R rows and C registers. The
/// tiles of the first columns come first, from top to bottom. Each word of a sum has a register of its
/// own.
#[inline(always)]
pub(super) fn totals<'s, S: Simd, T: Number, A: Accumulate<T>, const R: usize, const C: usize>(
    simd: S,
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
    space: &'s mut [T::Word],
) -> &'s [T::Word] {
    let width = C * Pack::<S, T::Word>::LANES;
    let ((rows, depth), columns) = (a.shape(), b.columns());
    assert!(rows <= ROWS && columns <= COLUMNS && space.len() >= T::WORDS * SPACE);
    assert!(ROWS.is_multiple_of(R) && COLUMNS.is_multiple_of(width) && b.rows() == depth);
    let (a_space, rest) = space.split_at_mut(T::WORDS * ROWS * DEPTH);
    let (b_space, totals) = rest.split_at_mut(T::WORDS * DEPTH * COLUMNS);
    let (strips, panels) = (rows.div_ceil(R), columns.div_ceil(width));
    let tile_size = T::WORDS * R * width;
    let totals = &mut totals[..strips * panels * tile_size];
    totals.fill(T::Word::nearest(0.0));
    for start in (0..depth).step_by(DEPTH) {
        let now = DEPTH.min(depth - start);
        copy(a.transpose().place(), start, now, R, a_space);
        copy(b.place(), start, now, width, b_space);
        let b_panels = b_space.chunks_exact(T::WORDS * now * width);
        let column_totals = totals.chunks_exact_mut(strips * tile_size);
        for (b, totals) in b_panels.zip(column_totals) {
            let a_strips = a_space.chunks_exact(T::WORDS * now * R);
            for (a, total) in a_strips.zip(totals.chunks_exact_mut(tile_size)) {
                // SAFETY: the operands hold `now` rows of the tile's sides, and the total holds a
                // tile.
                unsafe { tile::<S, T, A, R, C>(simd, now, a, b, total) };
            }
        }
    }
    totals
}
