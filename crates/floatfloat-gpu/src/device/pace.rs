//! The amount of work of a launch.
//!
//! Drivers reset a device whose launch takes seconds, and a display freezes meanwhile. A launch should
//! therefore take less than 100 ms. The first launches of a kernel are timed to find how much work this
//! is.

use std::time::Duration;

/// The intended time of a launch.
const TARGET: Duration = Duration::from_millis(40);

/// The steps times elements of the first launch: 30 ms at 10⁹ a second, which every device reaches.
const BEGIN: u64 = 1 << 25;

/// The speed of a kernel, as measured on its launches.
#[derive(Debug)]
pub(super) struct Pace {
    steps: u64,
    launched: bool,
    known: bool,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { steps: BEGIN, launched: false, known: false }
    }
}

impl Pace {
    /// The steps times elements that a launch may do.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether more launches would not improve the measurement.
    pub(super) fn is_known(&self) -> bool {
        self.known
    }

    /// Updates the speed from a launch of `steps` steps that took `elapsed`. The first launch may be slow because
    /// drivers compile late. Short launches say little, because they mostly wait.
    pub(super) fn learn(&mut self, steps: u64, elapsed: Duration) {
        let ratio = TARGET.as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
        let factor = if !self.launched {
            ratio.clamp(1.0, 16.0)
        } else if ratio > 2.0 {
            ratio.min(16.0)
        } else {
            self.known = true;
            ratio
        };
        self.launched = true;
        self.steps = ((steps as f64 * factor) as u64).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Launches of a device that does `rate` steps a second after a delay, until the pace is known.
    fn settle(rate: f64, delay: f64, first: f64) -> (Duration, usize) {
        let mut pace = Pace::default();
        let seconds = |steps: u64| Duration::from_secs_f64(delay + steps as f64 / rate);
        let mut launches = 0;
        while !pace.is_known() {
            let extra = Duration::from_secs_f64(if launches == 0 { first } else { 0.0 });
            let steps = pace.steps();
            pace.learn(steps, seconds(steps) + extra);
            launches += 1;
            assert!(launches < 20, "{pace:?}");
        }
        (seconds(pace.steps()), launches)
    }

    #[test]
    fn launches_come_to_take_some_forty_milliseconds() {
        for rate in [1e8, 1e9, 1e11, 1e13] {
            for (delay, first) in [(0.0, 0.0), (20e-6, 0.0), (1e-3, 2.0)] {
                let (length, launches) = settle(rate, delay, first);
                assert!(
                    (20..100).contains(&length.as_millis()),
                    "{rate}, {delay}, {first}: {length:?} after {launches}"
                );
            }
        }
    }
}
