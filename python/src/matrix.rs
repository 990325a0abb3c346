//! Products of matrices, factorisations and systems.

use crate::{
    interruptible,
    operands::{Pair, Parts, Word, by_word, numbers, to_arrays, words},
};
use floatfloat::DoubleWord;
use floatfloat_cpu::Accuracy;
use floatfloat_cpu::matrix::{
    Cholesky, Lu, Matrix, MatrixError, MatrixView, Qr, gemm_with, least_squares, solve,
};
use numpy::PyUntypedArrayMethods;
use pyo3::{
    create_exception,
    exceptions::{PyKeyboardInterrupt, PyValueError},
    prelude::*,
};

create_exception!(
    floatfloat,
    LinAlgError,
    PyValueError,
    "A matrix for which there is no solution or factorisation."
);

fn error(error: MatrixError) -> PyErr {
    match error {
        MatrixError::Cancelled => PyKeyboardInterrupt::new_err(error.to_string()),
        _ => LinAlgError::new_err(error.to_string()),
    }
}

/// A two-dimensional array as a matrix.
pub fn matrix<'a, E: Word>(pair: Pair<'a, '_>) -> PyResult<MatrixView<'a, E>> {
    let shape = words::<E>(pair.0)?.shape();
    let &[rows, columns] = shape else {
        return Err(PyValueError::new_err(format!("a matrix is needed, not {} axes", shape.len())));
    };
    MatrixView::from_slice(numbers(pair)?, rows, columns, columns)
        .ok_or_else(|| PyValueError::new_err("high and low parts have different shapes"))
}

fn array<'py, E: Word>(py: Python<'py>, matrix: MatrixView<'_, E>) -> Parts<'py> {
    let (rows, columns) = matrix.shape();
    to_arrays(py, &[rows, columns], matrix.to_row_major().into_iter())
}

fn vector<'py, E: Word>(py: Python<'py>, numbers: &[DoubleWord<E>]) -> Parts<'py> {
    to_arrays(py, &[numbers.len()], numbers.iter().copied())
}

/// Products of two numbers in a product of matrices.
fn products(rows: usize, inner: usize, columns: usize) -> usize {
    rows.saturating_mul(inner).saturating_mul(columns)
}

fn run<R: Send>(
    py: Python<'_>,
    products: usize,
    work: impl FnOnce() -> Result<R, MatrixError> + Send,
) -> PyResult<R> {
    interruptible::run(py, products, work)?.map_err(error)
}

/// A function of one matrix, or of two.
macro_rules! functions {
    ($($name:ident($($hi:ident $lo:ident),+) -> $output:ty: $what:literal, |$py:ident, $($matrix:ident),+| $body:expr;)*) => {
        $(
            #[doc = $what]
            #[pyfunction]
            fn $name<'py>(
                py: Python<'py>,
                $($hi: &Bound<'py, PyAny>, $lo: &Bound<'py, PyAny>),+
            ) -> PyResult<$output> {
                fn generic<'py, E: Word>(
                    $py: Python<'py>,
                    $($matrix: Pair<'_, 'py>),+
                ) -> PyResult<$output> {
                    $(let $matrix = matrix::<E>($matrix)?;)+
                    $body
                }
                functions!(@call py, $(($hi, $lo)),+)
            }
        )*

        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            module.add("LinAlgError", module.py().get_type::<LinAlgError>())
        }
    };
    (@call $py:ident, ($first:ident, $low:ident) $(, $rest:tt)*) => {
        by_word!($first, generic($py, ($first, $low) $(, $rest)*))
    };
}

functions! {
    matmul(a_hi a_lo, b_hi b_lo) -> Parts<'py>: "The product of two matrices.", |py, a, b| {
        let count = products(a.rows(), a.columns(), b.columns());
        Ok(array(py, run(py, count, || gemm_with(Accuracy::Fast, a, b))?.view()))
    };
    solve_matrix(a_hi a_lo, b_hi b_lo) -> (Parts<'py>, f64, usize):
    "The solution of a·x = b, the reciprocal condition, and how often it was refined.", |py, a, b| {
        let count = products(a.rows(), a.rows(), a.rows() + b.columns());
        let solution = run(py, count, || solve(a, b))?;
        Ok((array(py, solution.x.view()), solution.reciprocal_condition, solution.refinements))
    };
    solve_least_squares(a_hi a_lo, b_hi b_lo) -> (Parts<'py>, Parts<'py>):
    "The x that minimises the norm of b − a·x, and b − a·x.", |py, a, b| {
        let count = products(a.rows(), a.columns(), a.columns() + b.columns());
        let found = run(py, 2 * count, || least_squares(a, b))?;
        Ok((array(py, found.x.view()), array(py, found.residual.view())))
    };
    lu_factors(a_hi a_lo) -> (Parts<'py>, Vec<usize>):
    "L below the diagonal, without its ones, and U; and the order of the rows.", |py, a| {
        let lu = run(py, products(a.rows(), a.rows(), a.rows()), || Lu::new(a))?;
        Ok((array(py, lu.factors()), lu.permutation()))
    };
    determinant(a_hi a_lo) -> Parts<'py>: "The determinant, in an array of one number.", |py, a| {
        let count = products(a.rows(), a.rows(), a.rows());
        let determinant = match interruptible::run(py, count, || Lu::new(a))? {
            Ok(lu) => lu.determinant(),
            Err(MatrixError::Singular { .. }) => DoubleWord::from_word(E::default()),
            Err(failure) => return Err(error(failure)),
        };
        Ok(vector(py, &[determinant]))
    };
    reciprocal_condition(a_hi a_lo) -> f64:
    "The reciprocal of the condition number in the 1-norm, estimated; zero of a singular matrix.", |py, a| {
        let count = products(a.rows(), a.rows(), a.rows());
        let work = || Lu::new(a).and_then(|lu| lu.reciprocal_condition(a));
        match interruptible::run(py, count, work)? {
            Err(MatrixError::Singular { .. }) => Ok(0.0),
            other => other.map_err(error),
        }
    };
    cholesky_factor(a_hi a_lo) -> Parts<'py>: "The lower triangle L of a = L·Lᵀ.", |py, a| {
        let factor = run(py, products(a.rows(), a.rows(), a.rows()), || Cholesky::new(a))?;
        Ok(array(py, factor.factor()))
    };
    qr_factors(a_hi a_lo) -> (Parts<'py>, Parts<'py>): "Q, of as many columns as a, and R.", |py, a| {
        let count = products(a.rows(), a.columns(), a.columns());
        let (q, r) = run(py, 2 * count, || {
            let qr = Qr::new(a)?;
            let one = DoubleWord::from_word(E::nearest(1.0));
            let zero = DoubleWord::from_word(E::default());
            let mut q =
                Matrix::from_fn(a.rows(), a.columns(), |i, j| if i == j { one } else { zero });
            qr.apply_q(false, q.view_mut())?;
            Ok((q, qr.r().to_matrix()))
        })?;
        Ok((array(py, q.view()), array(py, r.view())))
    };
}
