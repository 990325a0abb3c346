//! Products of residues.

use super::{
    dot::{Signed, Unsigned, dot4},
    moduli::Plan,
    residues::of_sum,
    split::{LANES, Quad, bytes},
    tiles::{BLOCK, Sums, Tiles},
};
use crate::{aligned::AtLine, dispatch::Kernel};
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
    /// The distance between moduli.
    pub(super) pitch: usize,
    pub(super) depth: usize,
}

impl<'a> Panels<'a> {
    #[inline(always)]
    fn get(self, panel: usize, modulus: usize) -> &'a [Quad] {
        &self.quads[panel * self.stride + modulus * self.pitch..][..self.depth]
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
    /// Whether tiles multiply. Then blocks of left panels are transposed.
    pub(super) tiled: bool,
    /// For each modulus a plane: for every four rows and each panel of columns one quad, with a byte for each row.
    pub(super) residues: &'a mut [Quad],
}

impl Kernel for Block<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Block { plan, left, right, rows, columns, adds, tiled, residues } = self;
        let mut tiles = tiled.then(ByTiles::new);
        let width = columns.len();
        let stride = residues.len() / plan.moduli.len();
        for (modulus, m) in plan.moduli.iter().enumerate() {
            let plane = &mut residues[modulus * stride..][..stride];
            let last = modulus + 1 == plan.moduli.len();
            let operands = OfModulus { left, right, modulus, last };
            each_sum(
                simd,
                tiles.as_mut(),
                [&rows, &columns],
                operands,
                #[inline(always)]
                |row, column, sums| {
                    let quad = &mut plane[row / 4 * width + column];
                    let before = i32x16::load_array(simd, *quad);
                    let mut residues = sums;
                    for r in 0..4 {
                        residues[r] = of_sum(simd, sums[r], m);
                        if adds {
                            let before = (before << (24 - 8 * r as u32)) >> 24;
                            residues[r] = of_sum(simd, residues[r] + before, m);
                        }
                    }
                    bytes(residues).store_array(quad);
                },
            );
        }
    }
}

/// Panels of bytes.
pub(super) trait Operands<'q> {
    /// A panel of rows: bytes −128 to 127.
    fn left(&self, panel: usize) -> &'q [Quad];

    /// A panel of columns: bytes 0 to 255.
    fn right(&self, panel: usize) -> &'q [Quad];

    /// A panel of rows that is needed after these products.
    #[inline(always)]
    fn later(&self, _panel: usize) -> Option<&'q [Quad]> {
        None
    }
}

/// The panels of one modulus.
#[derive(Clone, Copy)]
struct OfModulus<'q> {
    left: Panels<'q>,
    right: Panels<'q>,
    modulus: usize,
    last: bool,
}

impl<'q> Operands<'q> for OfModulus<'q> {
    #[inline(always)]
    fn left(&self, panel: usize) -> &'q [Quad] {
        self.left.get(panel, self.modulus)
    }

    #[inline(always)]
    fn right(&self, panel: usize) -> &'q [Quad] {
        self.right.get(panel, self.modulus)
    }

    #[inline(always)]
    fn later(&self, panel: usize) -> Option<&'q [Quad]> {
        (!self.last).then(|| self.left.get(panel, self.modulus + 1))
    }
}

/// Sums of products of bytes of panels of rows and of columns. `put` gets the first of four rows and a panel of columns, both counted
/// from the first, and the sums of each row with sixteen columns.
#[inline(always)]
pub(super) fn each_sum<'q, S: Simd>(
    simd: S,
    tiles: Option<&mut ByTiles>,
    [rows, columns]: [&Range<usize>; 2],
    operands: impl Operands<'q>,
    mut put: impl FnMut(usize, usize, [i32x16<S>; 4]),
) {
    if let Some(tiles) = tiles {
        return each_sum_of_tiles(simd, tiles, [rows, columns], operands, put);
    }
    let of = [rows, columns];
    let mut column = columns.start;
    while column < columns.end {
        // Sums of a tile are in registers: 24 of 32 registers of 64 bytes, or 8 of 16 registers of 32 bytes.
        column += match S::u8s::LEN {
            64 if columns.end - column >= 3 => {
                of_columns::<S, 8, 3>(simd, of, column, &operands, &mut put)
            }
            64 => of_columns::<S, 8, 1>(simd, of, column, &operands, &mut put),
            _ => of_columns::<S, 4, 1>(simd, of, column, &operands, &mut put),
        };
    }
}

/// Tiles, and memory for the sums of all rows and two panels of columns.
pub(super) struct ByTiles {
    tiles: Tiles,
    sums: Vec<AtLine<Sums>>,
}

