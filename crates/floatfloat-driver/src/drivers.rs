//! All drivers that a process uses.

use crate::{
    child::{Child, Interrupted, Stop},
    ending::{Doing, Ending},
    limits::Limits,
    remote::{Link, Remote},
    wire::{Answer, Request},
};
use floatfloat_gpu::{Backend, Error, backend::Description, device::Family};
use std::{
    collections::HashMap,
    ffi::OsString,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Starts drivers in processes of their own, and keeps a list of those that ended early.
#[derive(Clone)]
pub struct Drivers(Arc<Shared>);

/// The devices of a family on this machine.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The devices. None of them is opened.
    pub devices: Vec<Description>,
    /// Reasons why other devices of this machine cannot be used, as text for users.
    pub troubles: Vec<String>,
}

/// The state that all devices share.
pub(crate) struct Shared {
    command: Vec<OsString>,
    limits: Limits,
    interrupted: Interrupted,
    experiment: Mutex<String>,
    endings: Mutex<Vec<Ending>>,
    /// Devices for which no process is started any more, and why.
    given_up: Mutex<HashMap<String, String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drivers {
    /// `command` with its arguments must start a process that calls [`serve`](crate::serve). `interrupted` is
    /// called repeatedly while a driver is waited for. If it returns true, the driver's process is killed, and
    /// the waiting caller gets [`Error::Cancelled`].
    pub fn new(
        command: Vec<OsString>,
        limits: Limits,
        interrupted: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        Drivers(Arc::new(Shared {
            command,
            limits,
            interrupted: Arc::new(interrupted),
            experiment: Mutex::default(),
            endings: Mutex::default(),
            given_up: Mutex::default(),
        }))
    }

    /// The devices of a family. A separate process looks for them.
    ///
    /// # Errors
    /// [`Error::Lost`] if this process ended, which is recorded in [`endings`](Self::endings);
    /// [`Error::Failed`] if it could not be started; [`Error::Cancelled`].
    pub fn look(&self, family: Family) -> Result<Found, Error> {
        let name = match family {
            Family::Wgpu => "wgpu",
            Family::Gl => "wgpu:gl",
            Family::Cuda => "cuda",
        };
        let mut child = self.0.start(name)?;
        let asked = child.ask(&Request::Devices(family), &[]);
        let (reply, _) = asked.map_err(|stop| match stop {
            Stop::Interrupted => Error::Cancelled,
            Stop::Ended(cause, words) => {
                let ending = Ending {
                    device: name.to_owned(),
                    name: String::new(),
                    driver: String::new(),
                    experiment: self.0.experiment(),
                    doing: Doing::Looking,
                    cause,
                    words,
                };
                let reason = ending.to_string();
                self.0.ended(ending);
                Error::Lost { device: name.to_owned(), reason }
            }
        })?;
        match reply? {
            Answer::Devices { devices, troubles } => Ok(Found { devices, troubles }),
            _ => Err(unexpected(name)),
        }
    }

    /// Opens a device. Its process lives until nothing of the device is used any more.
    ///
    /// # Errors
    /// Those of [`look`](Self::look), and those of the driver.
    pub fn open(&self, id: &str) -> Result<Box<dyn Backend>, Error> {
        let link = Link::new(Arc::clone(&self.0), id);
        Ok(Box::new(Remote::open(link)?))
    }

    /// Names the experiment that uses drivers from here on; endings report this name.
    pub fn begin(&self, experiment: &str) {
        experiment.clone_into(&mut lock(&self.0.experiment));
    }

    /// The drivers' processes that ended early, in the order in which they ended.
    pub fn endings(&self) -> Vec<Ending> {
        lock(&self.0.endings).clone()
    }
}

impl Shared {
    /// Whether the user of the devices wants to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        (self.interrupted)()
    }

    /// Starts a process for a device.
    pub(crate) fn start(&self, device: &str) -> Result<Child, Error> {
        if self.is_interrupted() {
            return Err(Error::Cancelled);
        }
        Child::start(&self.command, self.limits, Arc::clone(&self.interrupted))
            .map_err(|error| self.not_started(device, &error))
    }

    fn not_started(&self, device: &str, error: &io::Error) -> Error {
        let words = self.command.iter().map(|word| word.to_string_lossy());
        let command = words.collect::<Vec<_>>().join(" ");
        let message = format!("its process could not be started with `{command}`: {error}");
        Error::Failed { device: device.to_owned(), message }
    }

    /// The experiment that uses drivers now.
    pub(crate) fn experiment(&self) -> String {
        lock(&self.experiment).clone()
    }

    /// Records an ending. Returns whether the same device has ended in the same way before.
    pub(crate) fn ended(&self, ending: Ending) -> bool {
        let mut endings = lock(&self.endings);
        let is_again = endings.iter().any(|earlier| earlier.is_like(&ending));
        endings.push(ending);
        is_again
    }

    /// Makes sure that no process of this device is started any more.
    pub(crate) fn give_up(&self, device: &str, reason: &str) {
        lock(&self.given_up).insert(device.to_owned(), reason.to_owned());
    }

    /// Why no process of this device is started any more, if so.
    pub(crate) fn given_up(&self, device: &str) -> Option<String> {
        lock(&self.given_up).get(device).cloned()
    }
}

/// The error for an answer that does not belong to the request.
pub(crate) fn unexpected(device: &str) -> Error {
    let message = "its process sent an unexpected answer".to_owned();
    Error::Failed { device: device.to_owned(), message }
}
