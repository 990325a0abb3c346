//! Where the drivers of devices run.

use floatfloat_gpu::{
    Backend, Error,
    backend::Description,
    device::{Family, open_backend, troubles},
};

/// Finds and opens devices besides this processor. The command's host does so in a process for each device; this crate has
/// [`InProcess`] only.
pub trait Host: Send + Sync {
    /// The families of devices that can be looked for.
    fn families(&self) -> Vec<Family>;

    /// The devices of a family, and what keeps this machine from using others, for people.
    ///
    /// # Errors
    /// [`Error::Lost`] where a driver fails, [`Error::Failed`], [`Error::Cancelled`].
    fn look(&self, family: Family) -> Result<(Vec<Description>, Vec<String>), Error>;

    /// Opens a device.
    ///
    /// # Errors
    /// [`Error::NoDevice`], and what the driver may say.
    fn open(&self, id: &str) -> Result<Box<dyn Backend>, Error>;

    /// What devices are used for from here on.
    fn begin(&self, _experiment: &str) {}

    /// Drivers that have failed until now.
    fn endings(&self) -> Vec<Ending> {
        Vec::new()
    }
}

/// A driver whose process ended before it was told to.
#[derive(Clone, Debug)]
pub struct Ending {
    /// What `--device` calls the device, or the kind of devices that was looked for.
    pub device: String,
    /// Its name; empty where it was not known yet.
    pub name: String,
    /// Its driver and version; empty where it was not known yet.
    pub driver: String,
    /// The experiment.
    pub experiment: String,
    /// What was compiled or run: `while it compiled ...`.
    pub doing: String,
    /// How it ended: `crashed with signal 11 (SIGSEGV)`.
    pub cause: String,
    /// What the driver wrote last.
    pub words: String,
}

/// Drivers in this process. Of GL, whose drivers fail most often, none is loaded.
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
