//! The trait of a kind of device.

use crate::{
    error::Error,
    lowering::Lowering,
    program::{Program, WIDEST, WorkgroupLimits},
    runner::Runner,
    word_type::WordType,
};
use serde::{Deserialize, Serialize};
use std::{any::Any, sync::Arc, time::Duration};

/// Buffers are filled with this before use: a NaN in every word type, and one that arithmetic does
/// not produce, so that what was never written is found.
pub const UNWRITTEN: u32 = 0x7ff9_7ff9;

/// What `--device` calls the processor.
pub(crate) const PROCESSOR: &str = "cpu";

/// A device of some kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// What `--device` calls it: `cpu`, `wgpu:0`, `cuda:0`.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// `native`, `vulkan`, `metal`, `dx12`, `gl`, `cuda`.
    pub backend: String,
    /// Driver and version, as far as it tells.
    pub driver: String,
    /// Whether it is software that runs on the CPU.
    pub software: bool,
    /// Word types it has, whether they can be certified or not.
    pub words: Vec<WordType>,
}

/// Memory of a device. Freed when the last clone is dropped.
#[derive(Clone)]
pub struct Buffer {
    /// Length in bytes.
    pub bytes: u64,
    /// The backend's own.
    pub handle: Arc<dyn Any + Send + Sync>,
}

/// A compiled program. Freed when the last clone is dropped.
#[derive(Clone)]
pub struct Kernel {
    /// The backend's own.
    pub handle: Arc<dyn Any + Send + Sync>,
}

/// A piece of work.
pub struct Launch<'a> {
    /// What to run.
    pub kernel: &'a Kernel,
    /// Its buffers, in the order that the [`Program`] gives. The last is written, the others read.
    pub buffers: &'a [&'a Buffer],
    /// What each means is said by the [`Program`].
    pub arguments: [u32; 8],
    /// Workgroups of [`Program::lanes`] invocations. Programs that say nothing else number their
    /// invocations row by row, so that more than 65535 groups fit.
    pub groups: [u32; 2],
}

/// How long work took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// On the device's own clock, where it has one: kernels alone.
    pub device: Option<Duration>,
    /// From the first call until everything was finished.
    pub wall: Duration,
}

/// What compiling a program takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// How long.
    pub time: Duration,
    /// By how many bytes the process grew.
    pub memory: u64,
}

impl Timing {
    /// By the device's own clock where it has one that was fine enough, else from the wall's.
    pub fn elapsed(self) -> Duration {
        self.device.filter(|time| !time.is_zero()).unwrap_or(self.wall)
    }
}

/// A kind of device that can be waited for. The only thing in this crate that knows which one it is.
pub trait Backend: Runner + Send + Sync {
    /// What a workgroup can have here: programs whose workgroups need more are refused.
    fn workgroup_limits(&self) -> WorkgroupLimits {
        WorkgroupLimits { invocations: WIDEST, bytes: u64::MAX }
    }

    /// Memory filled with [`UNWRITTEN`]; any length, 0 included.
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

    /// Makes a program ready to run. Not remembered: callers keep the kernel.
    ///
    /// # Errors
    /// [`Error::Rejected`] where the device's compiler does not take it, [`Error::Unsupported`]
    /// where the device lacks something.
    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error>;

    /// Compiles a program for nothing but to tell what that takes. None where this process does not see what the driver
    /// takes, or could not end it.
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

    /// Runs a kernel, after everything launched before. May return before it has finished; an
    /// error may come out of a later call.
    ///
    /// # Errors
    /// [`Error::ForeignBuffer`], [`Error::Lost`], [`Error::Failed`].
    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error>;

    /// Waits until everything launched has finished.
    ///
    /// # Errors
    /// Those of everything launched.
    fn finish(&self) -> Result<(), Error>;

    /// Runs `work`, waits until everything it launched has finished, and tells how long it took.
    ///
    /// # Errors
    /// Those of `work`, and of everything launched.
    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error>;

    /// Whether several threads get more done here than one.
    fn is_concurrent(&self) -> bool {
        true
    }

    /// What the vendor offers on it, where that can be had.
    fn vendor(&self) -> Option<&dyn Vendor> {
        None
    }
}

/// What the vendor of a device states and offers, to compare speeds with. Never used to compute a
/// result.
pub trait Vendor {
    /// Additions, multiplications or fused multiply-adds of this word that the device can begin
    /// in a second, from its stated clock and number of lanes. None where it does not say.
    fn instructions_per_second(&self, word: WordType) -> Option<f64>;

    /// 32-bit registers that each thread of a compiled program uses. None where the driver does not say.
    fn registers(&self, kernel: &Kernel) -> Option<u32>;

    /// Copies the beginning of a buffer to another as fast as the driver can, after everything
    /// launched before.
    ///
    /// # Errors
    /// [`Error::ForeignBuffer`], [`Error::Lost`].
    fn copy(&self, from: &Buffer, to: &Buffer, bytes: u64) -> Result<(), Error>;

    /// c = a · b over row-major `f64` matrices of `rows` × `depth` and `depth` × `columns`, by the
    /// vendor's library. None where it is not installed.
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
