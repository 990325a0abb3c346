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
    stop_if_asked(progress)?;
    let result = work()?;
    let begin = Instant::now();
    let mut samples = Vec::with_capacity(SAMPLES);
    let mut repetitions = 1_u32;
    while samples.len() < SAMPLES && (samples.is_empty() || begin.elapsed() < ENOUGH) {
        stop_if_asked(progress)?;
        let elapsed = sample(place, repetitions, &mut work)?;
        if elapsed * f64::from(repetitions) < SAMPLE.as_secs_f64() && repetitions < 1 << 16 {
            repetitions *= 4;
        } else {
            samples.push(elapsed);
        }
    }
    Ok((result, median(&mut samples)))
}

/// Seconds of one repetition.
fn sample<T>(
    place: Place<'_>,
    repetitions: u32,
    work: &mut impl FnMut() -> Result<T, Error>,
) -> Result<f64, Error> {
    let elapsed = match place {
        Place::Processor => {
            let begin = Instant::now();
            for _ in 0..repetitions {
                std::hint::black_box(work()?);
            }
            begin.elapsed()
        }
        Place::Device(opened) => {
            let mut failure = None;
            let ((), timing) = opened.device.time(|| {
                failure = (0..repetitions).try_for_each(|_| work().map(drop)).err();
                Ok(())
            })?;
            if let Some(error) = failure {
                return Err(error);
            }
            timing.device.filter(|time| !time.is_zero()).unwrap_or(timing.wall)
        }
    };
    Ok(elapsed.as_secs_f64() / f64::from(repetitions))
}

#[cfg(test)]
mod tests {
    use super::{Place, timed};
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
}
