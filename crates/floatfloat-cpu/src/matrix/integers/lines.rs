//! Rows of the left operand and columns of the right one: their entries, norms and scales.

use super::{each, moduli::Plan, split::LANES};
use crate::{matrix::view::MatrixView, number::Number};

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
        let read = |i: usize, k: usize| -> f64 {
            debug_assert!(i < lines && k < entries);
            // SAFETY: the loops stay below the numbers of lines and entries that exist.
            unsafe { *words.add(first + i * place.row_stride + k * place.column_stride) }.into()
        };
        copy(&mut to[..entries], lines, place.row_stride == 1, read);
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

/// A line. The norms are those of the first words, divided by 2^exponent, and rounded up by [`SLACK`].
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    /// The exponent of the largest entry.
    pub(super) exponent: i32,
    /// The square of the 2-norm.
    pub(super) square: f64,
    /// The 1-norm.
    pub(super) sum: f64,
    /// Whether all entries are finite.
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

/// A factor that covers the roundings of a norm, and the words after the first.
const SLACK: f64 = 1.0 + 1.0 / 131072.0;

/// Magnitudes of [moderate](Line::moderate) lines are below this, and above its reciprocal: then even the rounding errors of
/// products of four words are normal numbers.
const MODERATE: f64 = power_of_two(340);

impl<'a> Lines<'a> {
    pub(super) fn of(entries: &'a dyn Entries) -> Self {
        let mut lines = vec![Line::default(); entries.count().next_multiple_of(LANES)];
        let mut panels: Vec<_> = lines.chunks_exact_mut(LANES).enumerate().collect();
        each(&mut panels, &|(panel, lines)| measure(entries, *panel * LANES, lines));
        Lines { entries, lines }
    }

    pub(super) fn panels(&self) -> usize {
        self.lines.len() / LANES
    }
}

impl Line {
    /// The largest s with ‖line · 2^s‖₂² ≤ Q, found without a logarithm, whose bits would depend on the machine.
    pub(super) fn scale(&self, plan: &Plan) -> i32 {
        if !self.finite || self.square == 0.0 {
            return 0;
        }
        let parts = |x: f64| ((x.to_bits() >> 52) as i32, x.to_bits() << 12);
        let ((most, most_fraction), (square, fraction)) = (parts(plan.norm), parts(self.square));
        ((most - square - i32::from(fraction > most_fraction)) >> 1) - self.exponent
    }
}

/// Measures sixteen lines. Sums are over ascending entries.
fn measure(entries: &dyn Entries, first: usize, lines: &mut [Line]) {
    const STEP: usize = 64;
    let mut values = [[0.0; LANES]; STEP];
    let mut each_entry = |work: &mut dyn FnMut(&[f64; LANES])| {
        for entry in (0..entries.depth()).step_by(STEP) {
            entries.fill(0, first, entry, &mut values);
            values.iter().for_each(&mut *work);
        }
    };
    let (mut largest, mut smallest) = ([0.0; LANES], [f64::MAX; LANES]);
    let mut finite = [true; LANES];
    each_entry(&mut |values| {
        for i in 0..LANES {
            let x = values[i].abs();
            finite[i] &= x < f64::INFINITY;
            largest[i] = if x > largest[i] { x } else { largest[i] };
            smallest[i] = if x < smallest[i] && x > 0.0 { x } else { smallest[i] };
        }
    });
    let exponents = largest.map(exponent);
    let factors = exponents.map(|exponent| factors(-exponent));
    let (mut squares, mut sums) = ([0.0; LANES], [0.0; LANES]);
    each_entry(&mut |values| {
        for i in 0..LANES {
            let x = values[i].abs() * factors[i][0] * factors[i][1];
            squares[i] += x * x;
            sums[i] += x;
        }
    });
    for (i, line) in lines.iter_mut().enumerate() {
        let [square, sum] = match finite[i] {
            true => [squares[i] * SLACK, sums[i] * SLACK],
            false => [0.0; 2],
        };
        let moderate = largest[i] < MODERATE && smallest[i] > 1.0 / MODERATE;
        *line = Line { exponent: exponents[i], square, sum, finite: finite[i], moderate };
    }
}

/// The exponent of a number that is not negative; 0 for zero, infinity and NaN.
fn exponent(x: f64) -> i32 {
    match (x.to_bits() >> 52) as i32 {
        0 if x == 0.0 => 0,
        0 => x.to_bits().ilog2() as i32 - 1074,
        2047 => 0,
        biased => biased - 1023,
    }
}