impl ByTiles {
    pub(super) fn new() -> Self {
        let sums = (0..PAIRS).map(|_| AtLine([[[[0; LANES]; LANES]; 2]; 2])).collect();
        ByTiles { tiles: Tiles::new(), sums }
    }
}

/// The most pairs of panels of rows that tiles multiply.
pub(super) const PAIRS: usize = 12;

/// Blocks of tiles that are multiplied at once: those of two panels of columns stay in the first-level cache.
const AT_ONCE: usize = 8;

/// The same by tiles, two panels of rows and two of columns at a time. A last panel without a second stands for it.
///
/// While they are multiplied, the second-level cache gets what comes next: the next two panels of columns, and the left panels
/// that are needed later.
#[inline(always)]
fn each_sum_of_tiles<'q, S: Simd>(
    simd: S,
    tiles: &mut ByTiles,
    [rows, columns]: [&Range<usize>; 2],
    operands: impl Operands<'q>,
    mut put: impl FnMut(usize, usize, [i32x16<S>; 4]),
) {
    assert!(rows.len() <= 2 * PAIRS, "there are sums for all rows");
    let ByTiles { tiles, sums } = tiles;
    let mut later = 0;
    for column in columns.clone().step_by(2) {
        let width = 2.min(columns.end - column);
        let b = [operands.right(column), operands.right(column + width - 1)];
        // Quads of the panels that come next and later that the cache got.
        let length = b[0].len();
        let mut next = 0;
        for start in (0..length).step_by(AT_ONCE * BLOCK) {
            let part = start..length.min(start + AT_ONCE * BLOCK);
            let b = [&b[0][part.clone()], &b[1][part.clone()]];
            for (pair, panel) in rows.clone().step_by(2).enumerate() {
                let height = 2.min(rows.end - panel);
                let a = [operands.left(panel), operands.left(panel + height - 1)];
                let a = [&a[0][part.clone()], &a[1][part.clone()]];
                let mut ahead = [a[0].as_ptr(); 2];
                let place = column + 2 + next / length;
                if next < 2 * length && place < columns.end {
                    ahead[0] = operands.right(place)[next % length..].as_ptr();
                    next += part.len() / 4;
                }
                let place = rows.start + later / length;
                if place < rows.end
                    && let Some(panel) = operands.later(place)
                {
                    ahead[1] = panel[later % length..].as_ptr();
                    later += part.len() / 8;
                }
                let AtLine(sums) = &mut sums[pair];
                tiles.sums(a, b, ahead, start > 0, sums);
                if part.end < length {
                    continue;
                }
                for i in 0..height {
                    for j in 0..width {
                        for r in (0..LANES).step_by(4) {
                            let mut of_rows = [i32x16::splat(simd, 0); 4];
                            for t in 0..4 {
                                of_rows[t] = i32x16::load_array(simd, sums[i][j][r + t]);
                            }
                            let row = (panel - rows.start + i) * LANES + r;
                            put(row, column - columns.start + j, of_rows);
                        }
                    }
                }
            }
        }
    }
}

/// The sums of all rows and `V` panels of columns, in tiles of `R` rows. Returns `V`.
#[inline(always)]
fn of_columns<'q, S: Simd, const R: usize, const V: usize>(
    simd: S,
    [rows, columns]: [&Range<usize>; 2],
    column: usize,
    operands: &impl Operands<'q>,
    put: &mut impl FnMut(usize, usize, [i32x16<S>; 4]),
) -> usize {
    let mut b = [operands.right(column); V];
    for v in 0..V {
        b[v] = operands.right(column + v);
    }
    let place = column - columns.start;
    for panel in rows.clone() {
        let a = operands.left(panel);
        for part in (0..LANES).step_by(R) {
            let row = (panel - rows.start) * LANES + part;
            let sums = sums::<S, R, V>(simd, a, part, b);
            for r in (0..R).step_by(4) {
                for v in 0..V {
                    let of_rows = [sums[r][v], sums[r + 1][v], sums[r + 2][v], sums[r + 3][v]];
                    put(row + r, place + v, of_rows);
                }
            }
        }
    }
    V
}

/// Sums of products of bytes: of rows `part` to `part + R` of one panel and of all columns of `V` panels.
#[inline(always)]
fn sums<S: Simd, const R: usize, const V: usize>(
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
            // A check that could panic would keep the sums in memory.
            let Some(quad) = b[v].get(k) else { return sums };
            columns[v] = Unsigned::new(i32x16::load_array(simd, *quad));
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
