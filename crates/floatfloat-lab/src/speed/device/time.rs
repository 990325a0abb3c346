//! Robust timing on devices: interleaved repetitions, medians.

use crate::{
    error::Error,
    progress::Progress,
    timing::{median, stop_if_asked},
};
use floatfloat_gpu::Device;
use std::time::Duration;

/// A piece of work on a device. May return before it has finished.
pub(crate) type Work<'a> = Box<dyn FnMut() -> Result<(), floatfloat_gpu::Error> + 'a>;

/// Repetitions of one sample at most: devices have room for so many timestamps only.
const MOST: u32 = 64;

/// Median time of each piece of work, in nanoseconds: on the device's own clock where it has one,
/// else on the wall's until everything was finished.
///
/// As [`crate::timing::medians`]: each is first run until it is warm, which compiles it, and repeated so
/// often that one sample lasts at least `sample`; then `rounds` rounds take one sample of each in
/// turn. Advances the progress by one a round, and once for warming.
pub(crate) fn medians(
    device: &Device,
    works: &mut [Work<'_>],
    sample: Duration,
    rounds: usize,
    progress: &dyn Progress,
) -> Result<Vec<f64>, Error> {
    let mut repetitions = Vec::with_capacity(works.len());
    for work in works.iter_mut() {
        stop_if_asked(progress)?;
        time(device, work, 1)?;
        let mut now = 1;
        while now < MOST && time(device, work, now)? * f64::from(now) < sample.as_nanos() as f64 {
            now *= 2;
        }
        repetitions.push(now);
    }
    progress.advance(1);
    let mut samples = vec![Vec::with_capacity(rounds); works.len()];
    for _ in 0..rounds {
        for ((work, &repetitions), samples) in works.iter_mut().zip(&repetitions).zip(&mut samples)
        {
            stop_if_asked(progress)?;
            samples.push(time(device, work, repetitions)?);
        }
        progress.advance(1);
    }
    Ok(samples.iter_mut().map(|samples| median(samples)).collect())
}

/// Nanoseconds a call.
fn time(
    device: &Device,
    work: &mut Work<'_>,
    repetitions: u32,
) -> Result<f64, floatfloat_gpu::Error> {
    let ((), timing) = device.time(|| (0..repetitions).try_for_each(|_| work()))?;
    Ok(timing.elapsed().as_secs_f64() * 1e9 / f64::from(repetitions))
}
