//! Robust timing: interleaved repetitions, medians.

use crate::{error::Error, progress::Progress};
use std::time::{Duration, Instant};

/// Median time of one call of each piece of work, in nanoseconds.
///
/// Each is first run until it is warm and repeated often enough that one sample lasts at least
/// `sample`. Then `rounds` rounds take one sample of each in turn, so that a slow moment of the
/// machine falls on all of them. Advances the progress by one a round, and once for warming.
pub(crate) fn medians(
    works: &mut [Box<dyn FnMut() + '_>],
    sample: Duration,
    rounds: usize,
    progress: &dyn Progress,
) -> Result<Vec<f64>, Error> {
    let mut repetitions = Vec::with_capacity(works.len());
    for work in works.iter_mut() {
        stop_if_asked(progress)?;
        repetitions.push(calibrate(work, sample));
    }
    progress.advance(1);
    let mut samples = vec![Vec::with_capacity(rounds); works.len()];
    for _ in 0..rounds {
        for ((work, &repetitions), samples) in works.iter_mut().zip(&repetitions).zip(&mut samples)
        {
            stop_if_asked(progress)?;
            samples.push(time(work, repetitions));
        }
        progress.advance(1);
    }
    Ok(samples.iter_mut().map(|samples| median(samples)).collect())
}

/// [`Error::Interrupted`] if the user asked to stop.
pub(crate) fn stop_if_asked(progress: &dyn Progress) -> Result<(), Error> {
    if progress.interrupted() { Err(Error::Interrupted) } else { Ok(()) }
}

/// Doubles the repetitions until they last at least `sample`.
fn calibrate(work: &mut dyn FnMut(), sample: Duration) -> u32 {
    let mut repetitions = 1;
    loop {
        let start = Instant::now();
        (0..repetitions).for_each(|_| work());
        if start.elapsed() >= sample || repetitions >= 1 << 24 {
            return repetitions;
        }
        repetitions *= 2;
    }
}

/// Nanoseconds a call.
fn time(work: &mut dyn FnMut(), repetitions: u32) -> f64 {
    let start = Instant::now();
    (0..repetitions).for_each(|_| work());
    start.elapsed().as_secs_f64() * 1e9 / f64::from(repetitions)
}

/// Sorts the samples and takes the middle one.
pub(crate) fn median(samples: &mut [f64]) -> f64 {
    samples.sort_unstable_by(f64::total_cmp);
    samples[samples.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::medians;
    use crate::progress::Silent;
    use std::{cell::Cell, time::Duration};

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
}
