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
    product::{LONGEST, sums},
    rebuild::floats,
    split::{LANES, Quad, integer, magic},
    units::Units,
};
use crate::dispatch::{Kernel, dispatch};
use fearless_simd::{Bytes, Select, Simd, SimdBase, SimdMask, f32x16, f64x8, i32x16, i64x8};

/// A product of numbers with more words takes the time of this many products of residues.
const DIRECT: f64 = 256.0;

/// The fewest moduli of any number type.
const LEAST: usize = 13;

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

/// The test of the entries of one panel of rows.
struct Test<'a> {
    left: &'a Side,
    right: &'a Side,
    /// The fewest moduli.
    least: usize,
    /// For the fewest moduli and each greater number, the largest quotient of norms and sum that it allows.
    limits: &'a [f64],
    panel: usize,
    /// Whether sums in `f32` decide.
    precise: bool,
    needs: &'a mut [u8],
}

/// An operand of the test. Each line is divided by a power of two, so that its largest entry is in 1 to 2.
struct Side {
    /// Magnitudes of 7 bits, 6 of them after the point; `quads` for each panel.
    magnitudes: Vec<Quad>,
    quads: usize,
    /// Magnitudes in `f32`, for the precise test; `depth` for each panel.
    precise: Vec<[f32; LANES]>,
    depth: usize,
    /// The 2-norms and the 1-norms, as integers in [`Units`].
    two: Vec<f64>,
    one: Vec<f64>,
}

impl Side {
    fn new(lines: &Lines<'_>, units: &Units) -> Self {
        let depth = lines.entries.depth();
        let quads = depth.div_ceil(4);
        let mut magnitudes = vec![[0; LANES]; lines.panels() * quads];
        let mut panels: Vec<_> = magnitudes.chunks_exact_mut(quads.max(1)).enumerate().collect();
        each(&mut panels, &|(panel, to)| dispatch(Magnitudes { lines, panel: *panel, to }));
        let norms = lines.lines.iter().map(|line| units.norms(line));
        let (two, one) = norms.map(|[two, one]| (two, one)).unzip();
        Side { magnitudes, precise: Vec::new(), quads, depth, two, one }
    }

    #[inline(always)]
    fn whole(&self, panel: usize) -> &[Quad] {
        &self.magnitudes[panel * self.quads..][..self.quads]
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
    to: &'a mut [Quad],
}

impl Kernel for Magnitudes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Magnitudes { lines, panel, to } = self;
        let [none, one] = [0.0, 1.0].map(|x| f64x8::splat(simd, x));
        let mut factors = [[0.0; LANES]; 2];
        for (i, scale) in scales(lines, panel).iter().enumerate() {
            [factors[0][i], factors[1][i]] = [scale[0], 64.0 * scale[1]];
        }
        let mut values = [[0.0; LANES]; STEP];
        for (step, to) in to.chunks_mut(STEP / 4).enumerate() {
            lines.entries.fill(0, panel * LANES, step * STEP, &mut values);
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
        }
    }
}

impl Kernel for Test<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        const ROWS: usize = 4;
        let Test { left, right, least, limits, panel, precise, needs } = self;
        let stride = right.one.len();
        let [none, one] = [0.0, 1.0].map(|x| f64x8::splat(simd, x));
        for column in 0..stride / LANES {
            for part in (0..LANES).step_by(ROWS) {
                let totals = match precise {
                    false => whole::<S, ROWS>(simd, left.whole(panel), part, right.whole(column)),
                    true => {
                        precisely::<S, ROWS>(simd, left.precise(panel), part, right.precise(column))
                    }
                };
                for (r, totals) in totals.iter().enumerate() {
                    let row = panel * LANES + part + r;
                    for (half, &total) in totals.iter().enumerate() {
                        let place = column * LANES + 8 * half;
                        let of_two = f64x8::from_slice(simd, &right.two[place..][..8]);
                        let of_one = f64x8::from_slice(simd, &right.one[place..][..8]);
                        let norms = of_one * left.two[row] + of_two * left.one[row];
                        let mut need = f64x8::splat(simd, least as f64);
                        for &limit in limits {
                            let exceeds = norms.simd_gt(total * limit);
                            if !exceeds.any_true() {
                                break;
                            }
                            need += exceeds.select(one, none);
                        }
                        let needs = &mut needs[(part + r) * stride + place..][..8];
                        for (i, byte) in needs.iter_mut().enumerate() {
                            *byte = need[i] as u8;
                        }
                    }
                }
            }
        }
    }
}

