//! Accurate products of matrices: the device multiplies small integers, for which it needs no floating point.

pub(super) mod conversions;
mod launches;
mod operand;
#[cfg(test)]
mod tests;
mod there;

use super::{
    Device, DeviceMatrix,
    array::fits,
    launch::{Piece, Prepared},
    task::Task,
};
use crate::{
    backend::{Buffer, PROCESSOR, UNWRITTEN},
    error::Error,
    kernels::residues::{MODULI, constants},
    number::DeviceNumber,
    program::TILE,
};
use floatfloat_cpu::{
    Number,
    matrix::{
        Matrix, MatrixError, Multiplier, WordMatrix, gemm_accurate_by, gemm_to_words_by,
        steps::Goal,
    },
    with_progress,
};
use std::sync::Arc;

/// The most bytes of the operands that are sent at once. Every WebGPU device can bind them.
const MEMORY: u64 = 128 << 20;

/// # Accurate products
///
/// The device multiplies and adds integers of 8 bits. Many devices have units for four such products at once, and none needs an
/// `f64`. No compiler rewrites integers as it rewrites sums of floating-point numbers.
impl Device {
    /// a · b by products of integers of 8 bits, more accurate than [`gemm`](Device::gemm): the bits of
    /// [`gemm_accurate`](floatfloat_cpu::matrix::gemm_accurate()), whose documentation states the bound.
    ///
    /// The device finds out how many moduli the product needs, splits the numbers into residues, multiplies these, and rebuilds the
    /// entries. CUDA devices from compute capability 8.0 on multiply with tensor cores. The device needs memory for 13 to 49
    /// bytes of each number and 17 to 68 bytes of each entry, but never for more than some 2 GB.
    ///
    /// The processor computes all or a part of the product, from copies of the matrices, if a number is infinite or NaN, if sums have
    /// more than 65,024 terms, if some entry needs 12 moduli more than the fewest of the type, if numbers are near the ends of their
    /// range, if the device's compiler takes no large programs (CUDA without NVRTC), or if the device is emulated by software.
    /// [`with_multiplier`](Device::with_multiplier) multiplies matrices of the host.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// use floatfloat_gpu::{Device, Select};
    ///
    /// let device = Device::open(Select::Cpu)?;
    /// let third = DoubleDouble::from(1.0) / 3.0;
    /// let a = device.upload_matrix(1, 2, &[third, third])?;
    /// let b = device.upload_matrix(2, 1, &[DoubleDouble::from(3.0), DoubleDouble::from(6.0)])?;
    /// let product = device.download_matrix(&device.gemm_accurate(&a, &b)?)?;
    /// assert!((product[0] - 3.0).abs().hi() < 1e-31);
    /// # Ok::<(), floatfloat_gpu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if b does not have as many rows as a has columns; [`Error::Unsupported`] for four words of `f64`; those of
    /// [`multiplier`](Device::multiplier), [`download_matrix`](Device::download_matrix) and
    /// [`upload_matrix`](Device::upload_matrix); [`Error::Cancelled`].
    pub fn gemm_accurate<N: DeviceNumber + Number>(
        &self,
        a: &DeviceMatrix<N>,
        b: &DeviceMatrix<N>,
    ) -> Result<DeviceMatrix<N>, Error> {
        fits("rows of b", a.columns(), b.rows())?;
        if self.converts()
            && let Some(goal) = Goal::of::<N>()
            && let Some(product) = there::product(self, a, b, goal)?
        {
            return Ok(product);
        }
        let here = |matrix: &DeviceMatrix<N>| -> Result<Matrix<N>, Error> {
            let numbers = self.download_matrix(matrix)?;
            Ok(Matrix::from_row_major(matrix.rows() as usize, matrix.columns() as usize, &numbers)?)
        };
        let (left, right) = (here(a)?, here(b)?);
        let product = self.with_multiplier(|multiplier| {
            gemm_accurate_by(multiplier, left.view(), right.view())
        })?;
        self.upload_matrix(a.rows(), b.columns(), &product.to_row_major())
    }

