//! How many moduli each entry of a product needs.
//!
//! Let s and t be the [scales](super::lines::Line::scale) of a row a and a column b. Rounding scaled entries changes them by at
//! most 1/2 + 2^-17 (the words are rounded to multiples of 2^-18 before), and the sum of products by at most
//! (2^-s·‖b‖₁ + 2^-t·‖a‖₁)·(1/2 + 2^-17) and a term of second order. Since s is the largest that Q allows,
//! 2^-s < 2·‖a‖₂/√Q, and the integer product differs from that of the matrices by at most
//!
//! ```text
//! (‖a‖₂·‖b‖₁ + ‖a‖₁·‖b‖₂) / √Q · (1 + 2^-15),
//! ```
//!
//! where Q is the largest square of a scaled norm. [`gemm_accurate`](super::gemm_accurate) promises an
//! error of at most 2u^N·Σ|aₖ·bₖ|. A test compares the two. It needs a lower bound of that sum: the product of the magnitudes,
//! rounded down to 7 bits. Small entries become zero. Where this leaves too many entries undecided, sums in `f32` decide.
//!
//! The norms are integers in fixed point, and the numbers with which they are compared have 21 bits. So the comparison is exact,
//! and a device without floating point decides in the same way.

use super::{
    each,
    lines::{Lines, factors},
    moduli::{MOST, Plan},
    product::{ByTiles, LONGEST, Operands, each_sum},
    rebuild::floats,
    split::{LANES, Quad, Role, integer, magic, quads},
    tiles::transpose,
    units::Units,
};
use crate::{
    aligned::{AlignedVec, AtLine},
    dispatch::{Kernel, dispatch},
    matrix::sharing::threads,
};
use core::ops::Range;
use fearless_simd::{Bytes, Select, Simd, SimdBase, SimdMask, f32x16, f64x8, i32x16, i64x8};

/// A product of numbers with more words takes the time of this many products of residues.
const DIRECT: f64 = 256.0;

/// The fewest moduli of any number type.
const LEAST: usize = 13;

/// The most panels of rows and of columns that are tested at once.
const ROWS: usize = 8;
const COLUMNS: usize = 4;

/// Longer sums in `f32` may be off by more than a third.
const MOST_TERMS: usize = 1 << 22;

/// The needs of all entries.
pub(super) struct Needs {
    /// For each row, the numbers of moduli that its entries need; more than [`MOST`] where no number is enough.
    pub(super) of: Vec<u8>,
    /// Entries of a row, including those that pad the last panel.
    pub(super) stride: usize,
    /// The number of moduli with which the product takes the least time; none if it is faster to multiply numbers directly.
    pub(super) moduli: Option<usize>,
}

/// The test of the entries of some panels of rows.
struct Test<'a> {
    left: &'a Side,
    right: &'a Side,
    /// The fewest moduli.
    least: usize,
    /// For the fewest moduli and each greater number, the largest quotient of norms and sum that it allows.
    limits: &'a [f64],
    rows: Range<usize>,
    /// Whether sums in `f32` decide.
    precise: bool,
    tiled: bool,
    needs: &'a mut [u8],
}

/// An operand of the test. Each line is divided by a power of two, so that its largest entry is in 1 to 2.
struct Side {
    /// Magnitudes of 7 bits, 6 of them after the point; `quads` for each panel.
    magnitudes: AlignedVec<Quad>,
    quads: usize,
    /// Magnitudes in `f32`, for the precise test; `depth` for each panel.
    precise: Vec<[f32; LANES]>,
    depth: usize,
    /// The 2-norms and the 1-norms, as integers in [`Units`].
    two: Vec<f64>,
    one: Vec<f64>,
}

impl Side {
    fn new(lines: &Lines<'_>, units: &Units, role: Role, tiled: bool) -> Self {
        let depth = lines.entries.depth();
        let quads = quads(depth, tiled);
        let mut magnitudes = AlignedVec::zeros(lines.panels() * quads);
        let mut panels: Vec<_> =
            magnitudes.as_mut_slice().chunks_exact_mut(quads.max(1)).enumerate().collect();
        let transposed = tiled && role == Role::Left;
        each(&mut panels, &|(panel, to)| {
            dispatch(Magnitudes { lines, panel: *panel, transposed, to });
        });
        let norms = lines.lines.iter().map(|line| units.norms(line));
        let (two, one) = norms.map(|[two, one]| (two, one)).unzip();
        Side { magnitudes, precise: Vec::new(), quads, depth, two, one }
    }

    #[inline(always)]
    fn whole(&self, panel: usize) -> &[Quad] {
        &self.magnitudes.as_slice()[panel * self.quads..][..self.quads]
    }

