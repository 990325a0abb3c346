//! All programs that are compiled beforehand: the standard ones, and those that opening a device runs
//! to certify it.

use floatfloat_gpu::{
    Backend, Device, Error, Lowering, OpenOptions, Program, Select, WordType,
    backend::{Buffer, Description, Kernel, Launch, Timing},
    device::open_backend,
    emit::cuda::shipped,
    lowering::Mode,
    program::standard,
    runner::{Answer, Job, Runner, run_blocking},
};
use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
};

/// The processor, as a device that is exact with the lowering of the programs that are compiled
/// beforehand. Remembers what is compiled for it.
struct Recorder {
    processor: Box<dyn Backend>,
    programs: Arc<Mutex<Vec<Program>>>,
}

impl Runner for Recorder {
    fn description(&self) -> &Description {
        self.processor.description()
    }
    fn lowerings(&self, _: WordType) -> Vec<Lowering> {
        vec![shipped::LOWERING]
    }
    fn modes(&self) -> Vec<Mode> {
        Vec::new()
    }
    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(async move { run_blocking(self, job) })
    }
}

impl Backend for Recorder {
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
        assert_eq!(*lowering, shipped::LOWERING, "certificates of an exact device need no other");
        self.programs.lock().unwrap().push(program.clone());
        self.processor.compile(program, lowering)
    }
    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        self.processor.launch(launch)
    }
    fn finish(&self) -> Result<(), Error> {
        self.processor.finish()
    }
    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        self.processor.time(work)
    }
}

/// Every program once, with a name.
pub fn programs() -> Vec<(String, Program)> {
    let mut programs = standard();
    let recorded = recorded().expect("the processor runs every program");
    programs.extend(recorded.into_iter().map(|program| ("certificate".to_owned(), program)));
    let mut known = HashSet::new();
    programs.retain(|(_, program)| known.insert(program.clone()));
    programs
}

fn recorded() -> Result<Vec<Program>, Box<dyn std::error::Error>> {
    let programs = Arc::new(Mutex::default());
    let recorder =
        Recorder { processor: open_backend(Select::Cpu)?, programs: Arc::clone(&programs) };
    let folder = tempfile::tempdir()?;
    let options = OpenOptions {
        recertify: true,
        cache: Some(folder.path().into()),
        ..OpenOptions::default()
    };
    let device = Device::from_backend(Box::new(recorder), &options)?;
    drop(device);
    let mut programs = std::mem::take(&mut *programs.lock().unwrap());
    // Certificates of several words are made at the same time.
    programs.sort_by_cached_key(|program| format!("{program:?}"));
    Ok(programs)
}
