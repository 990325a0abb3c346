//! Entries that 49 moduli do not bring within the bound: sums of products of numbers with more words, or of 256 bits where
//! exponents are far from zero.

use super::{
    lines::Lines,
    multiply::from_words,
    split::{LANES, WORDS},
};
use crate::{
    matrix::{Matrix, MatrixError, gemm::gemm, sharing::both},
    multi_precision::Mp256Vec,
    number::Number,
    reductions::dot,
};
use floatfloat::multi_precision::Mp256;

/// Both operands with more words.
pub(super) struct Wide<'a, W: Number> {
    left: Side<'a, W>,
    right: Side<'a, W>,
}

/// An operand: its lines are rows.
struct Side<'a, W: Number> {
    lines: &'a Lines<'a>,
    numbers: Matrix<W>,
    /// The lines in 256 bits with exponents of 30 bits; none if no line needs them.
    exact: Vec<Mp256Vec>,
}

impl<'a, W: Number<Word = f64>> Wide<'a, W> {
    pub(super) fn of(left: &'a Lines<'a>, right: &'a Lines<'a>) -> Self {
        let extreme = |lines: &Lines<'_>| lines.lines.iter().any(|line| !line.moderate);
        let exact = extreme(left) || extreme(right);
        let (left, right) = both(|| Side::of(left, exact), || Side::of(right, exact));
        Wide { left, right }
    }

    /// The entry in row `i` and column `j`.
    pub(super) fn entry<T: Number>(&self, i: usize, j: usize) -> T {
        if let Some(number) = self.exact_entry(i, j) {
            return number;
        }
        let lines = (self.left.numbers.view().row(i), self.right.numbers.view().row(j));
        let sum = match lines {
            (Some(row), Some(column)) => dot(row, column).expect("both lines are equally long"),
            _ => W::from_word(0.0),
        };
        rounded(sum)
    }

    /// All entries: row, column and number.
    ///
    /// # Errors
    /// [`MatrixError::Cancelled`].
    pub(super) fn entries<T: Number>(
        &self,
        mut put: impl FnMut(usize, usize, T),
    ) -> Result<(), MatrixError> {
        let product = gemm(self.left.numbers.view(), self.right.numbers.transpose())?;
        for (i, j, sum) in product.view().entries() {
            put(i, j, self.exact_entry(i, j).unwrap_or_else(|| rounded(sum)));
        }
        Ok(())
    }

    /// The entry in row `i` and column `j`, if products of its terms could overflow or underflow although all are finite.
    fn exact_entry<T: Number>(&self, i: usize, j: usize) -> Option<T> {
        let lines = [self.left.lines.lines[i], self.right.lines.lines[j]];
        if lines.iter().all(|line| line.moderate) || !lines.iter().all(|line| line.finite) {
            return None;
        }
        let mut rest = self.left.exact[i].dot(&self.right.exact[j]).ok()?;
        let mut words = [0.0; WORDS];
        for word in &mut words {
            *word = f64::from(rest);
            if !word.is_finite() {
                break;
            }
            rest -= Mp256::from(*word);
        }
        Some(from_words(words))
    }
}

impl<'a, W: Number<Word = f64>> Side<'a, W> {
    fn of(lines: &'a Lines<'a>, exact: bool) -> Self {
        let (count, depth) = (lines.entries.count(), lines.entries.depth());
        let mut numbers = Matrix::zeros(count, depth);
        let mut view = numbers.view_mut();
        let mut in_256_bits = vec![Vec::new(); if exact { count } else { 0 }];
        each_entry(lines, |line, k, words| {
            view.put(line, k, from_words(words));
            if let Some(numbers) = in_256_bits.get_mut(line) {
                let [x, y, z, rest] = words.map(Mp256::from);
                numbers.push(((x + y) + z) + rest);
            }
        });
        let exact = in_256_bits.iter().map(|numbers| Mp256Vec::from(&numbers[..])).collect();
        Side { lines, numbers, exact }
    }
}

/// Calls `work` with line, entry and words, for ascending entries of each line.
fn each_entry(lines: &Lines<'_>, mut work: impl FnMut(usize, usize, [f64; WORDS])) {
    const STEP: usize = 64;
    let (count, depth) = (lines.entries.count(), lines.entries.depth());
    let mut values = [[[0.0; LANES]; STEP]; WORDS];
    for line in (0..count).step_by(LANES) {
        for entry in (0..depth).step_by(STEP) {
            for (word, values) in values.iter_mut().enumerate().take(lines.entries.words()) {
                lines.entries.fill(word, line, entry, values);
            }
            let words = |i: usize, k: usize| core::array::from_fn(|w| values[w][k][i]);
            for i in 0..LANES.min(count - line) {
                for k in 0..STEP.min(depth - entry) {
                    work(line + i, entry + k, words(i, k));
                }
            }
        }
    }
}

fn rounded<T: Number, W: Number<Word = f64>>(sum: W) -> T {
    let mut words = [0.0; WORDS];
    for (word, part) in words.iter_mut().zip(sum.parts()) {
        *word = part;
    }
    from_words(words)
}