    #[inline(always)]
    fn precise(&self, panel: usize) -> &[[f32; LANES]] {
        &self.precise[panel * self.depth..][..self.depth]
    }

    /// Prepares the precise test.
    fn refine(&mut self, lines: &Lines<'_>) {
        self.precise = vec![[0.0; LANES]; lines.panels() * self.depth];
        let mut panels: Vec<_> =
            self.precise.chunks_exact_mut(self.depth.max(1)).enumerate().collect();
        each(&mut panels, &|(panel, to)| {
            let scales = scales(lines, *panel);
            let mut values = [[0.0; LANES]; STEP];
            for (step, to) in to.chunks_mut(STEP).enumerate() {
                lines.entries.fill(0, *panel * LANES, step * STEP, &mut values);
                for (to, values) in to.iter_mut().zip(&values) {
                    for (i, to) in to.iter_mut().enumerate() {
                        *to = (values[i].abs() * scales[i][0] * scales[i][1]) as f32;
                    }
                }
            }
        });
    }
}

/// Entries that are copied at once.
const STEP: usize = 64;

/// Factors that bring the largest entry of each line into 1 to 2; zeros for lines that are not finite.
fn scales(lines: &Lines<'_>, panel: usize) -> [[f64; 2]; LANES] {
    core::array::from_fn(|i| {
        let line = &lines.lines[panel * LANES + i];
        if line.finite { factors(-line.exponent) } else { [0.0; 2] }
    })
}

/// Magnitudes in 7 bits, rounded down.
struct Magnitudes<'a> {
    lines: &'a Lines<'a>,
    panel: usize,
    /// Whether blocks are transposed, for tiles.
    transposed: bool,
    to: &'a mut [Quad],
}

impl Kernel for Magnitudes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Magnitudes { lines, panel, transposed, to } = self;
        let [none, one] = [0.0, 1.0].map(|x| f64x8::splat(simd, x));
        let mut factors = [[0.0; LANES]; 2];
        for (i, scale) in scales(lines, panel).iter().enumerate() {
            [factors[0][i], factors[1][i]] = [scale[0], 64.0 * scale[1]];
        }
        let AtLine(values) = &mut AtLine([[0.0; LANES]; STEP]);
        for (step, to) in to.chunks_mut(STEP / 4).enumerate() {
            lines.entries.fill(0, panel * LANES, step * STEP, values);
            for (quad, values) in to.iter_mut().zip(values.chunks_exact(4)) {
                let mut bytes = i32x16::splat(simd, 0);
                for (t, values) in values.iter().enumerate() {
                    let mut halves = [i64x8::splat(simd, 0); 2];
                    for half in 0..2 {
                        let x = f64x8::from_slice(simd, &values[8 * half..][..8]).abs();
                        let first = f64x8::from_slice(simd, &factors[0][8 * half..][..8]);
                        let second = f64x8::from_slice(simd, &factors[1][8 * half..][..8]);
                        let x = x * first * second;
                        let nearest = (x + magic(0)) - magic(0);
                        let above = nearest.simd_gt(x).select(one, none);
                        halves[half] = integer(nearest - above + magic(0), magic(0));
                    }
                    let (low, high): (i32x16<S>, i32x16<S>) =
                        (halves[0].bitcast(), halves[1].bitcast());
                    bytes |= (low.unzip_low(high) & 127) << (8 * t as u32);
                }
                bytes.store_array(quad);
            }
            if transposed && let Ok(block) = to.try_into() {
                transpose(simd, block);
            }
        }
    }
}

impl Kernel for Test<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let mut tiles = self.tiled.then(ByTiles::new);
        let panels = self.right.one.len() / LANES;
        for first in (0..panels).step_by(COLUMNS) {
            let columns = first..panels.min(first + COLUMNS);
            let AtLine(totals) = &mut AtLine([[[0.0; LANES]; COLUMNS]; ROWS * LANES]);
            match self.precise {
                false => self.whole(simd, tiles.as_mut(), &columns, totals),
                true => self.precisely(simd, &columns, totals),
            }
            self.judge(simd, &columns, totals);
        }
    }
}

/// Sums of products of magnitudes: for each row and each panel of columns.
type Totals = [[[f64; LANES]; COLUMNS]; ROWS * LANES];

/// A part of the magnitudes of all lines.
struct OfPart<'a> {
    left: &'a Side,
    right: &'a Side,
    quads: &'a Range<usize>,
}

impl<'a> Operands<'a> for OfPart<'a> {
    #[inline(always)]
    fn left(&self, panel: usize) -> &'a [Quad] {
        &self.left.whole(panel)[self.quads.clone()]
    }

    #[inline(always)]
    fn right(&self, panel: usize) -> &'a [Quad] {
        &self.right.whole(panel)[self.quads.clone()]
    }
}

