//! Eigenvalues, eigenvectors and singular values, by nalgebra over double-doubles.

use crate::{
    eigenvectors::eigenvectors,
    interruptible,
    matrix::{LinAlgError, matrix},
    operands::{Given, Operand, Parts, to_arrays},
};
use floatfloat::DoubleDouble;
use nalgebra::{DMatrix, SVD, Schur, SymmetricEigen};
use pyo3::prelude::*;

/// What is left of an element beside its neighbours when an iteration ends: 16 u², since sums and products err
/// by up to 5 u².
const EPSILON: DoubleDouble =
    DoubleDouble::from_normalized(f64::from_bits((1023 - 102) << 52), 0.0);

/// Steps for each row after which an iteration that converges has ended long ago.
const STEPS: usize = 100;

fn dense(a: Given<'_, '_>) -> PyResult<DMatrix<DoubleDouble>> {
    let a = Operand::<DoubleDouble>::new(a)?;
    let a = matrix(&a)?;
    if a.rows() == 0 || a.columns() == 0 {
        return Err(LinAlgError::new_err("the matrix is empty"));
    }
    let numbers = a.to_row_major();
    if let Some(place) = numbers.iter().position(|number| !number.is_finite()) {
        let (row, column) = (place / a.columns(), place % a.columns());
        return Err(LinAlgError::new_err(format!(
            "row {row}, column {column} of the matrix (counted from 0) is not finite"
        )));
    }
    Ok(DMatrix::from_row_iterator(a.rows(), a.columns(), numbers))
}

fn square(a: Given<'_, '_>) -> PyResult<DMatrix<DoubleDouble>> {
    let a = dense(a)?;
    if a.is_square() {
        return Ok(a);
    }
    let (rows, columns) = a.shape();
    Err(LinAlgError::new_err(format!("the matrix must be square, not {rows} × {columns}")))
}

fn array<'py>(py: Python<'py>, matrix: &DMatrix<DoubleDouble>) -> PyResult<Parts<'py>> {
    let (rows, columns) = matrix.shape();
    let entries = (0..rows).flat_map(|i| (0..columns).map(move |j| matrix[(i, j)]));
    to_arrays::<DoubleDouble>(py, &[rows, columns], entries)
}

fn vector<'py>(py: Python<'py>, numbers: &[DoubleDouble]) -> PyResult<Parts<'py>> {
    to_arrays::<DoubleDouble>(py, &[numbers.len()], numbers.iter().copied())
}

/// Without the interpreter's lock. The iterations of nalgebra cannot be called off.
fn run<R: Send>(py: Python<'_>, work: impl FnOnce() -> Option<R> + Send) -> PyResult<R> {
    let found = interruptible::run(py, 0, work)?;
    found.ok_or_else(|| LinAlgError::new_err("the iteration did not converge"))
}

/// The eigenvalues of a symmetric matrix, not sorted, and its eigenvectors as columns.
#[pyfunction]
fn symmetric_eigen<'py>(py: Python<'py>, a: Given<'_, 'py>) -> PyResult<(Parts<'py>, Parts<'py>)> {
    let a = square(a)?;
    let steps = STEPS * a.nrows();
    let found = run(py, move || SymmetricEigen::try_new(a, EPSILON, steps))?;
    Ok((vector(py, found.eigenvalues.as_slice())?, array(py, &found.eigenvectors)?))
}

/// U, the singular values in descending order, and Vᵀ.
#[pyfunction]
fn singular_values<'py>(
    py: Python<'py>,
    a: Given<'_, 'py>,
) -> PyResult<(Parts<'py>, Parts<'py>, Parts<'py>)> {
    let a = dense(a)?;
    let steps = STEPS * (a.nrows() + a.ncols());
    let (u, values, v_t) = run(py, move || {
        let svd = SVD::try_new(a, true, true, EPSILON, steps)?;
        Some((svd.u?, svd.singular_values, svd.v_t?))
    })?;
    Ok((array(py, &u)?, vector(py, values.as_slice())?, array(py, &v_t)?))
}

/// The real and the imaginary parts of the eigenvalues of a square matrix, and of its eigenvectors as columns.
#[pyfunction]
fn eigen<'py>(py: Python<'py>, a: Given<'_, 'py>) -> PyResult<[Parts<'py>; 4]> {
    let a = square(a)?;
    let steps = STEPS * a.nrows();
    let (values, vectors) = run(py, move || {
        let schur = Schur::try_new(a, EPSILON, steps)?;
        let values = schur.complex_eigenvalues();
        let (q, t) = schur.unpack();
        let vectors = DMatrix::from_columns(&eigenvectors(&q, &t, values.as_slice(), EPSILON));
        Some((values, vectors))
    })?;
    Ok([
        vector(py, values.map(|value| value.re).as_slice())?,
        vector(py, values.map(|value| value.im).as_slice())?,
        array(py, &vectors.map(|entry| entry.re))?,
        array(py, &vectors.map(|entry| entry.im))?,
    ])
}

/// The real and the imaginary parts of the eigenvalues of a square matrix.
#[pyfunction]
fn eigenvalues<'py>(py: Python<'py>, a: Given<'_, 'py>) -> PyResult<(Parts<'py>, Parts<'py>)> {
    let a = square(a)?;
    let steps = STEPS * a.nrows();
    let values = run(py, move || Some(Schur::try_new(a, EPSILON, steps)?.complex_eigenvalues()))?;
    let [real, imaginary] = [values.map(|value| value.re), values.map(|value| value.im)];
    Ok((vector(py, real.as_slice())?, vector(py, imaginary.as_slice())?))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(symmetric_eigen, module)?)?;
    module.add_function(wrap_pyfunction!(singular_values, module)?)?;
    module.add_function(wrap_pyfunction!(eigen, module)?)?;
    module.add_function(wrap_pyfunction!(eigenvalues, module)?)
}