    /// a · b of matrices of `f64` in `f64`: the bits of [`gemm_to_words`](floatfloat_cpu::matrix::gemm_to_words()), by products of
    /// integers as in [`gemm_accurate`](Device::gemm_accurate).
    ///
    /// # Errors
    /// Those of [`gemm_accurate`](Device::gemm_accurate).
    pub fn gemm_to_words(
        &self,
        a: &DeviceMatrix<f64>,
        b: &DeviceMatrix<f64>,
    ) -> Result<DeviceMatrix<f64>, Error> {
        fits("rows of b", a.columns(), b.rows())?;
        if self.converts()
            && let Some(product) = there::product(self, a, b, Goal::of_words())?
        {
            return Ok(product);
        }
        let (left, right) = (self.download_matrix(a)?, self.download_matrix(b)?);
        let view = |of: &DeviceMatrix<f64>, words| {
            WordMatrix::from_row_major(of.rows() as usize, of.columns() as usize, words)
        };
        let (left, right) = (view(a, &left)?, view(b, &right)?);
        let product = self.with_multiplier(|by| gemm_to_words_by(by, left, right))?;
        self.upload_matrix(a.rows(), b.columns(), &product)
    }

    /// Runs work that multiplies matrices of the host: with [`gemm_accurate_by`], or with
    /// [`gemm_to_words_by`] for matrices of `f64`. The device's
    /// [progress](Device::with_progress) watches the work.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// use floatfloat_cpu::matrix::{Matrix, gemm_accurate, gemm_accurate_by};
    /// use floatfloat_gpu::{Device, Select};
    ///
    /// let device = Device::open(Select::Cpu)?;
    /// let a = Matrix::from_fn(30, 20, |i, k| DoubleDouble::from(1.0) / (i + k + 1) as f64);
    /// let product = device.with_multiplier(|multiplier| gemm_accurate_by(multiplier, a.view(), a.t()))?;
    /// assert_eq!(product, gemm_accurate(a.view(), a.t())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`multiplier`](Device::multiplier) and of the work.
    pub fn with_multiplier<R>(
        &self,
        work: impl FnOnce(&mut DeviceMultiplier<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let mut multiplier = self.multiplier()?;
        with_progress(Arc::clone(&self.progress), || work(&mut multiplier))
    }

    /// Whether the device converts numbers to residues and back. For a device that is emulated in software the
    /// processor is faster.
    fn converts(&self) -> bool {
        let description = self.description();
        description.id != PROCESSOR && !description.software
    }

    /// Integers in new memory of the device.
    fn sent(&self, integers: &[u32]) -> Result<Buffer, Error> {
        let bytes = bytemuck::cast_slice(integers);
        let buffer = self.backend.allocate(bytes.len() as u64)?;
        self.backend.write(&buffer, bytes)?;
        Ok(buffer)
    }

    /// What multiplies integers on the device. The device is compared with the processor once, before its first product.
    ///
    /// # Errors
    /// [`Error::FunctionNotCertified`] if the device multiplies integers wrongly; [`Error::Rejected`] if its compiler knows no
    /// products of bytes; [`Error::Unsupported`] if it has no compiler; [`Error::OutOfMemory`], [`Error::Lost`].
    pub fn multiplier(&self) -> Result<DeviceMultiplier<'_>, Error> {
        let (products, residues) = (conversions::products(self)?, conversions::residues(self)?);
        Ok(DeviceMultiplier {
            device: self,
            products: products.prepared,
            residues: residues.prepared,
            steps_of_residues: residues.steps,
            rows: 0,
            columns: 0,
            moduli: Vec::new(),
            sums: Vec::new(),
            empty: true,
        })
    }
}

/// Multiplies matrices of small integers on a [`Device`]. Sums that no launch has written are an [`Error::Unwritten`].
pub struct DeviceMultiplier<'d> {
    device: &'d Device,
    products: Arc<Prepared>,
    residues: Arc<Prepared>,
    steps_of_residues: u64,
    rows: u64,
    columns: u64,
    moduli: Vec<u32>,
    /// The sums for each modulus.
    sums: Vec<Buffer>,
    /// Whether nothing was added to the sums.
    empty: bool,
}

