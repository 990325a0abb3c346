//! The steps of blocked elimination in registers. A strip is a part of the matrix that is copied to
//! separate memory. For each k it has a row of high words and a row of low words, each as long as
//! the strip is wide.

use super::Grid;
use crate::{
    arithmetic::{Arithmetic, Family},
    devices::OnDevice,
};
use floatfloat::Word;
use floatfloat_cpu::{Kernel, Pack, Simd, dispatch_fused};
use std::marker::PhantomData;

/// The numbers that a step computes at once.
trait Lanes<W>: Copy {
    /// The high or the low words of these numbers.
    type Words: Word;
    /// How many numbers.
    const COUNT: usize;

    fn load(self, words: &[W]) -> Self::Words;
    fn store(self, words: Self::Words, to: &mut [W]);
    /// One word in every lane.
    fn splat(self, word: W) -> Self::Words;
}

/// As many numbers as a register holds.
#[derive(Clone, Copy)]
struct Registers<S>(S);

/// One number, where registers have no fused multiply-add.
#[derive(Clone, Copy)]
struct One;

impl<S: Simd, W: OnDevice> Lanes<W> for Registers<S> {
    type Words = Pack<S, W>;
    const COUNT: usize = Pack::<S, W>::LANES;

    #[inline(always)]
    fn load(self, words: &[W]) -> Self::Words {
        Pack::load(self.0, words)
    }

    #[inline(always)]
    fn store(self, words: Self::Words, to: &mut [W]) {
        words.store(to);
    }

    #[inline(always)]
    fn splat(self, word: W) -> Self::Words {
        Pack::splat(self.0, word)
    }
}

impl<W: OnDevice> Lanes<W> for One {
    type Words = W;
    const COUNT: usize = 1;

    #[inline(always)]
    fn load(self, words: &[W]) -> W {
        words[0]
    }

    #[inline(always)]
    fn store(self, word: W, to: &mut [W]) {
        to[0] = word;
    }

    #[inline(always)]
    fn splat(self, word: W) -> W {
        word
    }
}

/// Loads some numbers of a strip or of a row of the matrix.
#[inline(always)]
fn load<L: Lanes<W>, F: Family, W: OnDevice>(
    lanes: L,
    words: &[W],
    apart: usize,
    at: usize,
) -> F::Of<L::Words> {
    let high = lanes.load(&words[at..]);
    if F::WORDS == 1 {
        F::from_words(&[high])
    } else {
        F::from_words(&[high, lanes.load(&words[apart + at..])])
    }
}

#[inline(always)]
fn store<L: Lanes<W>, F: Family, W: OnDevice>(
    lanes: L,
    number: F::Of<L::Words>,
    words: &mut [W],
    apart: usize,
    at: usize,
) {
    let [high, low] = F::words(number);
    lanes.store(high, &mut words[at..]);
    if F::WORDS == 2 {
        lanes.store(low, &mut words[apart + at..]);
    }
}

/// One number in every lane.
#[inline(always)]
fn splat<L: Lanes<W>, F: Family, W: OnDevice>(
    lanes: L,
    words: &[W],
    apart: usize,
    at: usize,
) -> F::Of<L::Words> {
    let high = lanes.splat(words[at]);
    if F::WORDS == 1 {
        F::from_words(&[high])
    } else {
        F::from_words(&[high, lanes.splat(words[apart + at])])
    }
}

/// The triangle of a block on the diagonal by which a strip is divided.
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
    /// The eliminated block, row by row, as a grid's words without padding.
    pub(super) block: &'a [W],
    pub(super) depth: usize,
    pub(super) strip: &'a mut [W],
    pub(super) family: PhantomData<F>,
}

impl<F: Family, W: OnDevice> Solve<'_, F, W> {
    /// Solves with the best registers of the machine.
    pub(super) fn dispatch(self) {
        dispatch_fused(self, |solve| solve.with(One));
    }

    #[inline(always)]
    fn with<L: Lanes<W>>(self, lanes: L) {
        let Solve { side, block, depth, strip, .. } = self;
        let width = Grid::<F, W>::STRIP;
        let row = F::WORDS * width;
        let of_block =
            |i: usize, j: usize| splat::<L, F, W>(lanes, &block[i * F::WORDS * depth..], depth, j);
        for lane in (0..width).step_by(L::COUNT) {
            for k in 0..depth {
                let (known, rest) = strip.split_at_mut((k + 1) * row);
                let known = &mut known[k * row..];
                let mut x = load::<L, F, W>(lanes, known, width, lane);
                if side == Side::Below {
                    x = x.div(&of_block(k, k));
                    store::<L, F, W>(lanes, x, known, width, lane);
                }
                for (i, other) in rest.chunks_exact_mut(row).enumerate() {
                    let y = load::<L, F, W>(lanes, other, width, lane);
                    let i = k + 1 + i;
                    let y = match side {
                        Side::Right => y.minus_product(&of_block(i, k), &x),
                        Side::Below => y.minus_product(&x, &of_block(k, i)),
                    };
                    store::<L, F, W>(lanes, y, other, width, lane);
                }
            }
        }
    }
}

