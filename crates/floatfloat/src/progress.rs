//! Progress and cancellation of long work.

/// Watches long work: a bar of a terminal, a page of a browser, a handler of signals.
///
/// Work may be done by several threads, all of which call.
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
    /// `done` of `total` steps are done; what a step is, the work decides. Calls of several threads
    /// may come out of order. The last one of work that came to its end has `done` = `total`.
    fn advance(&self, done: u64, total: u64) {
        let _ = (done, total);
    }

    /// Whether the work should stop. It asks before each of its pieces, and then returns an error
    /// that says so. Work on memory of the caller documents what it leaves there.
    fn cancelled(&self) -> bool {
        false
    }
}

/// Nobody watches: the work goes on to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}
