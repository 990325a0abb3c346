//! What can go wrong in the laboratory.

use std::{io, path::PathBuf};

/// An error of the laboratory. Its text says what was wrong, where, and what to do.
///
/// Whatever is computed on a device fails as that does, and whatever takes long ends with
/// [`Interrupted`](Error::Interrupted); functions inside this crate name only what else can go wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user asked to stop; what was finished before is kept by the caller.
    #[error("interrupted")]
    Interrupted,
    /// Results or a page could not be read, written or drawn.
    #[error(transparent)]
    Report(#[from] floatfloat_report::Error),
    /// A file could not be read.
    #[error("{action} {path}: {source}", path = path.display())]
    File {
        /// What was tried, `cannot read` say.
        action: &'static str,
        /// Which file.
        path: PathBuf,
        /// Why it failed.
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
        /// What was asked for.
        name: String,
        /// Those that exist.
        known: String,
    },
    /// A device was asked for that is not there.
    #[error("there is no device {wanted}; this machine has: {found}")]
    NoDevice {
        /// What was asked for.
        wanted: String,
        /// The ids of what there is.
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
