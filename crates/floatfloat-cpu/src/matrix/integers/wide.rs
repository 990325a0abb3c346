//! Products of numbers with more words, for entries that integers do not bring within the bound.

use super::{
    lines::{Lines, factors},
    multiply::from_words,
    split::{LANES, WORDS},
};
use crate::{
    matrix::{Matrix, view::MatrixView},
    number::Number,
    reductions::dot,
};

/// Lines whose largest entries have exponents beyond this are brought back to it, so that no product overflows.
const MOST: i32 = 400;

/// An operand: its lines are rows.
pub(super) struct Side<W: Number> {
    numbers: Matrix<W>,
    /// The power of two that each line was divided by.
    exponents: Vec<i32>,
}

impl<W: Number<Word = f64>> Side<W> {
    pub(super) fn of(lines: &Lines<'_>) -> Self {
        const STEP: usize = 64;
        let (count, depth) = (lines.entries.count(), lines.entries.depth());
        let beyond = |exponent: i32| exponent - exponent.clamp(-MOST, MOST);
        let exponents: Vec<i32> =
            lines.lines[..count].iter().map(|line| beyond(line.exponent)).collect();
        let mut numbers = Matrix::zeros(count, depth);
        let mut view = numbers.view_mut();
        let mut values = [[[0.0; LANES]; STEP]; WORDS];
        for first_line in (0..count).step_by(LANES) {
            for first in (0..depth).step_by(STEP) {
                for (word, values) in values.iter_mut().enumerate().take(lines.entries.words()) {
                    lines.entries.fill(word, first_line, first, values);
                }
                for (i, &exponent) in exponents[first_line..].iter().enumerate().take(LANES) {
                    let factors = factors(-exponent);
                    let number = |k: usize| {
                        let word = |w: usize| values[w][k][i] * factors[0] * factors[1];
                        from_words(core::array::from_fn(word))
                    };
                    for k in 0..STEP.min(depth - first) {
                        view.put(first_line + i, first + k, number(k));
                    }
                }
            }
        }
        Side { numbers, exponents }
    }

    pub(super) fn view(&self) -> MatrixView<'_, W> {
        self.numbers.view()
    }
}

/// The entry of the product in row `i` and column `j`, out of row `j` of the right side.
pub(super) fn entry<T: Number, W: Number<Word = f64>>(
    left: &Side<W>,
    right: &Side<W>,
    i: usize,
    j: usize,
) -> T {
    let sum = match (left.view().row(i), right.view().row(j)) {
        (Some(row), Some(column)) => dot(row, column).expect("both lines are equally long"),
        _ => W::from_word(0.0),
    };
    rounded(left, right, i, j, sum)
}

/// The entry in row `i` and column `j`, whose sum of products is this.
pub(super) fn rounded<T: Number, W: Number<Word = f64>>(
    left: &Side<W>,
    right: &Side<W>,
    i: usize,
    j: usize,
    sum: W,
) -> T {
    let factors = factors(left.exponents[i] + right.exponents[j]);
    let mut words = [0.0; WORDS];
    for (word, part) in words.iter_mut().zip(sum.parts()) {
        *word = part * factors[0] * factors[1];
    }
    from_words(words)
}
