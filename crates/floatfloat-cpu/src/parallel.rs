//! Sharing the work of a call among threads.

use crate::{
    level::{held, hold},
    watch::{watch, watched_by},
};

/// Both results, computed by two threads of the current rayon pool where one is idle. What holds for
/// the call holds in both.
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

/// [`join`], compiled once for all work: what rayon makes of two closures is long.
fn both(left: &mut (dyn FnMut() + Send), right: &mut (dyn FnMut() + Send)) {
    let (level, watch) = (held(), watch());
    let other = watch.clone();
    // A thread that waits here may run work of other calls meanwhile, for which nothing holds.
    hold(None, || {
        watched_by(None, || {
            rayon::join(
                || hold(level, || watched_by(watch, left)),
                || hold(level, || watched_by(other, right)),
            );
        });
    });
}
