//! One number type on one device, as measured.

use super::model::{Model, Sample};
use crate::contender::Contender;

/// One number type on one device.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    /// What `--device` calls it.
    pub(super) device: String,
    /// The number type.
    pub(super) contender: Contender,
    /// Error and time at the size that is asked for.
    pub(super) at: Sample,
    /// The largest size that was measured; beyond it error and time are extrapolated.
    pub(super) measured: u64,
    /// How many inputs of that size were measured: the error is the largest of all, the time the
    /// median.
    pub(super) inputs: u32,
    /// What was measured, as a function of the size.
    pub(super) model: Model,
    /// Largest magnitude of an exact result.
    pub(super) scale: f64,
}

impl Candidate {
    /// Whether its error is at most so large.
    pub(super) fn meets(&self, tolerance: f64) -> bool {
        self.at.error <= tolerance
    }
}

/// The place of the cheapest candidate whose error is at most so large.
pub(super) fn cheapest(candidates: &[Candidate], tolerance: f64) -> Option<usize> {
    let good = (0..candidates.len()).filter(|&i| candidates[i].meets(tolerance));
    good.min_by(|&a, &b| candidates[a].at.seconds.total_cmp(&candidates[b].at.seconds))
}
