//! Ctrl-C: long work is asked to stop and to keep its results; other commands, and the second Ctrl-C,
//! quit at once.

use crate::failure::INTERRUPTED;
use std::{
    process::exit,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
};

static ASKED_TO_STOP: AtomicBool = AtomicBool::new(false);
static KEEPS_WHAT_IS_FINISHED: AtomicBool = AtomicBool::new(false);

/// Takes over Ctrl-C and the request to terminate, for all of this process: a report is asked to stop
/// and keeps what is finished; everything else, and the second signal, ends the process with status 130.
pub fn watch_signals() {
    // Without a handler the signal ends the process, which is the next best.
    let _ = ctrlc::set_handler(|| {
        if !KEEPS_WHAT_IS_FINISHED.load(SeqCst) || ASKED_TO_STOP.swap(true, SeqCst) {
            exit(INTERRUPTED.into());
        }
    });
}

/// A command begins: what was asked of the one before is over.
pub fn begin() {
    KEEPS_WHAT_IS_FINISHED.store(false, SeqCst);
    ASKED_TO_STOP.store(false, SeqCst);
}

/// From here on work asks [`asked_to_stop`] often, and stops by itself.
pub fn keep_what_is_finished() {
    KEEPS_WHAT_IS_FINISHED.store(true, SeqCst);
}

/// Whether the user pressed Ctrl-C.
pub fn asked_to_stop() -> bool {
    ASKED_TO_STOP.load(SeqCst)
}
