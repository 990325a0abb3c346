//! Progress and cancellation of long work.

/// Receives the progress of long work; the command shows it on stderr.
pub trait Progress: Sync {
    /// A piece of work begins. `what` names it, `steps` is the number of its steps.
    fn begin(&self, what: &str, steps: u64);

    /// `steps` more steps are done.
    fn advance(&self, steps: u64);

    /// Whether the user asked to stop. Long work asks at least every 100 ms and then returns
    /// [`Error::Interrupted`](crate::error::Error::Interrupted).
    fn interrupted(&self) -> bool;
}

/// Progress that nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _what: &str, _steps: u64) {}
    fn advance(&self, _steps: u64) {}
    fn interrupted(&self) -> bool {
        false
    }
}

/// Tells a library that the user asks to stop. Its work counts as one step here, so its own steps do
/// not count.
pub struct Interruptible<'a>(pub &'a dyn Progress);

impl floatfloat::progress::Progress for Interruptible<'_> {
    fn cancelled(&self) -> bool {
        self.0.interrupted()
    }
}
