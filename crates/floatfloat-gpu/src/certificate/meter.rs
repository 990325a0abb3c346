//! The progress of a certification.

use floatfloat::progress::Progress;
use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering},
};

/// The number of steps of a lowering, however much of it is tried.
const STEPS: u64 = 64;

/// The progress of a certification, for all threads that work on it.
pub(super) struct Meter<'p> {
    progress: &'p dyn Progress,
    done: AtomicU64,
    total: u64,
}

impl<'p> Meter<'p> {
    /// The progress of `lowerings` lowerings.
    pub(super) fn new(progress: &'p dyn Progress, lowerings: usize) -> Self {
        Meter { progress, done: AtomicU64::new(0), total: lowerings as u64 * STEPS }
    }

    /// The part of a word type with `lowerings` lowerings.
    pub(super) fn share(&self, lowerings: usize) -> Share<'_> {
        Share { meter: self, lowerings, tried: Cell::new(0), done: Cell::new(0) }
    }

    /// All work is done, and no thread works any more.
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

/// The steps of one word type. When it is dropped, its remaining steps count as done.
pub(super) struct Share<'m> {
    meter: &'m Meter<'m>,
    lowerings: usize,
    /// The number of lowerings tried before the current one.
    tried: Cell<usize>,
    done: Cell<u64>,
}

impl Share<'_> {
    pub(super) fn cancelled(&self) -> bool {
        self.meter.progress.cancelled()
    }

    /// Reports that `programs` programs of a round of the current lowering have run. A second
    /// round, with corrected division, counts where it gets further than the first.
    pub(super) fn reach(&self, programs: usize, of: usize) {
        self.reach_step(
            self.tried.get() as u64 * STEPS + STEPS * programs as u64 / of.max(1) as u64,
        );
    }

    /// Reports that the current lowering is finished.
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
