//! The inner product of given vectors.

use super::{Place, Run, Workload, numbers::Numbers, reduction::DotOf, total::Total};
use crate::{arithmetic::Family, devices::OnDevice, error::Error, progress::Progress};

/// A sum of products.
pub(crate) type Dot = Total<2>;

impl Dot {
    /// The inner product of these vectors.
    ///
    /// # Errors
    /// [`Error::Input`] if one is longer than the other.
    pub(crate) fn new(x: Numbers, y: Numbers) -> Result<Self, Error> {
        if x.len() != y.len() {
            return Err(Error::Input(format!(
                "an inner product needs vectors of the same length; these have {} and {} elements",
                x.len(),
                y.len()
            )));
        }
        Ok(Total::of([x, y]))
    }

    /// That of two vectors of so many numbers, drawn from the ranges, which take turns; `f32` holds
    /// each of them.
    pub(crate) fn random(count: usize, ranges: &[(f64, f64)], seed: u64) -> Result<Self, Error> {
        let draw = |seed| Numbers::random(count, ranges, seed);
        Dot::new(draw(seed), draw(!seed))
    }
}

impl Workload for Dot {
    fn run<F: Family, W: OnDevice>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        self.reduce::<DotOf<F>, W>(place, progress)
    }

    /// 2·Σ|x·y| ÷ |Σx·y|
    fn condition(&self) -> Option<f64> {
        Some(2.0 * self.magnification())
    }
}
