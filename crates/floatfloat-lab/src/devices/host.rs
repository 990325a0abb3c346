//! The host of the devices' drivers.

use floatfloat_gpu::{
    Backend, Error,
    backend::Description,
    device::{Family, open_backend, troubles},
};

/// Finds and opens devices besides this processor. The command's host uses a process for each device. This crate has
/// only [`InProcess`].
pub trait Host: Send + Sync {
    /// The families of devices that can be searched.
    fn families(&self) -> Vec<Family>;

    /// The devices of a family, and text for people about why this machine cannot use others.
    ///
    /// # Errors
    /// [`Error::Lost`] if a driver fails, [`Error::Failed`], [`Error::Cancelled`].
    fn look(&self, family: Family) -> Result<(Vec<Description>, Vec<String>), Error>;

    /// Opens a device.
    ///
    /// # Errors
    /// [`Error::NoDevice`], and errors of the driver.
    fn open(&self, id: &str) -> Result<Box<dyn Backend>, Error>;

    /// Says for which experiment devices are used from now on.
    fn begin(&self, _experiment: &str) {}

    /// The driver failures so far.
    fn endings(&self) -> Vec<Ending> {
        Vec::new()
    }
}

/// A driver whose process ended too early.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The name of the device for `--device`, or the kind of devices that was searched.
    pub device: String,
    /// The name of the device; empty if it was not known yet.
    pub name: String,
    /// The driver and its version; empty if they were not known yet.
    pub driver: String,
    /// The experiment.
    pub experiment: String,
    /// What the driver was compiling or running: `while it compiled ...`.
    pub doing: String,
    /// How the process ended: `crashed with signal 11 (SIGSEGV)`.
    pub cause: String,
    /// The last output of the driver.
    pub words: String,
}

/// Drivers in this process. The drivers of GL, which fail most often, are not loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct InProcess;

impl Host for InProcess {
    fn families(&self) -> Vec<Family> {
        Family::built().into_iter().filter(|family| *family != Family::Gl).collect()
    }

    fn look(&self, family: Family) -> Result<(Vec<Description>, Vec<String>), Error> {
        Ok((family.devices(), troubles(family)))
    }

    fn open(&self, id: &str) -> Result<Box<dyn Backend>, Error> {
        let select = id.parse().map_err(|error: floatfloat_gpu::device::ParseSelectError| {
            Error::NoDevice { wanted: id.to_owned(), found: error.to_string() }
        })?;
        open_backend(select)
    }
}
