//! The trait of a kind of device, and what it works with: buffers, kernels, launches.

use crate::{
    error::Error,
    foreign::Foreign,
    lowering::Lowering,
    program::{Program, WIDEST, WorkgroupLimits},
    runner::Runner,
    word_type::WordType,
};
use serde::{Deserialize, Serialize};
use std::{any::Any, sync::Arc, time::Duration};

/// Buffers are filled with this before use, so that a result that was never written is detected. It
/// is a NaN in every word type, and one that arithmetic does not produce.
pub const UNWRITTEN: u32 = 0x7ff9_7ff9;

/// The name of the processor for `--device`.
pub(crate) const PROCESSOR: &str = "cpu";

/// A device of some kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The name for `--device`: `cpu`, `wgpu:0`, `cuda:0`.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// `native`, `vulkan`, `metal`, `dx12`, `gl`, `cuda`.
    pub backend: String,
    /// The driver and its version, as far as the driver reports them.
    pub driver: String,
    /// Whether the device is software that runs on the CPU.
    pub software: bool,
    /// The word types of the device, whether they can be certified or not.
    pub words: Vec<WordType>,
}

/// Memory of a device. Freed when the last clone is dropped.
#[derive(Clone)]
pub struct Buffer {
    /// Length in bytes.
    pub bytes: u64,
    /// The data of the backend.
    pub handle: Arc<dyn Any + Send + Sync>,
}

/// A compiled program. Freed when the last clone is dropped.
#[derive(Clone)]
pub struct Kernel {
    /// The data of the backend.
    pub handle: Arc<dyn Any + Send + Sync>,
}

/// One launch of a kernel.
pub struct Launch<'a> {
    /// The kernel to run.
    pub kernel: &'a Kernel,
    /// The buffers, in the order that the [`Program`] gives. The last is written, the others are
    /// read.
    pub buffers: &'a [&'a Buffer],
    /// The arguments. The [`Program`] defines their meaning.
    pub arguments: [u32; 8],
    /// The workgroups, of [`Program::lanes`] invocations each. Unless a program defines something
    /// else, it numbers its invocations row by row, so that a launch can have more than 65535
    /// groups.
    pub groups: [u32; 2],
}

/// How long some work took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The time on the device's own clock, if it has one: kernels alone.
    pub device: Option<Duration>,
    /// The time from the first call until everything was finished.
    pub wall: Duration,
}

/// What it costs to compile a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The time.
    pub time: Duration,
    /// The number of bytes by which the process grew.
    pub memory: u64,
}

impl Timing {
    /// The time on the device's own clock if there is one and it was fine enough, otherwise the
    /// wall time.
    pub fn elapsed(self) -> Duration {
        self.device.filter(|time| !time.is_zero()).unwrap_or(self.wall)
    }
}

/// A kind of device that can be waited for. Nothing else in this crate knows the kind of a device.
pub trait Backend: Runner + Send + Sync {
    /// What a workgroup can have on this device. Programs whose workgroups need more are refused.
    fn workgroup_limits(&self) -> WorkgroupLimits {
        WorkgroupLimits { invocations: WIDEST, bytes: u64::MAX }
    }

    /// Allocates memory filled with [`UNWRITTEN`]. The length may be 0.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Lost`].
    fn allocate(&self, bytes: u64) -> Result<Buffer, Error>;

    /// Copies from the host to the beginning of a buffer, after everything launched before.
    ///
    /// # Errors
    /// [`Error::ForeignBuffer`], [`Error::Lost`].
    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error>;

    /// Copies from the beginning of a buffer to the host, after everything launched before.
    ///
    /// # Errors
    /// [`Error::ForeignBuffer`], [`Error::Lost`], and errors of earlier launches.
    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error>;

    /// Makes a program ready to run. The backend does not remember it: callers keep the kernel.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the device's compiler refuses the program, [`Error::Unsupported`] if
    /// the device lacks something.
    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error>;

    /// Compiles a program only to measure the cost of compiling it. None if this process cannot see what the driver
    /// uses, or could not end the compilation.
    ///
    /// # Errors
    /// Those of [`compile`](Self::compile).
    fn compile_watched(
        &self,
        _program: &Program,
        _lowering: &Lowering,
    ) -> Result<Option<Cost>, Error> {
        Ok(None)
    }

    /// Runs a kernel, after everything launched before. The call may return before the kernel has
    /// finished, and a later call may return its error.
    ///
    /// # Errors
    /// [`Error::ForeignBuffer`], [`Error::Lost`], [`Error::Failed`].
    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error>;

    /// Waits until everything launched has finished.
    ///
    /// # Errors
    /// Those of everything launched.
    fn finish(&self) -> Result<(), Error>;

    /// Runs `work`, waits until everything that it launched has finished, and returns how long it
    /// took.
    ///
    /// # Errors
    /// Those of `work`, and of everything launched.
    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error>;

    /// Compiles a program that others wrote, runs it on these operands with so many workgroups, and returns the
    /// `output` bytes of its results.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the device does not take the language, and those of [`compile`](Self::compile),
    /// [`launch`](Self::launch) and [`read`](Self::read).
    fn run_foreign(
        &self,
        program: &Foreign,
        _operands: &[u8],
        _output: usize,
        _groups: u32,
    ) -> Result<Vec<u8>, Error> {
        let device = self.description().id.clone();
        let what = format!("it runs no programs in {}", program.source.language());
        Err(Error::Unsupported { device, what })
    }

    /// Whether several threads achieve more on this device than one.
    fn is_concurrent(&self) -> bool {
        true
    }

    /// The vendor's own functions for this device, if they are available.
    fn vendor(&self) -> Option<&dyn Vendor> {
        None
    }
}

/// What the vendor of a device states and offers, for comparisons of speed. It is never used to
/// compute a result.
pub trait Vendor {
    /// The number of additions, multiplications or fused multiply-adds of this word that the device
    /// can begin in a second, from its stated clock and number of lanes. None if the device does
    /// not state them.
    fn instructions_per_second(&self, word: WordType) -> Option<f64>;

    /// The number of 32-bit registers that each thread of a compiled program uses. None if the driver
    /// does not report it.
    fn registers(&self, kernel: &Kernel) -> Option<u32>;

    /// Copies the beginning of a buffer to another buffer as fast as the driver can, after
    /// everything launched before.
    ///
    /// # Errors
    /// [`Error::ForeignBuffer`], [`Error::Lost`].
    fn copy(&self, from: &Buffer, to: &Buffer, bytes: u64) -> Result<(), Error>;

    /// c = a · b over row-major `f64` matrices of `rows` × `depth` and `depth` × `columns`, by the
    /// vendor's library. None if the library is not installed.
    ///
    /// # Errors
    /// [`Error::ForeignBuffer`], [`Error::Lost`], [`Error::Failed`].
    fn gemm_f64(
        &self,
        buffers: [&Buffer; 3],
        rows: u32,
        columns: u32,
        depth: u32,
    ) -> Option<Result<(), Error>>;
}
