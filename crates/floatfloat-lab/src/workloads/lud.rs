//! The decomposition of matrices into triangles without pivoting, as in Rodinia's `lud`.

#[cfg(test)]
mod tests;

use super::{
    Place, Run, Workload,
    elimination::{
        Eliminated, Grid, Steps, eliminate, eliminate_in_order, eliminate_plainly,
        timed_elimination,
    },
    matrices::{self, Range},
    reference::{Reference, largest, normalised},
    timed, timed_in_place,
};
use crate::{
    arithmetic::{Family, Multiple, PairOf, Plain, PlainOf, with_family},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    kernels::lu::LuKernels,
    progress::Progress,
    random::Random,
    timing::median,
};
use floatfloat::{DoubleDouble, DoubleWord};
use floatfloat_cpu::{
    Accuracy,
    matrix::{Lu, Matrix, gemm_into_with, residual},
};
use floatfloat_explain::Watched;
use floatfloat_gpu::{Device, DeviceMatrix};
use std::{convert::Infallible, time::Instant};

/// A square matrix.
pub struct Lud {
    size: usize,
    /// The elements, row by row.
    a: Vec<f64>,
    condition: Option<f64>,
}

/// L, without its ones, below U, and the time that they took.
pub struct Factors {
    /// The elements, row by row, each as the sum of two `f64`.
    pub numbers: Vec<[f64; 2]>,
    /// The median time of the factorisation.
    pub seconds: f64,
}

/// The differences between L·U and the matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mismatches {
    /// The number of elements whose error exceeds the tolerance or is not finite.
    pub count: usize,
    /// The number of elements.
    pub of: usize,
}

impl Lud {
    /// A matrix with random numbers from the ranges.
    pub fn random(size: usize, ranges: &[Range], seed: u64) -> Self {
        let mut random = Random::new(seed, size);
        Lud::new(size, matrices::drawn(size * size, ranges, &mut random))
    }

    /// A matrix, given row by row.
    pub fn new(size: usize, a: Vec<f64>) -> Self {
        let condition = (size <= MOST_CONDITIONED).then(|| condition(size, &a)).flatten();
        Lud { size, a, condition }
    }

    /// Factorises the matrix in a number type, on a device in blocks with `block` rows. None if the
    /// device cannot.
    pub fn factorise<F: Family, W: OnDevice>(
        &self,
        place: Place<'_>,
        block: u32,
        progress: &dyn Progress,
    ) -> Result<Option<Factors>, Error> {
        let there = |opened: &Opened| self.on_device::<F, W>(opened, block, progress);
        place.compute::<W, _>(|| self.on_processor::<F, W>(progress), there)
    }

    fn on_processor<F: Family, W: OnDevice>(
        &self,
        progress: &dyn Progress,
    ) -> Result<Factors, Error> {
        let operands =
            Grid::<F, W>::new(self.size, 0, |i, j| F::nearest::<W>(self.a[i * self.size + j]));
        let (grid, seconds) = timed_elimination(&operands, progress)?;
        let places = (0..self.size).flat_map(|i| (0..self.size).map(move |j| (i, j)));
        let numbers = places.map(|(i, j)| F::parts::<W>(grid.at(i, j))).collect();
        Ok(Factors { numbers, seconds })
    }

    fn on_device<F: Family, W: OnDevice>(
        &self,
        opened: &Opened,
        block: u32,
        progress: &dyn Progress,
    ) -> Result<Factors, Error> {
        let device = &opened.device;
        let kernels = kernels::<F, W>(block, opened.fused::<W>())?;
        let matrix = self.uploaded::<F, W>(device)?;
        let (factors, seconds) =
            timed(Place::Device(opened), progress, || Ok(kernels.run(device, &matrix)?))?;
        Ok(Factors { numbers: downloaded::<F, W>(device, &factors)?, seconds })
    }

    /// The matrix in a device's memory.
    fn uploaded<F: Family, W: OnDevice>(
        &self,
        device: &Device,
    ) -> Result<DeviceMatrix<F::Stored<W>>, Error> {
        let (side, entries) = (self.size as u64, self.a.iter());
        let numbers: Vec<_> = entries.map(|&entry| F::nearest::<W>(entry)).collect();
        Ok(device.upload_matrix(side, side, &F::stored::<W>(&numbers))?)
    }

