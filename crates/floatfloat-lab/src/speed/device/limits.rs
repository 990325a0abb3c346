//! The most that a device does: bytes copied, operations on words.

use super::{
    arrays::HostArrays,
    time::{Work, medians},
};
use crate::{
    devices::{OnDevice, Opened},
    error::Error,
    progress::Progress,
};
use floatfloat::DoubleWord;
use floatfloat_gpu::device::ChainLength;
use std::time::Duration;

/// Steps of a chain of operations on words.
const LENGTH: ChainLength = ChainLength { rounds: 32, unrolled: 16 };

/// What a device was measured to do in a second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Bytes read and as many written, together, by a copy from array to array.
    pub(crate) bytes: f64,
    /// Additions, products or fused multiply-adds of words, whichever is fastest.
    pub(crate) operations: f64,
}

/// Samples of each.
const ROUNDS: usize = 5;

impl Limits {
    /// By how many steps [`measure`](Self::measure) advances the progress.
    pub(crate) const STEPS: u64 = ROUNDS as u64 + 1;

    /// Measures it with words `W`.
    ///
    /// # Errors
    /// Those of the device, [`Error::Interrupted`].
    pub(crate) fn measure<W: OnDevice>(
        device: &Opened,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let [copied, chained] =
            if device.is_software() { [1 << 18, 1 << 12] } else { [1 << 24, 1 << 20] };
        let words = HostArrays::<W>::new(copied, 1).x;
        let from = device.device.upload(W::pairs(&words))?;
        let to = device.device.upload(W::pairs(&words))?;
        let (copy, steps) = W::limiting(device.fused::<W>())?;
        let near = HostArrays::<W>::near_one(chained, 1);
        let words = |number: &DoubleWord<W>| DoubleWord::from_normalized(number.hi(), number.hi());
        let both = |numbers: &[_]| numbers.iter().map(words).collect::<Vec<_>>();
        let x = device.device.upload(W::pairs(&both(&near.x)))?;
        let c = device.device.upload(W::pairs(&both(&near.y)))?;
        let mut works: Vec<Work<'_>> =
            vec![Box::new(|| device.device.map_into(&copy, &[&from], &to))];
        for step in &steps {
            let (x, c) = (&x, &c);
            works.push(Box::new(move || device.device.chain_circuit(x, c, LENGTH, step).map(drop)));
        }
        let sample = Duration::from_millis(2);
        let times = medians(&device.device, &mut works, sample, ROUNDS, progress)?;
        let bytes = 2.0 * (copied as u64 * 2 * W::TYPE.bytes()) as f64;
        let operations = (2 * chained) as f64 * f64::from(LENGTH.rounds * LENGTH.unrolled);
        let fastest = times[1..].iter().copied().fold(f64::INFINITY, f64::min);
        Ok(Limits { bytes: bytes / times[0] * 1e9, operations: operations / fastest * 1e9 })
    }

    /// The share of the limit, in percent, that `ns` nanoseconds for one operation are, which does
    /// so many flops and reads and writes so many bytes.
    pub(crate) fn percent(&self, flops: u32, bytes: f64, ns: f64) -> f64 {
        let least = (f64::from(flops) / self.operations).max(bytes / self.bytes);
        100.0 * least * 1e9 / ns
    }
}
