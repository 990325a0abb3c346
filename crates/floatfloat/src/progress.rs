//! Progress and cancellation of long work.

/// Watches long work: for example, a progress bar in a terminal, a page in a browser, or a signal handler.
///
/// Several threads may work, and all of them call this.
///
/// ```
/// use floatfloat::progress::{Progress, Silent};
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// /// Stops when a button is pressed.
/// struct Button(AtomicBool);
///
/// impl Progress for Button {
///     fn advance(&self, done: u64, total: u64) {
///         println!("{} %", 100 * done / total.max(1));
///     }
///     fn cancelled(&self) -> bool {
///         self.0.load(Ordering::Relaxed)
///     }
/// }
/// # let button = Button(AtomicBool::new(true));
/// # button.advance(1, 2);
/// # assert!(button.cancelled() && !Silent.cancelled());
/// ```
pub trait Progress: Send + Sync {
    /// `done` of `total` steps are done; the work defines what a step is. Calls from several threads may arrive
    /// out of order. If the work is completed, its last call has `done` = `total`.
    fn advance(&self, done: u64, total: u64) {
        let _ = (done, total);
    }

    /// Whether the work should stop. The work calls this before each of its pieces; if it is true, the work
    /// stops and returns an error for cancellation. Work on the caller's memory documents what it leaves there.
    fn cancelled(&self) -> bool {
        false
    }
}

/// Ignores progress, and never cancels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}
