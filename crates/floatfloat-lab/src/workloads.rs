//! Computations that every number type and every device can do, with known exact results.
//! Experiments measure them, and the advisor compares them.

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
pub(crate) mod multi_word;
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

pub use horner::Horner;
pub use numbers::Numbers;
pub use solve::Solve;
pub use timed::{sampled, timed, timed_in_place};
pub use total::{Dot, Sum, Total};

use crate::{
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    progress::Progress,
};
use floatfloat_explain::Watched;

/// The place of a computation.
#[derive(Clone, Copy, Debug)]
pub enum Place<'d> {
    /// This processor, which runs compiled code.
    Processor,
    /// Another device, which runs recordings.
    Device(&'d Opened),
}

/// The result of a computation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The largest distance of a result from the exact one.
    pub error: f64,
    /// The largest magnitude of an exact result.
    pub scale: f64,
    /// The median time in seconds, without copies to and from a device. Accurate products on a device contain them.
    pub seconds: f64,
}

/// A computation with its operands and its exact result.
pub trait Workload {
    /// Computes it in a number type. None if it cannot be computed in this type, or if the device
    /// does not have the words or is too small.
    fn run(
        &self,
        contender: Contender,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error>;

    /// The numbers that it computes with, rounded to `f64`.
    fn operands(&self) -> Vec<f64>;

    /// What it computes from these operands in one word, one step after the other on this thread. Of many equal results it may
    /// be some.
    fn watched(&self, operands: Vec<Watched<f64>>) -> Vec<Watched<f64>>;

    /// The factor by which relative changes of the operands are magnified in the result; none if it
    /// is not known.
    fn condition(&self) -> Option<f64>;
}

impl Run {
    /// The error relative to the exact result, or the absolute error if the exact result is zero.
    pub fn relative_error(&self) -> f64 {
        if self.scale == 0.0 { self.error } else { self.error / self.scale }
    }
}

impl Place<'_> {
    /// The name of the place for `--device`.
    pub fn id(&self) -> &str {
        match self {
            Place::Processor => crate::machine::CPU,
            Place::Device(opened) => opened.id(),
        }
    }

    /// The result of `here` on the processor, or of `there` on a device that has these words;
    /// otherwise none.
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

    /// Whether the place has these words.
    pub fn has<W: OnDevice>(&self) -> bool {
        match self {
            Place::Processor => true,
            Place::Device(opened) => opened.has::<W>(),
        }
    }

    /// Whether products of these words use a fused multiply-add. On the processor they always do;
    /// it emulates one if necessary.
    pub fn fused<W: OnDevice>(&self) -> bool {
        match self {
            Place::Processor => true,
            Place::Device(opened) => opened.fused::<W>(),
        }
    }

    /// Whether the place can run `count` iterations of a loop in one launch.
    pub fn supports_iterations(&self, count: u64) -> bool {
        match self {
            Place::Processor => true,
            Place::Device(opened) => opened.device.supports_iterations(count),
        }
    }

    /// Whether the place is a software rasterizer.
    pub fn is_software(&self) -> bool {
        matches!(self, Place::Device(opened) if opened.is_software())
    }
}
