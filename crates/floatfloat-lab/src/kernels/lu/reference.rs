//! The kernels as the processor runs them.

use floatfloat::NativeWord;
use floatfloat_gpu::{
    Error,
    program::{
        TILE,
        reference::{
            Column, Execution, LANES, MALFORMED, Machine, Plan, Register, check, enough_groups,
            failed, part, pieces,
        },
    },
};

const OUTSIDE: &str = "a step of an LU decomposition is outside of the matrix";

/// A matrix during its decomposition.
struct Lu<'a, F> {
    update: &'a Plan,
    divide: Option<&'a Plan>,
    /// The number of words of a number.
    width: usize,
    n: usize,
    /// The row and column at which the block on the diagonal begins.
    o: usize,
    block: usize,
    a: &'a mut [F],
}

/// An element, or a line of elements from it to the right or downwards.
#[derive(Clone, Copy)]
struct Operand<'a, F> {
    words: &'a [F],
    stride: usize,
}

pub(super) fn diagonal<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    Lu::new(launch)?.diagonal()
}

pub(super) fn perimeter<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let (first, groups) = (launch.arguments[2], launch.groups[0] * launch.groups[1]);
    Lu::new(launch)?.perimeter(first, groups)
}

pub(super) fn internal<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let ([n, o, first_row, rows, ..], groups) = (launch.arguments, launch.groups);
    let block = launch.program.constants().first().map_or(0, |&block| block as usize);
    let columns = n.saturating_sub(o + block);
    let tiles = [columns, rows].map(|side| side.div_ceil(TILE as usize));
    enough_groups(groups[0] >= tiles[0] && groups[1] >= tiles[1])?;
    Lu::new(launch)?.internal(first_row, rows)
}

impl<'a, F: NativeWord> Lu<'a, F> {
    fn new(launch: Execution<'a, F>) -> Result<Self, Error> {
        let Execution { program, plans, output: a, arguments: [n, o, ..], .. } = launch;
        let (&[width], &[block]) = (program.elements(), program.constants()) else {
            return Err(failed(MALFORMED));
        };
        check(o < n, OUTSIDE)?;
        let words = n.checked_mul(n).and_then(|elements| elements.checked_mul(width));
        let a = part(a, 0, words.unwrap_or(usize::MAX))?;
        Ok(Lu { update: &plans[0], divide: plans.get(1), width, n, o, block: block as usize, a })
    }

