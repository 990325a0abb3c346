//! Robust timing on devices.

use crate::{
    error::Error,
    progress::Progress,
    timing::{Clock, medians_by},
};
use floatfloat_gpu::Device;
use std::time::Duration;

/// A piece of work on a device. The call may return before the work has finished.
pub type Work<'a> = Box<dyn FnMut() -> Result<(), floatfloat_gpu::Error> + 'a>;

/// The most runs of one sample: devices have room for only so many timestamps.
const MOST: u32 = 64;

/// The median time of each piece of work, in nanoseconds, on the device's [`Clock`]; see
/// [`medians_by`].
pub fn medians(
    device: &Device,
    works: &mut [Work<'_>],
    sample: Duration,
    rounds: usize,
    progress: &dyn Progress,
) -> Result<Vec<f64>, Error> {
    let seconds = |work: &mut Work<'_>, runs| {
        Clock::Device(device).seconds(&mut || Ok((0..runs).try_for_each(|_| work())?))
    };
    medians_by(works, &seconds, (sample, MOST), rounds, progress)
}
