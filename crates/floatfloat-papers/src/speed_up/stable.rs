//! A time that is measured until it is stable.

use floatfloat_lab::{
    error::Error,
    progress::Progress,
    workloads::{Place, sampled},
};
use std::time::Duration;

/// A time is stable if the middle half of its samples lies within this part of their median.
pub(super) const SPREAD: f64 = 0.05;

/// The least number of samples for a stable time.
pub(super) const LEAST: usize = 7;

/// The time that work takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stable {
    /// The median.
    pub(super) seconds: f64,
    pub(super) samples: usize,
    pub(super) stable: bool,
}

/// Measures work after one run that is not timed, until its time is stable or the measurement has
/// taken this long. It takes at least one sample.
pub(super) fn until_stable(
    place: Place<'_>,
    longest: Duration,
    progress: &dyn Progress,
    work: &mut dyn FnMut() -> Result<(), Error>,
) -> Result<Stable, Error> {
    let (mut samples, mut stable) = (Samples::default(), false);
    sampled(place, longest, progress, work, &mut |sample| {
        samples.add(sample);
        stable = samples.are_stable();
        stable
    })?;
    Ok(Stable { seconds: samples.at(2), samples: samples.0.len(), stable })
}

/// Samples in ascending order.
#[derive(Default)]
struct Samples(Vec<f64>);

impl Samples {
    fn add(&mut self, sample: f64) {
        let place = self.0.partition_point(|other| *other < sample);
        self.0.insert(place, sample);
    }

    /// The sample at this quartile: so many quarters of the samples are smaller.
    fn at(&self, quarters: usize) -> f64 {
        self.0[(self.0.len() - 1) * quarters / 4]
    }

    fn are_stable(&self) -> bool {
        self.0.len() >= LEAST && self.at(3) - self.at(1) <= SPREAD * self.at(2)
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST, Place, Samples, Stable, until_stable};
    use floatfloat_lab::{progress::Silent, timing::simulated::pass};
    use std::time::Duration;

    fn are_stable(samples: &[f64]) -> bool {
        let mut all = Samples::default();
        samples.iter().for_each(|&sample| all.add(sample));
        all.are_stable()
    }

    #[test]
    fn samples_are_stable_where_their_middle_half_agrees() {
        assert!(!are_stable(&[1.0; LEAST - 1]));
        assert!(are_stable(&[1.0; LEAST]));
        assert!(are_stable(&[1.0, 9.0, 1.02, 1.01, 1.0, 0.1, 1.03]));
        assert!(!are_stable(&[1.0, 1.2, 1.1, 0.9, 1.0, 1.3, 0.8]));
    }

    #[test]
    fn work_is_measured_until_its_time_is_stable_or_up() {
        let longest = Duration::from_secs(2);
        let mut steady = || {
            pass(20);
            Ok(())
        };
        let of = |work: &mut dyn FnMut() -> _, longest| {
            until_stable(Place::Processor, longest, &Silent, work).unwrap()
        };
        let Stable { seconds, samples, .. } = of(&mut steady, longest);
        assert_eq!(samples, LEAST);
        assert!((seconds - 0.02).abs() < 1e-12, "{seconds}");

        let mut times = 0_u64;
        let mut restless = || {
            times += 1;
            pass(if times.is_multiple_of(2) { 1 } else { 12 });
            Ok(())
        };
        let found = of(&mut restless, Duration::from_millis(60));
        assert!(!found.stable, "{found:?}");
    }
}
