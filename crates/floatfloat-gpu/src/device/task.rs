//! Progress and cancellation of long calls.

use super::{
    Device,
    launch::{Piece, Prepared},
};
use crate::error::Error;
use floatfloat::progress::Progress;
use std::{cell::Cell, sync::Arc};

impl Device {
    /// The same device with the same arrays. `progress` watches its long calls: maps, sums and
    /// products report how much of their work was handed to the device. The device finishes that work
    /// within some seconds. Every call that launches or copies ends with [`Error::Cancelled`] if
    /// `progress` asks for it, before its next piece of some 40 ms. Work that was launched before
    /// goes on, and an array that was to be overwritten is overwritten in part.
    ///
    /// ```
    /// use floatfloat::progress::Progress;
    /// use floatfloat_gpu::{Device, Error, Select};
    /// use std::{sync::Arc, time::Instant};
    ///
    /// /// Has no more time after an instant.
    /// struct Deadline(Instant);
    ///
    /// impl Progress for Deadline {
    ///     fn cancelled(&self) -> bool {
    ///         Instant::now() >= self.0
    ///     }
    /// }
    ///
    /// let device = Device::open(Select::Cpu)?;
    /// let x = device.upload(&vec![1.0f32; 1000])?;
    /// let late = device.with_progress(Arc::new(Deadline(Instant::now())));
    /// assert_eq!(late.sum(&x), Err(Error::Cancelled));
    /// assert_eq!(device.sum(&x), Ok(1000.0));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn with_progress(&self, progress: Arc<dyn Progress>) -> Self {
        Device {
            backend: Arc::clone(&self.backend),
            certificate: self.certificate.clone(),
            kernels: Arc::clone(&self.kernels),
            functions: Arc::clone(&self.functions),
            examined: Arc::clone(&self.examined),
            conversions: Arc::clone(&self.conversions),
            cache: self.cache.clone(),
            recertify: self.recertify,
            progress,
        }
    }

    /// Returns an error if the current work should stop.
    pub(super) fn check_progress(&self) -> Result<(), Error> {
        if self.progress.cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// A call that launches `total` steps of circuits on elements.
    pub(super) fn task(&self, total: u64) -> Task<'_> {
        Task { device: self, done: Cell::new(0), total: Some(total) }
    }

    /// A part of a call. The call reports its progress itself.
    pub(super) fn silent_task(&self) -> Task<'_> {
        Task { device: self, done: Cell::new(0), total: None }
    }
}

/// A call in progress.
pub(super) struct Task<'d> {
    device: &'d Device,
    done: Cell<u64>,
    total: Option<u64>,
}

impl Task<'_> {
    /// Launches a piece of the call, as [`Device::launch`].
    pub(super) fn launch(
        &self,
        prepared: &Prepared,
        piece: &Piece<'_>,
        more: bool,
    ) -> Result<(), Error> {
        self.device.launch(prepared, piece, more)?;
        self.done.set(self.done.get().saturating_add(piece.steps));
        if let Some(total) = self.total {
            self.device.progress.advance(self.done.get(), total);
        }
        Ok(())
    }
}
