//! What a proof or an examination needs from a device: to run a program on operands and give its results.

use crate::{
    backend::{Backend, Description, Kernel, Launch},
    error::Error,
    lowering::{Lowering, Mode},
    program::Program,
    word_type::WordType,
};
use std::pin::Pin;

/// One launch of a program, with what it reads.
pub struct Job<'a> {
    /// What to run.
    pub program: &'a Program,
    /// How its arithmetic is written.
    pub lowering: &'a Lowering,
    /// The program compiled with this lowering: taken from here, or else left here, so that whoever
    /// runs it again need not wait for a compiler again.
    pub kernel: &'a mut Option<Kernel>,
    /// The contents of the buffers that it reads, in the order that the program gives.
    pub inputs: &'a [&'a [u8]],
    /// Bytes of the buffer that it writes, filled with
    /// [`UNWRITTEN`](crate::backend::UNWRITTEN) before.
    pub output: usize,
    /// What each means is said by the [`Program`].
    pub arguments: [u32; 8],
    /// Workgroups, as in [`Launch::groups`].
    pub groups: [u32; 2],
}

/// What [`Runner::run`] promises: the bytes of the buffer that the program wrote.
pub type Answer<'a> = Pin<Box<dyn Future<Output = Result<Vec<u8>, Error>> + 'a>>;

/// A device that runs programs, each from its operands to its results. Whoever can wait for it has a
/// [`Backend`]; in a browser nobody can wait, and this is all that there is.
pub trait Runner {
    /// What it is.
    fn description(&self) -> &Description;

    /// What makes code of programs besides the driver that the description names: a certificate
    /// holds for this one only. Empty where there is nothing.
    fn compiler(&self) -> String {
        String::new()
    }

    /// Ways to write arithmetic on words of this type, from cheap to dear. Empty where the device
    /// does not have the type.
    fn lowerings(&self, word: WordType) -> Vec<Lowering>;

    /// Ways in which programs can be compiled here, exact or not, for paranoia to examine.
    fn modes(&self) -> Vec<Mode>;

    /// Compiles a program, runs it and gives its results. Needs no particular executor; a device
    /// that can be waited for may wait in here.
    ///
    /// # Errors
    /// [`Error::Rejected`], [`Error::Unsupported`], [`Error::OutOfMemory`], [`Error::Lost`],
    /// [`Error::Failed`].
    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a>;
}

/// [`Runner::run`] by the operations of a backend, waiting for each of them.
///
/// # Errors
/// Those of the operations.
pub fn run_blocking(backend: &dyn Backend, job: Job<'_>) -> Result<Vec<u8>, Error> {
    let Job { program, lowering, kernel, inputs, output, arguments, groups } = job;
    let kernel = match kernel {
        Some(kernel) => kernel,
        None => kernel.insert(backend.compile(program, lowering)?),
    };
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
