//! Products of matrices, factorisations and systems.

use crate::{
    interruptible,
    operands::{Given, Operand, Parts, Word, by_kind, filled, of_word, to_arrays},
};
use floatfloat::{DoubleWord, QuadWord, TripleWord};
use floatfloat_cpu::matrix::{
    Cholesky, Lu, Matrix, MatrixError, MatrixView, MatrixViewMut, Qr, gemm_accurate_into,
    gemm_into, gemm_into_with, least_squares, solve, syrk_into, syrk_into_with,
};
use floatfloat_cpu::{Accuracy, Number};
use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyValueError},
    prelude::*,
};

// A matrix has no solution or factorisation, or not the right shape.
pyo3::import_exception!(numpy.linalg, LinAlgError);

pub fn error(error: MatrixError) -> PyErr {
    match error {
        MatrixError::Cancelled => PyKeyboardInterrupt::new_err(error.to_string()),
        _ => LinAlgError::new_err(error.to_string()),
    }
}

/// A two-dimensional array as a matrix.
pub fn matrix<'a, T: Number<Word: Word>>(
    operand: &'a Operand<'_, T>,
) -> PyResult<MatrixView<'a, T>> {
    let shape = operand.shape();
    let &[rows, columns] = shape else {
        return Err(PyValueError::new_err(format!("a matrix has two axes, not {}", shape.len())));
    };
    MatrixView::from_slice(operand.numbers()?, rows, columns, columns)
        .ok_or_else(|| PyValueError::new_err("the parts have different shapes"))
}

fn array<'py, T: Number<Word: Word>>(
    py: Python<'py>,
    matrix: MatrixView<'_, T>,
) -> PyResult<Parts<'py>> {
    let (rows, columns) = matrix.shape();
    to_arrays::<T>(py, &[rows, columns], matrix.to_row_major().into_iter())
}

/// Products of matrices, the quickest that there are for the number type.
trait Product: Number<Word: Word> {
    /// out ← a · b.
    fn product(
        a: MatrixView<'_, Self>,
        b: MatrixView<'_, Self>,
        out: MatrixViewMut<'_, Self>,
    ) -> Result<(), MatrixError> {
        gemm_into(of_word(1.0), a, b, of_word(0.0), out)
    }

    /// out ← a · aᵀ.
    fn square(a: MatrixView<'_, Self>, out: MatrixViewMut<'_, Self>) -> Result<(), MatrixError> {
        syrk_into(a, out)
    }
}

impl<E: Word> Product for DoubleWord<E> {
    fn product(
        a: MatrixView<'_, Self>,
        b: MatrixView<'_, Self>,
        out: MatrixViewMut<'_, Self>,
    ) -> Result<(), MatrixError> {
        gemm_into_with(Accuracy::Fast, of_word(1.0), a, b, of_word(0.0), out)
    }

    fn square(a: MatrixView<'_, Self>, out: MatrixViewMut<'_, Self>) -> Result<(), MatrixError> {
        syrk_into_with(Accuracy::Fast, a, out)
    }
}

impl<E: Word> Product for TripleWord<E> {}

impl<E: Word> Product for QuadWord<E> {}

/// Products of two numbers in a product of matrices.
fn products(rows: usize, inner: usize, columns: usize) -> usize {
    rows.saturating_mul(inner).saturating_mul(columns)
}

pub fn run<R: Send>(
    py: Python<'_>,
    products: usize,
    work: impl FnOnce() -> Result<R, MatrixError> + Send,
) -> PyResult<R> {
    interruptible::run(py, products, work)?.map_err(error)
}

/// out ← a · b.
type Multiply<T> =
    fn(MatrixView<'_, T>, MatrixView<'_, T>, MatrixViewMut<'_, T>) -> Result<(), MatrixError>;

/// The product of two matrices in one of several ways.
fn product<'py, T: Product>(
    py: Python<'py>,
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
    multiply: Multiply<T>,
) -> PyResult<Parts<'py>> {
    let (rows, columns) = (a.rows(), b.columns());
    let count = products(rows, a.columns(), columns);
    let (product, written) = filled(py, &[rows, columns], |out| {
        let out = MatrixViewMut::from_slice(out, rows, columns, columns)
            .expect("the arrays have the shape of the product");
        run(py, count, || multiply(a, b, out))
    })?;
    written?;
    Ok(product)
}

