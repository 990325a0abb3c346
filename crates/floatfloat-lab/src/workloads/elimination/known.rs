//! The processor's results of eliminations, with which the results of devices are compared.

use crate::{
    arithmetic::Family, contender::Contender, devices::OnDevice, error::Error, workloads::Place,
};
use floatfloat_gpu::Device;
use std::{collections::hash_map::DefaultHasher, hash::Hasher};

/// A problem whose results have the same bits in every place, whatever the block.
pub trait Eliminated {
    /// The number of rows.
    fn size(&self) -> usize;

    /// The numbers that a device should compute, computed by its reference on the processor, which is slow.
    fn expected<F: Family, W: OnDevice>(&self, reference: &Device) -> Result<Vec<[f64; 2]>, Error>;
}

/// The most rows for which a result is computed only to compare a device with it.
const MOST_COMPARED: usize = 64;

/// Hashes of the bits that the processor computed in each type.
#[derive(Default)]
pub struct Known(Vec<(Contender, u64)>);

impl Known {
    /// Remembers a result of the processor.
    pub fn add(&mut self, place: Place<'_>, number: Contender, hash: u64) {
        if matches!(place, Place::Processor) {
            self.0.push((number, hash));
        }
    }

    /// A hash of the bits that a device should compute, if this does not take long.
    pub fn expected<F: Family, W: OnDevice>(
        &self,
        problem: &impl Eliminated,
        place: Place<'_>,
    ) -> Result<Option<u64>, Error> {
        let Place::Device(opened) = place else { return Ok(None) };
        let known = self.0.iter().find(|(number, _)| *number == F::contender::<W>());
        if let Some((_, hash)) = known.filter(|_| opened.fused::<W>()) {
            return Ok(Some(*hash));
        }
        let is_small = problem.size() <= MOST_COMPARED;
        let numbers = is_small.then(|| problem.expected::<F, W>(&opened.device.reference()));
        Ok(numbers.transpose()?.as_deref().map(hash))
    }
}

/// A hash of the bits of numbers.
pub fn hash(numbers: &[[f64; 2]]) -> u64 {
    let mut hasher = DefaultHasher::new();
    numbers.iter().flatten().for_each(|number| hasher.write_u64(number.to_bits()));
    hasher.finish()
}
