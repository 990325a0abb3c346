//! Sums and dot products.

use super::{Contest, Entry, Operands, pairs, words};
use crate::{devices::OnDevice, speed::device::HostArrays};
use floatfloat_gpu::{Device, DeviceNumber, Error};
use std::array;

/// The number of numbers on which a sum is verified: several workgroups, of which the last is not
/// full.
const FEW: usize = 10_007;

impl Contest<'_> {
    /// Adds the sum and the dot product of words and of double-words.
    pub(super) fn enter_totals<W: OnDevice>(&mut self) -> Result<(), Error> {
        let host = [FEW, self.sizes.elements].map(|count| HostArrays::new(count, self.seed));
        words::<W>(&host).totals(self, [1, 1])?;
        pairs::<W>(&host).totals(self, super::flops_of_pairs::<W>(self.opened))
    }
}

impl<N: DeviceNumber> Operands<N> {
    /// `flops` are those of a sum and of a product.
    fn totals(&self, contest: &mut Contest<'_>, [add, mul]: [u32; 2]) -> Result<(), Error> {
        let device = &contest.opened.device;
        let results = |device: &Device| {
            let (x, y) = (device.upload(&self.few[0])?, device.upload(&self.few[1])?);
            let exact = [device.reproducible_sum(&x)?, device.reproducible_dot(&x, &y)?];
            Ok::<_, Error>((device.sum(&x)?, device.dot(&x, &y)?, exact))
        };
        let (found, expected) = (results(device)?, results(&contest.reference)?);
        let same = |found, expected| (self.same)(vec![found], vec![expected]);
        let entry = |work, op, arrays: usize, flops, verified| Entry {
            op,
            number_type: self.number_type,
            work,
            elements: self.many[0].len(),
            operations: self.many[0].len() as f64,
            flops,
            bytes: (arrays * size_of::<N>()) as f64,
            verified,
        };
        contest.entries.push(entry("sum", "sum", 1, add, same(found.0, expected.0)));
        contest.entries.push(entry("dot", "dot", 2, add + mul, same(found.1, expected.1)));
        // Only integers, so no flops.
        let [sum_is_same, dot_is_same] = array::from_fn(|k| found.2[k] == expected.2[k]);
        contest.entries.push(entry("sum-reproducible", "sum", 1, 0, sum_is_same));
        contest.entries.push(entry("dot-reproducible", "dot", 2, 0, dot_is_same));
        let (x, y) = (device.upload(&self.many[0])?, device.upload(&self.many[1])?);
        let again = (x.clone(), y.clone());
        let of_x = x.clone();
        contest.works.push(Box::new(move || device.sum(&of_x).map(drop)));
        contest.works.push(Box::new(move || device.dot(&again.0, &again.1).map(drop)));
        let of_x = x.clone();
        contest.works.push(Box::new(move || device.reproducible_sum(&of_x).map(drop)));
        contest.works.push(Box::new(move || device.reproducible_dot(&x, &y).map(drop)));
        Ok(())
    }
}
