//! Gaussian elimination without pivoting, by the two kernels of the Rodinia benchmarks.

use super::{Device, Matrix, Piece, array::bytes, invocations};
use crate::{
    circuit::Circuit, error::Error, number::Number, program::Program, word_type::DeviceWord,
};

/// How a matrix is eliminated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elimination {
    /// (number, pivot) → multiplier, the quotient.
    pub divide: Circuit,
    /// (old, multiplier, element of the pivot's row) → old − multiplier · element.
    pub update: Circuit,
    /// Invocations of a workgroup along a row and along a column; at most 1024 in all.
    pub block: [u32; 2],
}

impl Device {
    /// Eliminates everything below the diagonal of a matrix of n rows, in place: for t from 0 to
    /// n − 2 every row i > t takes m = divide(a\[i\]\[t\], a\[t\]\[t\]), and
    /// a\[i\]\[j\] = update(a\[i\]\[j\], m, a\[t\]\[j\]) for all j ≥ t. Columns beyond the n-th are
    /// right-hand sides: they are transformed with the rest, and back-substitution with the upper
    /// triangle solves the system. Below the diagonal is left what the updates make there, which is
    /// zero up to rounding.
    ///
    /// The order is that of Rodinia's `gaussian`, with a launch of [`Program::Fan1`] and one of
    /// [`Program::Fan2`] for each t, more where the matrix is in several buffers or one launch
    /// would take too long. Clones of the matrix are the same matrix: they are eliminated too.
    ///
    /// # Errors
    /// [`Error::Length`] if the matrix has fewer columns than rows, or if the circuits do not fit
    /// the numbers; [`Error::Unsupported`] if the device cannot have such blocks, or has not groups
    /// enough for so large a matrix; and those of [`map_into`](Device::map_into).
    pub fn eliminate<N: Number>(
        &self,
        matrix: &mut Matrix<N>,
        elimination: &Elimination,
    ) -> Result<(), Error> {
        let Elimination { divide, update, block } = elimination;
        divide.check_shape(N::Word::TYPE, &[N::WORDS; 2], N::WORDS)?;
        update.check_shape(N::Word::TYPE, &[N::WORDS; 3], N::WORDS)?;
        let (rows, columns) = (matrix.rows(), matrix.columns());
        if columns < rows {
            let what = "columns of a matrix to be eliminated, at least";
            return Err(Error::Length { what, expected: rows, given: columns });
        }
        let first = self.ready(&Program::Fan1 { divide: divide.clone() })?;
        let second = self.ready(&Program::Fan2 { update: update.clone(), block: *block })?;
        let block = block.map(u64::from);
        if columns.div_ceil(block[0]) > 65535 || rows.div_ceil(block[1]) > 65535 {
            let [x, y] = block;
            let what = format!("{rows} × {columns} in blocks of {x} × {y}; take larger blocks");
            return Err(self.unsupported(what));
        }
        let step = self.backend.allocate(bytes::<N>(columns + rows))?;
        for t in 0..rows.saturating_sub(1) {
            let mut row = t;
            while row < rows {
                let (panel, place, rest) = matrix.panel(row);
                let here = u64::from(row == t);
                let now = rest - here;
                let arguments = [columns, t, place, here, place + here, now, row + here, 0];
                let piece = Piece {
                    buffers: &[panel, &step],
                    arguments: arguments.map(|argument| argument as u32),
                    groups: invocations(now.max(here * (columns - t))),
                    steps: now * divide.nodes().len() as u64,
                };
                self.launch(&first, &piece, false)?;
                row += rest;
            }
            let steps = (columns - t) * update.nodes().len() as u64;
            let mut row = t + 1;
            while row < rows {
                let (panel, place, rest) = matrix.panel(row);
                let now = second.units(steps, block[1]).min(rest);
                let arguments = [columns, t, place, now, row, 0, 0, 0];
                let groups = [(columns - t).div_ceil(block[0]), now.div_ceil(block[1])];
                let piece = Piece {
                    buffers: &[&step, panel],
                    arguments: arguments.map(|argument| argument as u32),
                    groups: groups.map(|groups| groups as u32),
                    steps: now * steps,
                };
                // Where nothing is divided, it need not be known how much fits into a launch.
                self.launch(&second, &piece, now < rest)?;
                row += now;
            }
        }
        Ok(())
    }
}
