//! The time of one piece of work, on the processor or on a device.

use super::Place;
use crate::{
    error::Error,
    progress::Progress,
    timing::{Clock, Sampler, median, now, stop_if_asked},
};
use std::time::Duration;

/// The most samples.
const SAMPLES: usize = 5;

/// After this time no further sample is taken.
const ENOUGH: Duration = Duration::from_millis(300);

/// Work that is shorter than this runs several times in a sample.
const SAMPLE: Duration = Duration::from_micros(500);

/// Computes a result, then measures the time: the median in seconds of up to five samples. On a
/// device with its own clock, it is the time of the kernels. Work that takes longer than 300 ms runs
/// twice: once for the result, which compiles it, and once for the time.
pub fn timed<T>(
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

/// The time of work whose result is stored elsewhere. Compiled once for all work.
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

/// Measures work after one run that is not timed, until a sample in seconds is `enough` or the
/// measurement has taken this long. It takes at least one sample.
pub fn sampled(
    place: Place<'_>,
    longest: Duration,
    progress: &dyn Progress,
    work: &mut dyn FnMut() -> Result<(), Error>,
    enough: &mut dyn FnMut(f64) -> bool,
) -> Result<(), Error> {
    stop_if_asked(progress)?;
    work()?;
    let (clock, begin) = (clock(place), now());
    let mut sampler = Sampler::new(SAMPLE, 1 << 16);
    loop {
        stop_if_asked(progress)?;
        let (seconds, is_long) = sampler
            .sample(&mut |runs| clock.seconds(&mut || (0..runs).try_for_each(|_| work())))?;
        let late = now() - begin >= longest;
        // The last sample counts, however short it is.
        let done = (is_long || late) && enough(seconds);
        if done || late {
            return Ok(());
        }
    }
}

/// The same as [`timed`], for work that destroys its operand: the result, and the time without that
/// of preparing an operand. On the processor, work that takes longer than 300 ms runs only once.
pub fn timed_in_place<T>(
    place: Place<'_>,
    progress: &dyn Progress,
    mut prepare: impl FnMut() -> Result<T, Error>,
    mut work: impl FnMut(&mut T) -> Result<(), Error>,
) -> Result<(T, f64), Error> {
    stop_if_asked(progress)?;
    let mut result = prepare()?;
    let clock = clock(place);
    let first = clock.seconds(&mut || work(&mut result))?;
    if matches!(place, Place::Processor) && first >= ENOUGH.as_secs_f64() {
        return Ok((result, first));
    }
    let begin = now();
    let mut samples = Vec::with_capacity(SAMPLES);
    let mut sampler = Sampler::new(SAMPLE, 1 << 10);
    while samples.len() < SAMPLES && (samples.is_empty() || now() - begin < ENOUGH) {
        let (seconds, is_long) = sampler.sample(&mut |runs| {
            let mut elapsed = 0.0;
            for _ in 0..runs {
                stop_if_asked(progress)?;
                let mut operand = prepare()?;
                elapsed += clock.seconds(&mut || work(&mut operand))?;
            }
            Ok(elapsed)
        })?;
        if is_long {
            samples.push(seconds);
        }
    }
    Ok((result, median(&mut samples)))
}

/// The clock of a place.
fn clock(place: Place<'_>) -> Clock<'_> {
    match place {
        Place::Processor => Clock::Wall,
        Place::Device(opened) => Clock::Device(&opened.device),
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, timed, timed_in_place};
    use crate::{progress::Silent, timing::simulated::pass};

    #[test]
    fn the_time_is_that_of_the_work() {
        let mut calls = 0;
        let work = || {
            calls += 1;
            pass(20);
            Ok(7)
        };
        let (result, seconds) = timed(Place::Processor, &Silent, work).unwrap();
        assert_eq!(result, 7);
        assert!((seconds - 0.02).abs() < 1e-12, "{seconds}");
        assert_eq!(calls, 6, "once for the result and five times for the time");
    }

    #[test]
    fn long_work_is_done_twice() {
        let mut calls = 0;
        let work = || {
            calls += 1;
            pass(400);
            Ok(())
        };
        timed(Place::Processor, &Silent, work).unwrap();
        assert_eq!(calls, 2);
    }

    #[test]
    fn the_time_of_preparation_is_left_out() {
        let prepare = || {
            pass(50);
            Ok(1)
        };
        let work = |operand: &mut i32| {
            pass(5);
            *operand += 1;
            Ok(())
        };
        let (result, seconds) = timed_in_place(Place::Processor, &Silent, prepare, work).unwrap();
        assert_eq!(result, 2);
        assert!((seconds - 0.005).abs() < 1e-12, "{seconds}");
    }
}