impl Multiplier for DeviceMultiplier<'_> {
    type Error = Error;

    /// So much that a launch takes at most some 40 ms.
    fn memory(&self) -> usize {
        let elements = (self.rows + self.columns) * self.moduli.len() as u64;
        let quads = self.products.units(self.rows * self.columns, u64::from(TILE / 4));
        (elements * 4).saturating_mul(quads).min(MEMORY) as usize
    }

    fn begin(&mut self, rows: usize, columns: usize, moduli: &[u32]) -> Result<(), Error> {
        // A call that failed may have left sums.
        self.sums.clear();
        (self.rows, self.columns) = (rows as u64, columns as u64);
        self.moduli = moduli.to_vec();
        let sums = self.rows * self.columns;
        self.sums = moduli
            .iter()
            .map(|_| self.device.backend.allocate(4 * sums))
            .collect::<Result<_, _>>()?;
        self.empty = true;
        Ok(())
    }

    fn add(&mut self, left: &[u32], right: &[u32], quads: usize) -> Result<(), Error> {
        let backend = &self.device.backend;
        let [rows, columns] = [self.rows, self.columns];
        let (depth, first) = (quads as u64, u64::from(self.empty));
        let steps = rows * columns * depth;
        if steps == 0 {
            return Ok(());
        }
        // Whether a larger launch would follow if this one turns out to be short.
        let more = self.products.units(rows * columns, 1) <= depth;
        let left = self.device.sent(left)?;
        let rights = right.chunks_exact(columns as usize * quads);
        for ((modulus, right), sums) in (0..).zip(rights).zip(&self.sums) {
            // The rows of this modulus follow those of the moduli before.
            let arguments = [rows, columns, depth, depth, modulus * rows, 0, first, 0];
            let piece = Piece {
                buffers: &[&left, &self.device.sent(right)?, sums],
                arguments: arguments.map(|argument| argument as u32),
                groups: [columns, rows].map(|side| side.div_ceil(u64::from(TILE)) as u32),
                steps,
            };
            self.device.launch(&self.products, &piece, more)?;
        }
        // The memory of the operands is free before the next ones come.
        backend.finish()?;
        self.empty = false;
        Ok(())
    }

    fn finish(&mut self) -> Result<Vec<u32>, Error> {
        let count = (self.rows * self.columns) as usize;
        if count == 0 {
            return Ok(Vec::new());
        }
        let mut found = vec![0; count * self.moduli.len().div_ceil(MODULI)];
        let task = self.device.silent_task();
        for (group, found) in found.chunks_exact_mut(count).enumerate() {
            self.residues(&task, group, 0, found)?;
            if !found.contains(&UNWRITTEN) {
                continue;
            }
            // These bits may be a result, which another mask changes.
            let mut masked = vec![0; count];
            self.residues(&task, group, 1, &mut masked)?;
            let unwritten =
                |(&found, &masked): (&u32, &u32)| found == UNWRITTEN && masked == UNWRITTEN;
            if let Some(index) = found.iter().zip(&masked).position(unwritten) {
                return Err(self.device.unwritten(index as u64));
            }
        }
        self.sums.clear();
        Ok(found)
    }
}

impl DeviceMultiplier<'_> {
    /// Reads the residues of four moduli. The last group may have fewer.
    fn residues(
        &self,
        task: &Task<'_>,
        group: usize,
        mask: u32,
        found: &mut [u32],
    ) -> Result<(), Error> {
        let places: [usize; MODULI] =
            std::array::from_fn(|k| (MODULI * group + k).min(self.moduli.len() - 1));
        let described =
            self.device.sent(&constants(places.map(|place| self.moduli[place]), mask))?;
        let output = self.device.backend.allocate(4 * found.len() as u64)?;
        let mut buffers: Vec<_> = places.iter().map(|&place| &self.sums[place]).collect();
        buffers.extend([&described, &output]);
        let (steps, count) = (self.steps_of_residues, found.len() as u64);
        task.map_segment(&self.residues, steps, &buffers, count, 0)?;
        self.device.check_progress()?;
        self.device.backend.read(&output, bytemuck::cast_slice_mut(found))
    }
}

/// What the processor says of a product, as a device says it.
impl From<MatrixError> for Error {
    fn from(error: MatrixError) -> Self {
        match error {
            MatrixError::Cancelled => Error::Cancelled,
            error => Error::Unsupported { device: "the processor".into(), what: error.to_string() },
        }
    }
}
