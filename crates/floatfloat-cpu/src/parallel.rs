//! Shares the work of a call among threads.

use crate::{
    level::{held, hold},
    watch::{watch, watched_by},
};

/// Both results. Two threads of the current rayon pool compute them if one is idle. Settings of the
/// call hold in both.
pub fn join<A: Send, B: Send>(
    left: impl FnOnce() -> A + Send,
    right: impl FnOnce() -> B + Send,
) -> (A, B) {
    let (mut left, mut right) = (Some(left), Some(right));
    let (mut left_result, mut right_result) = (None, None);
    both(&mut || left_result = left.take().map(|left| left()), &mut || {
        right_result = right.take().map(|right| right());
    });
    left_result.zip(right_result).expect("both have run")
}

/// The same as [`join`], compiled once for all work, because rayon compiles two closures to long
/// code.
fn both(left: &mut (dyn FnMut() + Send), right: &mut (dyn FnMut() + Send)) {
    let (level, watch) = (held(), watch());
    let other = watch.clone();
    // A thread that waits here may meanwhile run work of other calls, which have no settings.
    hold(None, || {
        watched_by(None, || {
            rayon::join(
                || hold(level, || watched_by(watch, left)),
                || hold(level, || watched_by(other, right)),
            );
        });
    });
}
