//! Robust timing: a first run that is not timed, sufficiently long samples, interleaved rounds, medians.

use crate::{error::Error, progress::Progress};
use floatfloat_gpu::Device;
use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

/// The time on the wall clock since some moment. In a test it is the time that the test has set.
pub fn now() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    if let Some(time) = simulated::TIME.get() {
        return time;
    }
    BEGIN.elapsed()
}

/// Simulated time, which passes only as a test says, so that no test depends on the load of the machine. Tests of
/// other crates also use it.
pub mod simulated {
    use std::{cell::Cell, time::Duration};

    thread_local! {
        pub(super) static TIME: Cell<Option<Duration>> = const { Cell::new(None) };
    }

    /// Lets time pass on this thread. From then on its clock stands still.
    pub fn pass(milliseconds: u64) {
        let now = TIME.get().unwrap_or_else(super::now);
        TIME.set(Some(now + Duration::from_millis(milliseconds)));
    }
}

/// The clock that measures work.
#[derive(Clone, Copy)]
pub enum Clock<'a> {
    /// The wall clock.
    Wall,
    /// The device's own clock if it has one, otherwise the wall clock until everything was
    /// finished.
    Device(&'a Device),
}

impl Clock<'_> {
    /// The seconds that the work takes.
    pub fn seconds(self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<f64, Error> {
        let elapsed = match self {
            Clock::Wall => {
                let begin = now();
                work()?;
                now() - begin
            }
            Clock::Device(device) => {
                let mut failure = None;
                let timed = device.time(|| {
                    failure = work().err();
                    Ok(())
                });
                // The first error says more than its consequences.
                if let Some(error) = failure {
                    return Err(error);
                }
                timed?.1.elapsed()
            }
        };
        Ok(elapsed.as_secs_f64())
    }
}

/// Takes samples of the time of one piece of work. A sample has as many runs as are needed to make
/// it long enough.
pub struct Sampler {
    shortest: f64,
    most: u32,
    runs: u32,
}

impl Sampler {
    /// A sample lasts at least `shortest`, unless `most` runs are shorter.
    pub fn new(shortest: Duration, most: u32) -> Self {
        Sampler { shortest: shortest.as_secs_f64(), most, runs: 1 }
    }

    /// The seconds of one run, from a sample of several runs that `seconds` times, and whether the
    /// sample was long enough. If it was not, the next sample has more runs.
    pub fn sample(
        &mut self,
        seconds: &mut dyn FnMut(u32) -> Result<f64, Error>,
    ) -> Result<(f64, bool), Error> {
        let (runs, elapsed) = (self.runs, seconds(self.runs)?);
        let is_enough = elapsed >= self.shortest || runs >= self.most;
        if !is_enough {
            self.runs = (2 * runs).min(self.most);
        }
        Ok((elapsed / f64::from(runs), is_enough))
    }
}

/// The median time of one call of each piece of work, in nanoseconds.
///
/// The same as [`medians_by`], on the wall clock.
pub fn medians(
    works: &mut [Box<dyn FnMut() + '_>],
    sample: Duration,
    rounds: usize,
    progress: &dyn Progress,
) -> Result<Vec<f64>, Error> {
    let runs = |work: &mut Box<dyn FnMut() + '_>, runs| {
        Clock::Wall.seconds(&mut || {
            (0..runs).for_each(|_| work());
            Ok(())
        })
    };
    medians_by(works, &runs, (sample, 1 << 24), rounds, progress)
}

