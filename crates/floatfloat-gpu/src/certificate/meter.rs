//! How far a certificate is.

use floatfloat::progress::Progress;
use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering},
};

/// Steps of a lowering, however much of it has to be tried.
const STEPS: u64 = 64;

/// The progress of a certificate, for every thread that works on it.
pub(super) struct Meter<'p> {
    progress: &'p dyn Progress,
    done: AtomicU64,
    total: u64,
}

impl<'p> Meter<'p> {
    /// Of so many lowerings.
    pub(super) fn new(progress: &'p dyn Progress, lowerings: usize) -> Self {
        Meter { progress, done: AtomicU64::new(0), total: lowerings as u64 * STEPS }
    }

    /// The part of a word type with so many lowerings.
    pub(super) fn share(&self, lowerings: usize) -> Share<'_> {
        Share { meter: self, lowerings, tried: Cell::new(0), done: Cell::new(0) }
    }

    /// Nothing is left to be done, and no thread works any more.
    pub(super) fn finish(&self) {
        self.progress.advance(self.total, self.total);
    }

    fn add(&self, steps: u64) {
        if steps > 0 {
            let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
            self.progress.advance(done, self.total);
        }
    }
}

/// The steps of one word type. What is left of them when it is dropped need not be done.
pub(super) struct Share<'m> {
    meter: &'m Meter<'m>,
    lowerings: usize,
    /// Lowerings before the one in hand.
    tried: Cell<usize>,
    done: Cell<u64>,
}

impl Share<'_> {
    pub(super) fn cancelled(&self) -> bool {
        self.meter.progress.cancelled()
    }

    /// So many programs of a round of the lowering in hand have been run. A second round, with
    /// division corrected, counts where it comes further than the first.
    pub(super) fn reach(&self, programs: usize, of: usize) {
        self.reach_step(
            self.tried.get() as u64 * STEPS + STEPS * programs as u64 / of.max(1) as u64,
        );
    }

    /// Nothing more is to be learned of the lowering in hand.
    pub(super) fn next_lowering(&self) {
        self.reach(1, 1);
        self.tried.set(self.tried.get() + 1);
    }

    fn reach_step(&self, step: u64) {
        self.meter.add(step.saturating_sub(self.done.get()));
        self.done.set(step.max(self.done.get()));
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        if !self.cancelled() {
            self.reach_step(self.lowerings as u64 * STEPS);
        }
    }
}
