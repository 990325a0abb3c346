//! The threads that long operations are shared among. A child made by `fork` has none of its parent's
//! threads, so that it makes a pool of its own.

use pyo3::{exceptions::PyValueError, prelude::*};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, PoisonError, RwLock};

static POOL: RwLock<Option<Arc<ThreadPool>>> = RwLock::new(None);

/// Elements, or products, from which on an operation is worth more than one thread.
pub const MANY: usize = 1 << 15;

fn pool() -> Option<Arc<ThreadPool>> {
    if let Some(pool) = &*POOL.read().unwrap_or_else(PoisonError::into_inner) {
        return Some(pool.clone());
    }
    let built = Arc::new(ThreadPoolBuilder::new().build().ok()?);
    let mut pool = POOL.write().unwrap_or_else(PoisonError::into_inner);
    Some(pool.get_or_insert(built).clone())
}

/// Runs work of this size: in the pool if it is large. Where no thread can be had, on this one.
pub fn run<R: Send>(size: usize, work: impl FnOnce() -> R + Send) -> R {
    if size < MANY {
        return work();
    }
    match pool() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Sets the number of threads that long operations use. By default it is the number of cores.
///
/// Zero threads raise `ValueError`.
#[pyfunction]
fn set_num_threads(count: usize) -> PyResult<()> {
    if count == 0 {
        return Err(PyValueError::new_err("set_num_threads: at least one thread is needed"));
    }
    let built = ThreadPoolBuilder::new()
        .num_threads(count)
        .build()
        .map_err(|error| PyValueError::new_err(format!("set_num_threads({count}): {error}")))?;
    *POOL.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(built));
    Ok(())
}

/// The number of threads that long operations use.
#[pyfunction]
fn get_num_threads() -> usize {
    pool().map_or(1, |pool| pool.current_num_threads())
}

/// Forgets the threads of the parent process, which a forked process does not have. Called in the forked process.
#[pyfunction]
fn _after_fork() {
    // The lock may be held by a thread that is no more.
    if let Ok(mut pool) = POOL.try_write() {
        std::mem::forget(pool.take());
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(set_num_threads, module)?)?;
    module.add_function(wrap_pyfunction!(get_num_threads, module)?)?;
    module.add_function(wrap_pyfunction!(_after_fork, module)?)
}
