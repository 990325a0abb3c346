//! Rows of the left operand and columns of the right one: their entries, norms and scales.

use super::{each, moduli::Plan, split::LANES};
use crate::{
    aligned::{AtLine, LINE},
    dispatch::{Kernel, dispatch},
    matrix::view::MatrixView,
    number::Number,
    prefetch::prefetch,
};
use fearless_simd::Simd;

/// Numbers in lines.
pub(super) trait Entries: Sync {
    /// How many lines there are.
    fn count(&self) -> usize;
    /// How many entries a line has.
    fn depth(&self) -> usize;
    /// How many words a number has.
    fn words(&self) -> usize;
    /// Copies one word of the entries from `entry` on of sixteen lines from `line` on. Zeros stand for lines and entries that do
    /// not exist.
    fn fill(&self, word: usize, line: usize, entry: usize, to: &mut [[f64; LANES]]);
}

/// The rows of a matrix.
pub(super) struct Rows<'a, T: Number>(pub(super) MatrixView<'a, T>);

impl<T: Number> Entries for Rows<'_, T> {
    fn count(&self) -> usize {
        self.0.rows()
    }

    fn depth(&self) -> usize {
        self.0.columns()
    }

    fn words(&self) -> usize {
        T::WORDS
    }

    fn fill(&self, word: usize, line: usize, entry: usize, to: &mut [[f64; LANES]]) {
        let place = self.0.place();
        let [lines, entries] = there(self, line, entry, to);
        if entries == 0 {
            return;
        }
        let words = place.words.into_iter().nth(word).expect("the number has this word");
        let first = place.offset(line, entry);
        // The next call reads the entries after these.
        let (lines_inside, step) = (place.row_stride == 1, LINE / size_of::<T::Word>());
        let next =
            words.wrapping_add(to.len().wrapping_mul(place.column_stride).wrapping_add(first));
        for i in (0..lines).step_by(if lines_inside { step } else { 1 }) {
            for k in (0..to.len()).step_by(if lines_inside { 1 } else { step }) {
                let [i, k] =
                    [i.wrapping_mul(place.row_stride), k.wrapping_mul(place.column_stride)];
                prefetch(next.wrapping_add(i).wrapping_add(k));
            }
        }
        let read = |i: usize, k: usize| -> f64 {
            debug_assert!(i < lines && k < entries);
            // SAFETY: the loops stay below the numbers of lines and entries that exist.
            unsafe { *words.add(first + i * place.row_stride + k * place.column_stride) }.into()
        };
        copy(&mut to[..entries], lines, lines_inside, read);
    }
}

/// How many lines and entries there are from a place on. If these do not fill the memory, it is filled with zeros.
pub(super) fn there(
    of: &dyn Entries,
    line: usize,
    entry: usize,
    to: &mut [[f64; LANES]],
) -> [usize; 2] {
    let lines = LANES.min(of.count() - line);
    let entries = to.len().min(of.depth().saturating_sub(entry));
    if lines < LANES || entries < to.len() {
        to.fill([0.0; LANES]);
    }
    [lines, entries]
}

/// Copies entries of so many lines. The inner loop goes over lines if these lie side by side, else over entries.
#[inline(always)]
pub(super) fn copy(
    to: &mut [[f64; LANES]],
    lines: usize,
    lines_inside: bool,
    read: impl Fn(usize, usize) -> f64,
) {
    if lines_inside {
        for (k, to) in to.iter_mut().enumerate() {
            for (i, to) in to[..lines].iter_mut().enumerate() {
                *to = read(i, k);
            }
        }
    } else {
        for i in 0..lines {
            for (k, to) in to.iter_mut().enumerate() {
                to[i] = read(i, k);
            }
        }
    }
}

/// Bits of a magnitude, counted from the exponent of the largest magnitude of the line.
pub(super) const BITS: u32 = 20;

/// A line. Its norms are sums of integers, so that their bits do not depend on an order: each magnitude is divided by
/// 2^(exponent − 19), rounded down, and increased by 1. This covers the words after the first, too. Zeros stay zeros.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    /// The exponent of the largest entry.
    pub(super) exponent: i32,
    /// The sum of the squares of the integers.
    pub(super) squares: u64,
    /// The sum of the integers.
    pub(super) sum: u64,
    /// Whether all entries are finite. Otherwise the sums are zero.
    pub(super) finite: bool,
    /// Whether products with entries of another such line neither overflow nor underflow.
    pub(super) moderate: bool,
}

/// The lines of an operand, with zeros up to a multiple of [`LANES`].
pub(super) struct Lines<'a> {
    pub(super) entries: &'a dyn Entries,
    pub(super) lines: Vec<Line>,
}

/// 2^exponent, for exponents of normal numbers.
#[inline(always)]
pub(super) const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent as i64) as u64) << 52)
}

/// 2^exponent as two factors, for exponents beyond those of numbers.
#[inline(always)]
pub(super) fn factors(exponent: i32) -> [f64; 2] {
    let half = exponent >> 1;
    [power_of_two(half), power_of_two(exponent - half)]
}