impl Test<'_> {
    /// Sums of products of magnitudes of 7 bits.
    #[inline(always)]
    fn whole<S: Simd>(
        &self,
        simd: S,
        mut tiles: Option<&mut ByTiles>,
        columns: &Range<usize>,
        totals: &mut Totals,
    ) {
        let quads = self.left.quads;
        for first in (0..quads).step_by(LONGEST / 4) {
            let part = first..quads.min(first + LONGEST / 4);
            each_sum(
                simd,
                tiles.as_deref_mut(),
                [&self.rows, columns],
                OfPart { left: self.left, right: self.right, quads: &part },
                #[inline(always)]
                |row, column, sums| {
                    for r in 0..4 {
                        let halves = floats(sums[r]);
                        for half in 0..2 {
                            let total = &mut totals[row + r][column][8 * half..][..8];
                            (f64x8::from_slice(simd, total) + halves[half]).store_slice(total);
                        }
                    }
                },
            );
        }
    }

    /// Sums of products of magnitudes in `f32`. Products are rounded before they are added, so that the bits are the same
    /// everywhere.
    #[inline(always)]
    fn precisely<S: Simd>(&self, simd: S, columns: &Range<usize>, totals: &mut Totals) {
        const AT_ONCE: usize = 4;
        for (row, totals) in totals.chunks_exact_mut(AT_ONCE).enumerate() {
            let (panel, part) = (AT_ONCE * row / LANES, AT_ONCE * row % LANES);
            if panel >= self.rows.len() {
                break;
            }
            let a = self.left.precise(self.rows.start + panel);
            for (place, column) in columns.clone().enumerate() {
                let mut sums = [f32x16::splat(simd, 0.0); AT_ONCE];
                for (a, b) in a.iter().zip(self.right.precise(column)) {
                    let b = f32x16::load_array(simd, *b);
                    for r in 0..AT_ONCE {
                        sums[r] += b * a[(part + r) % LANES];
                    }
                }
                for r in 0..AT_ONCE {
                    for i in 0..LANES {
                        totals[r][place][i] = sums[r][i].into();
                    }
                }
            }
        }
    }

    /// Compares the sums with the norms.
    #[inline(always)]
    fn judge<S: Simd>(&mut self, simd: S, columns: &Range<usize>, totals: &Totals) {
        let Test { left, right, least, limits, rows, needs, .. } = self;
        let [none, one] = [0.0, 1.0].map(|x| f64x8::splat(simd, x));
        let stride = right.one.len();
        let first = rows.start * LANES;
        for (row, needs) in needs.chunks_exact_mut(stride).enumerate() {
            let [left_two, left_one] = [left.two[first + row], left.one[first + row]];
            let halves = totals[row].as_flattened().chunks_exact(8);
            let needs = needs[columns.start * LANES..columns.end * LANES].chunks_exact_mut(8);
            for (half, (needs, totals)) in needs.zip(halves).enumerate() {
                let place = columns.start * LANES + 8 * half;
                let total = f64x8::from_slice(simd, totals);
                let of_two = f64x8::from_slice(simd, &right.two[place..][..8]);
                let of_one = f64x8::from_slice(simd, &right.one[place..][..8]);
                let norms = of_one * left_two + of_two * left_one;
                let mut need = f64x8::splat(simd, *least as f64);
                for &limit in *limits {
                    let exceeds = norms.simd_gt(total * limit);
                    if !exceeds.any_true() {
                        break;
                    }
                    need += exceeds.select(one, none);
                }
                for (i, byte) in needs.iter_mut().enumerate() {
                    *byte = need[i] as u8;
                }
            }
        }
    }
}

/// The largest quotient of norms and sum for which the error of so many moduli is at most `bound` times the sum.
pub(super) fn largest_ratio(moduli: usize, bound: f64) -> f64 {
    Plan::of(moduli).norm.sqrt() * bound * (1.0 - 1.0 / 16384.0)
}

/// The fewest moduli that can be enough: the quotient of norms and sum is at least 2.
pub(super) fn least(bound: f64) -> Option<usize> {
    (LEAST..=MOST).find(|&moduli| largest_ratio(moduli, bound) >= 2.0)
}

