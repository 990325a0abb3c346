//! How fast a device computes, and how fast it could.

mod figures;
mod limits;

pub use figures::{Figure, Sizes, UNROLLED, figures};
pub use limits::{Limits, WordLimit, instructions, limits};

use crate::{device::Device, error::Error};

/// Runs of which the fastest counts.
const RUNS: usize = 5;

/// Seconds that `work` takes on the device, or until it is finished where the device has no clock:
/// those of the fastest of some runs, after one that is not counted, in which programs are compiled.
fn seconds<T>(device: &Device, mut work: impl FnMut() -> Result<T, Error>) -> Result<f64, Error> {
    device.time(&mut work)?;
    let mut fastest = f64::INFINITY;
    for _ in 0..RUNS {
        let (result, timing) = device.time(&mut work)?;
        drop(result);
        fastest = fastest.min(timing.elapsed().as_secs_f64());
    }
    Ok(fastest.max(f64::MIN_POSITIVE))
}
