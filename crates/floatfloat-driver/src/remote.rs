//! A device in another process.

mod link;
mod objects;

pub(crate) use link::Link;

use crate::{
    child::Child,
    drivers::unexpected,
    ending::Doing,
    memory,
    wire::{Answer, Opened, Request},
};
use floatfloat_gpu::{
    Backend, Error, Lowering, Program, Runner, WordType,
    backend::{Buffer, Cost, Description, Kernel, Launch, Timing, Vendor},
    foreign::Foreign,
    lowering::Mode,
    program::WorkgroupLimits,
    runner::{self, Job, run_blocking},
};
use link::State;
use objects::{RemoteBuffer, RemoteKernel, compile, title};
use std::{
    any::Any,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// After this many launches the device is waited for, so that a long queue does not look like silence.
const LONGEST_QUEUE: u32 = 256;

/// A device in another process.
pub(crate) struct Remote {
    link: Arc<Link>,
    opened: Opened,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Remote {
    /// Opens the device of this connection.
    pub(crate) fn open(link: Arc<Link>) -> Result<Self, Error> {
        let mut state = lock(&link.state);
        link.child(&mut state)?;
        let opened = state.opened.clone().ok_or_else(|| unexpected(&link.id))?;
        drop(state);
        Ok(Remote { link, opened })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.link.state)
    }

    /// The object behind a handle, if it belongs to this device.
    fn of_handle<'h, T: 'static>(
        &self,
        handle: &'h (dyn Any + Send + Sync),
        link: fn(&T) -> &Arc<Link>,
    ) -> Result<&'h T, Error> {
        let own = handle.downcast_ref::<T>().filter(|own| Arc::ptr_eq(link(own), &self.link));
        own.ok_or_else(|| Error::ForeignBuffer { device: self.link.id.clone() })
    }

    /// The number of a buffer. The buffers of a process are lost with it.
    fn number(&self, state: &State, buffer: &Buffer) -> Result<u64, Error> {
        let buffer = self.of_handle(&*buffer.handle, |own: &RemoteBuffer| &own.link)?;
        if let Some(reason) = self.link.shared.given_up(&self.link.id) {
            return Err(self.link.lost(reason));
        }
        if buffer.name.generation != state.generation {
            return Err(self.link.gone("its process has ended, and this array with it"));
        }
        Ok(buffer.name.number)
    }

    /// Whether a software device, whose memory is that of the machine, does not have this many bytes left.
    fn lacks(&self, bytes: u64) -> bool {
        // Small arrays are not checked: most arrays are small, and the check takes longer than using them.
        self.opened.description.software
            && bytes > 1 << 24
            && bytes.saturating_mul(2) > memory::available()
    }
}

impl Runner for Remote {
    fn description(&self) -> &Description {
        &self.opened.description
    }

    fn compiler(&self) -> String {
        self.opened.compiler.clone()
    }

    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        let of_word = self.opened.lowerings.iter().find(|(known, _)| *known == word);
        of_word.map(|(_, lowerings)| lowerings.clone()).unwrap_or_default()
    }

    fn modes(&self) -> Vec<Mode> {
        self.opened.modes.clone()
    }

    fn run<'a>(&'a self, job: Job<'a>) -> runner::Answer<'a> {
        Box::pin(async move { run_blocking(self, job) })
    }
}

impl Backend for Remote {
    fn workgroup_limits(&self) -> WorkgroupLimits {
        self.opened.limits
    }

    fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
        if self.lacks(bytes) {
            return Err(Error::OutOfMemory { device: self.link.id.clone(), bytes });
        }
        let state = &mut *self.state();
        self.link.child(state)?;
        let name = state.name();
        state.arrays += bytes;
        let request = Request::Allocate { buffer: name.number, bytes };
        let outcome = self.link.order(state, &request, &[]);
        if outcome.is_err() && name.generation == state.generation {
            state.arrays -= bytes;
        }
        outcome?;
        let handle = Arc::new(RemoteBuffer { link: Arc::clone(&self.link), name, bytes });
        Ok(Buffer { bytes, handle })
    }

    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        let state = &mut *self.state();
        let buffer = self.number(state, buffer)?;
        self.link.order(state, &Request::Write { buffer }, bytes)
    }

    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        let state = &mut *self.state();
        let buffer = self.number(state, buffer)?;
        let request = Request::Read { buffer, bytes: bytes.len() as u64 };
        let (_, read) = self.link.ask(state, &request, &[], State::running)?;
        if read.len() != bytes.len() {
            return Err(unexpected(&self.link.id));
        }
        bytes.copy_from_slice(&read);
        Ok(())
    }

    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
        let compiled = compile(&self.link, &mut self.state(), program, lowering)?;
        let handle = Arc::new(RemoteKernel {
            link: Arc::clone(&self.link),
            program: program.clone(),
            lowering: *lowering,
            title: title(program, lowering),
            compiled: Mutex::new(compiled),
        });
        Ok(Kernel { handle })
    }

    fn compile_watched(
        &self,
        program: &Program,
        lowering: &Lowering,
    ) -> Result<Option<Cost>, Error> {
        let state = &mut *self.state();
        self.link.child(state)?;
        let begin = Instant::now();
        let compiled = compile(&self.link, state, program, lowering)?;
        let time = begin.elapsed();
        let memory = state.child.as_ref().map_or(0, Child::grown);
        let number = compiled.name.number;
        self.link.forget(state, compiled.name, &Request::Discard { kernel: number });
        Ok(Some(Cost { time, memory }))
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        let state = &mut *self.state();
        let kernel = self.of_handle(&*launch.kernel.handle, |own: &RemoteKernel| &own.link)?;
        let number = kernel.number(state)?;
        let buffers = launch.buffers.iter().map(|buffer| self.number(state, buffer));
        let buffers = buffers.collect::<Result<_, _>>()?;
        state.launched.clone_from(&kernel.title);
        let (arguments, groups) = (launch.arguments, launch.groups);
        self.link.tell(state, &Request::Launch { kernel: number, buffers, arguments, groups })?;
        state.queued += 1;
        if state.queued == LONGEST_QUEUE {
            self.link.order(state, &Request::Finish, &[])?;
        }
        Ok(())
    }

    fn finish(&self) -> Result<(), Error> {
        self.link.order(&mut self.state(), &Request::Finish, &[])
    }

    fn run_foreign(
        &self,
        program: &Foreign,
        operands: &[u8],
        output: usize,
        groups: u32,
    ) -> Result<Vec<u8>, Error> {
        let state = &mut *self.state();
        let request = Request::Foreign { program: program.clone(), output: output as u64, groups };
        let doing = |_: &State| Doing::Running(format!("`{}`, which others wrote", program.entry));
        let (_, results) = self.link.ask(state, &request, operands, doing)?;
        if results.len() == output { Ok(results) } else { Err(unexpected(&self.link.id)) }
    }

    /// The other process measures the time. The requests of `work` reach it together.
    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        let generation = {
            let state = &mut *self.state();
            self.link.tell(state, &Request::Begin)?;
            state.generation
        };
        let worked = work();
        let state = &mut *self.state();
        if state.generation != generation {
            return Err(worked.err().unwrap_or_else(|| self.link.gone("its process has ended")));
        }
        let (answer, _) = self.link.ask(state, &Request::End, &[], State::running)?;
        worked?;
        match answer {
            Answer::Timed { device, wall } => Ok(Timing {
                device: device.map(Duration::from_nanos),
                wall: Duration::from_nanos(wall),
            }),
            _ => Err(unexpected(&self.link.id)),
        }
    }

    /// A process carries out one request after the other.
    fn is_concurrent(&self) -> bool {
        false
    }

    fn vendor(&self) -> Option<&dyn Vendor> {
        self.opened.vendor.is_some().then_some(self)
    }
}

impl Vendor for Remote {
    fn instructions_per_second(&self, word: WordType) -> Option<f64> {
        let stated = self.opened.vendor.as_ref()?;
        stated.iter().find(|(known, _)| *known == word).map(|(_, rate)| *rate)
    }

    fn registers(&self, kernel: &Kernel) -> Option<u32> {
        let kernel = self.of_handle(&*kernel.handle, |own: &RemoteKernel| &own.link).ok()?;
        lock(&kernel.compiled).registers
    }

    fn copy(&self, from: &Buffer, to: &Buffer, bytes: u64) -> Result<(), Error> {
        let state = &mut *self.state();
        let (from, to) = (self.number(state, from)?, self.number(state, to)?);
        self.link.tell(state, &Request::Copy { from, to, bytes })
    }

    fn gemm_f64(
        &self,
        buffers: [&Buffer; 3],
        rows: u32,
        columns: u32,
        depth: u32,
    ) -> Option<Result<(), Error>> {
        let state = &mut *self.state();
        let mut product = || {
            let [a, b, c] = buffers.map(|buffer| self.number(state, buffer));
            let buffers = [a?, b?, c?];
            let request = Request::Gemm { buffers, shape: [rows, columns, depth] };
            match self.link.ask(state, &request, &[], State::running)? {
                (Answer::Multiplied(done), _) => Ok(done),
                _ => Err(unexpected(&self.link.id)),
            }
        };
        match product() {
            Ok(true) => Some(Ok(())),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