impl Needs {
    /// What the entries of a product need for an error of at most `bound` times the sum of magnitudes, with at least so many moduli.
    /// With `tiled`, tiles multiply.
    pub(super) fn of(
        left: &Lines<'_>,
        right: &Lines<'_>,
        bound: f64,
        least: usize,
        tiled: bool,
    ) -> Self {
        let stride = right.lines.len();
        let mut needs = Needs { of: vec![0; left.lines.len() * stride], stride, moduli: None };
        if left.entries.depth() > MOST_TERMS {
            return needs;
        }
        let units = Units::of(left.lines.iter().chain(&right.lines));
        let limits = |limit: fn(&Units, f64) -> f64| -> Vec<f64> {
            (least..=MOST).map(|moduli| limit(&units, largest_ratio(moduli, bound))).collect()
        };
        let mut sides = [(left, Role::Left), (right, Role::Right)]
            .map(|(lines, role)| Side::new(lines, &units, role, tiled));
        needs.test(&sides, least, &limits(Units::of_whole), false, tiled);
        needs.decide(left, right, least);
        let mut counts = needs.counts(left, right);
        if counts[MOST + 1] > left.entries.count() * right.entries.count() / 64 {
            for (side, lines) in sides.iter_mut().zip([left, right]) {
                side.refine(lines);
            }
            needs.test(&sides, least, &limits(Units::of_precise), true, tiled);
            needs.decide(left, right, least);
            counts = needs.counts(left, right);
        }
        needs.moduli = cheapest(&counts, least);
        needs
    }

    fn test(
        &mut self,
        [left, right]: &[Side; 2],
        least: usize,
        limits: &[f64],
        precise: bool,
        tiled: bool,
    ) {
        let panels = left.one.len() / LANES;
        // Enough parts for all threads.
        let height = panels.div_ceil(2 * threads()).clamp(2, ROWS);
        let of_rows = height * LANES * self.stride;
        let mut parts: Vec<_> = self.of.chunks_mut(of_rows.max(1)).enumerate().collect();
        each(&mut parts, &|(part, needs)| {
            let rows = *part * height..panels.min((*part + 1) * height);
            dispatch(Test { left, right, least, limits, rows, precise, tiled, needs });
        });
    }

    /// Corrects two cases. Where no nonzero entries of row and column meet, the entry is zero, and the fewest moduli are enough.
    /// Where row or column are not finite, no number is enough.
    fn decide(&mut self, left: &Lines<'_>, right: &Lines<'_>, least: usize) {
        let finite = |lines: &Lines<'_>| lines.lines.iter().all(|line| line.finite);
        if finite(left) && finite(right) && self.of.iter().all(|&need| usize::from(need) <= MOST) {
            return;
        }
        let supports = [left, right].map(support);
        let words = left.entries.depth().div_ceil(64);
        for (i, (line, needs)) in
            left.lines.iter().zip(self.of.chunks_exact_mut(self.stride)).enumerate()
        {
            for (j, need) in needs.iter_mut().enumerate() {
                if !(line.finite && right.lines[j].finite) {
                    *need = u8::MAX;
                } else if usize::from(*need) > MOST {
                    let [a, b] = [(i, &supports[0]), (j, &supports[1])]
                        .map(|(line, all)| &all[line * words..][..words]);
                    if a.iter().zip(b).all(|(a, b)| a & b == 0) {
                        *need = least as u8;
                    }
                }
            }
        }
    }

    fn counts(&self, left: &Lines<'_>, right: &Lines<'_>) -> [usize; MOST + 2] {
        // Neighbours often need the same number. Counted apart, one need not wait for the other.
        let mut parts = [[0; MOST + 2]; 4];
        for needs in self.of.chunks_exact(self.stride.max(1)).take(left.entries.count()) {
            for (place, &need) in needs[..right.entries.count()].iter().enumerate() {
                parts[place % 4][usize::from(need).min(MOST + 1)] += 1;
            }
        }
        core::array::from_fn(|need| parts.iter().map(|part| part[need]).sum())
    }
}

/// The number of moduli with which a product takes the least time, of whose entries so many need each number; none if it is
/// faster to multiply numbers directly.
pub(super) fn cheapest(counts: &[usize; MOST + 2], least: usize) -> Option<usize> {
    let all: usize = counts.iter().sum();
    let (mut best, mut cheapest) = (DIRECT, None);
    let mut beyond = all;
    for (moduli, count) in counts.iter().enumerate().take(MOST + 1).skip(least) {
        beyond -= count;
        let cost = moduli as f64 + DIRECT * (beyond as f64 / all as f64);
        if cost < best {
            (best, cheapest) = (cost, Some(moduli));
        }
    }
    cheapest
}

/// Which entries of each line are not zero, one bit each.
fn support(lines: &Lines<'_>) -> Vec<u64> {
    let words = lines.entries.depth().div_ceil(64);
    let mut bits = vec![0; lines.lines.len() * words];
    let mut values = [[0.0; LANES]; 64];
    for panel in 0..lines.panels() {
        for word in 0..words {
            lines.entries.fill(0, panel * LANES, 64 * word, &mut values);
            for (k, values) in values.iter().enumerate() {
                for (i, value) in values.iter().enumerate() {
                    bits[(panel * LANES + i) * words + word] |= u64::from(*value != 0.0) << k;
                }
            }
        }
    }
    bits
}