/// A function of one matrix, or of two.
macro_rules! functions {
    ($($name:ident($first:ident $(, $more:ident)?) -> $output:ty: $what:literal, |$py:ident| $body:expr;)*) => {
        $(
            #[doc = $what]
            #[pyfunction]
            fn $name<'py>(
                py: Python<'py>,
                $first: Given<'_, 'py>,
                $($more: Given<'_, 'py>,)?
            ) -> PyResult<$output> {
                fn generic<'py, T: Product>(
                    $py: Python<'py>,
                    $first: Given<'_, 'py>,
                    $($more: Given<'_, 'py>,)?
                ) -> PyResult<$output> {
                    let $first = Operand::<T>::new($first)?;
                    let $first = matrix(&$first)?;
                    $(
                        let $more = Operand::<T>::new($more)?;
                        let $more = matrix(&$more)?;
                    )?
                    $body
                }
                by_kind!($first, generic(py, $first $(, $more)?))
            }
        )*

        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            module.add("LinAlgError", module.py().get_type::<LinAlgError>())
        }
    };
}

functions! {
    matmul(a, b) -> Parts<'py>: "The product of two matrices.", |py| product(py, a, b, T::product);
    matmul_accurate(a, b) -> Parts<'py>: "The product of two matrices by products of small integers.",
    |py| product(py, a, b, |a, b, out| gemm_accurate_into(of_word(1.0), a, b, of_word(0.0), out));
    matmul_transposed(a) -> Parts<'py>: "The symmetric product of a matrix and its transpose.", |py| {
        let size = a.rows();
        let (product, written) = filled(py, &[size, size], |out| {
            let out = MatrixViewMut::from_slice(out, size, size, size)
                .expect("the arrays have the shape of the product");
            run(py, products(size, a.columns(), size) / 2, || T::square(a, out))
        })?;
        written?;
        Ok(product)
    };
    solve_matrix(a, b) -> (Parts<'py>, f64, usize):
    "The solution of a·x = b, the reciprocal condition number of a, and the number of refinements.", |py| {
        let count = products(a.rows(), a.rows(), a.rows() + b.columns());
        let solution = run(py, count, || solve(a, b))?;
        Ok((array(py, solution.x.view())?, solution.reciprocal_condition, solution.refinements))
    };
    solve_least_squares(a, b) -> (Parts<'py>, Parts<'py>):
    "The x that minimises the norm of b − a·x, and the residual b − a·x.", |py| {
        let count = products(a.rows(), a.columns(), a.columns() + b.columns());
        let found = run(py, 2 * count, || least_squares(a, b))?;
        Ok((array(py, found.x.view())?, array(py, found.residual.view())?))
    };
    lu_factors(a) -> (Parts<'py>, Vec<usize>):
    "L and U in one matrix, without the ones on the diagonal of L, and the permutation of the rows.", |py| {
        let lu = run(py, products(a.rows(), a.rows(), a.rows()), || Lu::new(a))?;
        Ok((array(py, lu.factors())?, lu.permutation()))
    };
    determinant(a) -> Parts<'py>: "The determinant, in an array of one number.", |py| {
        let count = products(a.rows(), a.rows(), a.rows());
        let determinant = match interruptible::run(py, count, || Lu::new(a))? {
            Ok(lu) => lu.determinant(),
            Err(MatrixError::Singular { .. }) => of_word(0.0),
            Err(failure) => return Err(error(failure)),
        };
        to_arrays::<T>(py, &[1], std::iter::once(determinant))
    };
    reciprocal_condition(a) -> f64:
    "An estimate of the reciprocal condition number in the 1-norm; zero for a singular matrix.", |py| {
        let count = products(a.rows(), a.rows(), a.rows());
        let work = || Lu::new(a).and_then(|lu| lu.reciprocal_condition(a));
        match interruptible::run(py, count, work)? {
            Err(MatrixError::Singular { .. }) => Ok(0.0),
            other => other.map_err(error),
        }
    };
    cholesky_factor(a) -> Parts<'py>: "The lower triangle L of a = L·Lᵀ.", |py| {
        let factor = run(py, products(a.rows(), a.rows(), a.rows()), || Cholesky::new(a))?;
        array(py, factor.factor())
    };
    qr_factors(a) -> (Parts<'py>, Parts<'py>): "Q, with as many columns as a, and R.", |py| {
        let count = products(a.rows(), a.columns(), a.columns());
        let (q, r) = run(py, 2 * count, || {
            let qr = Qr::new(a)?;
            let [one, zero] = [1.0, 0.0].map(of_word::<T>);
            let mut q = Matrix::from_fn(a.rows(), a.columns(), |i, j| {
                if i == j { one } else { zero }
            });
            qr.apply_q(false, q.view_mut())?;
            Ok((q, qr.r().to_matrix()))
        })?;
        Ok((array(py, q.view())?, array(py, r.view())?))
    };
}
