//! The device of GL. A context of GL belongs to one thread at a time, and wgpu panics if a second thread waits too long
//! for it. Therefore one thread of the process owns every GL device with all that belongs to it, and runs tasks for the
//! other threads. A panic on this thread means that the device is lost.

use super::{WgpuBackend, adapter, open_of};
use crate::{
    backend::{Backend, Buffer, Description, Kernel, Launch, Timing},
    device::select::GL,
    error::Error,
    foreign::Foreign,
    lowering::{Lowering, Mode},
    program::{Program, WorkgroupLimits},
    runner::{Answer, Job, Runner, run_blocking},
    word_type::WordType,
};
use pollster::block_on;
use std::{
    any::Any,
    collections::HashMap,
    mem::ManuallyDrop,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::Instant,
};

/// The open devices of the thread, by number.
type Open = HashMap<u64, WgpuBackend>;

/// A task for the thread.
type Task = Box<dyn FnOnce(&mut Open) + Send>;

/// The channel to the thread, which lives as long as the process.
fn thread() -> &'static Sender<Task> {
    static THREAD: OnceLock<Sender<Task>> = OnceLock::new();
    THREAD.get_or_init(|| {
        let (sender, tasks) = channel::<Task>();
        let work = move || {
            let mut open = Open::new();
            for task in tasks {
                // A task reports its own panics. Only what is dropped after it may panic here.
                let _ = catch_unwind(AssertUnwindSafe(|| task(&mut open)));
            }
        };
        // Without the thread, tasks are lost, and a caller that waits for one receives an error.
        let _ = thread::Builder::new().name("floatfloat-gl".to_owned()).spawn(work);
        sender
    })
}

fn lost(reason: impl Into<String>) -> Error {
    Error::Lost { device: GL.to_owned(), reason: reason.into() }
}

/// Runs a task on the thread and returns its result. A panic in the task is [`Error::Lost`].
fn ask<T: Send + 'static>(
    task: impl FnOnce(&mut Open) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let (sender, answer) = channel();
    let task = move |open: &mut Open| {
        let outcome = catch_unwind(AssertUnwindSafe(|| task(open)));
        let _ = sender.send(outcome.unwrap_or_else(|panic| Err(lost(message(&*panic)))));
    };
    let gone = || lost("the thread of GL has ended");
    thread().send(Box::new(task)).map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("wgpu panicked: {}", text.unwrap_or_else(|| "without a message".to_owned()))
}

/// The description of the device, if there is one. Loads GL's drivers.
pub(crate) fn describe() -> Option<Description> {
    ask(|_| Ok(block_on(adapter::find_gl()).map(|(_, description)| description))).ok().flatten()
}

/// Opens the device.
///
/// # Errors
/// [`Error::NoDevice`], [`Error::Unsupported`] if the device's limits are too small, [`Error::Failed`],
/// [`Error::Lost`].
pub(crate) fn open() -> Result<GlBackend, Error> {
    static NUMBERS: AtomicU64 = AtomicU64::new(0);
    let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
    ask(move |open| {
        let found = block_on(adapter::find_gl());
        if found.is_none() {
            return Err(Error::NoDevice { wanted: GL.to_owned(), found: "none of GL".to_owned() });
        }
        let backend = block_on(open_of(found.into_iter().collect(), 0))?;
        let of_word = |word| (word, backend.lowerings(word));
        let opened = GlBackend {
            number,
            description: backend.description().clone(),
            compiler: backend.compiler(),
            lowerings: WordType::ALL.map(of_word).into(),
            modes: backend.modes(),
            limits: backend.workgroup_limits(),
        };
        open.insert(number, backend);
        Ok(opened)
    })
}

/// The open device of GL.
pub(crate) struct GlBackend {
    number: u64,
    description: Description,
    compiler: String,
    lowerings: HashMap<WordType, Vec<Lowering>>,
    modes: Vec<Mode>,
    limits: WorkgroupLimits,
}

/// A buffer or a kernel that the thread owns. The thread also drops it.
struct Owned<T: Send + 'static> {
    owner: u64,
    of_thread: Option<T>,
}

impl<T: Send + 'static> Drop for Owned<T> {
    fn drop(&mut self) {
        let of_thread = self.of_thread.take();
        let _ = thread().send(Box::new(move |_| drop(of_thread)));
    }
}

