//! One program on the device, from operands to results.

use super::{
    CertifiedWord,
    compare::{Failure, Form},
};
use crate::{
    backend::{Backend, Launch},
    circuit::Circuit,
    error::Error,
    lowering::Lowering,
    program::{Program, WORKGROUP},
};

/// Invocations that a looped map is divided among: so few that each has many elements.
const LOOPS: u32 = 64;

/// A device, and how arithmetic is written for it.
#[derive(Clone, Copy)]
pub(super) struct Runner<'b> {
    backend: &'b dyn Backend,
    lowering: Lowering,
}

impl<'b> Runner<'b> {
    pub(super) fn new(backend: &'b dyn Backend, lowering: Lowering) -> Self {
        Runner { backend, lowering }
    }

    pub(super) fn lowering(&self) -> &Lowering {
        &self.lowering
    }

    /// The results of a function for `count` elements, all of an element side by side.
    pub(super) fn map<F: CertifiedWord>(
        &self,
        function: &Circuit,
        form: Form,
        parameters: &[Vec<F>],
        count: usize,
    ) -> Result<Vec<F>, Error> {
        let looped = form == Form::Loop;
        let program = Program::map(function.clone(), vec![false; parameters.len()], looped);
        let count_u32 = count as u32;
        let groups = if looped { 1 } else { count_u32.div_ceil(WORKGROUP) };
        let arguments = [0, count_u32, 0, LOOPS, 0, 0, 0, 0];
        let words = count * function.outputs().len();
        self.run(&program, parameters, words, arguments, [groups, 1])
    }

    /// The words that a launch of a program writes.
    pub(super) fn run<F: CertifiedWord>(
        &self,
        program: &Program,
        inputs: &[Vec<F>],
        words: usize,
        arguments: [u32; 8],
        groups: [u32; 2],
    ) -> Result<Vec<F>, Error> {
        let backend = self.backend;
        let kernel = backend.compile(program, &self.lowering)?;
        let mut buffers = Vec::with_capacity(inputs.len() + 1);
        for input in inputs {
            let bytes: &[u8] = bytemuck::cast_slice(input);
            let buffer = backend.allocate(bytes.len() as u64)?;
            backend.write(&buffer, bytes)?;
            buffers.push(buffer);
        }
        let mut results = vec![F::default(); words];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut results);
        buffers.push(backend.allocate(bytes.len() as u64)?);
        let buffers: Vec<_> = buffers.iter().collect();
        backend.launch(&Launch { kernel: &kernel, buffers: &buffers, arguments, groups })?;
        backend.read(buffers[inputs.len()], bytes)?;
        Ok(results)
    }
}

/// As a failure of this operation.
pub(super) fn failed(operation: &str, form: Form) -> impl FnOnce(Error) -> Failure {
    move |error| Failure {
        operation: operation.to_owned(),
        form,
        cause: super::compare::Difference::Error { message: error.to_string() },
    }
}