impl<F: Family, W: OnDevice> Kernel for Solve<'_, F, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        self.with(Registers(simd));
    }
}

/// Rows of the matrix ← rows − L·U, for a strip of L and all strips of U.
pub(super) struct Update<'a, F, W> {
    /// The strip of L. For each k it has the words of as many rows as a strip is wide.
    pub(super) lower: &'a [W],
    /// The strips of U, one after the other.
    pub(super) upper: &'a [W],
    pub(super) depth: usize,
    /// The rows: at most as many as a strip is wide, with `stride` high words and as many low words
    /// each.
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
        // As many sums as there are registers beside those of the operands. Only the branch that is taken is
        // compiled.
        if const { F::WORDS == 1 && size_of::<W>() * Pack::<S, W>::LANES == 64 } {
            self.tiles::<_, 8, 2>(Registers(simd));
        } else if const { F::WORDS == 1 || size_of::<W>() * Pack::<S, W>::LANES == 64 } {
            self.tiles::<_, 4, 2>(Registers(simd));
        } else {
            self.tiles::<_, 2, 2>(Registers(simd));
        }
    }
}

impl<F: Family, W: OnDevice> Update<'_, F, W> {
    /// Updates with the best registers of the machine.
    pub(super) fn dispatch(self) {
        dispatch_fused(self, |update| update.tiles::<_, 1, 1>(One));
    }

    #[inline(always)]
    fn tiles<L: Lanes<W>, const R: usize, const C: usize>(self, lanes: L) {
        let Update { lower, upper, depth, rows, stride, first, .. } = self;
        let width = Grid::<F, W>::STRIP;
        let count = rows.len() / (F::WORDS * stride);
        for (strip, upper) in upper.chunks_exact(depth * F::WORDS * width).enumerate() {
            for lane in (0..width).step_by(C * L::COUNT) {
                let at = first + strip * width + lane;
                let tile = Tile::<'_, F, W> { lower, upper, stride, at, lane, family: PhantomData };
                let mut row = 0;
                while row + R <= count {
                    tile.run::<L, R, C>(lanes, row, rows);
                    row += R;
                }
                for row in row..count {
                    tile.run::<L, 1, C>(lanes, row, rows);
                }
            }
        }
    }
}

/// The data that all tiles of one strip share.
struct Tile<'a, F, W> {
    lower: &'a [W],
    upper: &'a [W],
    stride: usize,
    /// The first column in the matrix.
    at: usize,
    /// The first column in the strip.
    lane: usize,
    family: PhantomData<F>,
}

impl<F: Family, W: OnDevice> Tile<'_, F, W> {
    /// Computes a tile of R rows and C registers of columns.
    #[inline(always)]
    fn run<L: Lanes<W>, const R: usize, const C: usize>(
        &self,
        lanes: L,
        row: usize,
        rows: &mut [W],
    ) {
        let width = Grid::<F, W>::STRIP;
        let rows = &mut rows[row * F::WORDS * self.stride..];
        let start = |r: usize| r * F::WORDS * self.stride;
        let mut sums = [[load::<L, F, W>(lanes, rows, self.stride, self.at); C]; R];
        for (r, sums) in sums.iter_mut().enumerate() {
            for (c, sum) in sums.iter_mut().enumerate() {
                *sum =
                    load::<L, F, W>(lanes, &rows[start(r)..], self.stride, self.at + c * L::COUNT);
            }
        }
        let step = F::WORDS * width;
        for (lower, upper) in self.lower.chunks_exact(step).zip(self.upper.chunks_exact(step)) {
            let mut right = [load::<L, F, W>(lanes, upper, width, self.lane); C];
            for (c, right) in right.iter_mut().enumerate().skip(1) {
                *right = load::<L, F, W>(lanes, upper, width, self.lane + c * L::COUNT);
            }
            for (r, sums) in sums.iter_mut().enumerate() {
                let factor = splat::<L, F, W>(lanes, lower, width, row + r);
                for (c, sum) in sums.iter_mut().enumerate() {
                    *sum = sum.minus_product(&factor, &right[c]);
                }
            }
        }
        for (r, sums) in sums.iter().enumerate() {
            for (c, &sum) in sums.iter().enumerate() {
                let at = self.at + c * L::COUNT;
                store::<L, F, W>(lanes, sum, &mut rows[start(r)..], self.stride, at);
            }
        }
    }
}
