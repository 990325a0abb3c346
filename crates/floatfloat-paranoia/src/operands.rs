//! Operands that are difficult to round.

use crate::{
    Format,
    bits::{assemble, exponent_of, scale},
};
use floatfloat::random::SplitMix64;
use std::collections::BTreeSet;

/// Selects the operands to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most positions, for each of the six patterns, of the bit that varies. All positions are tried if the
    /// significand has no more; otherwise they are spread evenly, denser at both ends. The work grows with the
    /// square of this number.
    pub positions: usize,
    /// Number of random pairs of operands in addition to the patterns.
    pub random: usize,
    /// Seed of the random pairs; the same seed gives the same pairs.
    pub seed: u64,
    /// Whether to try operands at the edges of the range, as TestFloat does.
    pub edges: bool,
}

impl Default for Options {
    /// All positions for formats up to 24 bits, 24 positions for wider ones, 4096 random pairs, and the edges.
    fn default() -> Self {
        Options { positions: 24, random: 4096, seed: 1, edges: true }
    }
}

/// The six significand patterns of Hillesland & Lastra (2004), which extend Schryer's (1981), as
/// integers of p bits with the leading one set, in ascending order.
pub(crate) fn significands(precision: u32, positions: usize) -> Vec<u64> {
    let one = 1u64 << (precision - 1);
    let one_and_half = one | (one >> 1);
    let ones = (one << 1) - 1;
    let mut all = BTreeSet::new();
    for position in spread(precision - 1, positions) {
        let bit = 1u64 << position;
        all.extend([
            one | bit,                // 1.00…010…0
            one_and_half | bit,       // 1.10…010…0
            ones ^ bit,               // 1.11…101…1
            one | (bit - 1),          // 1.00…01…1
            one_and_half | (bit - 1), // 1.10…01…1
            ones ^ (bit - 1),         // 1.11…10…0
        ]);
    }
    all.into_iter().collect()
}

/// At most about `count` of 0 … n − 1: three at each end, the rest evenly.
fn spread(n: u32, count: usize) -> Vec<u32> {
    if n as usize <= count {
        return (0..n).collect();
    }
    let steps = count.saturating_sub(4).max(1) as u32;
    let evenly = (0..=steps).map(|i| (n - 1) * i / steps);
    let mut all = BTreeSet::new();
    all.extend(evenly.chain([1, 2, n - 3, n - 2]));
    all.into_iter().collect()
}

/// Arrays of operands, side by side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) a: Vec<f64>,
    pub(crate) b: Vec<f64>,
}

impl Pairs {
    pub(crate) fn push(&mut self, a: f64, b: f64) {
        self.a.push(a);
        self.b.push(b);
    }

    pub(crate) fn len(&self) -> usize {
        self.a.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (f64, f64)> {
        self.a.iter().copied().zip(self.b.iter().copied())
    }

    /// About `count` of the pairs, spread over all of them.
    pub(crate) fn thinned(&self, count: usize) -> Pairs {
        let step = self.len() as f64 / count as f64;
        if step <= 1.0 {
            return self.clone();
        }
        let mut thin = Pairs::default();
        for i in 0..count {
            let at = (i as f64 * step) as usize;
            thin.push(self.a[at], self.b[at]);
        }
        thin
    }
}

/// Every pattern against every pattern, at relative exponents 0, −1, −⌊p/2⌋ and −p, in all four
/// combinations of signs; then random pairs. All of them normal numbers of the format.
pub(crate) fn pairs(format: &Format, options: &Options) -> Pairs {
    let p = format.precision;
    let significands = significands(p, options.positions);
    let middle = format.middle();
    let unit = middle - p as i32 + 1;
    let mut relative = vec![-(p as i32), -(p as i32) / 2, -1, 0];
    relative.dedup();
    let mut pairs = Pairs::default();
    for relative in relative.into_iter().filter(|&e| middle + e >= format.emin) {
        for &a in &significands {
            for &b in &significands {
                for (a_negative, b_negative) in
                    [(false, false), (false, true), (true, false), (true, true)]
                {
                    pairs.push(
                        assemble(a_negative, a, unit),
                        assemble(b_negative, b, unit + relative),
                    );
                }
            }
        }
    }
    random_pairs(format, options, &mut pairs);
    pairs
}

fn random_pairs(format: &Format, options: &Options, pairs: &mut Pairs) {
    let p = format.precision;
    let mut random = SplitMix64::new(options.seed);
    let unit = format.middle() - p as i32 + 1;
    for _ in 0..options.random {
        let mut draw = |exponent| {
            let bits = random.bits();
            let significand = (bits >> (64 - p)) | (1 << (p - 1));
            assemble(bits & 1 == 1, significand, exponent)
        };
        let (a, b) = (draw(unit), draw(unit));
        let apart = (random.bits() % u64::from(2 * p + 5)) as i32 - (p as i32 + 2);
        let exponent = (format.middle() + apart).clamp(format.emin, format.emax);
        pairs.push(a, scale(b, exponent - format.middle()));
    }
}

/// The patterns at an even and an odd exponent, each between its neighbours.
pub(crate) fn singles(format: &Format, options: &Options) -> Vec<f64> {
    let p = format.precision;
    let middle = format.middle();
    let mut all = BTreeSet::new();
    for exponent in [middle, middle + 1] {
        let unit = exponent - p as i32 + 1;
        for &significand in &significands(p, options.positions) {
            let floor = 1 << (p - 1);
            let (before, after) = ((significand - 1).max(floor), significand + 1);
            let around = [before, significand, after].map(|m| assemble(false, m, unit));
            all.extend(around.map(f64::to_bits));
        }
    }
    all.into_iter().map(f64::from_bits).filter(|&x| format.is_normal(x)).collect()
}

/// Triples for a × b + c: c cancels the rounded product completely, or overlaps part of it, at its upper or its
/// lower side.
pub(crate) fn triples(format: &Format, options: &Options, pairs: &Pairs) -> [Vec<f64>; 3] {
    let p = format.precision as i32;
    let few = significands(format.precision, options.positions.min(4));
    let mut triples = [Vec::new(), Vec::new(), Vec::new()];
    for (i, (a, b)) in pairs.iter().enumerate() {
        let exact = crate::exact::Exact::product(a, b);
        let near = crate::Mode::NearestEven.choose(&exact.neighbours(format));
        let significand = few[i % few.len()];
        let top = exponent_of(near);
        let beside = [0, 1, p / 2, p, p + 1, -1, -p / 2, -p]
            .map(|e| assemble(i % 16 < 8, significand, top + e - p + 1));
        for c in [-near, beside[i % 8]] {
            if format.is_normal(c) {
                let [all_a, all_b, all_c] = &mut triples;
                all_a.push(a);
                all_b.push(b);
                all_c.push(c);
            }
        }
    }
    triples
}
