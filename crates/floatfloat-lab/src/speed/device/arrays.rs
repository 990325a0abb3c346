//! Operands and results in a device's memory.

use crate::{
    devices::{OnDevice, Source},
    random::Random,
    real::Scalar,
    speed::{DISTINCT, distinct},
};
use floatfloat::DoubleWord;
use floatfloat_gpu::{Device, DeviceArray, Error, device::AnyArray};

/// Two operands, as double-words and as words, and memory for results.
pub struct DeviceArrays<W: OnDevice> {
    x: DeviceArray<W::Pair>,
    y: DeviceArray<W::Pair>,
    x_high: DeviceArray<W>,
    y_high: DeviceArray<W>,
    x_low: DeviceArray<W>,
    /// Results that are words.
    pub words: DeviceArray<W>,
    /// Results that are double-words.
    pub pairs: DeviceArray<W::Pair>,
}

/// Two operands on the host. The high words of x are positive, so that they have square roots.
pub struct HostArrays<W> {
    /// The first operand.
    pub x: Vec<DoubleWord<W>>,
    /// The second.
    pub y: Vec<DoubleWord<W>>,
}

impl<W: OnDevice> HostArrays<W> {
    /// Random operands, `length` of each.
    pub fn new(length: usize, seed: u64) -> Self {
        HostArrays::repeated(&distinct(length, seed), length)
    }

    /// The same operands, repeated.
    fn repeated(distinct: &[(DoubleWord<W>, DoubleWord<W>)], length: usize) -> Self {
        let (x, y) = distinct.iter().copied().cycle().take(length).unzip();
        HostArrays { x, y }
    }

    /// The high words of both operands.
    pub fn high(&self) -> [Vec<W>; 2] {
        [Source::XHigh, Source::YHigh].map(|source| self.words(source))
    }

    /// Both operands as arrays hold them.
    pub fn pairs(&self) -> [Vec<W::Pair>; 2] {
        [&self.x, &self.y].map(|numbers| W::pairs(numbers).to_vec())
    }

    /// Numbers x between 1 and 2, and y within 2^-12 of 1. Thousands of sums, products or quotients
    /// with y leave x in the normal range.
    pub fn near_one(length: usize, seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let mut number = |scale: f64| {
            let high = <W as Scalar>::from_f64(1.0 + scale * random.symmetric().abs());
            let ulp = 2.0 / (1u64 << W::PRECISION) as f64;
            DoubleWord::from_normalized(
                high,
                <W as Scalar>::from_f64(0.49 * ulp * random.symmetric()),
            )
        };
        let distinct: Vec<_> =
            (0..length.min(DISTINCT)).map(|_| (number(0.999), number(1.0 / 4096.0))).collect();
        HostArrays::repeated(&distinct, length)
    }

    /// The words of an operand.
    fn words(&self, source: Source) -> Vec<W> {
        match source {
            Source::XHigh | Source::X => self.x.iter().map(|x| x.hi()).collect(),
            Source::YHigh | Source::Y => self.y.iter().map(|y| y.hi()).collect(),
            Source::XLow => self.x.iter().map(|x| x.lo()).collect(),
        }
    }

    /// Copies an operand to a device.
    pub fn upload(&self, device: &Device, source: Source) -> Result<Box<dyn AnyArray>, Error> {
        Ok(match source {
            Source::X => Box::new(device.upload(W::pairs(&self.x))?),
            Source::Y => Box::new(device.upload(W::pairs(&self.y))?),
            word => Box::new(device.upload(&self.words(word))?),
        })
    }
}

impl<W: OnDevice> DeviceArrays<W> {
    /// Copies operands to a device.
    ///
    /// # Errors
    /// Errors of the device, most likely because it lacks the memory.
    pub fn new(device: &Device, host: &HostArrays<W>) -> Result<Self, Error> {
        let x_high = host.words(Source::XHigh);
        Ok(DeviceArrays {
            x: device.upload(W::pairs(&host.x))?,
            y: device.upload(W::pairs(&host.y))?,
            y_high: device.upload(&host.words(Source::YHigh))?,
            x_low: device.upload(&host.words(Source::XLow))?,
            words: device.upload(&x_high)?,
            pairs: device.upload(W::pairs(&host.x))?,
            x_high: device.upload(&x_high)?,
        })
    }

    /// An operand.
    pub fn source(&self, source: Source) -> &dyn AnyArray {
        match source {
            Source::X => &self.x,
            Source::Y => &self.y,
            Source::XHigh => &self.x_high,
            Source::YHigh => &self.y_high,
            Source::XLow => &self.x_low,
        }
    }
}
