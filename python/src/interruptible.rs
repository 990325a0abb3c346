//! Long work that Ctrl-C ends.

use crate::forks;
use floatfloat::progress::Progress;
use floatfloat_cpu::with_progress;
use pyo3::prelude::*;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, sync_channel},
    },
    thread,
    time::Duration,
};

/// Products that take much less than a second.
const SHORT: usize = 1 << 24;

/// How often signals are looked for.
const PERIOD: Duration = Duration::from_millis(100);

#[derive(Default)]
struct Interrupted(AtomicBool);

impl Progress for Interrupted {
    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Runs work of about so many products without the interpreter's lock. If it is long, Ctrl-C ends it.
pub fn run<R: Send>(
    py: Python<'_>,
    products: usize,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    if products < SHORT {
        return Ok(py.detach(|| forks::run(products, work)));
    }
    watched(py, |progress| forks::run(products, || with_progress(progress, work)))
}

/// Runs work on another thread, while this one looks for signals and tells it to end when there is one.
pub fn watched<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(Arc<dyn Progress>) -> R + Send,
) -> PyResult<R> {
    let interrupted = Arc::new(Interrupted::default());
    let (send, receive) = sync_channel(1);
    thread::scope(|scope| {
        let progress = interrupted.clone();
        let mut receive = receive;
        scope.spawn(move || {
            // Whoever waited has gone only if the interpreter ends.
            let _ = send.send(work(progress));
        });
        loop {
            // By a unique reference, which may go where a shared one may not.
            let waiting = &mut receive;
            match py.detach(move || waiting.recv_timeout(PERIOD)) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        interrupted.0.store(true, Ordering::Relaxed);
                        // The work needs no lock to end.
                        let waiting = &mut receive;
                        let _ = py.detach(move || waiting.recv());
                        return Err(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("the thread sends before it ends")
                }
            }
        }
    })
}
