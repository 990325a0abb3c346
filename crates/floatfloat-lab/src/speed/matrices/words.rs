//! Products of matrices of words. They are copied into blocks and summed in tiles of registers, as `floatfloat-cpu`
//! does for double-words.

use crate::{real::Real, speed::lanes};
use floatfloat::{DoubleWord, Word, dispatch};
use floatfloat_cpu::{Element, Kernel, Pack, Simd, Vector, matrix::Matrix};

/// Factors and products, row by row.
pub(super) struct Words<W: Element> {
    side: usize,
    a: Vec<W>,
    b: Vec<W>,
    c: Vec<W>,
    x: Vec<W>,
    y: Vec<W>,
    /// Aligned memory. Its high words hold rows of a, its low words columns of b.
    space: Vector<DoubleWord<W>>,
}

/// The number of registers in a row of a tile.
const REGISTERS: usize = 2;

/// The number of products that are summed before the next part of the factors is copied. A tile's
/// part of b stays in the first-level cache, all copies in the second.
const DEPTH: usize = 128;

/// The number of words of the longest row of a tile.
const MOST: usize = REGISTERS * 16;

impl<W: Real + Element> Words<W> {
    /// The high words of two square matrices.
    pub(super) fn new(a: &Matrix<DoubleWord<W>>, b: &Matrix<DoubleWord<W>>) -> Self {
        let side = a.rows();
        let words = |of: &Matrix<DoubleWord<W>>| -> Vec<W> {
            of.to_row_major().into_iter().map(|number| number.hi()).collect()
        };
        let (a, b) = (words(a), words(b));
        let x = b.iter().copied().step_by(side).collect();
        let zeros = |count| vec![W::default(); count];
        // Whole tiles. The last one may be nearly empty.
        let space = Vector::<DoubleWord<_>>::zeros((side + MOST) * DEPTH);
        Words { side, a, b, c: zeros(side * side), x, y: zeros(side), space }
    }

    /// An element of the product of the matrices, or of the matrix and the vector.
    pub(super) fn product(&self, is_square: bool, i: usize, j: usize) -> W {
        if is_square { self.c[i * self.side + j] } else { self.y[i] }
    }

    /// c ← a · b
    pub(super) fn multiply(&mut self) {
        floatfloat_cpu::dispatch(Product(self));
    }

    /// y ← a · x
    pub(super) fn multiply_vector(&mut self) {
        let Words { side, a, x, y, .. } = self;
        dispatch(
            #[inline(always)]
            || {
                for (y, row) in y.iter_mut().zip(a.chunks_exact(*side)) {
                    *y = lanes::sum(
                        row,
                        x,
                        #[inline(always)]
                        |a, x, sum| a.mul_add(x, sum),
                    );
                }
            },
        );
    }
}

struct Product<'a, W: Element>(&'a mut Words<W>);

impl<W: Real + Element> Kernel for Product<'_, W> {
    type Output = ();

    /// Computes tiles with as many sums as there are registers.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        match size_of::<W::Vector<S>>() {
            64 => self.tiles::<S, 8>(simd),
            _ => self.tiles::<S, 6>(simd),
        }
    }
}

impl<W: Real + Element> Product<'_, W> {
    /// Computes tiles of R rows.
    #[inline(always)]
    fn tiles<S: Simd, const R: usize>(self, simd: S) {
        let Words { side, a, b, c, space, .. } = self.0;
        let side = *side;
        let width = REGISTERS * Pack::<S, W>::LANES;
        let [a_space, b_space] = space.view_mut().into_parts();
        for start in (0..side).step_by(DEPTH) {
            let depth = DEPTH.min(side - start);
            for (i, strip) in (0..side).step_by(R).zip(a_space.chunks_exact_mut(depth * R)) {
                let rows = R.min(side - i);
                for (r, row) in a.chunks_exact(side).skip(i).take(rows).enumerate() {
                    let words = &row[start..start + depth];
                    for (to, &word) in strip.chunks_exact_mut(R).zip(words) {
                        to[r] = word;
                    }
                }
            }
            for (j, panel) in (0..side).step_by(width).zip(b_space.chunks_exact_mut(depth * width))
            {
                let columns = width.min(side - j);
                let rows = b.chunks_exact(side).skip(start);
                for (to, row) in panel.chunks_exact_mut(width).zip(rows) {
                    to[..columns].copy_from_slice(&row[j..j + columns]);
                }
            }
            for (j, panel) in (0..side).step_by(width).zip(b_space.chunks_exact(depth * width)) {
                let columns = width.min(side - j);
                for (i, strip) in (0..side).step_by(R).zip(a_space.chunks_exact(depth * R)) {
                    let sums = tile::<S, W, R>(simd, strip, panel);
                    for (r, row) in c.chunks_exact_mut(side).skip(i).take(R).enumerate() {
                        let row = &mut row[j..j + columns];
                        for (k, words) in row.chunks_mut(Pack::<S, W>::LANES).enumerate() {
                            let zero = W::default();
                            let before = match start {
                                0 => Pack::splat(simd, zero),
                                _ => Pack::load_partial(simd, words, zero),
                            };
                            (before + sums[r][k]).store_partial(words);
                        }
                    }
                }
            }
        }
    }
}

/// The sums of a strip of a and a panel of b.
#[inline(always)]
fn tile<S: Simd, W: Real + Element, const R: usize>(
    simd: S,
    strip: &[W],
    panel: &[W],
) -> [[Pack<S, W>; REGISTERS]; R] {
    let lanes = Pack::<S, W>::LANES;
    let mut sums = [[Pack::<S, W>::splat(simd, W::default()); REGISTERS]; R];
    let (strip, _) = strip.as_chunks::<R>();
    for (a, b) in strip.iter().zip(panel.chunks_exact(REGISTERS * lanes)) {
        let b = [Pack::load(simd, b), Pack::load(simd, &b[lanes..])];
        for (r, sums) in sums.iter_mut().enumerate() {
            let a = Pack::splat(simd, a[r]);
            for (k, sum) in sums.iter_mut().enumerate() {
                *sum = a.mul_add(b[k], *sum);
            }
        }
    }
    sums
}
