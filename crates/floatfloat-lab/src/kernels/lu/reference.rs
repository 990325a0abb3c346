//! The kernels as the processor runs them. All are the same elimination of rows, in different columns.

use floatfloat::NativeWord;
use floatfloat_gpu::{
    Error,
    program::{
        TILE,
        reference::{
            Column, Execution, LANES, MALFORMED, Machine, Plan, check, enough_groups, failed, part,
            pieces,
        },
    },
};
use std::ops::Range;

const OUTSIDE: &str = "a step of an LU decomposition is outside of the matrix";

/// A matrix during its decomposition.
struct Lu<'a, F> {
    steps: Steps<'a>,
    /// The row and column at which the block on the diagonal begins.
    o: usize,
    block: usize,
    a: &'a mut [F],
}

/// The circuits, and the sizes that they need.
#[derive(Clone, Copy)]
struct Steps<'a> {
    update: &'a Plan,
    divide: Option<&'a Plan>,
    /// The number of words of a number.
    width: usize,
    n: usize,
}

/// An element, or a line of elements from it to the right.
#[derive(Clone, Copy)]
struct Operand<'a, F> {
    words: &'a [F],
    stride: usize,
}

pub(super) fn diagonal<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let mut lu = Lu::new(launch)?;
    lu.in_block(lu.o..lu.behind(), true)
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
    let mut lu = Lu::new(launch)?;
    let behind = lu.behind();
    check(rows == 0 || first_row >= behind && first_row + rows <= n, OUTSIDE)?;
    lu.below(first_row..first_row + rows, behind..n, false)
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
        let steps = Steps { update: &plans[0], divide: plans.get(1), width, n };
        Ok(Lu { steps, o, block: block as usize, a })
    }

    /// The first row and column behind the block on the diagonal.
    fn behind(&self) -> usize {
        (self.o + self.block).min(self.steps.n)
    }

    /// Computes blocks `first` to `first + count` of the blocks to the right and then of those
    /// below.
    fn perimeter(&mut self, first: usize, count: usize) -> Result<(), Error> {
        let (n, block, behind) = (self.steps.n, self.block, self.behind());
        let blocks = (n - behind).div_ceil(block);
        let end = (first + count).min(2 * blocks);
        let place = |block_number: usize| (behind + block_number * block).min(n);
        self.in_block(place(first.min(blocks))..place(end.min(blocks)), false)?;
        let rows = place(first.max(blocks) - blocks)..place(end.max(blocks) - blocks);
        self.below(rows, self.o..behind, true)
    }

    /// Computes columns of the rows of the block on the diagonal.
    fn in_block(&mut self, columns: Range<usize>, divides: bool) -> Result<(), Error> {
        let (steps, row) = (self.steps, self.steps.n * self.steps.width);
        let mut machines = steps.machines(divides)?;
        for r in self.o + 1..self.behind() {
            let (above, below) = self.a.split_at_mut(r * row);
            steps.eliminate(&mut machines, above, &mut below[..row], self.o..r, columns.clone());
        }
        Ok(())
    }

    /// Computes columns of rows below the block on the diagonal.
    fn below(
        &mut self,
        rows: Range<usize>,
        columns: Range<usize>,
        divides: bool,
    ) -> Result<(), Error> {
        let (steps, pivots) = (self.steps, self.o..self.behind());
        steps.machines::<F>(divides)?;
        let row = steps.n * steps.width;
        let (above, below) = self.a.split_at_mut(rows.start * row);
        let (above, out) = (&*above, &mut below[..rows.len() * row]);
        let cost = columns.len() * pivots.len() * steps.update.length();
        let start = || steps.machines(divides).ok();
        pieces(out, row, cost, start, |machines, _, row| {
            if let Some(machines) = machines {
                steps.eliminate(machines, above, row, pivots.clone(), columns.clone());
            }
        });
        Ok(())
    }
}

impl<'a> Steps<'a> {
    /// The machine that updates and, if elements are divided, the one that divides.
    fn machines<F: NativeWord>(
        self,
        divides: bool,
    ) -> Result<(Machine<'a, F>, Option<Machine<'a, F>>), Error> {
        let divide = match (divides, self.divide) {
            (false, _) => None,
            (true, Some(divide)) => Some(Machine::new(divide)),
            (true, None) => return Err(failed(MALFORMED)),
        };
        Ok((Machine::new(self.update), divide))
    }

    /// Eliminates a row with pivots above it: for each, the element below it becomes that of L, and the
    /// columns behind it are updated.
    fn eliminate<F: NativeWord>(
        self,
        (update, divide): &mut (Machine<'_, F>, Option<Machine<'_, F>>),
        above: &[F],
        row: &mut [F],
        pivots: Range<usize>,
        columns: Range<usize>,
    ) {
        let (width, n) = (self.width, self.n);
        for k in pivots {
            let pivots = &above[k * n * width..];
            let (left, right) = row.split_at_mut((k + 1) * width);
            if let Some(divide) = divide {
                let pivot = Operand { words: &pivots[k * width..], stride: 0 };
                apply(divide, width, 1, &mut left[k * width..], pivot, pivot);
            }
            let l = Operand { words: &left[k * width..], stride: 0 };
            for column in (columns.start.max(k + 1)..columns.end).step_by(LANES) {
                let lanes = LANES.min(columns.end - column);
                let u = Operand { words: &pivots[column * width..], stride: width };
                apply(update, width, lanes, &mut right[(column - k - 1) * width..], l, u);
            }
        }
    }
}

impl<'a, F> Operand<'a, F> {
    fn word(self, word: usize) -> Column<'a, F> {
        Column { words: &self.words[word..], stride: self.stride }
    }
}

/// Replaces numbers that lie side by side by a function of each and one or two other operands.
fn apply<F: NativeWord>(
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
