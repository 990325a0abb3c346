//! The sum of given numbers.

use super::{Place, Run, Workload, numbers::Numbers, reduction::SumOf, total::Total};
use crate::{arithmetic::Family, devices::OnDevice, error::Error, progress::Progress};

/// A sum of numbers.
pub(crate) type Sum = Total<1>;

impl Sum {
    /// The sum of these numbers.
    pub(crate) fn new(numbers: Numbers) -> Self {
        Total::of([numbers])
    }

    /// The sum of so many numbers, drawn from the ranges, which take turns; `f32` holds each of them.
    pub(crate) fn random(count: usize, ranges: &[(f64, f64)], seed: u64) -> Self {
        Sum::new(Numbers::random(count, ranges, seed))
    }
}

impl Workload for Sum {
    fn run<F: Family, W: OnDevice>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        self.reduce::<SumOf<F>, W>(place, progress)
    }

    /// Σ|x| ÷ |Σx|
    fn condition(&self) -> Option<f64> {
        Some(self.magnification())
    }
}