    /// The seconds of a factorisation in `f64` on the processor, measured in two ways: as usual, and
    /// as the time of a bare loop of copies and factorisations minus that of a loop of copies, also as
    /// the median of five. Returns several such pairs, each measured in one go.
    pub fn timed_and_bare(
        &self,
        pairs: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<[f64; 2]>, Error> {
        let entry = |i, j| PlainOf::nearest::<f64>(self.a[i * self.size + j]);
        let operands = Grid::<PlainOf, f64>::new(self.size, 0, entry);
        let clocked = |work: &dyn Fn() -> Result<(), Error>, times: u32| {
            let begin = Instant::now();
            (0..times).try_for_each(|_| work())?;
            Ok::<f64, Error>(begin.elapsed().as_secs_f64() / f64::from(times))
        };
        let copy = || {
            std::hint::black_box(operands.clone());
            Ok(())
        };
        let both = || {
            let mut grid = operands.clone();
            eliminate(&mut grid, progress)?;
            std::hint::black_box(grid);
            Ok(())
        };
        let times = (5e-4 / clocked(&both, 1)?).clamp(1.0, 1e3) as u32;
        let bare = || {
            let sample = |_| Ok(clocked(&both, times)? - clocked(&copy, times)?);
            let mut samples = (0..5).map(sample).collect::<Result<Vec<f64>, Error>>()?;
            Ok::<f64, Error>(median(&mut samples))
        };
        let measured = || Ok::<f64, Error>(self.on_processor::<PlainOf, f64>(progress)?.seconds);
        // The order alternates, so that neither always comes first.
        let pair = |k: usize| match k % 2 {
            0 => Ok([measured()?, bare()?]),
            _ => bare().and_then(|bare| Ok([measured()?, bare])),
        };
        (0..pairs).map(pair).collect()
    }

    /// The factors with `bits` bits, and the time in seconds. None if a pivot is zero.
    pub fn factorise_in_bits(
        &self,
        bits: usize,
        progress: &dyn Progress,
    ) -> Result<Option<(Reference, f64)>, Error> {
        let row = |row: &[f64]| row.iter().map(|&x| Multiple::new(x, bits)).collect();
        let mut possible = true;
        let (rows, seconds) = timed_in_place(
            Place::Processor,
            progress,
            || Ok(self.a.chunks_exact(self.size).map(row).collect::<Vec<Vec<_>>>()),
            |rows| {
                possible = eliminate_plainly(rows, |pivot| pivot.to_f64() != 0.0, progress)?;
                Ok(())
            },
        )?;
        let reference = || Reference::of_multiple(rows.iter().flatten());
        Ok(possible.then(|| (reference(), seconds)))
    }

    /// The factors in two `f64`, with which those of shorter types are compared.
    pub fn reference_in_dd(&self, progress: &dyn Progress) -> Result<Reference, Error> {
        let mut grid = Grid::<PairOf, f64>::new(self.size, 0, |i, j| {
            DoubleDouble::from_word(self.a[i * self.size + j])
        });
        eliminate(&mut grid, progress)?;
        let places = (0..self.size).flat_map(|i| (0..self.size).map(move |j| (i, j)));
        Ok(Reference::of_pairs(places.map(|(i, j)| grid.at(i, j)), "dd"))
    }

    /// The elements of L·U that are farther than the tolerance from those of the matrix. The
    /// product is computed with two `f64` a number, so that only the errors of the factors count.
    pub fn mismatches(&self, factors: &[[f64; 2]], tolerance: f64) -> Mismatches {
        let (size, of) = (self.size, self.a.len());
        let rows: Vec<usize> = (0..size).collect();
        let (lower, upper) = (self.lower(factors, &rows), self.upper(factors));
        let mut matches = 0;
        for top in (0..size).step_by(PART) {
            let rows = top..size.min(top + PART);
            for left in (0..size).step_by(PART) {
                let columns = left..size.min(left + PART);
                // Beyond the diagonal of either factor all elements are zero.
                let depth = 0..rows.end.min(columns.end);
                let mut product = Matrix::<DoubleWord<f64>>::zeros(rows.len(), columns.len());
                let [zero, one] = [0.0, 1.0].map(DoubleDouble::from_word);
                let a = lower.view().block(rows.clone(), depth.clone());
                let b = upper.view().block(depth, columns.clone());
                let (Some(a), Some(b)) = (a, b) else { continue };
                if gemm_into_with(Accuracy::Fast, one, a, b, zero, product.view_mut()).is_err() {
                    continue;
                }
                let products = product.to_row_major();
                for (row, products) in rows.clone().zip(products.chunks_exact(columns.len())) {
                    let elements = &self.a[row * size..][columns.clone()];
                    // False if the product is not a number.
                    let near = |(product, a): &(&DoubleDouble, &f64)| {
                        (*product - **a).abs().hi() <= tolerance
                    };
                    matches += products.iter().zip(elements).filter(near).count();
                }
            }
        }
        Mismatches { count: of - matches, of }
    }

    /// The largest distance of an element of L·U from that of the matrix, over a sample of rows if
    /// there are many. Infinite if an element is not finite. Computed in three words.
    pub fn residual(&self, factors: &[[f64; 2]]) -> f64 {
        if factors.iter().flatten().any(|number| !number.is_finite()) {
            return f64::INFINITY;
        }
        let count = (SAMPLED / (self.size * self.size).max(1)).clamp(4, self.size.max(4));
        let step = self.size.div_ceil(count).max(1);
        let rows: Vec<usize> = (0..self.size).rev().step_by(step).collect();
        let (lower, upper) = (self.lower(factors, &rows), self.upper(factors));
        let a = Matrix::from_fn(rows.len(), self.size, |i, j| {
            DoubleDouble::from_word(self.a[rows[i] * self.size + j])
        });
        match residual(lower.view(), upper.view(), a.view()) {
            Ok(residual) => largest(residual.to_row_major().iter().map(|r| r.hi())),
            Err(_) => f64::INFINITY,
        }
    }

    /// Some rows of L.
    fn lower(&self, factors: &[[f64; 2]], rows: &[usize]) -> Matrix<DoubleWord<f64>> {
        Matrix::from_fn(rows.len(), self.size, |i, j| match j.cmp(&rows[i]) {
            std::cmp::Ordering::Less => normalised(factors[rows[i] * self.size + j]),
            std::cmp::Ordering::Equal => DoubleDouble::from_word(1.0),
            std::cmp::Ordering::Greater => DoubleDouble::from_word(0.0),
        })
    }

    fn upper(&self, factors: &[[f64; 2]]) -> Matrix<DoubleWord<f64>> {
        Matrix::from_fn(self.size, self.size, |i, j| {
            let number = factors[i * self.size + j];
            if i <= j { normalised(number) } else { DoubleDouble::from_word(0.0) }
        })
    }
}

/// The number of rows and columns of a device's block if none is chosen.
const BLOCK: u32 = 16;

/// The numbers of a matrix in a device's memory.
fn downloaded<F: Family, W: OnDevice>(
    device: &Device,
    matrix: &DeviceMatrix<F::Stored<W>>,
) -> Result<Vec<[f64; 2]>, Error> {
    let numbers = F::loaded::<W>(device.download_matrix(matrix)?);
    Ok(numbers.into_iter().map(F::parts::<W>).collect())
}

/// The steps for a device with or without a fused multiply-add.
fn kernels<F: Family, W: OnDevice>(block: u32, fused: bool) -> Result<LuKernels, Error> {
    let Steps { divide, update } = Steps::record::<F, W>(fused)?;
    Ok(LuKernels { divide, update, block })
}

/// The number of rows and columns of the parts of a product.
const PART: usize = 512;

/// The most products of three words for a sample of rows.
const SAMPLED: usize = 1 << 26;

/// With more rows than this, the condition number would take longer than most types.
const MOST_CONDITIONED: usize = 512;

fn condition(size: usize, a: &[f64]) -> Option<f64> {
    let entries: Vec<_> = a.iter().map(|&entry| DoubleDouble::from_word(entry)).collect();
    let matrix = Matrix::from_row_major(size, size, &entries).ok()?;
    let lu = Lu::new(matrix.view()).ok()?;
    Some(1.0 / lu.reciprocal_condition(matrix.view()).ok()?)
}

impl Eliminated for Lud {
    fn size(&self) -> usize {
        self.size
    }

