//! Products of residues.

use super::{
    dot::{Signed, Unsigned, dot4},
    moduli::Plan,
    residues::of_sum,
    split::{LANES, Quad},
};
use crate::dispatch::Kernel;
use core::ops::Range;
use fearless_simd::{Simd, SimdBase, i32x16};

/// Sums of so many products of two residues are below 2^31: 128 · 255 · 65024 < 2^31.
pub(super) const LONGEST: usize = 65024;

/// Panels of residues: for each modulus `depth` quads.
#[derive(Clone, Copy)]
pub(super) struct Panels<'a> {
    pub(super) quads: &'a [Quad],
    /// The distance between panels.
    pub(super) stride: usize,
    pub(super) depth: usize,
}

impl<'a> Panels<'a> {
    #[inline(always)]
    fn get(self, panel: usize, modulus: usize) -> &'a [Quad] {
        &self.quads[panel * self.stride + modulus * self.depth..][..self.depth]
    }
}

/// A block of the product modulo all moduli.
pub(super) struct Block<'a> {
    pub(super) plan: &'a Plan,
    pub(super) left: Panels<'a>,
    pub(super) right: Panels<'a>,
    /// Panels of rows and of columns.
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
    /// Whether to add to the residues that are there.
    pub(super) adds: bool,
    /// For each row and each panel of columns one quad for each group of four moduli.
    pub(super) residues: &'a mut [Quad],
}

impl Kernel for Block<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        for modulus in 0..self.plan.moduli.len() {
            let mut column = self.columns.start;
            while column < self.columns.end {
                let left = self.columns.end - column;
                // Sums of a tile are in registers: 24 of 32 registers of 64 bytes, or 8 of 16 registers of 32 bytes.
                let done = match S::u8s::LEN {
                    64 if left >= 3 => self.column::<S, 8, 3>(simd, modulus, column),
                    64 if left == 2 => self.column::<S, 8, 2>(simd, modulus, column),
                    64 => self.column::<S, 8, 1>(simd, modulus, column),
                    _ => self.column::<S, 4, 1>(simd, modulus, column),
                };
                column += done;
            }
        }
    }
}

impl Block<'_> {
    /// All rows of `V` panels of columns, in tiles of `R` rows. Returns `V`.
    #[inline(always)]
    fn column<S: Simd, const R: usize, const V: usize>(
        &mut self,
        simd: S,
        modulus: usize,
        column: usize,
    ) -> usize {
        let mut b = [self.right.get(column, modulus); V];
        for (v, b) in b.iter_mut().enumerate() {
            *b = self.right.get(column + v, modulus);
        }
        for panel in self.rows.clone() {
            let a = self.left.get(panel, modulus);
            for part in (0..LANES).step_by(R) {
                let sums = sums::<S, R, V>(simd, a, part, b);
                let row = (panel - self.rows.start) * LANES + part;
                for (r, sums) in sums.iter().enumerate() {
                    for (v, &sum) in sums.iter().enumerate() {
                        let place =
                            (row + r) * self.columns.len() + column - self.columns.start + v;
                        self.put(simd, modulus, place, sum);
                    }
                }
            }
        }
        V
    }

    /// Writes the residues of sixteen sums. Unless they are added, the first modulus of a group overwrites the quad.
    #[inline(always)]
    fn put<S: Simd>(&mut self, simd: S, modulus: usize, place: usize, sum: i32x16<S>) {
        let m = &self.plan.moduli[modulus];
        let shift = 8 * (modulus % 4) as u32;
        let quad = &mut self.residues[place * self.plan.groups + modulus / 4];
        let old = i32x16::load_array(simd, *quad);
        let mut residue = of_sum(simd, sum, m);
        if self.adds {
            let before = (old << (24 - shift)) >> 24;
            residue = of_sum(simd, residue + before, m);
        }
        let others = match modulus % 4 {
            0 if !self.adds => i32x16::splat(simd, 0),
            _ => old & !(255 << shift),
        };
        (others | ((residue & 255) << shift)).store_array(quad);
    }
}

/// Sums of products of bytes: of rows `part` to `part + R` of one panel and of all columns of `V` panels.
#[inline(always)]
pub(super) fn sums<S: Simd, const R: usize, const V: usize>(
    simd: S,
    a: &[Quad],
    part: usize,
    b: [&[Quad]; V],
) -> [[i32x16<S>; V]; R] {
    let mut sums = [[i32x16::splat(simd, 0); V]; R];
    for b in b {
        assert!(b.len() == a.len());
    }
    for (k, a) in a.iter().enumerate() {
        let mut columns = [Unsigned::new(i32x16::splat(simd, 0)); V];
        for v in 0..V {
            columns[v] = Unsigned::new(i32x16::load_array(simd, b[v][k]));
        }
        for r in 0..R {
            let row = Signed::splat(simd, a[(part + r) % LANES]);
            for v in 0..V {
                sums[r][v] = dot4(simd, sums[r][v], columns[v], row);
            }
        }
    }
    sums
}
