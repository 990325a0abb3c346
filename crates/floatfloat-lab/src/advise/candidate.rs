//! One number type on one device, as measured.

use super::model::{Model, Sample};
use crate::contender::Contender;

/// One number type on one device.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    /// The name of the device for `--device`.
    pub(super) device: String,
    /// The number type.
    pub(super) contender: Contender,
    /// The error and the time at the requested size.
    pub(super) at: Sample,
    /// The largest size that was measured; beyond it the error and the time are extrapolated.
    pub(super) measured: u64,
    /// The number of inputs of that size that were measured. The error is the largest of all
    /// inputs, the time is the median.
    pub(super) inputs: u32,
    /// The measurements, as a function of the size.
    pub(super) model: Model,
    /// The largest magnitude of an exact result.
    pub(super) scale: f64,
}

impl Candidate {
    /// Whether a user's program can compute in the type. Composite numbers are measured only for comparison.
    pub(super) fn is_for_users(&self) -> bool {
        !matches!(self.contender, Contender::Float2 | Contender::Double2)
    }

    /// Whether the error is at most `tolerance`, and a user's program can compute in the type.
    pub(super) fn meets(&self, tolerance: f64) -> bool {
        self.is_for_users() && self.at.error <= tolerance
    }
}

/// Times that differ by a smaller factor count as equal.
pub(super) const ALIKE: f64 = 1.05;

/// The index of the cheapest candidate whose error is at most `tolerance`. Among candidates that are
/// equally fast, it is the most accurate.
pub(super) fn cheapest(candidates: &[Candidate], tolerance: f64) -> Option<usize> {
    let good = || (0..candidates.len()).filter(|&i| candidates[i].meets(tolerance));
    let at = |i: usize| candidates[i].at;
    let least = good().map(|i| at(i).seconds).reduce(f64::min)?;
    let alike = good().filter(|&i| at(i).seconds <= ALIKE * least);
    alike.min_by(|&a, &b| {
        at(a).error.total_cmp(&at(b).error).then(at(a).seconds.total_cmp(&at(b).seconds))
    })
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Contender, Model, Sample, cheapest};
    use crate::number_type::NumberType;

    #[test]
    fn composite_numbers_are_never_recommended() {
        let candidate = |contender, seconds| {
            let at = Sample { size: 8, error: 1e-20, seconds };
            let before = Sample { size: 2, ..at };
            let model = Model::new(&[before, at], 1, 0.5).unwrap();
            let device = "cpu".into();
            Candidate { device, contender, at, measured: 8, inputs: 1, model, scale: 1.0 }
        };
        let both = [candidate(Contender::Double2, 1.0), candidate(NumberType::Dd.into(), 2.0)];
        assert_eq!(cheapest(&both, 1e-15), Some(1));
        assert_eq!(cheapest(&both[..1], 1e-15), None);
    }
}