    fn divide(&self) -> Result<&'a Plan, Error> {
        self.divide.ok_or_else(|| failed(MALFORMED))
    }

    /// The first row and column behind the block on the diagonal.
    fn behind(&self) -> usize {
        (self.o + self.block).min(self.n)
    }

    /// Computes the square on the diagonal, k by k: each element is updated as soon as possible.
    fn diagonal(self) -> Result<(), Error> {
        let (width, n, end) = (self.width, self.n, self.behind());
        let (mut divide, mut update) = (Machine::new(self.divide()?), Machine::new(self.update));
        for k in self.o..end {
            let (above, below) = self.a.split_at_mut((k + 1) * n * width);
            let row = &above[k * n * width..];
            for row_below in below.chunks_mut(n * width).take(end - k - 1) {
                let pivot = Operand { words: &row[k * width..], stride: 0 };
                apply2(&mut divide, width, 1, &mut row_below[k * width..], pivot);
                let (left, right) = row_below.split_at_mut((k + 1) * width);
                let l = Operand { words: &left[k * width..], stride: 0 };
                for column in (k + 1..end).step_by(LANES) {
                    let lanes = LANES.min(end - column);
                    let u = Operand { words: &row[column * width..], stride: width };
                    let old = &mut right[(column - k - 1) * width..];
                    apply3(&mut update, width, lanes, old, l, u);
                }
            }
        }
        Ok(())
    }

    /// Computes blocks `first` to `first + count` of the blocks to the right and then of those
    /// below.
    fn perimeter(mut self, first: usize, count: usize) -> Result<(), Error> {
        let (n, block, behind) = (self.n, self.block, self.behind());
        let blocks = (n - behind).div_ceil(block);
        let end = (first + count).min(2 * blocks);
        let place = |block_number: usize| (behind + block_number * block).min(n);
        self.right(place(first.min(blocks)), place(end.min(blocks)));
        self.below(place(first.max(blocks) - blocks), place(end.max(blocks) - blocks))
    }

    /// Computes columns of the rows of the block on the diagonal.
    fn right(&mut self, begin: usize, end: usize) {
        let (width, n) = (self.width, self.n);
        let mut update = Machine::new(self.update);
        for r in self.o + 1..self.behind() {
            let (above, row) = self.a.split_at_mut(r * n * width);
            let (left, row) = row[..n * width].split_at_mut(begin * width);
            for k in self.o..r {
                let l = Operand { words: &left[k * width..], stride: 0 };
                for column in (begin..end).step_by(LANES) {
                    let lanes = LANES.min(end - column);
                    let u = Operand { words: &above[(k * n + column) * width..], stride: width };
                    apply3(&mut update, width, lanes, &mut row[(column - begin) * width..], l, u);
                }
            }
        }
    }

    /// Computes rows of the columns of the block on the diagonal.
    fn below(&mut self, begin: usize, end: usize) -> Result<(), Error> {
        let (width, n, o, behind) = (self.width, self.n, self.o, self.behind());
        let (update, divide) = (self.update, self.divide()?);
        if begin >= end {
            return Ok(());
        }
        let (above, below) = self.a.split_at_mut(begin * n * width);
        let above = &*above;
        let rows = &mut below[..(end - begin) * n * width];
        let square = (behind - o) * (behind - o);
        let cost = LANES * (square * update.length() / 2 + (behind - o) * divide.length());
        let start = || {
            let panel = vec![[F::default(); LANES]; (behind - o) * width];
            (Machine::new(update), Machine::new(divide), panel)
        };
        pieces(rows, LANES * n * width, cost, start, |(update, divide, panel), _, rows| {
            let lanes = rows.len() / (n * width);
            let each = |panel: &mut [Register<F>], rows: &mut [F], to_panel: bool| {
                for (lane, row) in rows.chunks_mut(n * width).enumerate() {
                    for (register, word) in panel.iter_mut().zip(&mut row[o * width..]) {
                        let (from, to) = if to_panel {
                            (*word, &mut register[lane])
                        } else {
                            (register[lane], word)
                        };
                        *to = from;
                    }
                }
            };
            each(panel, rows, true);
            for c in 0..behind - o {
                let (final_columns, column) = panel.split_at_mut(c * width);
                let column = &mut column[..width];
                let of_row = |k: usize| &above[((o + k) * n + o + c) * width..];
                for (k, l) in final_columns.chunks(width).enumerate() {
                    update.run(lanes, |input| match (input / width, input % width) {
                        (0, word) => Column { words: &column[word][..], stride: 1 },
                        (1, word) => Column { words: &l[word][..], stride: 1 },
                        (_, word) => Column { words: &of_row(k)[word..], stride: 0 },
                    });
                    update.copy_outputs(column.iter_mut().map(|words| &mut words[..lanes]));
                }
                divide.run(lanes, |input| match (input / width, input % width) {
                    (0, word) => Column { words: &column[word][..], stride: 1 },
                    (_, word) => Column { words: &of_row(c)[word..], stride: 0 },
                });
                divide.copy_outputs(column.iter_mut().map(|words| &mut words[..lanes]));
            }
            each(panel, rows, false);
        });
        Ok(())
    }

    /// Updates rows below the block on the diagonal, in the columns to its right.
    fn internal(self, first_row: usize, rows: usize) -> Result<(), Error> {
        let (width, n, o, behind) = (self.width, self.n, self.o, self.behind());
        check(rows == 0 || first_row >= behind && first_row + rows <= n, OUTSIDE)?;
        let (above, below) = self.a.split_at_mut(first_row * n * width);
        let (above, update) = (&*above, self.update);
        let out = &mut below[..rows * n * width];
        let cost = (n - behind) * (behind - o) * update.length();
        let start = || (Machine::new(update), vec![[F::default(); LANES]; width]);
        pieces(out, n * width, cost, start, |(update, state), _, row| {
            let (left, row) = row.split_at_mut(behind * width);
            for (number, out) in row.chunks_mut(LANES * width).enumerate() {
                let (column, lanes) = (behind + number * LANES, out.len() / width);
                for (lane, element) in out.chunks_exact(width).enumerate() {
                    state.iter_mut().zip(element).for_each(|(words, &word)| words[lane] = word);
                }
                for k in o..behind {
                    update.run(lanes, |input| match (input / width, input % width) {
                        (0, word) => Column { words: &state[word][..], stride: 1 },
                        (1, word) => Column { words: &left[k * width + word..], stride: 0 },
                        (_, word) => {
                            let words = &above[(k * n + column) * width + word..];
                            Column { words, stride: width }
                        }
                    });
                    update.copy_outputs(state.iter_mut().map(|words| &mut words[..lanes]));
                }
                for (lane, element) in out.chunks_exact_mut(width).enumerate() {
                    element.iter_mut().zip(&*state).for_each(|(word, words)| *word = words[lane]);
                }
            }
        });
        Ok(())
    }
}

impl<'a, F> Operand<'a, F> {
    fn word(self, word: usize) -> Column<'a, F> {
        Column { words: &self.words[word..], stride: self.stride }
    }
}

/// Replaces numbers that lie side by side by a function of each and a second operand.
fn apply2<F: NativeWord>(
    machine: &mut Machine<'_, F>,
    width: usize,
    lanes: usize,
    old: &mut [F],
    other: Operand<'_, F>,
) {
    apply3(machine, width, lanes, old, other, other);
}

/// The same as [`apply2`], with two more operands.
fn apply3<F: NativeWord>(
    machine: &mut Machine<'_, F>,
    width: usize,
    lanes: usize,
    old: &mut [F],
    l: Operand<'_, F>,
    u: Operand<'_, F>,
) {
    machine.run(lanes, |input| match (input / width, input % width) {
        (0, word) => Column { words: &old[word..], stride: width },
        (1, word) => l.word(word),
        (_, word) => u.word(word),
    });
    machine.store(&mut old[..lanes * width]);
}
