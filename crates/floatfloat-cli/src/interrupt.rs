//! Ctrl-C. Long work is asked to stop and to keep its results. Other commands quit at once, and so
//! does every command at the second Ctrl-C.

use crate::failure::INTERRUPTED;
use std::{
    process::exit,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
};

static ASKED_TO_STOP: AtomicBool = AtomicBool::new(false);
static KEEPS_WHAT_IS_FINISHED: AtomicBool = AtomicBool::new(false);

/// Handles Ctrl-C and the request to terminate for this whole process. A report is asked to stop and
/// keeps finished experiments. In all other cases, and at the second signal, the process ends with
/// status 130.
pub fn watch_signals() {
    // Without a handler the signal ends the process, which is acceptable.
    let _ = ctrlc::set_handler(|| {
        if !KEEPS_WHAT_IS_FINISHED.load(SeqCst) || ASKED_TO_STOP.swap(true, SeqCst) {
            exit(INTERRUPTED.into());
        }
    });
}

/// A command begins. A request to stop the previous command is over.
pub fn begin() {
    KEEPS_WHAT_IS_FINISHED.store(false, SeqCst);
    ASKED_TO_STOP.store(false, SeqCst);
}

/// From now on the work checks [`asked_to_stop`] often, and stops by itself.
pub fn keep_what_is_finished() {
    KEEPS_WHAT_IS_FINISHED.store(true, SeqCst);
}

/// Whether the user pressed Ctrl-C.
pub fn asked_to_stop() -> bool {
    ASKED_TO_STOP.load(SeqCst)
}
