//! Computations that can be done in every number type on every device, and whose exact result is
//! known: experiments measure them, and the advisor compares them.

pub mod chain;
pub mod elimination;
mod fast;
pub mod fold;
pub mod gauss;
pub mod gemm;
mod horner;
mod ill_conditioned;
pub mod leibniz;
mod limbs;
pub mod lud;
pub mod matrices;
mod numbers;
#[cfg(test)]
pub mod others;
pub mod polynomial;
pub mod reduction;
pub mod reference;
mod solve;
pub mod steps;
#[cfg(test)]
mod tests;
mod timed;
mod total;
pub mod wide;

pub use fast::Fast;
pub use horner::Horner;
pub use numbers::Numbers;
pub use solve::Solve;
pub use timed::{sampled, timed, timed_in_place};
pub use total::{Dot, Sum, Total};

use crate::{
    arithmetic::Family,
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    progress::Progress,
};

/// Where to compute.
#[derive(Clone, Copy, Debug)]
pub enum Place<'d> {
    /// This processor, which runs compiled code.
    Processor,
    /// Another device, which runs what was recorded.
    Device(&'d Opened),
}

/// What came out of a computation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Largest distance of a result from the exact one.
    pub error: f64,
    /// Largest magnitude of an exact result.
    pub scale: f64,
    /// Median time, in seconds, without copies to and from a device.
    pub seconds: f64,
}

/// A computation with its operands and its exact result.
pub trait Workload {
    /// Computes it in a number type. None where the device cannot: it has no such words, or is too
    /// small.
    fn run<F: Family, W: OnDevice>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error>;

    /// As [`run`](Self::run), for a contender that is not of one or two words. None where there is no
    /// such way to compute it.
    fn run_further(
        &self,
        _contender: Contender,
        _place: Place<'_>,
        _progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        Ok(None)
    }

    /// How much relative changes of the operands are magnified in the result; none where that is
    /// not known.
    fn condition(&self) -> Option<f64>;
}

impl Run {
    /// The error in units of the exact result; the error itself where that is zero.
    pub fn relative_error(&self) -> f64 {
        if self.scale == 0.0 { self.error } else { self.error / self.scale }
    }
}

impl Place<'_> {
    /// What `--device` calls it.
    pub fn id(&self) -> &str {
        match self {
            Place::Processor => crate::machine::CPU,
            Place::Device(opened) => opened.id(),
        }
    }

    /// What is computed here, or there where the device has these words; else none.
    pub fn compute<W: OnDevice, T>(
        self,
        here: impl FnOnce() -> Result<T, Error>,
        there: impl FnOnce(&Opened) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match self {
            Place::Processor => here().map(Some),
            Place::Device(opened) if opened.has::<W>() => there(opened).map(Some),
            Place::Device(_) => Ok(None),
        }
    }

    /// Whether it has these words.
    pub fn has<W: OnDevice>(&self) -> bool {
        match self {
            Place::Processor => true,
            Place::Device(opened) => opened.has::<W>(),
        }
    }

    /// Whether products of these words are made with a fused multiply-add there: by the processor
    /// always, which imitates one if it must.
    pub fn fused<W: OnDevice>(&self) -> bool {
        match self {
            Place::Processor => true,
            Place::Device(opened) => opened.fused::<W>(),
        }
    }

    /// Whether it can carry out so many iterations of a loop in one go.
    pub fn supports_iterations(&self, count: u64) -> bool {
        match self {
            Place::Processor => true,
            Place::Device(opened) => opened.device.supports_iterations(count),
        }
    }

    /// Whether it is a software rasterizer.
    pub fn is_software(&self) -> bool {
        matches!(self, Place::Device(opened) if opened.is_software())
    }
}
