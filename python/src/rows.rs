//! Sums, products and dot products of the rows of a matrix: what reductions over an axis are made of.

use crate::{
    forks,
    operands::{Pair, Parts, Word, by_word, filled, numbers, to_arrays},
};
use floatfloat::DoubleWord;
use floatfloat_cpu::DoubleWordSlice;
use pyo3::{exceptions::PyValueError, prelude::*};

/// Row after row of a matrix of so many rows; with no columns, empty ones.
fn row<E: Word>(x: DoubleWordSlice<'_, E>, rows: usize, i: usize) -> DoubleWordSlice<'_, E> {
    let columns = x.len().checked_div(rows).unwrap_or(0);
    x.range(i * columns..(i + 1) * columns).unwrap_or(x)
}

fn check<E: Word>(x: DoubleWordSlice<'_, E>, rows: usize) -> PyResult<()> {
    if rows == 0 && x.is_empty() || rows > 0 && x.len().is_multiple_of(rows) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{} numbers are not {rows} equally long rows", x.len())))
}

/// One number for each row.
fn reduce<'py, E: Word>(
    py: Python<'py>,
    x: Pair<'_, 'py>,
    rows: usize,
    of_row: fn(DoubleWordSlice<'_, E>) -> DoubleWord<E>,
) -> PyResult<Parts<'py>> {
    let x = numbers::<E>(x)?;
    check(x, rows)?;
    let results: Vec<_> =
        py.detach(|| forks::run(x.len(), || (0..rows).map(|i| of_row(row(x, rows, i))).collect()));
    Ok(to_arrays(py, &[rows], results.into_iter()))
}

macro_rules! of_rows {
    ($($name:ident: $what:literal, $of_row:expr;)*) => {
        $(
            #[doc = $what]
            #[pyfunction]
            fn $name<'py>(
                py: Python<'py>,
                x_hi: &Bound<'py, PyAny>,
                x_lo: &Bound<'py, PyAny>,
                rows: usize,
            ) -> PyResult<Parts<'py>> {
                fn run<'py, E: Word>(
                    py: Python<'py>,
                    x: Pair<'_, 'py>,
                    rows: usize,
                ) -> PyResult<Parts<'py>> {
                    reduce::<E>(py, x, rows, $of_row)
                }
                by_word!(x_hi, run(py, (x_hi, x_lo), rows))
            }
        )*

        fn register_those_of_rows(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}

of_rows! {
    // A sum of nothing is −0, to which anything can be added; NumPy's is +0.
    sum_rows: "The sum of each row.", |row| if row.is_empty() { zero() } else { row.sum() };
    product_rows: "The product of each row.", |row| row.iter().product();
    norm_rows: "The Euclidean norm of each row.", |row| row.nrm2();
}

fn zero<E: Word>() -> DoubleWord<E> {
    DoubleWord::from_word(E::default())
}

/// The partial sums, or products, of each row.
#[pyfunction]
fn accumulate_rows<'py>(
    py: Python<'py>,
    x_hi: &Bound<'py, PyAny>,
    x_lo: &Bound<'py, PyAny>,
    rows: usize,
    product: bool,
) -> PyResult<Parts<'py>> {
    fn run<'py, E: Word>(
        py: Python<'py>,
        x: Pair<'_, 'py>,
        rows: usize,
        product: bool,
    ) -> PyResult<Parts<'py>> {
        let x = numbers::<E>(x)?;
        check(x, rows)?;
        let columns = x.len().checked_div(rows).unwrap_or(0);
        let (arrays, ()) = filled::<E, _>(py, &[rows, columns], |mut out| {
            py.detach(|| {
                for i in 0..rows {
                    let mut state: Option<DoubleWord<E>> = None;
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
        });
        Ok(arrays)
    }
    by_word!(x_hi, run(py, (x_hi, x_lo), rows, product))
}

/// The dot product of each row of x with that of y.
#[pyfunction]
fn dot_rows<'py>(
    py: Python<'py>,
    x_hi: &Bound<'py, PyAny>,
    x_lo: &Bound<'py, PyAny>,
    y_hi: &Bound<'py, PyAny>,
    y_lo: &Bound<'py, PyAny>,
    rows: usize,
) -> PyResult<Parts<'py>> {
    fn run<'py, E: Word>(
        py: Python<'py>,
        x: Pair<'_, 'py>,
        y: Pair<'_, 'py>,
        rows: usize,
    ) -> PyResult<Parts<'py>> {
        let (x, y) = (numbers::<E>(x)?, numbers::<E>(y)?);
        check(x, rows)?;
        if x.len() != y.len() {
            return Err(PyValueError::new_err("the operands are not equally long"));
        }
        let dot = |i| match row(x, rows, i).dot(row(y, rows, i)) {
            Ok(dot) if !row(x, rows, i).is_empty() => dot,
            _ => zero(),
        };
        let results: Vec<_> = py.detach(|| forks::run(x.len(), || (0..rows).map(dot).collect()));
        Ok(to_arrays(py, &[rows], results.into_iter()))
    }
    by_word!(x_hi, run(py, (x_hi, x_lo), (y_hi, y_lo), rows))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_those_of_rows(module)?;
    module.add_function(wrap_pyfunction!(accumulate_rows, module)?)?;
    module.add_function(wrap_pyfunction!(dot_rows, module)?)
}