/// Magnitudes of [moderate](Line::moderate) lines are below this, and above its reciprocal: then even the rounding errors of
/// products of four words are normal numbers.
const MODERATE: f64 = power_of_two(340);

impl<'a> Lines<'a> {
    pub(super) fn of(entries: &'a dyn Entries) -> Self {
        let mut lines = vec![Line::default(); entries.count().next_multiple_of(LANES)];
        let mut panels: Vec<_> = lines.chunks_exact_mut(LANES).enumerate().collect();
        each(&mut panels, &|(panel, lines)| {
            dispatch(Measure { entries, first: *panel * LANES, lines });
        });
        Lines { entries, lines }
    }

    pub(super) fn panels(&self) -> usize {
        self.lines.len() / LANES
    }
}

impl Line {
    /// The largest s with ‖line · 2^s‖₂² ≤ Q.
    pub(super) fn scale(&self, plan: &Plan) -> i32 {
        if self.squares == 0 {
            return 0;
        }
        // Both numbers as a fraction of 64 bits, of which the first is 1, times a power of two.
        let zeros = self.squares.leading_zeros();
        let square = 63 - zeros as i32 + 2 * (self.exponent - (BITS as i32 - 1));
        let most = (plan.norm.to_bits() >> 52) as i32 - 1023;
        let most_fraction = (plan.norm.to_bits() << 11) | (1 << 63);
        (most - square - i32::from(self.squares << zeros > most_fraction)) >> 1
    }

    /// The 2-norm and the 1-norm, divided by 2^exponent and rounded up.
    pub(super) fn norms(&self) -> [f64; 2] {
        const UNIT: f64 = power_of_two(1 - BITS as i32);
        // A factor that covers the roundings.
        const SLACK: f64 = 1.0 + power_of_two(-50);
        [(self.squares as f64).sqrt() * UNIT * SLACK, self.sum as f64 * UNIT * SLACK]
    }
}

/// Measures sixteen lines.
struct Measure<'a> {
    entries: &'a dyn Entries,
    first: usize,
    lines: &'a mut [Line],
}

impl Kernel for Measure<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let Measure { entries, first, lines } = self;
        const STEP: usize = 64;
        let AtLine(values) = &mut AtLine([[0.0; LANES]; STEP]);
        let (mut largest, mut smallest) = ([0.0; LANES], [f64::MAX; LANES]);
        let mut finite = [true; LANES];
        for entry in (0..entries.depth()).step_by(STEP) {
            entries.fill(0, first, entry, values);
            for values in &*values {
                for i in 0..LANES {
                    let x = values[i].abs();
                    finite[i] &= x < f64::INFINITY;
                    largest[i] = if x > largest[i] { x } else { largest[i] };
                    smallest[i] = if x < smallest[i] && x > 0.0 { x } else { smallest[i] };
                }
            }
        }
        let exponents = largest.map(exponent);
        let factors = exponents.map(|exponent| factors(BITS as i32 - 1 - exponent));
        let (mut squares, mut sums) = ([0u64; LANES], [0u64; LANES]);
        for entry in (0..entries.depth()).step_by(STEP) {
            entries.fill(0, first, entry, values);
            // Sums of integers of 40 bits are exact.
            let (mut of_squares, mut of_values) = ([0.0; LANES], [0.0; LANES]);
            for values in &*values {
                for i in 0..LANES {
                    let x = values[i].abs() * factors[i][0] * factors[i][1];
                    let integer = rounded_down(x) + f64::from(u8::from(values[i] != 0.0));
                    of_squares[i] += integer * integer;
                    of_values[i] += integer;
                }
            }
            for i in 0..LANES {
                squares[i] = squares[i].saturating_add(of_squares[i] as u64);
                sums[i] = sums[i].saturating_add(of_values[i] as u64);
            }
        }
        for (i, line) in lines.iter_mut().enumerate() {
            let [squares, sum] = if finite[i] { [squares[i], sums[i]] } else { [0; 2] };
            let moderate = largest[i] < MODERATE && smallest[i] > 1.0 / MODERATE;
            *line = Line { exponent: exponents[i], squares, sum, finite: finite[i], moderate };
        }
    }
}

/// ⌊x⌋, for 0 ≤ x < 2^51.
#[inline(always)]
fn rounded_down(x: f64) -> f64 {
    const MAGIC: f64 = power_of_two(52);
    let nearest = (x + MAGIC) - MAGIC;
    if nearest > x { nearest - 1.0 } else { nearest }
}

/// The exponent of a number that is not negative; 0 for zero, infinity and NaN.
#[inline(always)]
fn exponent(x: f64) -> i32 {
    match (x.to_bits() >> 52) as i32 {
        0 if x == 0.0 => 0,
        0 => x.to_bits().ilog2() as i32 - 1074,
        2047 => 0,
        biased => biased - 1023,
    }
}
