//! The steps of blocked elimination on registers. A strip is a part of the matrix that is copied to
//! memory of its own: for each k a row of as many words of each kind as a strip is wide.

use super::Grid;
use crate::{
    arithmetic::{Arithmetic, Family},
    devices::OnDevice,
};
use floatfloat_cpu::{Kernel, Pack, Simd};
use std::marker::PhantomData;

/// Some words of a strip or of a row of the matrix, one register for each kind of word.
#[inline(always)]
fn load<S: Simd, F: Family, W: OnDevice>(
    simd: S,
    words: &[W],
    apart: usize,
    at: usize,
) -> F::Of<Pack<S, W>> {
    let high = Pack::load(simd, &words[at..]);
    if F::WORDS == 1 {
        F::from_words(&[high])
    } else {
        F::from_words(&[high, Pack::load(simd, &words[apart + at..])])
    }
}

#[inline(always)]
fn store<S: Simd, F: Family, W: OnDevice>(
    number: F::Of<Pack<S, W>>,
    words: &mut [W],
    apart: usize,
    at: usize,
) {
    let [high, low] = F::words(number);
    high.store(&mut words[at..]);
    if F::WORDS == 2 {
        low.store(&mut words[apart + at..]);
    }
}

/// One number in every lane.
#[inline(always)]
fn splat<S: Simd, F: Family, W: OnDevice>(
    simd: S,
    words: &[W],
    apart: usize,
    at: usize,
) -> F::Of<Pack<S, W>> {
    let high = Pack::splat(simd, words[at]);
    if F::WORDS == 1 {
        F::from_words(&[high])
    } else {
        F::from_words(&[high, Pack::splat(simd, words[apart + at])])
    }
}

/// Which triangle of a block on the diagonal a strip is divided by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// L: the strip's lanes are columns to the right of the block, and become U.
    Right,
    /// U: the strip's lanes are rows below the block, and become L.
    Below,
}

/// Solves for a strip with the triangle of a block on the diagonal.
pub(super) struct Solve<'a, F, W> {
    pub(super) side: Side,
    /// The eliminated block, as a grid's words without padding: row after row.
    pub(super) block: &'a [W],
    pub(super) depth: usize,
    pub(super) strip: &'a mut [W],
    pub(super) family: PhantomData<F>,
}

impl<F: Family, W: OnDevice> Kernel for Solve<'_, F, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Solve { side, block, depth, strip, .. } = self;
        let width = Grid::<F, W>::STRIP;
        let row = F::WORDS * width;
        let of_block =
            |i: usize, j: usize| splat::<S, F, W>(simd, &block[i * F::WORDS * depth..], depth, j);
        for lane in (0..width).step_by(Pack::<S, W>::LANES) {
            for k in 0..depth {
                let (known, rest) = strip.split_at_mut((k + 1) * row);
                let known = &mut known[k * row..];
                let mut x = load::<S, F, W>(simd, known, width, lane);
                if side == Side::Below {
                    x = x.div(&of_block(k, k));
                    store::<S, F, W>(x, known, width, lane);
                }
                for (i, other) in rest.chunks_exact_mut(row).enumerate() {
                    let y = load::<S, F, W>(simd, other, width, lane);
                    let i = k + 1 + i;
                    let y = match side {
                        Side::Right => y.minus_product(&of_block(i, k), &x),
                        Side::Below => y.minus_product(&x, &of_block(k, i)),
                    };
                    store::<S, F, W>(y, other, width, lane);
                }
            }
        }
    }
}

/// Rows of the matrix ← rows − L·U, for a strip of L and all strips of U.
pub(super) struct Update<'a, F, W> {
    /// The strip of L: for each k the words of as many rows as a strip is wide.
    pub(super) lower: &'a [W],
    /// The strips of U, one after the other.
    pub(super) upper: &'a [W],
    pub(super) depth: usize,
    /// At most as many rows as a strip is wide, of `stride` words of each kind.
    pub(super) rows: &'a mut [W],
    pub(super) stride: usize,
    /// The column of the first strip of U.
    pub(super) first: usize,
    pub(super) family: PhantomData<F>,
}

impl<F: Family, W: OnDevice> Kernel for Update<'_, F, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        // As many sums as there are registers for; only the branch that is taken is compiled.
        if const { size_of::<W>() * Pack::<S, W>::LANES == 64 } {
            self.tiles::<S, 4, 2>(simd);
        } else {
            self.tiles::<S, 2, 2>(simd);
        }
    }
}

impl<F: Family, W: OnDevice> Update<'_, F, W> {
    #[inline(always)]
    fn tiles<S: Simd, const R: usize, const C: usize>(self, simd: S) {
        let Update { lower, upper, depth, rows, stride, first, .. } = self;
        let width = Grid::<F, W>::STRIP;
        let count = rows.len() / (F::WORDS * stride);
        for (strip, upper) in upper.chunks_exact(depth * F::WORDS * width).enumerate() {
            for lane in (0..width).step_by(C * Pack::<S, W>::LANES) {
                let at = first + strip * width + lane;
                let tile = Tile::<'_, F, W> { lower, upper, stride, at, lane, family: PhantomData };
                let mut row = 0;
                while row + R <= count {
                    tile.run::<S, R, C>(simd, row, rows);
                    row += R;
                }
                for row in row..count {
                    tile.run::<S, 1, C>(simd, row, rows);
                }
            }
        }
    }
}

/// What the tiles of one strip share.
struct Tile<'a, F, W> {
    lower: &'a [W],
    upper: &'a [W],
    stride: usize,
    /// The first column, in the matrix.
    at: usize,
    /// The first column, in the strip.
    lane: usize,
    family: PhantomData<F>,
}

impl<F: Family, W: OnDevice> Tile<'_, F, W> {
    /// R rows, C registers of columns.
    #[inline(always)]
    fn run<S: Simd, const R: usize, const C: usize>(&self, simd: S, row: usize, rows: &mut [W]) {
        let lanes = Pack::<S, W>::LANES;
        let width = Grid::<F, W>::STRIP;
        let rows = &mut rows[row * F::WORDS * self.stride..];
        let start = |r: usize| r * F::WORDS * self.stride;
        let mut sums = [[load::<S, F, W>(simd, rows, self.stride, self.at); C]; R];
        for (r, sums) in sums.iter_mut().enumerate() {
            for (c, sum) in sums.iter_mut().enumerate() {
                *sum = load::<S, F, W>(simd, &rows[start(r)..], self.stride, self.at + c * lanes);
            }
        }
        let step = F::WORDS * width;
        for (lower, upper) in self.lower.chunks_exact(step).zip(self.upper.chunks_exact(step)) {
            let mut right = [load::<S, F, W>(simd, upper, width, self.lane); C];
            for (c, right) in right.iter_mut().enumerate().skip(1) {
                *right = load::<S, F, W>(simd, upper, width, self.lane + c * lanes);
            }
            for (r, sums) in sums.iter_mut().enumerate() {
                let factor = splat::<S, F, W>(simd, lower, width, row + r);
                for (sum, right) in sums.iter_mut().zip(&right) {
                    *sum = sum.minus_product(&factor, right);
                }
            }
        }
        for (r, sums) in sums.iter().enumerate() {
            for (c, &sum) in sums.iter().enumerate() {
                let at = self.at + c * lanes;
                store::<S, F, W>(sum, &mut rows[start(r)..], self.stride, at);
            }
        }
    }
}
