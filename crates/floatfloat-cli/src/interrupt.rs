//! Ctrl-C: long work is asked to stop and keep what it has; everything else, and the second Ctrl-C,
//! quits at once.

use crate::failure::INTERRUPTED;
use std::{
    process::exit,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
};

static ASKED_TO_STOP: AtomicBool = AtomicBool::new(false);
static KEEPS_WHAT_IS_FINISHED: AtomicBool = AtomicBool::new(false);

/// Takes over Ctrl-C, and the request to terminate.
pub fn watch() {
    // Without a handler the signal ends the process, which is the next best.
    let _ = ctrlc::set_handler(|| {
        if !KEEPS_WHAT_IS_FINISHED.load(SeqCst) || ASKED_TO_STOP.swap(true, SeqCst) {
            exit(INTERRUPTED.into());
        }
    });
}

/// From here on work asks [`asked_to_stop`] often, and stops by itself.
pub fn keep_what_is_finished() {
    KEEPS_WHAT_IS_FINISHED.store(true, SeqCst);
}

/// Whether the user pressed Ctrl-C.
pub fn asked_to_stop() -> bool {
    ASKED_TO_STOP.load(SeqCst)
}
