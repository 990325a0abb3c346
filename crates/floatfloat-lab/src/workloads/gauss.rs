//! Systems of linear equations by Gaussian elimination without pivoting, as in Rodinia's
//! `gaussian`.

#[cfg(test)]
mod tests;

use super::{
    Place, Run, Workload,
    elimination::{
        Eliminated, Grid, Steps, eliminate_in_order, eliminate_plainly, rows, substitute_back,
        timed_elimination,
    },
    matrices::{self, Range},
    reference::{BITS, Errors, Reference, largest, normalised},
    timed, timed_in_place,
};
use crate::{
    arithmetic::{Arithmetic, Family, Multiple, Plain, with_family},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    kernels::elimination::Elimination,
    progress::Progress,
    random::Random,
};
use floatfloat::{DoubleDouble, DoubleWord, dispatch_scalar};
use floatfloat_cpu::matrix::{Matrix, residual, solve};
use floatfloat_explain::Watched;
use floatfloat_gpu::{Device, DeviceMatrix};
use std::convert::Infallible;

/// A·x = b, and its solution.
pub struct Gauss {
    size: usize,
    /// A, row by row.
    a: Vec<f64>,
    b: Vec<f64>,
    /// The exact solution, with which x is compared.
    pub exact: Reference,
    condition: f64,
}

/// A solution, and the time that it took.
pub struct Solved {
    /// The unknowns, each as the sum of two `f64`.
    pub x: Vec<[f64; 2]>,
    /// The seconds of the elimination.
    pub elimination: f64,
    /// The seconds of the back-substitution on the processor.
    pub substitution: f64,
}

/// The invocations of a device's workgroup along a row and along a column.
pub type Block = [u32; 2];

/// The block if none is chosen.
const BLOCK: Block = [16, 16];

/// With more unknowns than this, multiple precision takes too long.
pub const MOST_MULTIPLE: usize = 256;

impl Gauss {
    /// A system with random numbers from the ranges.
    pub fn random(
        size: usize,
        ranges: &[Range],
        seed: u64,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let mut random = Random::new(seed, size);
        let a = matrices::drawn(size * size, ranges, &mut random);
        Gauss::new(a, matrices::drawn(size, ranges, &mut random), progress)
    }

    /// The system of the square matrix a, given row by row, and the right-hand side b. Up to 256
    /// unknowns, the reference solution is computed by elimination in 256 bits. Beyond, and if a pivot
    /// is zero, it is the library's, with pivoting, refined with residuals of three words.
    ///
    /// # Errors
    /// [`Error::Input`] if the matrix is singular in two words or does not have the size of b, and
    /// [`Error::Interrupted`].
    pub fn new(a: Vec<f64>, b: Vec<f64>, progress: &dyn Progress) -> Result<Self, Error> {
        let size = b.len();
        let unusable = |why: &dyn std::fmt::Display| {
            Error::Input(format!("this system of {size} equations cannot be solved: {why}"))
        };
        if size == 0 {
            return Err(unusable(&"it has none"));
        }
        let matrix = matrix(size, &a);
        let matrix = matrix.map_err(|error| unusable(&error))?;
        let side = Matrix::from_fn(size, 1, |i, _| DoubleDouble::from_word(b[i]));
        let solution = solve(matrix.view(), side.view()).map_err(|error| unusable(&error))?;
        let precise =
            if size <= MOST_MULTIPLE { solve_in_bits(&a, &b, BITS, progress)? } else { None };
        let exact = match precise {
            Some(x) => Reference::of_multiple(x.iter()),
            None => Reference::of_pairs(
                solution.x.to_row_major().into_iter(),
                "dd with pivoting, refined",
            ),
        };
        Ok(Gauss { size, a, b, exact, condition: 1.0 / solution.reciprocal_condition })
    }

    fn entry(&self, i: usize, j: usize) -> f64 {
        if j < self.size { self.a[i * self.size + j] } else { self.b[i] }
    }