/// Sums of products of magnitudes of 7 bits.
#[inline(always)]
fn whole<S: Simd, const R: usize>(
    simd: S,
    a: &[Quad],
    part: usize,
    b: &[Quad],
) -> [[f64x8<S>; 2]; R] {
    let mut totals = [[f64x8::splat(simd, 0.0); 2]; R];
    for (a, b) in a.chunks(LONGEST / 4).zip(b.chunks(LONGEST / 4)) {
        let sums = sums::<S, R, 1>(simd, a, part, [b]);
        for (total, sum) in totals.iter_mut().zip(&sums) {
            let [low, high] = floats(sum[0]);
            total[0] += low;
            total[1] += high;
        }
    }
    totals
}

/// Sums of products of magnitudes in `f32`. Products are rounded before they are added, so that the bits are the same everywhere.
#[inline(always)]
fn precisely<S: Simd, const R: usize>(
    simd: S,
    a: &[[f32; LANES]],
    part: usize,
    b: &[[f32; LANES]],
) -> [[f64x8<S>; 2]; R] {
    let mut totals = [f32x16::splat(simd, 0.0); R];
    for (a, b) in a.iter().zip(b) {
        let b = f32x16::load_array(simd, *b);
        for r in 0..R {
            totals[r] += b * a[(part + r) % LANES];
        }
    }
    let mut wide = [[f64x8::splat(simd, 0.0); 2]; R];
    for r in 0..R {
        let mut words = [0.0; LANES];
        for (i, word) in words.iter_mut().enumerate() {
            *word = totals[r][i].into();
        }
        wide[r] = [f64x8::from_slice(simd, &words[..8]), f64x8::from_slice(simd, &words[8..])];
    }
    wide
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
    pub(super) fn of(left: &Lines<'_>, right: &Lines<'_>, bound: f64, least: usize) -> Self {
        let stride = right.lines.len();
        let mut needs = Needs { of: vec![0; left.lines.len() * stride], stride, moduli: None };
        if left.entries.depth() > MOST_TERMS {
            return needs;
        }
        let units = Units::of(left.lines.iter().chain(&right.lines));
        let limits = |limit: fn(&Units, f64) -> f64| -> Vec<f64> {
            (least..=MOST).map(|moduli| limit(&units, largest_ratio(moduli, bound))).collect()
        };
        let mut sides = [left, right].map(|lines| Side::new(lines, &units));
        needs.test(&sides, least, &limits(Units::of_whole), false);
        needs.decide(left, right, least);
        let mut counts = needs.counts(left, right);
        if counts[MOST + 1] > left.entries.count() * right.entries.count() / 64 {
            for (side, lines) in sides.iter_mut().zip([left, right]) {
                side.refine(lines);
            }
            needs.test(&sides, least, &limits(Units::of_precise), true);
            needs.decide(left, right, least);
            counts = needs.counts(left, right);
        }
        needs.moduli = cheapest(&counts, least);
        needs
    }

    fn test(&mut self, [left, right]: &[Side; 2], least: usize, limits: &[f64], precise: bool) {
        let of_panel = LANES * self.stride;
        let mut panels: Vec<_> = self.of.chunks_exact_mut(of_panel.max(1)).enumerate().collect();
        each(&mut panels, &|(panel, needs)| {
            dispatch(Test { left, right, least, limits, panel: *panel, precise, needs });
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
        let mut counts = [0; MOST + 2];
        for needs in self.of.chunks_exact(self.stride.max(1)).take(left.entries.count()) {
            for &need in &needs[..right.entries.count()] {
                counts[usize::from(need).min(MOST + 1)] += 1;
            }
        }
        counts
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
