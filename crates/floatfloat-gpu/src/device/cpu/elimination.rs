//! A step of Gaussian elimination.

use super::{
    execute::{MALFORMED, check, fits, part, pieces},
    failed,
};
use crate::{
    circuit::Circuit,
    error::Error,
    interpret::{Column, LANES, Machine, Plan, places},
};
use floatfloat::NativeWord;

const NO_PIVOT: &str = "a step of an elimination has no pivot";

/// The row of the pivot, where it is among the inputs, and multipliers.
pub(super) fn fan1<F: NativeWord>(
    plan: &Plan,
    divide: &Circuit,
    inputs: &[&[F]],
    output: &mut [F],
    [columns, t, pivot_row, here, first_row, rows, to, _]: [usize; 8],
) -> Result<(), Error> {
    let (&[matrix], &[width, _]) = (inputs, divide.parameters()) else {
        return Err(failed(MALFORMED.into()));
    };
    check(t < columns, NO_PIVOT)?;
    fits(matrix, (first_row + rows) * columns, width)?;
    let (pivot_row_out, multipliers) =
        part(output, 0, (columns + to + rows) * width)?.split_at_mut(columns * width);
    if here == 1 {
        fits(matrix, (pivot_row + 1) * columns, width)?;
        let row = &matrix[pivot_row * columns * width..][..columns * width];
        pivot_row_out[t * width..].copy_from_slice(&row[t * width..]);
    }
    let pivot = &pivot_row_out[t * width..];
    let out = &mut multipliers[to * width..];
    let cost = LANES * plan.length();
    let start = || Machine::new(plan);
    pieces(out, LANES * width, cost, start, |machine, block, out| {
        let first = ((first_row + block * LANES) * columns + t) * width;
        machine.run(out.len() / width, |input| match input.checked_sub(width) {
            None => Column { words: &matrix[first + input..], stride: columns * width },
            Some(word) => Column { words: &pivot[word..], stride: 0 },
        });
        machine.store(out);
    });
    Ok(())
}

/// Some rows updated with their multipliers and the row of the pivot.
pub(super) fn fan2<F: NativeWord>(
    plan: &Plan,
    update: &Circuit,
    inputs: &[&[F]],
    output: &mut [F],
    [columns, t, first_row, rows, to, ..]: [usize; 8],
) -> Result<(), Error> {
    let (&[step], &[width, _, _]) = (inputs, update.parameters()) else {
        return Err(failed(MALFORMED.into()));
    };
    check(t < columns, NO_PIVOT)?;
    fits(step, columns + to + rows, width)?;
    let places = places(update.parameters());
    let (row_of_pivot, multipliers) = step.split_at(columns * width);
    let out = part(output, first_row * columns * width, rows * columns * width)?;
    let cost = (columns - t) * plan.length();
    let start = || Machine::new(plan);
    pieces(out, columns * width, cost, start, |machine, row, out| {
        let multiplier = &multipliers[(to + row) * width..];
        for column in (t..columns).step_by(LANES) {
            let lanes = LANES.min(columns - column);
            machine.run(lanes, |input| match places[input] {
                (0, word) => Column { words: &out[column * width + word..], stride: width },
                (1, word) => Column { words: &multiplier[word..], stride: 0 },
                (_, word) => {
                    Column { words: &row_of_pivot[column * width + word..], stride: width }
                }
            });
            machine.store(&mut out[column * width..][..lanes * width]);
        }
    });
    Ok(())
}
