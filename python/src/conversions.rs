//! Conversions of numbers to floats, which lose all words but the first: noticed where nobody asked for them.

use pyo3::{ffi, intern, prelude::*, sync::PyOnceLock, types::PyDict};
use std::cell::Cell;

thread_local! {
    /// Whether every conversion in this thread is reported.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
}

/// The functions of Python that record a conversion, and that warn of one.
fn reports(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static REPORTS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = REPORTS.get_or_try_init(py, || {
        PyModule::import(py, "floatfloat._conversions").map(Bound::unbind)
    })?;
    Ok(module.bind(py))
}

/// Whether the innermost function of Python that runs belongs to SciPy, whose compiled functions take any number as a
/// float.
fn in_scipy(py: Python<'_>) -> PyResult<bool> {
    // SAFETY: this thread is attached to the interpreter. The globals are borrowed from the frame that runs, and null
    // if there is none.
    let globals = unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyEval_GetGlobals()) };
    let Some(globals) = globals else { return Ok(false) };
    let name = globals.cast::<PyDict>()?.get_item(intern!(py, "__name__"))?;
    Ok(name.is_some_and(|name| name.extract::<&str>().is_ok_and(|name| name.starts_with("scipy."))))
}

/// Reports that a number becomes a float, if somebody wants to know.
pub fn to_float(number: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = number.py();
    if WATCHED.get() {
        reports(py)?.call_method1("record", (number.get_type(),))?;
    } else if in_scipy(py)? {
        reports(py)?.call_method1("warn", (number.get_type(),))?;
    }
    Ok(())
}

/// Sets whether every conversion in this thread is reported. Returns what was set before.
#[pyfunction]
fn _watch_conversions(on: bool) -> bool {
    WATCHED.replace(on)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_watch_conversions, module)?)
}
