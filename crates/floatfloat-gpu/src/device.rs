//! Devices: opened, given arrays, asked to compute.

mod array;
mod chain;
pub(crate) mod cpu;
#[cfg(feature = "cuda")]
pub(crate) mod cuda;
mod elimination;
mod lu;
mod maps;
mod matrix;
mod open;
mod pace;
mod reductions;
mod select;
#[cfg(feature = "wgpu")]
pub mod wgpu;

pub use array::{AnyArray, Array};
pub use chain::ChainLength;
pub use elimination::Elimination;
pub use lu::LuKernels;
pub use matrix::Matrix;
pub use open::{OpenOptions, devices, open_backend, troubles};
pub use reductions::LaunchShape;
pub use select::{ParseSelectError, Select};

use crate::{
    backend::{Backend, Buffer, Description, Kernel, Launch, Timing},
    certificate::Certificate,
    error::Error,
    lowering::Lowering,
    program::{Program, WORKGROUP},
    word_type::WordType,
};
use pace::Pace;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

/// An open device, certified: what it computes is bit for bit what the CPU computes.
///
/// Where it has a fused multiply-add, algorithms take the variants that the CPU takes; where not,
/// those of [`NoFma`](floatfloat::NoFma). All operations may be called from several threads.
pub struct Device {
    backend: Box<dyn Backend>,
    certificate: Certificate,
    kernels: Mutex<HashMap<(Program, Lowering), Arc<Ready>>>,
}

/// A compiled program, and what is known of its speed.
struct Ready {
    kernel: Kernel,
    pace: Mutex<Pace>,
}

/// One launch, and how much work it is.
struct Piece<'a> {
    buffers: &'a [&'a Buffer],
    arguments: [u32; 8],
    groups: [u32; 2],
    /// Steps of circuits on elements.
    steps: u64,
}

/// Most rounds of the loops of an invocation on Vulkan in software: Mesa's driver for the processor
/// ends them after so many without a word.
const MOST_ROUNDS_OF_SOFTWARE: u64 = 65_535;

impl Device {
    /// What it is.
    pub fn description(&self) -> &Description {
        self.backend.description()
    }

    /// How arithmetic on these words is written for it.
    ///
    /// # Errors
    /// [`Error::NoWord`] if it does not have the word, [`Error::NotCertified`] if no way of writing
    /// was exact.
    pub fn lowering(&self, word: WordType) -> Result<Lowering, Error> {
        let device = self.description().id.clone();
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

    /// The program compiled as certified, from memory if it was before.
    fn ready(&self, program: &Program) -> Result<Arc<Ready>, Error> {
        let key = (program.clone(), self.lowering(program.word())?);
        if !key.1.fused && program.circuits().iter().any(|(_, circuit)| circuit.is_fused()) {
            return Err(self.unsupported(
                "a fused multiply-add, which it does not have; record functions with its lowering's \
                 `fused`",
            ));
        }
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = kernels.get(&key) {
            return Ok(Arc::clone(ready));
        }
        let kernel = self.backend.compile(&key.0, &key.1)?;
        let ready = Arc::new(Ready { kernel, pace: Mutex::default() });
        kernels.insert(key, Arc::clone(&ready));
        Ok(ready)
    }

    /// Launches a piece; if there is more to come and it is not known yet how much fits into a
    /// launch, waits for it and learns.
    fn launch(&self, ready: &Ready, piece: &Piece<'_>, more: bool) -> Result<(), Error> {
        let Piece { buffers, arguments, groups, steps } = *piece;
        let launch = Launch { kernel: &ready.kernel, buffers, arguments, groups };
        let learning = more && !ready.pace().is_known();
        if !learning {
            return self.backend.launch(&launch);
        }
        self.backend.finish()?;
        let begin = Instant::now();
        self.backend.launch(&launch)?;
        self.backend.finish()?;
        ready.pace().learn(steps, begin.elapsed());
        Ok(())
    }

    /// Whether the loops of one invocation may have so many rounds: on software that imitates a device
    /// at most 65535.
    pub fn bears_rounds(&self, rounds: u64) -> bool {
        !self.description().software || rounds <= MOST_ROUNDS_OF_SOFTWARE
    }

    fn check_rounds(&self, rounds: u64) -> Result<(), Error> {
        if self.bears_rounds(rounds) {
            return Ok(());
        }
        Err(self.unsupported(format!(
            "a loop of {rounds} rounds in one invocation: software that imitates a device may end \
             loops after {MOST_ROUNDS_OF_SOFTWARE}; take more invocations, or fewer rounds"
        )))
    }

    fn unsupported(&self, what: impl Into<String>) -> Error {
        Error::Unsupported { device: self.description().id.clone(), what: what.into() }
    }
}

impl Ready {
    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many units of work, of so many steps each, one launch may do: a multiple of `granule`,
    /// and at least one.
    fn units(&self, steps: u64, granule: u64) -> u64 {
        (self.pace().steps() / steps.max(1) / granule).max(1) * granule
    }
}

/// A grid of workgroups, row by row; no row may be longer than 65535.
fn grid(groups: u64) -> [u32; 2] {
    let rows = groups.div_ceil(65535).max(1);
    [groups.div_ceil(rows) as u32, rows as u32]
}

/// The grid with an invocation for each element.
fn invocations(elements: u64) -> [u32; 2] {
    grid(elements.div_ceil(u64::from(WORKGROUP)))
}
