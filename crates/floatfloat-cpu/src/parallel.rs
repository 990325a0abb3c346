//! Sharing the work of a call among threads.

use crate::level::{held, hold};

/// Both results, computed by two threads of the current rayon pool where one is idle. What holds for
/// the call holds in both.
pub(crate) fn join<A: Send, B: Send>(
    left: impl FnOnce() -> A + Send,
    right: impl FnOnce() -> B + Send,
) -> (A, B) {
    let level = held();
    // A thread that waits here may run work of other calls meanwhile, which nothing holds.
    hold(None, || rayon::join(|| hold(level, left), || hold(level, right)))
}
