//! Products of matrices of `float64`.

use crate::{
    matrix::{error, run},
    operands::{contiguous, words},
};
use floatfloat_cpu::matrix::{WordMatrix, gemm_rounded};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::{exceptions::PyValueError, prelude::*};

/// The correctly rounded product of two matrices.
#[pyfunction]
fn matmul_rounded<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (a, b) = (matrix(a)?, matrix(b)?);
    let count = a.rows().saturating_mul(a.columns()).saturating_mul(b.columns());
    let product = run(py, count, || gemm_rounded(a, b))?;
    PyArray1::from_vec(py, product).reshape([a.rows(), b.columns()])
}

fn matrix<'a>(array: &'a Bound<'_, PyAny>) -> PyResult<WordMatrix<'a>> {
    let array = words::<f64>(array)?;
    let &[rows, columns] = array.shape() else {
        return Err(PyValueError::new_err("a matrix has two axes"));
    };
    WordMatrix::from_row_major(rows, columns, contiguous(array)?).map_err(error)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(matmul_rounded, module)?)
}
