//! Long work that Ctrl-C ends, and that tells how far it is.

use crate::forks;
use floatfloat::progress::Progress;
use floatfloat_cpu::with_progress;
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use std::{
    any::Any,
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{RecvTimeoutError, sync_channel},
    },
    thread,
    time::Duration,
};

/// The most multiplications of a product that takes much less than a second, such as that of two matrices of 256 rows and columns.
const SHORT: usize = 1 << 25;

/// How often signals are looked for.
const PERIOD: Duration = Duration::from_millis(100);

thread_local! {
    /// Who is told how far the work of this thread is.
    static LISTENER: RefCell<Option<Py<PyAny>>> = const { RefCell::new(None) };
}

/// What the thread that works and the one that waits tell each other.
#[derive(Default)]
struct Interrupted {
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress for Interrupted {
    fn advance(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Interrupted {
    /// Looks for signals, and tells the listener; an error of either is that of the call.
    fn report(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        let listener = LISTENER.with_borrow(|listener| listener.as_ref().map(|l| l.clone_ref(py)));
        let total = self.total.load(Ordering::Relaxed);
        if let Some(listener) = listener.filter(|_| total > 0) {
            listener.call1(py, (self.done.load(Ordering::Relaxed), total))?;
        }
        Ok(())
    }
}

/// Sets the function to which long calls of this thread report their progress, or None. Returns the previous one.
#[pyfunction]
#[pyo3(signature = (listener))]
fn set_listener(listener: Option<Py<PyAny>>) -> Option<Py<PyAny>> {
    LISTENER.replace(listener)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(set_listener, module)?)
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
        let worker = scope.spawn(move || {
            // Whoever waited has gone only if the interpreter ends.
            let _ = send.send(work(progress));
        });
        loop {
            // By a unique reference, which may go where a shared one may not.
            let waiting = &mut receive;
            match py.detach(move || waiting.recv_timeout(PERIOD)) {
                Ok(result) => {
                    interrupted.report(py)?;
                    return Ok(result);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = interrupted.report(py) {
                        interrupted.cancelled.store(true, Ordering::Relaxed);
                        // The work needs no lock to end.
                        let waiting = &mut receive;
                        let _ = py.detach(move || waiting.recv());
                        // Why it was to end is the error, also of one that panicked.
                        let _ = worker.join();
                        return Err(error);
                    }
                }
                // It sends before it ends, unless it panics.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(panicked(worker.join().err()));
                }
            }
        }
    })
}

/// The exception of work that panicked.
fn panicked(payload: Option<Box<dyn Any + Send>>) -> PyErr {
    let said = payload.as_deref().and_then(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| payload.downcast_ref::<&str>().copied())
    });
    let said = said.unwrap_or("no reason was given");
    PyRuntimeError::new_err(format!("floatfloat has an internal error, please report it: {said}"))
}
