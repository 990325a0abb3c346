//! The time of one piece of work, on the processor or on a device.

use super::Place;
use crate::{
    error::Error,
    progress::Progress,
    timing::{median, stop_if_asked},
};
use std::time::{Duration, Instant};

/// Samples at most.
const SAMPLES: usize = 5;

/// After so long no further sample is taken.
const ENOUGH: Duration = Duration::from_millis(300);

/// A sample of work that is shorter takes it several times.
const SAMPLE: Duration = Duration::from_micros(500);

/// Computes something, then measures how long it takes: the result, and the median time in seconds
/// of up to five samples. On a device with a clock of its own the time is that of its kernels. Work
/// that takes longer than 300 ms is done twice: once for the result, which compiles it, and once for
/// the time.
///
/// # Errors
/// Those of the work, and [`Error::Interrupted`].
pub(crate) fn timed<T>(
    place: Place<'_>,
    progress: &dyn Progress,
    mut work: impl FnMut() -> Result<T, Error>,
) -> Result<(T, f64), Error> {
    let mut result = None;
    let seconds = seconds(place, progress, &mut || {
        result = Some(work()?);
        Ok(())
    })?;
    let result =
        result.ok_or_else(|| Error::Input("work that was to be timed was not done".into()));
    Ok((result?, seconds))
}

/// The time of work whose result is kept elsewhere. Compiled once for all work.
fn seconds(
    place: Place<'_>,
    progress: &dyn Progress,
    work: &mut dyn FnMut() -> Result<(), Error>,
) -> Result<f64, Error> {
    let mut samples = Vec::with_capacity(SAMPLES);
    sampled(place, ENOUGH, progress, work, &mut |sample| {
        samples.push(sample);
        samples.len() == SAMPLES
    })?;
    Ok(median(&mut samples))
}

/// Measures work, after it was done once untimed, until a sample, in seconds, is `enough` or measuring
/// has taken this long; at least once.
///
/// # Errors
/// Those of the work, and [`Error::Interrupted`].
pub(crate) fn sampled(
    place: Place<'_>,
    longest: Duration,
    progress: &dyn Progress,
    work: &mut dyn FnMut() -> Result<(), Error>,
    enough: &mut dyn FnMut(f64) -> bool,
) -> Result<(), Error> {
    stop_if_asked(progress)?;
    work()?;
    let begin = Instant::now();
    let mut repetitions = 1_u32;
    loop {
        stop_if_asked(progress)?;
        let mut repeated = || (0..repetitions).try_for_each(|_| work());
        let elapsed = clocked(place, &mut repeated)?;
        let late = begin.elapsed() >= longest;
        if elapsed < SAMPLE.as_secs_f64() && repetitions < 1 << 16 && !late {
            repetitions *= 4;
        } else if enough(elapsed / f64::from(repetitions)) || late {
            return Ok(());
        }
    }
}

/// As [`timed`] for work that destroys its operand: what it made of the operand, and the time without
/// that of preparing one. On the processor work that takes longer than 300 ms is done only once.
///
/// # Errors
/// Those of preparation and work, and [`Error::Interrupted`].
pub(crate) fn timed_in_place<T>(
    place: Place<'_>,
    progress: &dyn Progress,
    mut prepare: impl FnMut() -> Result<T, Error>,
    mut work: impl FnMut(&mut T) -> Result<(), Error>,
) -> Result<(T, f64), Error> {
    stop_if_asked(progress)?;
    let mut result = prepare()?;
    let first = clocked(place, &mut || work(&mut result))?;
    if matches!(place, Place::Processor) && first >= ENOUGH.as_secs_f64() {
        return Ok((result, first));
    }
    let begin = Instant::now();
    let mut samples = Vec::with_capacity(SAMPLES);
    let mut repetitions = 1_u32;
    while samples.len() < SAMPLES && (samples.is_empty() || begin.elapsed() < ENOUGH) {
        let mut elapsed = 0.0;
        for _ in 0..repetitions {
            stop_if_asked(progress)?;
            let mut operand = prepare()?;
            elapsed += clocked(place, &mut || work(&mut operand))?;
        }
        if elapsed < SAMPLE.as_secs_f64() && repetitions < 1 << 10 {
            repetitions *= 4;
        } else {
            samples.push(elapsed / f64::from(repetitions));
        }
    }
    Ok((result, median(&mut samples)))
}

/// Seconds that the work takes, by the device's own clock where it has one.
fn clocked(place: Place<'_>, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<f64, Error> {
    let elapsed = match place {
        Place::Processor => {
            let begin = Instant::now();
            work()?;
            begin.elapsed()
        }
        Place::Device(opened) => {
            let mut failure = None;
            let ((), timing) = opened.device.time(|| {
                failure = work().err();
                Ok(())
            })?;
            if let Some(error) = failure {
                return Err(error);
            }
            timing.elapsed()
        }
    };
    Ok(elapsed.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::{Place, timed, timed_in_place};
    use crate::progress::Silent;
    use std::{thread::sleep, time::Duration};

    #[test]
    fn the_time_is_that_of_the_work() {
        let work = || {
            sleep(Duration::from_millis(20));
            Ok(7)
        };
        let (result, seconds) = timed(Place::Processor, &Silent, work).unwrap();
        assert_eq!(result, 7);
        assert!((0.02..0.2).contains(&seconds), "{seconds}");
        let (_, short) = timed(Place::Processor, &Silent, || Ok(())).unwrap();
        assert!(short < 1e-5);
    }

    #[test]
    fn the_time_of_preparation_is_left_out() {
        let prepare = || {
            sleep(Duration::from_millis(50));
            Ok(1)
        };
        let work = |operand: &mut i32| {
            sleep(Duration::from_millis(5));
            *operand += 1;
            Ok(())
        };
        let (result, seconds) = timed_in_place(Place::Processor, &Silent, prepare, work).unwrap();
        assert_eq!(result, 2);
        assert!((0.005..0.045).contains(&seconds), "{seconds}");
    }
}
