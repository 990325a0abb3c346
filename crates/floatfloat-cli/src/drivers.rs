//! Devices besides this processor, each in a process of its own. A driver that crashes, hangs or takes all memory
//! becomes a finding and does not end the command.

use crate::interrupt;
use floatfloat_driver::{Drivers, Limits, serving};
use floatfloat_gpu::{
    Backend, Error,
    backend::Description,
    device::Family,
    program::{Skeleton, skeletons},
};
use floatfloat_lab::{
    devices::{Ending, Host},
    kernels,
};
use std::{ffi::OsString, io};

/// Devices in processes that are started with this command.
pub struct Processes(Drivers);

impl Processes {
    /// `own` is the command that starts this program.
    pub fn new(own: &[OsString], limits: Limits) -> Self {
        Processes(Drivers::new(serving(own), limits, interrupt::asked_to_stop))
    }
}

impl Host for Processes {
    fn families(&self) -> Vec<Family> {
        Family::built()
    }

    fn look(&self, family: Family) -> Result<(Vec<Description>, Vec<String>), Error> {
        self.0.look(family).map(|found| (found.devices, found.troubles))
    }

    fn open(&self, id: &str) -> Result<Box<dyn Backend>, Error> {
        self.0.open(id)
    }

    fn begin(&self, experiment: &str) {
        self.0.begin(experiment);
    }

    fn endings(&self) -> Vec<Ending> {
        let ending = |ending: floatfloat_driver::Ending| Ending {
            doing: ending.doing.to_string(),
            cause: ending.cause.to_string(),
            device: ending.device,
            name: ending.name,
            driver: ending.driver,
            experiment: ending.experiment,
            words: ending.words,
        };
        self.0.endings().into_iter().map(ending).collect()
    }
}

/// Serves a device on standard input and output.
pub fn serve() -> io::Result<()> {
    let skeletons: Vec<&'static Skeleton> =
        skeletons().into_iter().chain(kernels::skeletons()).collect();
    floatfloat_driver::serve(&skeletons)
}
