//! Progress and cancellation of long calls.

use super::{
    Device,
    launch::{Piece, Prepared},
};
use crate::error::Error;
use floatfloat::progress::Progress;
use std::{cell::Cell, sync::Arc};

impl Device {
    /// The same device with the same arrays, whose long calls are watched: maps, sums and products
    /// tell `progress` how much of the work of a call has been handed to the device; what is still on
    /// its way there takes some seconds at most. Every call that launches or copies ends with
    /// [`Error::Cancelled`] where `progress` asks for that, before its next piece, of some 40 ms.
    /// What was launched before goes on; an array that was to be written over is so in part.
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
            digits: Arc::clone(&self.digits),
            cache: self.cache.clone(),
            recertify: self.recertify,
            progress,
        }
    }

    /// Whether the work in hand should go on.
    pub(super) fn check_progress(&self) -> Result<(), Error> {
        if self.progress.cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// A call that launches so many steps of circuits on elements.
    pub(super) fn task(&self, total: u64) -> Task<'_> {
        Task { device: self, done: Cell::new(0), total }
    }
}

/// A call under way.
pub(super) struct Task<'d> {
    device: &'d Device,
    done: Cell<u64>,
    total: u64,
}

impl Task<'_> {
    /// [`Device::launch`] of a piece of the call.
    pub(super) fn launch(
        &self,
        prepared: &Prepared,
        piece: &Piece<'_>,
        more: bool,
    ) -> Result<(), Error> {
        self.device.launch(prepared, piece, more)?;
        self.done.set(self.done.get().saturating_add(piece.steps));
        self.device.progress.advance(self.done.get(), self.total);
        Ok(())
    }
}