/// The median time of one run of each piece of work, in nanoseconds. `seconds` measures the time of
/// several runs of it.
///
/// Each piece of work first runs until it is warm. It is repeated so often that one sample lasts at
/// least as long as `sample` requires, or has the most runs that `sample` allows. Then each of `rounds`
/// rounds takes one sample of every piece of work in turn, so that a slow moment of the machine affects
/// all of them. The progress advances by one for each round, and by one for the warm-up.
pub fn medians_by<W>(
    works: &mut [W],
    seconds: &dyn Fn(&mut W, u32) -> Result<f64, Error>,
    (shortest, most): (Duration, u32),
    rounds: usize,
    progress: &dyn Progress,
) -> Result<Vec<f64>, Error> {
    let timed = |sampler: &mut Sampler, work: &mut W| {
        stop_if_asked(progress)?;
        sampler.sample(&mut |runs| seconds(work, runs))
    };
    let mut samplers = Vec::with_capacity(works.len());
    for work in works.iter_mut() {
        stop_if_asked(progress)?;
        seconds(work, 1)?;
        let mut sampler = Sampler::new(shortest, most);
        while !timed(&mut sampler, work)?.1 {}
        samplers.push(sampler);
    }
    progress.advance(1);
    let mut samples = vec![Vec::with_capacity(rounds); works.len()];
    for _ in 0..rounds {
        for ((work, sampler), samples) in works.iter_mut().zip(&mut samplers).zip(&mut samples) {
            samples.push(1e9 * timed(sampler, work)?.0);
        }
        progress.advance(1);
    }
    Ok(samples.iter_mut().map(|samples| median(samples)).collect())
}

/// [`Error::Interrupted`] if the user asked to stop.
pub fn stop_if_asked(progress: &dyn Progress) -> Result<(), Error> {
    if progress.interrupted() { Err(Error::Interrupted) } else { Ok(()) }
}

/// Sorts the samples and returns the middle one.
pub fn median(samples: &mut [f64]) -> f64 {
    samples.sort_unstable_by(f64::total_cmp);
    samples[samples.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::{Sampler, medians, medians_by};
    use crate::progress::Silent;
    use std::{
        cell::{Cell, RefCell},
        time::Duration,
    };

    #[test]
    fn every_work_is_timed_in_every_round() {
        let rounds = 5;
        let calls = [const { Cell::new(0) }; 2];
        let mut works = calls
            .each_ref()
            .map(|calls| Box::new(|| calls.set(calls.get() + 1)) as Box<dyn FnMut() + '_>);
        let sample = Duration::from_micros(1);
        let times = medians(&mut works, sample, rounds, &Silent).unwrap();
        assert_eq!(times.len(), works.len());
        assert!(times.iter().all(|&time| time.is_finite() && time >= 0.0), "{times:?}");
        // Once at least to find out how many calls a sample is.
        assert!(calls.iter().all(|calls| calls.get() > rounds), "{calls:?}");
    }
    /// Seconds a run, as a sampler gives them, of work that takes `each`; until a sample is long enough.
    fn sampled(each: f64, mut sampler: Sampler) -> (f64, Vec<u32>) {
        let mut asked = Vec::new();
        loop {
            let (seconds, is_enough) = sampler
                .sample(&mut |runs| {
                    asked.push(runs);
                    Ok(each * f64::from(runs))
                })
                .unwrap();
            if is_enough {
                return (seconds, asked);
            }
        }
    }

    #[test]
    fn samples_are_of_as_many_runs_as_make_them_long_enough() {
        let shortest = Duration::from_secs(1);
        assert_eq!(sampled(2.0, Sampler::new(shortest, 64)), (2.0, vec![1]));
        assert_eq!(sampled(0.125, Sampler::new(shortest, 64)), (0.125, vec![1, 2, 4, 8]));
        assert_eq!(sampled(0.125, Sampler::new(shortest, 3)), (0.125, vec![1, 2, 3]));
    }

    #[test]
    fn the_median_of_each_work_is_taken_over_interleaved_rounds() {
        let times = RefCell::new(Vec::new());
        let samples = [[5.0, 1.0, 2.0, 9.0, 3.0], [7.0, 4.0, 6.0, 5.0, 8.0]];
        let mut works = samples.map(IntoIterator::into_iter);
        let shortest = Duration::from_secs(1);
        let found = medians_by(
            &mut works,
            &|work, _| {
                let next = work.next().unwrap_or(0.0);
                times.borrow_mut().push(next);
                Ok(next)
            },
            (shortest, 1),
            3,
            &Silent,
        )
        .unwrap();
        assert_eq!(found, [3e9, 6e9]);
        assert_eq!(*times.borrow(), [5.0, 1.0, 7.0, 4.0, 2.0, 6.0, 9.0, 5.0, 3.0, 8.0]);
    }
}
