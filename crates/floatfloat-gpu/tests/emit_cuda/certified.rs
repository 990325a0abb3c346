//! All programs that are compiled beforehand: the standard ones, and those that opening a device
//! runs to certify it.

use floatfloat_gpu::{
    Backend, Device, Error, Lowering, Program, Select, WordType,
    backend::{Buffer, Description, Kernel, Launch, Timing},
    certificate::certify,
    emit::cuda::shipped,
    lowering::Mode,
};
use std::{collections::HashSet, sync::Mutex};

/// The processor, as a device that is exact with the lowering of the programs that are compiled
/// beforehand. Remembers what is compiled for it.
struct Recorder<'p> {
    processor: &'p dyn Backend,
    programs: Mutex<Vec<Program>>,
}

impl Backend for Recorder<'_> {
    fn description(&self) -> &Description {
        self.processor.description()
    }
    fn lowerings(&self, _: WordType) -> Vec<Lowering> {
        vec![shipped::LOWERING]
    }
    fn modes(&self) -> Vec<Mode> {
        Vec::new()
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
    let device = Device::open(Select::Cpu).expect("every machine has a processor");
    let recorder = Recorder { processor: device.backend(), programs: Mutex::default() };
    assert!(certify(&recorder).is_certified(), "the processor is exact");
    let certified = recorder.programs.into_inner().unwrap();
    let mut programs = shipped::standard();
    programs.extend(certified.into_iter().map(|program| ("certificate".to_owned(), program)));
    let mut known = HashSet::new();
    programs.retain(|(_, program)| known.insert(program.clone()));
    programs
}
