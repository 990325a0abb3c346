//! Conversions of numbers to floats, which lose all words but the first: noticed where nobody asked for them.

use pyo3::{
    exceptions::PyTypeError,
    ffi, intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyBytes, PyDict},
};
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

/// The instructions of the interpreter that store an element: `array[index] = x`.
fn stores(py: Python<'_>) -> PyResult<&[u8]> {
    static STORES: PyOnceLock<Vec<u8>> = PyOnceLock::new();
    let found = STORES.get_or_try_init(py, || {
        let numbers = PyModule::import(py, "opcode")?.getattr("opmap")?;
        let number = |name| numbers.get_item(name).and_then(|number| number.extract::<u8>()).ok();
        // Slices have an instruction of their own since Python 3.12.
        PyResult::Ok(["STORE_SUBSCR", "STORE_SLICE"].into_iter().filter_map(number).collect())
    })?;
    Ok(found)
}

/// Whether the innermost function of Python that runs stores an element, so that the float goes into an array of floats.
fn is_stored(py: Python<'_>) -> PyResult<bool> {
    // SAFETY: this thread is attached to the interpreter. The frame is borrowed, and null if there is none.
    let frame = unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyEval_GetFrame().cast()) };
    let Some(frame) = frame else { return Ok(false) };
    let place = frame.getattr(intern!(py, "f_lasti"))?.extract::<isize>()?;
    let code = frame.getattr(intern!(py, "f_code"))?.getattr(intern!(py, "co_code"))?;
    let code = code.cast::<PyBytes>()?.as_bytes();
    let Some(instruction) = usize::try_from(place).ok().and_then(|place| code.get(place)) else {
        return Ok(false);
    };
    Ok(stores(py)?.contains(instruction))
}

/// Reports that a number becomes a float, if somebody wants to know. Refuses to store it in an array of floats.
pub fn to_float(number: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = number.py();
    if WATCHED.get() {
        reports(py)?.call_method1("record", (number.get_type(),))?;
    } else if in_scipy(py)? {
        reports(py)?.call_method1("warn", (number.get_type(),))?;
    } else if is_stored(py)? {
        let name = number.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a {name} is not stored in an array of floats, because all words but the first would be lost. Make the array \
             with floatfloat.{name}(...), or store float(x) to round to the nearest float"
        )));
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
