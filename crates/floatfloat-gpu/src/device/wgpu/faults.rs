//! The errors of a device, from any call.

use super::adapter;
use crate::error::Error;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The errors of one device, kept until they are asked for.
pub(super) struct Faults {
    device: String,
    lost: OnceLock<String>,
    first: Mutex<Option<Error>>,
}

impl Faults {
    pub(super) fn new(device: String) -> Self {
        Faults { device, lost: OnceLock::new(), first: Mutex::new(None) }
    }

    /// The name of the device in messages.
    pub(super) fn device(&self) -> &str {
        &self.device
    }

    /// Remembers permanently that the device was lost, with the first reason. Its adapter may be
    /// useless now: an adapter of DX12 contains the lost device.
    pub(super) fn lose(&self, reason: &str) {
        adapter::forget();
        let reason = if reason.is_empty() { "it was destroyed" } else { reason };
        self.lost.get_or_init(|| reason.to_owned());
    }

    /// Remembers an error that no call could return, if it is the first.
    pub(super) fn record(&self, error: wgpu::Error) {
        let error = self.typed(error, 0);
        self.first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Returns an error if the device was lost.
    pub(super) fn lost(&self) -> Result<(), Error> {
        self.lost.get().map_or(Ok(()), |reason| {
            let reason = format!("{reason}; open it again");
            Err(Error::Lost { device: self.device.clone(), reason })
        })
    }

    /// Returns an error if the device was lost, otherwise the remembered error, which is then
    /// forgotten.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.lost()?;
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.map_or(Ok(()), Err)
    }

    /// wgpu's error as an error of this crate. `bytes` is the amount of memory asked for.
    pub(super) fn typed(&self, error: wgpu::Error, bytes: u64) -> Error {
        match error {
            wgpu::Error::OutOfMemory { .. } => self.out_of_memory(bytes),
            wgpu::Error::Validation { description, .. }
            | wgpu::Error::Internal { description, .. } => self.failed(description),
        }
    }

    pub(super) fn out_of_memory(&self, bytes: u64) -> Error {
        Error::OutOfMemory { device: self.device.clone(), bytes }
    }

    pub(super) fn failed(&self, message: impl Into<String>) -> Error {
        Error::Failed { device: self.device.clone(), message: message.into() }
    }

    pub(super) fn rejected(&self, message: impl Into<String>) -> Error {
        Error::Rejected { device: self.device.clone(), message: message.into() }
    }

    pub(super) fn unsupported(&self, what: impl Into<String>) -> Error {
        Error::Unsupported { device: self.device.clone(), what: what.into() }
    }
}
