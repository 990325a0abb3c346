//! Programs on a device: compiled once, and launched in sufficiently short pieces.
//!
//! [`Device::prepare`] compiles a program, [`Prepared::units`] says how much work fits into one launch, and
//! [`Device::launch`] launches a [`Piece`]. [`maps`](Device::map), sums, products of matrices and the programs of other
//! crates are built on these three.

use super::{Device, Place, pace::Pace};
use crate::{
    backend::{Buffer, Kernel, Launch},
    cache::verdict_on,
    certificate::{Failure, Part},
    circuit::Circuit,
    error::Error,
    lowering::Lowering,
    program::{Program, WORKGROUP},
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use web_time::Instant;

/// A compiled program, and its measured speed.
pub struct Prepared {
    kernel: Kernel,
    pace: Mutex<Pace>,
}

/// One launch, and the amount of its work.
#[derive(Clone, Copy)]
pub struct Piece<'a> {
    /// The buffers, in the order that the [`Program`] gives. The last is written, the others are
    /// read.
    pub buffers: &'a [&'a Buffer],
    /// The arguments. The [`Program`] defines their meaning.
    pub arguments: [u32; 8],
    /// Workgroups; see [`grid`].
    pub groups: [u32; 2],
    /// Steps of circuits times elements. The time of the launch is assumed to be proportional to
    /// it.
    pub steps: u64,
}

/// The largest number of iterations of a loop in an invocation on Vulkan in software. Mesa's driver
/// for the processor ends longer loops without an error.
pub(super) const MOST_ITERATIONS_OF_SOFTWARE: u64 = 65_535;

impl Device {
    /// Compiles the program with the certified lowering, or returns it if it was compiled before.
    ///
    /// # Errors
    /// [`Error::NoWord`] and [`Error::NotCertified`] as [`lowering`](Device::lowering);
    /// [`Error::FunctionNotCertified`]; [`Error::Unsupported`] if a circuit was recorded with fused multiply-adds and the device's
    /// lowering has none, or if the device cannot have such workgroups; [`Error::Rejected`],
    /// [`Error::Lost`].
    pub fn prepare(&self, program: &Program) -> Result<Arc<Prepared>, Error> {
        let lowering = self.lowering(program.word())?;
        if !lowering.fused && program.circuits().iter().any(Circuit::is_fused) {
            return Err(self.unsupported(
                "a fused multiply-add, which it does not have; record functions with its lowering's \
                 `fused`",
            ));
        }
        self.check_functions(program)?;
        let place = self.place(program, lowering);
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(prepared) = &*place {
            return Ok(Arc::clone(prepared));
        }
        let kernel = self.backend.compile(program, &lowering)?;
        let prepared = Arc::new(Prepared { kernel, pace: Mutex::default() });
        *place = Some(Arc::clone(&prepared));
        Ok(prepared)
    }

    /// The place of a program that is compiled with this lowering.
    fn place(&self, program: &Program, lowering: Lowering) -> Arc<Place> {
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        let programs = kernels.entry(lowering).or_default();
        if let Some(place) = programs.get(program) {
            return Arc::clone(place);
        }
        Arc::clone(programs.entry(program.clone()).or_default())
    }

    /// The number of 32-bit registers that each thread of a program uses. None if the device's driver
    /// does not report it.
    ///
    /// # Errors
    /// Those of [`prepare`](Device::prepare).
    pub fn registers(&self, program: &Program) -> Result<Option<u32>, Error> {
        let prepared = self.prepare(program)?;
        Ok(self.backend.vendor().and_then(|vendor| vendor.registers(&prepared.kernel)))
    }

    /// Certifies the functions of a program that no program has used before: elementary functions,
    /// operations of three and four words, and functions of integers that are called.
    fn check_functions(&self, program: &Program) -> Result<(), Error> {
        let word = program.word();
        for part in Part::of(program) {
            let function = part.name();
            self.check_progress()?;
            let mut known = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
            let part = (part, word);
            let failure = match known.get(&part) {
                Some(verdict) => verdict.clone(),
                None => {
                    let Some(proof) = self.certificate.word(word) else { continue };
                    let (recertify, cache) = (self.recertify, self.cache.as_deref());
                    let verdict =
                        verdict_on(&*self.backend, proof, part.0.clone(), recertify, cache)?;
                    // A failure other than a wrong result may be bad luck.
                    let settled = verdict.as_ref().is_none_or(Failure::is_result);
                    if settled {
                        known.insert(part, verdict.clone());
                    }
                    verdict
                }
            };
            if let Some(failure) = failure {
                let (device, report) = (self.description().id.clone(), failure.to_string());
                return Err(Error::FunctionNotCertified { device, function, word, report });
            }
        }
        Ok(())
    }

    /// Launches a piece. If `more` pieces follow and it is not known yet how much work fits into a
    /// launch, the call waits for the piece and measures its time.
    ///
    /// # Errors
    /// [`Error::ForeignBuffer`], [`Error::Lost`], [`Error::Failed`],
    /// [`Error::Cancelled`](Device::with_progress). If the call waits, also errors of earlier
    /// launches.
    pub fn launch(&self, prepared: &Prepared, piece: &Piece<'_>, more: bool) -> Result<(), Error> {
        self.check_progress()?;
        let Piece { buffers, arguments, groups, steps } = *piece;
        let launch = Launch { kernel: &prepared.kernel, buffers, arguments, groups };
        let learning = more && !prepared.pace().is_known();
        if !learning {
            return self.backend.launch(&launch);
        }
        self.backend.finish()?;
        let begin = Instant::now();
        self.backend.launch(&launch)?;
        self.backend.finish()?;
        prepared.pace().learn(steps, begin.elapsed());
        Ok(())
    }

    /// Whether a loop of one invocation may have this many iterations. A software rasterizer supports
    /// at most 65535.
    pub fn supports_iterations(&self, iterations: u64) -> bool {
        !self.description().software || iterations <= MOST_ITERATIONS_OF_SOFTWARE
    }

    /// Returns an error for loops of more iterations than the device
    /// [supports](Device::supports_iterations).
    ///
    /// # Errors
    /// [`Error::Unsupported`].
    pub fn check_iterations(&self, iterations: u64) -> Result<(), Error> {
        if self.supports_iterations(iterations) {
            return Ok(());
        }
        Err(self.unsupported(format!(
            "a loop of {iterations} iterations in one invocation: a software rasterizer may end \
             loops after {MOST_ITERATIONS_OF_SOFTWARE}; take more invocations, or fewer iterations"
        )))
    }
}

impl Prepared {
    /// The compiled kernel.
    pub(super) fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of units of work, of `steps` steps each, that fit into one launch: a positive
    /// multiple of `granule`.
    pub fn units(&self, steps: u64, granule: u64) -> u64 {
        (self.pace().steps() / steps.max(1) / granule).max(1) * granule
    }
}

/// A grid of workgroups, filled row by row. No row has more than 65535 workgroups.
pub fn grid(groups: u64) -> [u32; 2] {
    let rows = groups.div_ceil(65535).max(1);
    [groups.div_ceil(rows) as u32, rows as u32]
}

/// A grid with one invocation for each element.
pub fn invocations(elements: u64) -> [u32; 2] {
    grid(elements.div_ceil(u64::from(WORKGROUP)))
}
