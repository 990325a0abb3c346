//! Programs of integers, compared with the processor before their first use on a device.

use super::{Device, cpu::Cpu, launch::Prepared};
use crate::{
    backend::{Backend, Kernel, Launch},
    error::Error,
    lowering::Lowering,
    program::Program,
    word_type::WordType,
};
use std::sync::PoisonError;

/// A launch whose results are compared.
pub(crate) struct Sample {
    /// The integers of each buffer that is read.
    pub(crate) inputs: Vec<Vec<u32>>,
    /// The integers of the buffer that is written, before the launch.
    pub(crate) output: Vec<u32>,
    pub(crate) arguments: [u32; 8],
    pub(crate) groups: [u32; 2],
}

impl Device {
    /// Checks that the device computes the same integers as the processor from samples, once for each program. An error
    /// names the function and the word type.
    pub(super) fn compare_once(
        &self,
        program: &Program,
        ready: &Prepared,
        (function, word): (&'static str, WordType),
        samples: impl FnOnce() -> Vec<Sample>,
    ) -> Result<(), Error> {
        let known = || self.examined.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(program).cloned();
        let failure = match found {
            Some(failure) => failure,
            None => {
                // Not under the lock: the processor may use threads that want it, too. Two comparisons find the same.
                let failure = difference(&*self.backend, ready.kernel(), program, &samples())?;
                known().insert(program.clone(), failure.clone());
                failure
            }
        };
        let Some(report) = failure else { return Ok(()) };
        let device = self.description().id.clone();
        Err(Error::FunctionNotCertified { device, function, word, report })
    }
}

/// A difference between the results of the device and of the processor, if there is one.
fn difference(
    backend: &dyn Backend,
    kernel: &Kernel,
    program: &Program,
    samples: &[Sample],
) -> Result<Option<String>, Error> {
    let processor = Cpu::open();
    let reference = processor.compile(program, &Lowering::INTEGERS)?;
    for sample in samples {
        let found = results(backend, kernel, sample)?;
        let expected = results(&processor, &reference, sample)?;
        let mut both = found.iter().zip(&expected).enumerate();
        let wrong = both.find(|(_, (found, expected))| found != expected);
        if let Some((place, (found, expected))) = wrong {
            let what = format!("integer {place} of a sample is {found:#x}, not {expected:#x}");
            return Ok(Some(what));
        }
    }
    Ok(None)
}

/// The integers that a device computes from a sample.
pub(crate) fn results(
    backend: &dyn Backend,
    kernel: &Kernel,
    sample: &Sample,
) -> Result<Vec<u32>, Error> {
    let buffers: Vec<_> = sample
        .inputs
        .iter()
        .chain([&sample.output])
        .map(|integers| {
            let bytes = bytemuck::cast_slice(integers);
            let buffer = backend.allocate(bytes.len() as u64)?;
            backend.write(&buffer, bytes)?;
            Ok(buffer)
        })
        .collect::<Result<_, Error>>()?;
    let buffers: Vec<_> = buffers.iter().collect();
    let Sample { arguments, groups, .. } = *sample;
    backend.launch(&Launch { kernel, buffers: &buffers, arguments, groups })?;
    let mut output = sample.output.clone();
    backend.read(buffers[sample.inputs.len()], bytemuck::cast_slice_mut(&mut output))?;
    Ok(output)
}
