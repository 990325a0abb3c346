//! Errors of the laboratory.

use std::{io, path::PathBuf};

/// An error of the laboratory. Its text says what was wrong, where, and what to do about it.
///
/// Computations on a device fail with the errors of the device, and everything that takes long ends
/// with [`Interrupted`](Error::Interrupted). Functions in this crate document only the other errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user asked to stop. The caller keeps what was finished before.
    #[error("interrupted")]
    Interrupted,
    /// Results or a page could not be read, written or drawn.
    #[error(transparent)]
    Report(#[from] floatfloat_report::Error),
    /// A file could not be read.
    #[error("{action} {path}: {source}", path = path.display())]
    File {
        /// What was tried, such as `cannot read`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The input is not what the command needs.
    #[error("{0}")]
    Input(String),
    /// The user's data are not what the command needs.
    #[error(transparent)]
    Data(#[from] floatfloat_data::Error),
    /// No experiment has this name.
    #[error("no experiment is called `{name}`; there are: {known}")]
    UnknownExperiment {
        /// The requested name.
        name: String,
        /// The existing experiments.
        known: String,
    },
    /// A requested device does not exist.
    #[error("there is no device {wanted}; this machine has: {found}")]
    NoDevice {
        /// The requested device.
        wanted: String,
        /// The ids of the devices that exist.
        found: String,
    },
    /// A device failed while it was used.
    #[error(transparent)]
    Device(floatfloat_gpu::Error),
    /// A machine under test failed or could not be examined.
    #[error("paranoia: {0}")]
    Paranoia(#[from] floatfloat_paranoia::Error),
    /// A thread could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(String),
}

impl From<floatfloat_gpu::Error> for Error {
    fn from(error: floatfloat_gpu::Error) -> Self {
        match error {
            floatfloat_gpu::Error::Cancelled => Error::Interrupted,
            error => Error::Device(error),
        }
    }
}
