//! The part of a device that a proof or an examination needs: to run a program on operands and return its
//! results.

use crate::{
    backend::{Backend, Description, Kernel, Launch},
    error::Error,
    lowering::{Lowering, Mode},
    program::Program,
    word_type::WordType,
};
use std::pin::Pin;

/// One launch of a program, with its inputs.
pub struct Job<'a> {
    /// The program to run.
    pub program: &'a Program,
    /// How its arithmetic is written.
    pub lowering: &'a Lowering,
    /// The program compiled with this lowering. It is taken from here if present, otherwise stored
    /// here, so that the next run need not compile it again.
    pub kernel: &'a mut Option<Kernel>,
    /// The contents of the input buffers, in the order that the program gives.
    pub inputs: &'a [&'a [u8]],
    /// The bytes of the output buffer, which is filled with
    /// [`UNWRITTEN`](crate::backend::UNWRITTEN) before the launch.
    pub output: usize,
    /// The arguments. The [`Program`] defines their meaning.
    pub arguments: [u32; 8],
    /// The workgroups, as in [`Launch::groups`].
    pub groups: [u32; 2],
}

/// The future of [`Runner::run`]: the bytes of the output buffer.
pub type Answer<'a> = Pin<Box<dyn Future<Output = Result<Vec<u8>, Error>> + 'a>>;

/// A device that runs programs, each from its operands to its results. A program that can wait for
/// the device uses a [`Backend`]. In a browser waiting is impossible, and only this trait is
/// available.
pub trait Runner {
    /// The description of the device.
    fn description(&self) -> &Description;

    /// What compiles programs, besides the driver that the description names. A certificate is
    /// valid only for this compiler. Empty if there is none.
    fn compiler(&self) -> String {
        String::new()
    }

    /// The ways to write arithmetic on words of this type, from cheap to expensive. Empty if the
    /// device does not have the type.
    fn lowerings(&self, word: WordType) -> Vec<Lowering>;

    /// The ways in which programs can be compiled here, exact or not, for paranoia to examine.
    fn modes(&self) -> Vec<Mode>;

    /// Compiles a program, runs it and returns its results. It needs no particular executor. A
    /// device that can be waited for may block in this call.
    ///
    /// # Errors
    /// [`Error::Rejected`], [`Error::Unsupported`], [`Error::OutOfMemory`], [`Error::Lost`],
    /// [`Error::Failed`].
    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a>;
}

/// Runs a job as [`Runner::run`] does, by the operations of a backend, and waits for each of them.
///
/// # Errors
/// Those of the operations.
pub fn run_blocking(backend: &dyn Backend, job: Job<'_>) -> Result<Vec<u8>, Error> {
    let Job { program, lowering, kernel, inputs, output, arguments, groups } = job;
    let kernel = match kernel {
        Some(kernel) => kernel,
        None => kernel.insert(backend.compile(program, lowering)?),
    };
    run_kernel(backend, kernel, inputs, output, arguments, groups)
}

/// Runs a compiled program on its inputs, as [`Job`] describes them, and waits for its results.
///
/// # Errors
/// Those of the operations.
pub(crate) fn run_kernel(
    backend: &dyn Backend,
    kernel: &Kernel,
    inputs: &[&[u8]],
    output: usize,
    arguments: [u32; 8],
    groups: [u32; 2],
) -> Result<Vec<u8>, Error> {
    let mut buffers = Vec::with_capacity(inputs.len() + 1);
    for input in inputs {
        let buffer = backend.allocate(input.len() as u64)?;
        backend.write(&buffer, input)?;
        buffers.push(buffer);
    }
    buffers.push(backend.allocate(output as u64)?);
    let buffers: Vec<_> = buffers.iter().collect();
    backend.launch(&Launch { kernel, buffers: &buffers, arguments, groups })?;
    let mut results = vec![0; output];
    backend.read(buffers[inputs.len()], &mut results)?;
    Ok(results)
}
