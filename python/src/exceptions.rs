//! Floating-point exceptions, which NumPy reports as its user asks: as warnings, as errors or not at all.

use crate::operands::{Given, Parts, Word, by_word, contiguous, words};
use pyo3::{prelude::*, sync::PyOnceLock, types::PyTuple};

/// Whether all elements of a new array are finite.
fn all_finite<E: Word>(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    let elements = contiguous(words::<E>(array)?)?;
    // Without a branch for each element, which registers full of elements would not allow.
    Ok(elements.chunks(1024).all(|chunk| {
        chunk.iter().fold(true, |all, &word| all & Into::<f64>::into(word).is_finite())
    }))
}

/// Lets NumPy report what happens to the first words of the operands, if a result is infinite or NaN.
pub fn report(
    py: Python<'_>,
    name: &str,
    found: Option<&Parts<'_>>,
    given: &[Given<'_, '_>],
) -> PyResult<()> {
    static REPORT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let Some(found) = found else { return Ok(()) };
    let first = found.get_item(0)?;
    if by_word!(&first, all_finite(&first))? {
        return Ok(());
    }
    let report = REPORT.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import("floatfloat._exceptions")?.getattr("report")?.unbind())
    })?;
    let operands: Vec<_> = given.iter().map(|parts| parts.get_item(0)).collect::<PyResult<_>>()?;
    report.bind(py).call1((name, PyTuple::new(py, operands)?))?;
    Ok(())
}
