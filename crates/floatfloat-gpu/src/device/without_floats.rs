//! Devices on which some word types are treated as missing.

use crate::{
    backend::{Backend, Buffer, Cost, Description, Kernel, Launch, Timing, Vendor},
    error::Error,
    lowering::{Lowering, Mode, Protection},
    program::{Program, WorkgroupLimits},
    runner::{Answer, Job, Runner},
    word_type::WordType,
};
use std::env;

/// The environment variable that names the words (`f32`, `f64`, or both with a comma) whose own arithmetic devices
/// may not use.
pub const INTEGERS_VARIABLE: &str = "FLOATFLOAT_INTEGERS";

/// The words that the environment variable [`INTEGERS_VARIABLE`] names; none if it is unset or empty.
///
/// # Errors
/// [`Error::Setting`].
pub(super) fn of_environment() -> Result<Vec<WordType>, Error> {
    let value = env::var(INTEGERS_VARIABLE).unwrap_or_default();
    let names = value.split(',').map(str::trim).filter(|name| !name.is_empty());
    let word = |name| match name {
        "f32" => Ok(WordType::F32),
        "f64" => Ok(WordType::F64),
        _ => Err(Error::Setting {
            variable: INTEGERS_VARIABLE,
            value: value.clone(),
            expected: "f32, f64, or both with a comma",
        }),
    };
    names.map(word).collect()
}

/// A device that may compute with these words only by integers.
pub(super) struct WithoutFloats {
    pub(super) backend: Box<dyn Backend>,
    pub(super) words: Vec<WordType>,
}

impl Runner for WithoutFloats {
    fn description(&self) -> &Description {
        self.backend.description()
    }
    fn compiler(&self) -> String {
        self.backend.compiler()
    }
    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        let mut lowerings = self.backend.lowerings(word);
        if self.words.contains(&word) {
            lowerings.retain(|lowering| lowering.protection == Protection::Integers);
        }
        lowerings
    }
    fn modes(&self) -> Vec<Mode> {
        self.backend.modes()
    }
    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        self.backend.run(job)
    }
}

impl Backend for WithoutFloats {
    fn workgroup_limits(&self) -> WorkgroupLimits {
        self.backend.workgroup_limits()
    }
    fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
        self.backend.allocate(bytes)
    }
    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        self.backend.write(buffer, bytes)
    }
    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        self.backend.read(buffer, bytes)
    }
    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
        self.backend.compile(program, lowering)
    }
    fn compile_watched(
        &self,
        program: &Program,
        lowering: &Lowering,
    ) -> Result<Option<Cost>, Error> {
        self.backend.compile_watched(program, lowering)
    }
    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        self.backend.launch(launch)
    }
    fn finish(&self) -> Result<(), Error> {
        self.backend.finish()
    }
    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        self.backend.time(work)
    }
    fn is_concurrent(&self) -> bool {
        self.backend.is_concurrent()
    }
    fn vendor(&self) -> Option<&dyn Vendor> {
        self.backend.vendor()
    }
}
