//! Errors of a device, sent from one process to the other.

use floatfloat_gpu::Error;
use serde::{Deserialize, Serialize};

/// An [`Error`] that a backend returns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Failure {
    NoDevice { wanted: String, found: String },
    Unsupported { device: String, what: String },
    OutOfMemory { device: String, bytes: u64 },
    Lost { device: String, reason: String },
    Rejected { device: String, message: String },
    Failed { device: String, message: String },
    ForeignBuffer { device: String },
}

impl Failure {
    /// Errors that backends never return become [`Failure::Failed`].
    pub(crate) fn of(id: &str, error: Error) -> Self {
        match error {
            Error::NoDevice { wanted, found } => Failure::NoDevice { wanted, found },
            Error::Unsupported { device, what } => Failure::Unsupported { device, what },
            Error::OutOfMemory { device, bytes } => Failure::OutOfMemory { device, bytes },
            Error::Lost { device, reason } => Failure::Lost { device, reason },
            Error::Rejected { device, message } => Failure::Rejected { device, message },
            Error::Failed { device, message } => Failure::Failed { device, message },
            Error::ForeignBuffer { device } => Failure::ForeignBuffer { device },
            other => Failure::Failed { device: id.to_owned(), message: other.to_string() },
        }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NoDevice { wanted, found } => Error::NoDevice { wanted, found },
            Failure::Unsupported { device, what } => Error::Unsupported { device, what },
            Failure::OutOfMemory { device, bytes } => Error::OutOfMemory { device, bytes },
            Failure::Lost { device, reason } => Error::Lost { device, reason },
            Failure::Rejected { device, message } => Error::Rejected { device, message },
            Failure::Failed { device, message } => Error::Failed { device, message },
            Failure::ForeignBuffer { device } => Error::ForeignBuffer { device },
        }
    }
}
