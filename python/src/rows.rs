//! Sums, products and dot products of the rows of a matrix: what reductions over an axis are made of.

use crate::{
    forks,
    operands::{Given, Operand, Parts, Word, by_kind, filled, of_word, to_arrays},
};
use floatfloat_cpu::{Number, VectorView};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyTuple};

/// Row after row of a matrix of so many rows; with no columns, empty ones.
fn row<T: Number<Word: Word>>(x: VectorView<'_, T>, rows: usize, i: usize) -> VectorView<'_, T> {
    let columns = x.len().checked_div(rows).unwrap_or(0);
    x.range(i * columns..(i + 1) * columns).unwrap_or(x)
}

fn check<T: Number<Word: Word>>(x: VectorView<'_, T>, rows: usize) -> PyResult<()> {
    if rows == 0 && x.is_empty() || rows > 0 && x.len().is_multiple_of(rows) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{} numbers do not make {rows} rows of one length", x.len())))
}

/// One number for each row.
fn reduce<'py, T: Number<Word: Word>>(
    py: Python<'py>,
    x: Given<'_, 'py>,
    rows: usize,
    of_row: fn(VectorView<'_, T>) -> T,
) -> PyResult<Parts<'py>> {
    let x = Operand::<T>::new(x)?;
    let x = x.numbers()?;
    check(x, rows)?;
    let results: Vec<_> =
        py.detach(|| forks::run(x.len(), || (0..rows).map(|i| of_row(row(x, rows, i))).collect()));
    to_arrays::<T>(py, &[rows], results.into_iter())
}

/// A sum of nothing is −0, to which anything can be added; NumPy's is +0.
fn sum<T: Number<Word: Word>>(row: VectorView<'_, T>) -> T {
    if row.is_empty() { of_word(0.0) } else { row.sum() }
}

/// Rows that are not equally long have none.
fn dot<T: Number<Word: Word>>(x: VectorView<'_, T>, y: VectorView<'_, T>) -> T {
    match x.dot(y) {
        Ok(dot) if !x.is_empty() => dot,
        _ => of_word(0.0),
    }
}

/// The words of a number.
fn to_words<'py, T: Number<Word: Word>>(
    py: Python<'py>,
    number: T,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let parts = number.parts();
    let words: Vec<f64> = parts.as_ref().iter().map(|&word| word.into()).collect();
    PyTuple::new(py, words).map(Some)
}

/// The words of the sum of an array of one axis; None if the array would have to be copied. For short arrays this is
/// faster than `sum_rows`.
#[pyfunction]
fn sum_of_row<'py>(py: Python<'py>, x: Given<'_, 'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
    fn run<'py, T: Number<Word: Word>>(
        py: Python<'py>,
        x: Given<'_, 'py>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let x = Operand::<T>::new(x)?;
        let Some(x) = x.row() else { return Ok(None) };
        to_words::<T>(py, py.detach(|| forks::run(x.len(), || sum(x))))
    }
    by_kind!(x, run(py, x))
}

/// The words of the dot product of two arrays of one axis and one length; None as for `sum_of_row`.
#[pyfunction]
fn dot_of_row<'py>(
    py: Python<'py>,
    x: Given<'_, 'py>,
    y: Given<'_, 'py>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    fn run<'py, T: Number<Word: Word>>(
        py: Python<'py>,
        x: Given<'_, 'py>,
        y: Given<'_, 'py>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let (x, y) = (Operand::<T>::new(x)?, Operand::<T>::new(y)?);
        let (Some(x), Some(y)) = (x.row(), y.row()) else { return Ok(None) };
        if x.len() != y.len() {
            return Ok(None);
        }
        to_words::<T>(py, py.detach(|| forks::run(x.len(), || dot(x, y))))
    }
    by_kind!(x, run(py, x, y))
}

macro_rules! of_rows {
    ($($name:ident: $what:literal, $of_row:expr;)*) => {
        $(
            #[doc = $what]
            #[pyfunction]
            fn $name<'py>(
                py: Python<'py>,
                x: Given<'_, 'py>,
                rows: usize,
            ) -> PyResult<Parts<'py>> {
                fn run<'py, T: Number<Word: Word>>(
                    py: Python<'py>,
                    x: Given<'_, 'py>,
                    rows: usize,
                ) -> PyResult<Parts<'py>> {
                    reduce::<T>(py, x, rows, $of_row)
                }
                by_kind!(x, run(py, x, rows))
            }
        )*

        fn register_those_of_rows(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}

of_rows! {
    sum_rows: "The sum of each row.", sum;
    product_rows: "The product of each row.", |row| row.iter().fold(of_word(1.0), |x, y| x * y);
    norm_rows: "The Euclidean norm of each row.", |row| row.nrm2();
}

/// The partial sums, or products, of each row.
#[pyfunction]
fn accumulate_rows<'py>(
    py: Python<'py>,
    x: Given<'_, 'py>,
    rows: usize,
    product: bool,
) -> PyResult<Parts<'py>> {
    fn run<'py, T: Number<Word: Word>>(
        py: Python<'py>,
        x: Given<'_, 'py>,
        rows: usize,
        product: bool,
    ) -> PyResult<Parts<'py>> {
        let x = Operand::<T>::new(x)?;
        let x = x.numbers()?;
        check(x, rows)?;
        let columns = x.len().checked_div(rows).unwrap_or(0);
        let (arrays, ()) = filled::<T, _>(py, &[rows, columns], |mut out| {
            py.detach(|| {
                for i in 0..rows {
                    let mut state: Option<T> = None;
                    for (j, number) in row(x, rows, i).iter().enumerate() {
                        let next = match state {
                            None => number,
                            Some(state) if product => state * number,
                            Some(state) => state + number,
                        };
                        state = Some(next);
                        let written = out.set(i * columns + j, next);
                        debug_assert!(written, "it is as long as x");
                    }
                }
            });
        })?;
        Ok(arrays)
    }
    by_kind!(x, run(py, x, rows, product))
}

/// The dot product of each row of x with the same row of y.
#[pyfunction]
fn dot_rows<'py>(
    py: Python<'py>,
    x: Given<'_, 'py>,
    y: Given<'_, 'py>,
    rows: usize,
) -> PyResult<Parts<'py>> {
    fn run<'py, T: Number<Word: Word>>(
        py: Python<'py>,
        x: Given<'_, 'py>,
        y: Given<'_, 'py>,
        rows: usize,
    ) -> PyResult<Parts<'py>> {
        let (x, y) = (Operand::<T>::new(x)?, Operand::<T>::new(y)?);
        let (x, y) = (x.numbers()?, y.numbers()?);
        check(x, rows)?;
        if x.len() != y.len() {
            return Err(PyValueError::new_err("the operands have different lengths"));
        }
        let dot = |i| dot(row(x, rows, i), row(y, rows, i));
        let results: Vec<_> = py.detach(|| forks::run(x.len(), || (0..rows).map(dot).collect()));
        to_arrays::<T>(py, &[rows], results.into_iter())
    }
    by_kind!(x, run(py, x, y, rows))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_those_of_rows(module)?;
    module.add_function(wrap_pyfunction!(accumulate_rows, module)?)?;
    module.add_function(wrap_pyfunction!(sum_of_row, module)?)?;
    module.add_function(wrap_pyfunction!(dot_of_row, module)?)?;
    module.add_function(wrap_pyfunction!(dot_rows, module)?)
}
