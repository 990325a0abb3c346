//! Sums, dot products and norms of ordinary arrays.

use crate::{
    forks,
    operands::{Word, by_word, contiguous, words},
};
use floatfloat_cpu::compensated;
use pyo3::{exceptions::PyValueError, prelude::*};

/// The sum of an array of floats, computed in twice their precision and rounded.
#[pyfunction]
fn sum2(py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<f64> {
    fn run<E: Word>(py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<f64> {
        let x = contiguous::<E>(words(x)?)?;
        Ok(py.detach(|| forks::run(x.len(), || compensated::sum2(x))).into())
    }
    by_word!(x, run(py, x))
}

/// The dot product of two arrays of floats, computed in twice their precision and rounded.
#[pyfunction]
fn dot2(py: Python<'_>, x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<f64> {
    fn run<E: Word>(py: Python<'_>, x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<f64> {
        let (x, y) = (contiguous::<E>(words(x)?)?, contiguous::<E>(words(y)?)?);
        py.detach(|| forks::run(x.len(), || compensated::dot2(x, y)))
            .map(Into::into)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }
    by_word!(x, run(py, x, y))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sum2, module)?)?;
    module.add_function(wrap_pyfunction!(dot2, module)?)
}
