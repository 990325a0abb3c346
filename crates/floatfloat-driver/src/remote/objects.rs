//! Buffers and kernels of a device in another process.

use super::{
    link::{Link, Name, State},
    lock,
};
use crate::{
    drivers::unexpected,
    ending::Doing,
    wire::{Answer, Request},
};
use floatfloat_gpu::{Error, Lowering, Program, program::PortableProgram};
use std::sync::{Arc, Mutex};

/// Memory of a device in another process.
pub(super) struct RemoteBuffer {
    pub(super) link: Arc<Link>,
    pub(super) name: Name,
    pub(super) bytes: u64,
}

impl Drop for RemoteBuffer {
    fn drop(&mut self) {
        let state = &mut *lock(&self.link.state);
        if self.name.generation == state.generation {
            state.arrays = state.arrays.saturating_sub(self.bytes);
        }
        self.link.forget(state, self.name, &Request::Free { buffer: self.name.number });
    }
}

/// A program, and the result of compiling it in the last process that did so. A later process compiles it
/// again.
pub(super) struct RemoteKernel {
    pub(super) link: Arc<Link>,
    pub(super) program: Program,
    pub(super) lowering: Lowering,
    pub(super) title: String,
    pub(super) compiled: Mutex<Compiled>,
}

#[derive(Clone, Copy)]
pub(super) struct Compiled {
    pub(super) name: Name,
    pub(super) registers: Option<u32>,
}

impl RemoteKernel {
    /// Its number in the current process.
    pub(super) fn number(&self, state: &mut State) -> Result<u64, Error> {
        // This may start a new process, so it must happen before the generation is compared.
        self.link.child(state)?;
        let compiled = &mut *lock(&self.compiled);
        if compiled.name.generation != state.generation {
            *compiled = compile(&self.link, state, &self.program, &self.lowering)?;
        }
        Ok(compiled.name.number)
    }
}

impl Drop for RemoteKernel {
    fn drop(&mut self) {
        let name = lock(&self.compiled).name;
        let state = &mut *lock(&self.link.state);
        self.link.forget(state, name, &Request::Discard { kernel: name.number });
    }
}

pub(super) fn compile(
    link: &Link,
    state: &mut State,
    program: &Program,
    lowering: &Lowering,
) -> Result<Compiled, Error> {
    link.child(state)?;
    let name = state.name();
    let request = Request::Compile {
        kernel: name.number,
        program: PortableProgram::of(program),
        lowering: *lowering,
    };
    let doing = |_: &State| Doing::Compiling(title(program, lowering));
    match link.ask(state, &request, &[], doing)? {
        (Answer::Compiled { registers }, _) => Ok(Compiled { name, registers }),
        _ => Err(unexpected(&link.id)),
    }
}

/// A description of a program for users.
pub(super) fn title(program: &Program, lowering: &Lowering) -> String {
    let steps: usize = program.circuits().iter().map(|circuit| circuit.nodes().len()).sum();
    let name = program.skeleton().name;
    format!("the program `{name}` of {}, {steps} steps ({lowering})", program.word())
}
