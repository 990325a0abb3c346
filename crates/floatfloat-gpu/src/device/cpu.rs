//! The processor as a device. It runs programs by interpreting their circuits, on all threads. It
//! is the reference of all other devices.

mod memory;
mod name;

use crate::{
    backend::{Backend, Buffer, Description, Kernel, Launch, PROCESSOR, Timing},
    circuit::Circuit,
    error::Error,
    interpret::Plan,
    lowering::{Lowering, Mode, Protection},
    program::{Program, reference::Execution},
    runner::{Answer, Job, Runner, run_blocking},
    word_type::WordType,
};
use memory::Memory;
pub use name::processor_name;
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use web_time::Instant;

/// The processor.
pub(crate) struct Cpu {
    description: Description,
    /// Locked by every call that reads or writes buffers: one piece of work runs after another,
    /// each on all threads.
    turn: Mutex<()>,
    /// The time spent in launches.
    busy: AtomicU64,
    identity: Arc<()>,
}

/// A program, and the plans of its circuits in the same order.
struct Compiled {
    program: Program,
    plans: Vec<Plan>,
    owner: Arc<()>,
}

/// The processor's description.
pub(crate) fn describe() -> Description {
    Description {
        id: PROCESSOR.into(),
        name: processor_name(),
        backend: "native".into(),
        driver: format!("floatfloat {}", env!("CARGO_PKG_VERSION")),
        software: false,
        words: vec![WordType::F32, WordType::F64],
    }
}

impl Cpu {
    pub(crate) fn open() -> Self {
        Cpu {
            description: describe(),
            turn: Mutex::new(()),
            busy: AtomicU64::new(0),
            identity: Arc::new(()),
        }
    }

    /// Takes the lock. A thread that panicked while it held the lock left nothing half done that
    /// matters.
    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn memory<'b>(&self, buffer: &'b Buffer) -> Result<&'b Memory, Error> {
        let memory = buffer.handle.downcast_ref::<Memory>();
        memory
            .filter(|memory| memory.belongs_to(&self.identity))
            .ok_or_else(|| Error::ForeignBuffer { device: PROCESSOR.into() })
    }

    fn run(&self, launch: &Launch<'_>) -> Result<(), Error> {
        let kernel = launch.kernel.handle.downcast_ref::<Compiled>();
        let kernel = kernel
            .filter(|kernel| Arc::ptr_eq(&kernel.owner, &self.identity))
            .ok_or_else(|| Error::ForeignBuffer { device: PROCESSOR.into() })?;
        let memories: Vec<_> =
            launch.buffers.iter().map(|buffer| self.memory(buffer)).collect::<Result<_, _>>()?;
        let (Some((output, inputs)), true) =
            (memories.split_last(), memories.len() == kernel.program.bindings())
        else {
            return Err(failed(format!(
                "a launch of this program needs {} buffers, not {}",
                kernel.program.bindings(),
                memories.len()
            )));
        };
        if inputs.iter().any(|input| std::ptr::eq(*input, *output)) {
            return Err(failed("a launch cannot read the buffer that it writes".into()));
        }
        let reference = kernel.program.skeleton().reference;
        match kernel.program.word() {
            // Integers are kept as the words with the same bits.
            WordType::F32 | WordType::U32 => execute(kernel, reference.f32, inputs, output, launch),
            WordType::F64 => execute(kernel, reference.f64, inputs, output, launch),
            word => Err(no_word(word)),
        }
    }
}

/// Runs a launch over words of type `F`.
fn execute<F: bytemuck::Pod>(
    kernel: &Compiled,
    reference: fn(Execution<'_, F>) -> Result<(), Error>,
    inputs: &[&Memory],
    output: &Memory,
    launch: &Launch<'_>,
) -> Result<(), Error> {
    let whole = |bytes: usize| bytes / size_of::<F>() * size_of::<F>();
    let held: Vec<_> = inputs.iter().map(|input| input.read()).collect();
    let inputs: Vec<&[F]> =
        held.iter().map(|bytes| bytemuck::cast_slice(&bytes[..whole(bytes.len())])).collect();
    let mut output = output.write();
    let whole = whole(output.len());
    reference(Execution {
        program: &kernel.program,
        plans: &kernel.plans,
        inputs: &inputs,
        output: bytemuck::cast_slice_mut(&mut output[..whole]),
        arguments: launch.arguments.map(|argument| argument as usize),
        groups: launch.groups.map(|groups| groups as usize),
    })
}

fn failed(message: String) -> Error {
    Error::Failed { device: PROCESSOR.into(), message }
}

fn no_word(word: WordType) -> Error {
    Error::NoWord { device: PROCESSOR.into(), word }
}

impl Runner for Cpu {
    fn description(&self) -> &Description {
        &self.description
    }

    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        if self.description.words.contains(&word) {
            vec![Lowering::NATIVE, Lowering::exact(Protection::Native, false)]
        } else {
            Vec::new()
        }
    }

    fn modes(&self) -> Vec<Mode> {
        let mode = |&word| Mode { name: "native".into(), word, lowering: Lowering::NATIVE };
        self.description.words.iter().map(mode).collect()
    }

    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(async move { run_blocking(self, job) })
    }
}

impl Backend for Cpu {
    fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
        let memory = Memory::new(bytes, &self.identity)
            .ok_or(Error::OutOfMemory { device: PROCESSOR.into(), bytes })?;
        Ok(Buffer { bytes, handle: Arc::new(memory) })
    }

    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        let memory = self.memory(buffer)?;
        let _turn = self.turn();
        let mut memory = memory.write();
        let space = memory.get_mut(..bytes.len()).ok_or_else(|| {
            failed(format!("{} bytes do not fit into a buffer of {}", bytes.len(), buffer.bytes))
        })?;
        space.copy_from_slice(bytes);
        Ok(())
    }

    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        let memory = self.memory(buffer)?;
        let _turn = self.turn();
        let memory = memory.read();
        let held = memory.get(..bytes.len()).ok_or_else(|| {
            failed(format!("a buffer of {} bytes has not {}", buffer.bytes, bytes.len()))
        })?;
        bytes.copy_from_slice(held);
        Ok(())
    }

    /// The circuits run unchanged under every lowering, since every step of the processor is exact.
    /// The only exception is a lowering of integers, which replaces the steps.
    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
        let word = program.word();
        if word != WordType::U32 && !self.description.words.contains(&word) {
            return Err(no_word(word));
        }
        program
            .check_workgroup(self.workgroup_limits())
            .map_err(|what| Error::Unsupported { device: PROCESSOR.into(), what })?;
        let plan = |circuit: &Circuit| match lowering.protection {
            Protection::Integers => Plan::new(&circuit.by_integers()),
            _ => Plan::new(circuit),
        };
        let plans = program.circuits().iter().map(plan).collect();
        let compiled =
            Compiled { program: program.clone(), plans, owner: Arc::clone(&self.identity) };
        Ok(Kernel { handle: Arc::new(compiled) })
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        let _turn = self.turn();
        let begin = Instant::now();
        let result = self.run(launch);
        self.busy.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
        result
    }

    /// Nothing to wait for: launches return only when they have finished.
    fn finish(&self) -> Result<(), Error> {
        Ok(())
    }

    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        let (busy, begin) = (self.busy.load(Ordering::Relaxed), Instant::now());
        work()?;
        let wall = begin.elapsed();
        let device = Duration::from_nanos(self.busy.load(Ordering::Relaxed) - busy);
        Ok(Timing { device: Some(device), wall })
    }
}