    /// Solves the system in a number type, on a device in blocks. None if the device cannot.
    pub fn solve<F: Family, W: OnDevice>(
        &self,
        place: Place<'_>,
        block: Block,
        progress: &dyn Progress,
    ) -> Result<Option<Solved>, Error> {
        let there = |opened: &Opened| self.on_device::<F, W>(opened, block, progress);
        place.compute::<W, _>(|| self.on_processor::<F, W>(progress), there)
    }

    fn on_processor<F: Family, W: OnDevice>(
        &self,
        progress: &dyn Progress,
    ) -> Result<Solved, Error> {
        let size = self.size;
        let operands = Grid::<F, W>::new(size, 1, |i, j| F::nearest::<W>(self.entry(i, j)));
        let (grid, elimination) = timed_elimination(&operands, progress)?;
        let work = || {
            Ok(substitute(
                size,
                #[inline(always)]
                |i, j| grid.at(i, j),
            ))
        };
        let (x, substitution) = timed(Place::Processor, progress, work)?;
        let x = x.into_iter().map(F::parts::<W>).collect();
        Ok(Solved { x, elimination, substitution })
    }

    fn on_device<F: Family, W: OnDevice>(
        &self,
        opened: &Opened,
        block: Block,
        progress: &dyn Progress,
    ) -> Result<Solved, Error> {
        let (device, place) = (&opened.device, Place::Device(opened));
        let how = elimination::<F, W>(block, opened.fused::<W>())?;
        let (matrix, elimination) = timed_in_place(
            place,
            progress,
            || self.uploaded::<F, W>(device),
            |matrix| Ok(how.run(device, matrix)?),
        )?;
        let numbers = F::loaded::<W>(device.download_matrix(&matrix)?);
        let work = || Ok(self.substitute::<F, W>(&numbers));
        let (x, substitution) = timed(Place::Processor, progress, work)?;
        Ok(Solved { x, elimination, substitution })
    }

    /// The matrix with the right-hand side in a device's memory.
    fn uploaded<F: Family, W: OnDevice>(
        &self,
        device: &Device,
    ) -> Result<DeviceMatrix<F::Stored<W>>, Error> {
        let places = (0..self.size).flat_map(|i| (0..=self.size).map(move |j| (i, j)));
        let numbers: Vec<_> = places.map(|(i, j)| F::nearest::<W>(self.entry(i, j))).collect();
        let [rows, columns] = [self.size as u64, self.size as u64 + 1];
        Ok(device.upload_matrix(rows, columns, &F::stored::<W>(&numbers))?)
    }

    /// The back-substitution with numbers that a device has eliminated.
    fn substitute<F: Family, W: OnDevice>(&self, numbers: &[F::Of<W>]) -> Vec<[f64; 2]> {
        let columns = self.size + 1;
        let x = substitute(
            self.size,
            #[inline(always)]
            |i, j| numbers[i * columns + j],
        );
        x.into_iter().map(F::parts::<W>).collect()
    }

    /// Solves the system with `bits` bits. The time of the elimination is that of both steps. None if
    /// a pivot is zero.
    pub fn solve_in_bits(
        &self,
        bits: usize,
        progress: &dyn Progress,
    ) -> Result<Option<Solved>, Error> {
        let (x, seconds) = timed_in_place(
            Place::Processor,
            progress,
            || Ok(None),
            |x| {
                *x = solve_in_bits(&self.a, &self.b, bits, progress)?;
                Ok(())
            },
        )?;
        let solved = |x: Vec<Multiple>| Solved {
            x: Reference::of_multiple(x.iter()).pairs(),
            elimination: seconds,
            substitution: 0.0,
        };
        Ok(x.map(solved))
    }

    /// The errors of a solution.
    pub fn errors(&self, x: &[[f64; 2]]) -> Errors {
        self.exact.errors(x.iter().copied())
    }

