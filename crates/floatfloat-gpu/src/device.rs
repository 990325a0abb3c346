//! Devices: opened, given arrays, asked to compute.

mod array;
pub(crate) mod cpu;
#[cfg(feature = "cuda")]
pub(crate) mod cuda;
mod function;
mod launch;
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

pub use array::{AnyArray, Array};
pub use cpu::processor_name;
pub use function::DeviceFunction;
pub use launch::{Piece, Prepared, grid, invocations};
pub use matrix::Matrix;
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
use floatfloat::progress::Progress;
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex},
};

/// An open device, certified: what it computes is bit for bit what the CPU computes.
///
/// Where it has a fused multiply-add, algorithms take the variants that the CPU takes; where not,
/// those of [`NoFma`](floatfloat::NoFma). All operations may be called from several threads.
pub struct Device {
    backend: Arc<dyn Backend>,
    certificate: Certificate,
    kernels: Arc<Mutex<Kernels>>,
    functions: Arc<Mutex<Functions>>,
    digits: Arc<Mutex<Digits>>,
    /// Where it is kept which functions are right; without a folder nowhere.
    cache: Option<PathBuf>,
    /// Whether what is kept there does not count.
    recertify: bool,
    progress: Arc<dyn Progress>,
}

/// What was compiled before.
type Kernels = HashMap<Lowering, HashMap<Program, Arc<Place>>>;

/// The place of one compiled program. It is locked while the program compiles, so that whoever wants the same program waits,
/// and nobody else.
type Place = Mutex<Option<Arc<Prepared>>>;

/// Programs of digits that were examined, and what was wrong with those that are refused.
type Digits = HashMap<Program, Option<String>>;

/// Functions that were examined, and what was wrong with those that are refused.
type Functions = HashMap<(Part, WordType), Option<Failure>>;

impl Device {
    /// What it is.
    pub fn description(&self) -> &Description {
        self.backend.description()
    }

    /// How arithmetic on these words is written for it. Programs of integers need no proof.
    ///
    /// # Errors
    /// [`Error::NoWord`] if it does not have the word, [`Error::NotCertified`] if no way of writing
    /// was exact.
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

    /// What is proved of its arithmetic.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// What carries out programs here.
    pub fn backend(&self) -> &dyn Backend {
        &*self.backend
    }

    /// Runs `work`, waits until everything it launched has finished, and tells how long it took.
    /// The first run of an operation is slower than the next: its kernel is compiled, and its speed
    /// found out.
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
