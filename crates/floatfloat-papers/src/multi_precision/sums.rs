//! Sums whose exact value is 0.

use super::{Measuring, subject::Subject};
use crate::{interval_pair::IntervalPair, sum::cancelling};
use floatfloat_lab::{error::Error, table::row, timing::stop_if_asked, workloads::Place};

/// The interval pairs of table 7.
const PAIRS: [IntervalPair; 5] =
    [IntervalPair(1), IntervalPair(4), IntervalPair(13), IntervalPair(19), IntervalPair(37)];

/// The number of elements of a sum that is compared.
const COMPARED: usize = 1 << 12;

impl Measuring<'_> {
    /// Measures sums of numbers of 24 or 53 bits.
    pub(super) fn sums<T: Subject>(&mut self, bits: u32) -> Result<(), Error> {
        for &elements in self.sizes() {
            for pair in PAIRS {
                stop_if_asked(self.progress)?;
                let numbers = cancelling::draw(pair, elements, self.options.seed);
                let rounded =
                    |number: f64| if bits == 24 { f64::from(number as f32) } else { number };
                let numbers: Vec<T> = numbers.into_iter().map(|x| T::of(rounded(x))).collect();
                let (sum, verified) = match self.place {
                    Place::Processor => {
                        (numbers.iter().fold(T::of(0.0), |sum, &number| sum + number), None)
                    }
                    Place::Device(opened) => {
                        let device = &opened.device;
                        let sum = device.sum(&device.upload(&numbers)?)?;
                        let reference = device.reference();
                        let expected = (elements <= COMPARED)
                            .then(|| reference.sum(&reference.upload(&numbers)?))
                            .transpose()?;
                        (sum, expected.map(|expected| sum.is_same(expected)))
                    }
                };
                let (device, range) = (self.place.id(), pair.to_string());
                let error = sum.value().abs();
                self.sums.push(row![device, T::NAME, range, elements as u64, error, verified]);
            }
        }
        self.progress.advance(1);
        Ok(())
    }
}