    /// ‖b − A·x‖ / (‖A‖·‖x‖ + ‖b‖) in the maximum norm: the relative change of A and b for which x
    /// is the solution (Rigal & Gaches 1967). Infinite if x is not finite.
    ///
    /// # Errors
    /// [`Error::Input`] if the residual cannot be computed.
    pub fn backward_error(&self, x: &[[f64; 2]]) -> Result<f64, Error> {
        let size = largest(x.iter().flatten().copied());
        if size.is_infinite() {
            return Ok(f64::INFINITY);
        }
        let failed = |error| Error::Input(format!("no residual: {error}"));
        let a = matrix(self.size, &self.a).map_err(failed)?;
        let x = Matrix::from_fn(self.size, 1, |i, _| normalised(x[i]));
        let b = Matrix::from_fn(self.size, 1, |i, _| DoubleDouble::from_word(self.b[i]));
        let residual = residual(a.view(), x.view(), b.view()).map_err(failed)?;
        let residual = largest(residual.to_row_major().iter().map(|r| r.hi()));
        let row = |row: &[f64]| row.iter().map(|entry| entry.abs()).sum();
        let norm = largest(self.a.chunks_exact(self.size).map(row));
        Ok(residual / (norm * size + largest(self.b.iter().copied())))
    }
}

impl Eliminated for Gauss {
    fn size(&self) -> usize {
        self.size
    }

    fn expected<F: Family, W: OnDevice>(&self, reference: &Device) -> Result<Vec<[f64; 2]>, Error> {
        let how = elimination::<F, W>(BLOCK, reference.lowering(W::TYPE)?.fused)?;
        let mut matrix = self.uploaded::<F, W>(reference)?;
        how.run(reference, &mut matrix)?;
        let numbers = F::loaded::<W>(reference.download_matrix(&matrix)?);
        Ok(self.substitute::<F, W>(&numbers))
    }
}

impl Workload for Gauss {
    fn run(
        &self,
        contender: Contender,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        let solved =
            with_family!(contender, F, W => self.solve::<F, W>(place, BLOCK, progress)?).flatten();
        let run = |solved: Solved| Run {
            error: self.errors(&solved.x).largest,
            scale: self.exact.scale(),
            seconds: solved.elimination + solved.substitution,
        };
        Ok(solved.map(run))
    }

    fn operands(&self) -> Vec<f64> {
        [&self.a[..], &self.b].concat()
    }

    fn watched(&self, operands: Vec<Watched<f64>>) -> Vec<Watched<f64>> {
        let size = self.size;
        let (a, b) = operands.split_at(size * size);
        let mut rows = rows(a, b, |&x| Plain(x));
        let Ok(()) = eliminate_in_order(&mut rows, |_, k| Ok::<_, Infallible>(k));
        substitute(size, |i, j| rows[i][j]).into_iter().map(|x| x.0).collect()
    }

    fn condition(&self) -> Option<f64> {
        Some(self.condition)
    }
}

/// The steps for a device with or without a fused multiply-add.
fn elimination<F: Family, W: OnDevice>(block: Block, fused: bool) -> Result<Elimination, Error> {
    let Steps { divide, update } = Steps::record::<F, W>(fused)?;
    Ok(Elimination { divide, update, block })
}

/// The back-substitution of an eliminated system, whose last column is the right-hand side.
fn substitute<T: Arithmetic>(size: usize, at: impl Fn(usize, usize) -> T) -> Vec<T> {
    dispatch_scalar(
        #[inline(always)]
        || {
            substitute_back(
                &at,
                #[inline(always)]
                |i| at(i, size),
                size,
            )
        },
    )
}

/// A square matrix in the library's type.
fn matrix(
    size: usize,
    a: &[f64],
) -> Result<Matrix<DoubleWord<f64>>, floatfloat_cpu::matrix::MatrixError> {
    let entries: Vec<_> = a.iter().map(|&entry| DoubleDouble::from_word(entry)).collect();
    Matrix::from_row_major(size, size, &entries)
}

/// The solution with `bits` bits, without pivoting. None if a pivot is zero.
fn solve_in_bits(
    a: &[f64],
    b: &[f64],
    bits: usize,
    progress: &dyn Progress,
) -> Result<Option<Vec<Multiple>>, Error> {
    let size = b.len();
    let mut rows = rows(a, b, |&x| Multiple::new(x, bits));
    if !eliminate_plainly(&mut rows, |pivot| pivot.to_f64() != 0.0, progress)? {
        return Ok(None);
    }
    let x = substitute_back(|i, j| rows[i][j].clone(), |i| rows[i][size].clone(), size);
    Ok(Some(x))
}