    fn expected<F: Family, W: OnDevice>(&self, reference: &Device) -> Result<Vec<[f64; 2]>, Error> {
        let kernels = kernels::<F, W>(BLOCK, reference.lowering(W::TYPE)?.fused)?;
        let matrix = self.uploaded::<F, W>(reference)?;
        downloaded::<F, W>(reference, &kernels.run(reference, &matrix)?)
    }
}

/// The result is L·U, which is compared with the matrix.
impl Workload for Lud {
    fn run(
        &self,
        contender: Contender,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        let factors =
            with_family!(contender, F, W => self.factorise::<F, W>(place, BLOCK, progress)?)
                .flatten();
        let run = |factors: Factors| Run {
            error: self.residual(&factors.numbers),
            scale: largest(self.a.iter().copied()),
            seconds: factors.seconds,
        };
        Ok(factors.map(run))
    }

    fn operands(&self) -> Vec<f64> {
        self.a.clone()
    }

    fn watched(&self, operands: Vec<Watched<f64>>) -> Vec<Watched<f64>> {
        let row = |row: &[Watched<f64>]| row.iter().map(|&x| Plain(x)).collect();
        let mut rows: Vec<Vec<_>> = operands.chunks(self.size).map(row).collect();
        let Ok(()) = eliminate_in_order(&mut rows, |_, k| Ok::<_, Infallible>(k));
        rows.into_iter().flatten().map(|x| x.0).collect()
    }

    fn condition(&self) -> Option<f64> {
        self.condition
    }
}