impl GlBackend {
    /// Calls a function with the device on its thread. After a panic the device is gone.
    fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&WgpuBackend) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let number = self.number;
        ask(move |open| {
            let backend = open.remove(&number).ok_or_else(|| lost("an earlier call lost it"))?;
            // The device is put back only if nothing panicked. If it were dropped after a panic, it
            // might panic again.
            let backend = ManuallyDrop::new(backend);
            let outcome = work(&backend);
            open.insert(number, ManuallyDrop::into_inner(backend));
            outcome
        })
    }

    fn owned<T: Clone + Send + Sync + 'static>(
        &self,
        handle: &(dyn Any + Send + Sync),
    ) -> Result<T, Error> {
        let owned = handle.downcast_ref::<Owned<T>>().filter(|owned| owned.owner == self.number);
        let owned = owned.and_then(|owned| owned.of_thread.clone());
        owned.ok_or_else(|| Error::ForeignBuffer { device: GL.to_owned() })
    }

    fn buffer(&self, buffer: &Buffer) -> Result<Buffer, Error> {
        self.owned(&*buffer.handle)
    }
}

impl Drop for GlBackend {
    fn drop(&mut self) {
        let number = self.number;
        let _ = thread().send(Box::new(move |open| drop(open.remove(&number))));
    }
}

impl Runner for GlBackend {
    fn description(&self) -> &Description {
        &self.description
    }

    fn compiler(&self) -> String {
        self.compiler.clone()
    }

    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        self.lowerings.get(&word).cloned().unwrap_or_default()
    }

    fn modes(&self) -> Vec<Mode> {
        self.modes.clone()
    }

    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(async move { run_blocking(self, job) })
    }
}

impl Backend for GlBackend {
    fn workgroup_limits(&self) -> WorkgroupLimits {
        self.limits
    }

    fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
        let owner = self.number;
        self.with(move |backend| {
            let of_thread = Some(backend.allocate(bytes)?);
            Ok(Buffer { bytes, handle: Arc::new(Owned { owner, of_thread }) })
        })
    }

    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        let (buffer, bytes) = (self.buffer(buffer)?, bytes.to_vec());
        self.with(move |backend| backend.write(&buffer, &bytes))
    }

    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        let (buffer, length) = (self.buffer(buffer)?, bytes.len());
        let read = self.with(move |backend| {
            let mut read = vec![0; length];
            backend.read(&buffer, &mut read)?;
            Ok(read)
        })?;
        bytes.copy_from_slice(&read);
        Ok(())
    }

    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
        let (program, lowering, owner) = (program.clone(), *lowering, self.number);
        self.with(move |backend| {
            let of_thread = Some(backend.compile(&program, &lowering)?);
            Ok(Kernel { handle: Arc::new(Owned { owner, of_thread }) })
        })
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        let kernel: Kernel = self.owned(&*launch.kernel.handle)?;
        let buffers = launch.buffers.iter().map(|buffer| self.buffer(buffer));
        let buffers: Vec<Buffer> = buffers.collect::<Result<_, _>>()?;
        let (arguments, groups) = (launch.arguments, launch.groups);
        self.with(move |backend| {
            let buffers: Vec<_> = buffers.iter().collect();
            backend.launch(&Launch { kernel: &kernel, buffers: &buffers, arguments, groups })
        })
    }

    fn finish(&self) -> Result<(), Error> {
        self.with(Backend::finish)
    }

    fn run_foreign(
        &self,
        program: &Foreign,
        operands: &[u8],
        output: usize,
        groups: u32,
    ) -> Result<Vec<u8>, Error> {
        let (program, operands) = (program.clone(), operands.to_vec());
        self.with(move |backend| backend.run_foreign(&program, &operands, output, groups))
    }

    fn is_concurrent(&self) -> bool {
        false
    }

    /// Uses the processor's clock. The device's clock would be started and stopped around work that runs elsewhere.
    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        self.finish()?;
        let begin = Instant::now();
        let worked = work();
        let finished = self.finish();
        let wall = begin.elapsed();
        worked?;
        finished?;
        Ok(Timing { device: None, wall })
    }
}
