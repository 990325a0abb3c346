//! Devices: open one, upload arrays, compute.

mod accurate;
mod array;
pub(crate) mod cpu;
#[cfg(feature = "cuda")]
pub(crate) mod cuda;
pub(crate) mod examined;
mod function;
pub(crate) mod launch;
mod maps;
mod matrix;
mod open;
mod pace;
mod reductions;
mod reproducible;
pub(crate) mod select;
mod task;
#[cfg(feature = "wgpu")]
pub mod wgpu;
mod without_floats;

pub use accurate::DeviceMultiplier;
pub use array::{AnyArray, DeviceArray};
pub use cpu::processor_name;
pub use function::DeviceFunction;
pub use launch::{Piece, Prepared, grid, invocations};
pub use matrix::DeviceMatrix;
pub use open::{Family, OpenOptions, devices, open_backend, processor, troubles};
pub use reductions::LaunchShape;
pub use select::{ParseSelectError, Select};
pub use without_floats::INTEGERS_VARIABLE;

use crate::{
    backend::{Backend, Description, Timing},
    certificate::{Certificate, Failure, Part},
    error::Error,
    lowering::Lowering,
    program::Program,
    word_type::WordType,
};
use accurate::conversions::Conversions;
use floatfloat::progress::Progress;
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex},
};

/// An open, certified device. What it computes is bit for bit what the CPU computes.
///
/// With a fused multiply-add, algorithms use the same variants as on the CPU. Without one, they use
/// those of [`NoFma`](floatfloat::NoFma). Several threads may call all operations.
pub struct Device {
    backend: Arc<dyn Backend>,
    certificate: Certificate,
    kernels: Arc<Mutex<Kernels>>,
    functions: Arc<Mutex<Functions>>,
    examined: Arc<Mutex<Examined>>,
    /// The programs of accurate products.
    conversions: Arc<Mutex<Conversions>>,
    /// The folder in which the verdicts on functions are stored; nothing is stored without a
    /// folder.
    cache: Option<PathBuf>,
    /// Whether to ignore the stored verdicts.
    recertify: bool,
    progress: Arc<dyn Progress>,
}

/// The programs that were compiled.
type Kernels = HashMap<Lowering, HashMap<Program, Arc<Place>>>;

/// The place of one compiled program. It is locked while the program compiles, so that only callers that want the same
/// program wait.
type Place = Mutex<Option<Arc<Prepared>>>;

/// The programs of integers that were examined, with the reason for each that is refused.
type Examined = HashMap<Program, Option<String>>;

/// The functions that were examined, with the failure of each that is refused.
type Functions = HashMap<(Part, WordType), Option<Failure>>;

impl Device {
    /// The description of the device.
    pub fn description(&self) -> &Description {
        self.backend.description()
    }

    /// How arithmetic on this word is written for the device. Programs of integers need no proof.
    ///
    /// # Errors
    /// [`Error::NoWord`] if the device does not have the word, [`Error::NotCertified`] if no
    /// lowering was exact.
    pub fn lowering(&self, word: WordType) -> Result<Lowering, Error> {
        let device = self.description().id.clone();
        if word == WordType::U32 {
            let written = self.backend.lowerings(word);
            return Ok(written.first().copied().unwrap_or(Lowering::INTEGERS));
        }
        match self.certificate.word(word) {
            Some(proof) => proof
                .lowering
                .ok_or_else(|| Error::NotCertified { device, report: proof.to_string() }),
            None => Err(Error::NoWord { device, word }),
        }
    }

    /// What is proved about the device's arithmetic.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The backend that runs programs.
    pub fn backend(&self) -> &dyn Backend {
        &*self.backend
    }

    /// Runs `work`, waits until everything that it launched has finished, and returns how long it
    /// took. The first run of an operation is slower than the next one, because its kernel is
    /// compiled and its speed is measured.
    ///
    /// # Errors
    /// Those of `work`, and of everything it launched.
    pub fn time<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<(T, Timing), Error> {
        let (mut work, mut result) = (Some(work), None);
        let timing = self.backend.time(&mut || {
            if let Some(work) = work.take() {
                result = Some(work()?);
            }
            Ok(())
        })?;
        let result = result.ok_or_else(|| Error::Failed {
            device: self.description().id.clone(),
            message: "the work to be timed was not run".into(),
        })?;
        Ok((result, timing))
    }

    /// Waits until everything launched has finished.
    ///
    /// # Errors
    /// Those of everything launched.
    pub fn finish(&self) -> Result<(), Error> {
        self.backend.finish()
    }

    fn unsupported(&self, what: impl Into<String>) -> Error {
        Error::Unsupported { device: self.description().id.clone(), what: what.into() }
    }
}
