//! A stand-in device with a planted fault, for tests: the environment variable `FLOATFLOAT_STAND_IN` names the fault.

use floatfloat_gpu::{
    Backend, Error, Lowering, Program, Runner, Select, WordType,
    backend::{Buffer, Description, Kernel, Launch, Timing},
    device::{Family, open_backend},
    lowering::Mode,
    program::WorkgroupLimits,
    runner::{Answer, Job, run_blocking},
};
use std::{
    env,
    fs::File,
    hint,
    io::Write,
    process::abort,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

/// Names a fault, or a fault and the number of programs that are compiled or run before it: `leak`,
/// `hang-run:100`.
const VARIABLE: &str = "FLOATFLOAT_STAND_IN";

/// The id of the stand-in, as in `--device`.
const ID: &str = "wgpu:0";

/// What goes wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Compiling allocates memory without end.
    Leak,
    /// Looking for devices reads from an invalid address.
    CrashInLooking,
    /// Compiling does not end.
    HangInCompile,
    /// A program does not end.
    HangInRun,
    /// Compiling reads from an invalid address.
    Crash,
    /// Compiling aborts the process.
    Abort,
    /// Compiling panics.
    Panic,
    /// Compiling writes to the terminal, and continues.
    Chatter,
    /// Compiling writes where answers are expected.
    Garbage,
}

const FAULTS: [(&str, Fault); 9] = [
    ("segfault-look", Fault::CrashInLooking),
    ("leak", Fault::Leak),
    ("hang-compile", Fault::HangInCompile),
    ("hang-run", Fault::HangInRun),
    ("segfault", Fault::Crash),
    ("abort", Fault::Abort),
    ("panic", Fault::Panic),
    ("chatter", Fault::Chatter),
    ("garbage", Fault::Garbage),
];

/// The requested fault, and the number of programs before it.
fn planted() -> Option<(Fault, u64)> {
    let text = env::var(VARIABLE).ok()?;
    let (name, after) = text.split_once(':').unwrap_or((&text, "0"));
    let (_, fault) = FAULTS.into_iter().find(|(known, _)| *known == name)?;
    Some((fault, after.parse().ok()?))
}

fn description() -> Description {
    Description {
        id: ID.to_owned(),
        name: "stand-in with a planted fault".to_owned(),
        backend: "vulkan".to_owned(),
        driver: "stand-in 1.0".to_owned(),
        software: true,
        words: vec![WordType::F32, WordType::F64],
    }
}

/// If a fault is planted, the devices of a family: only the stand-in.
pub(crate) fn devices(family: Family) -> Option<Vec<Description>> {
    let (fault, _) = planted()?;
    if fault == Fault::CrashInLooking && family == Family::Wgpu {
        crash();
    }
    Some(if family == Family::Wgpu { vec![description()] } else { Vec::new() })
}

/// The stand-in, if this id and a fault request it. `output` is where answers go.
pub(crate) fn open(id: &str, output: &File) -> Option<StandIn> {
    let (fault, after) = planted().filter(|_| id == ID)?;
    Some(StandIn {
        description: description(),
        processor: open_backend(Select::Cpu).ok()?,
        fault,
        after,
        done: AtomicU64::new(0),
        output: Mutex::new(output.try_clone().ok()?),
    })
}

/// The processor under another name, with a fault.
pub(crate) struct StandIn {
    description: Description,
    processor: Box<dyn Backend>,
    fault: Fault,
    after: u64,
    done: AtomicU64,
    output: Mutex<File>,
}

impl StandIn {
    /// Counts one more program; returns whether the fault is due.
    fn is_due(&self) -> bool {
        self.done.fetch_add(1, Ordering::Relaxed) >= self.after
    }

    /// Causes the fault of compiling.
    fn fail(&self) {
        match self.fault {
            Fault::CrashInLooking | Fault::HangInRun => {}
            Fault::Leak => leak(),
            Fault::HangInCompile => hang(),
            Fault::Crash => crash(),
            Fault::Abort => abort(),
            Fault::Panic => panic!("a planted fault"),
            Fault::Chatter => {
                println!("stand-in: a warning on standard output");
                eprintln!("stand-in: a warning on standard error");
            }
            Fault::Garbage => {
                let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = output.write_all(b"MESA: error: planted rubbish\n");
                let _ = output.flush();
            }
        }
    }
}

/// Allocates 200 MB more each second, like a compiler in an endless loop.
fn leak() {
    let mut taken = Vec::new();
    loop {
        taken.push(vec![1u8; 20 << 20]);
        hint::black_box(&taken);
        thread::sleep(Duration::from_millis(100));
    }
}

fn hang() {
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

/// Ends like a program that reads from an invalid address.
fn crash() {
    // A handler may take the first signal; the next goes to the system.
    #[cfg(unix)]
    loop {
        use rustix::process::{Signal, getpid, kill_process};
        let _ = kill_process(getpid(), Signal::SEGV);
        thread::sleep(Duration::from_millis(1));
    }
    // Elsewhere there is no such signal.
    #[cfg(not(unix))]
    abort()
}

impl Runner for StandIn {
    fn description(&self) -> &Description {
        &self.description
    }
    fn compiler(&self) -> String {
        // A unique name for each process, so that a certificate is never used again.
        format!("stand-in, process {}", std::process::id())
    }
    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        self.processor.lowerings(word)
    }
    fn modes(&self) -> Vec<Mode> {
        self.processor.modes()
    }
    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(async move { run_blocking(self, job) })
    }
}

impl Backend for StandIn {
    fn workgroup_limits(&self) -> WorkgroupLimits {
        self.processor.workgroup_limits()
    }
    fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
        self.processor.allocate(bytes)
    }
    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        self.processor.write(buffer, bytes)
    }
    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        self.processor.read(buffer, bytes)
    }
    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
        if self.is_due() {
            self.fail();
        }
        self.processor.compile(program, lowering)
    }
    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        if self.is_due() && self.fault == Fault::HangInRun {
            hang();
        }
        self.processor.launch(launch)
    }
    fn finish(&self) -> Result<(), Error> {
        self.processor.finish()
    }
    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        self.processor.time(work)
    }
}
