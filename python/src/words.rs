//! What is computed one number at a time: remainders, neighbours, conversions.

use crate::{
    operands::{Pair, Parts, Word, by_word, contiguous, filled, numbers, words},
    remainders,
};
use floatfloat::{DoubleWord, FloatFloat};
use floatfloat_cpu::DoubleWordSlice;
use numpy::PyUntypedArrayMethods;
use pyo3::{exceptions::PyValueError, prelude::*};

/// New arrays of a shape, with the numbers that a function gives for each index.
fn each<'py, E: Word>(
    py: Python<'py>,
    shape: &[usize],
    number: impl Fn(usize) -> DoubleWord<E> + Sync,
) -> Parts<'py> {
    let (arrays, ()) = filled(py, shape, |mut out| {
        py.detach(|| {
            for i in 0..out.len() {
                let written = out.set(i, number(i));
                debug_assert!(written, "there is an element");
            }
        });
    });
    arrays
}

fn at<E: Word>(numbers: DoubleWordSlice<'_, E>, index: usize) -> DoubleWord<E> {
    DoubleWord::from_normalized(numbers.hi()[index], numbers.lo()[index])
}

fn each_of_two<'py, E: Word>(
    py: Python<'py>,
    x: Pair<'_, 'py>,
    y: Pair<'_, 'py>,
    operation: fn(DoubleWord<E>, DoubleWord<E>) -> DoubleWord<E>,
) -> PyResult<Parts<'py>> {
    let shape = words::<E>(x.0)?.shape();
    let (x, y) = (numbers::<E>(x)?, numbers::<E>(y)?);
    if x.len() != y.len() {
        return Err(PyValueError::new_err("the operands are not equally long"));
    }
    Ok(each(py, shape, |i| operation(at(x, i), at(y, i))))
}

macro_rules! of_two {
    ($($name:ident: $what:literal;)*) => {
        $(
            #[doc = $what]
            #[pyfunction]
            fn $name<'py>(
                py: Python<'py>,
                x_hi: &Bound<'py, PyAny>,
                x_lo: &Bound<'py, PyAny>,
                y_hi: &Bound<'py, PyAny>,
                y_lo: &Bound<'py, PyAny>,
            ) -> PyResult<Parts<'py>> {
                fn run<'py, E: Word>(
                    py: Python<'py>,
                    x: Pair<'_, 'py>,
                    y: Pair<'_, 'py>,
                ) -> PyResult<Parts<'py>> {
                    each_of_two::<E>(py, x, y, remainders::$name)
                }
                by_word!(x_hi, run(py, (x_hi, x_lo), (y_hi, y_lo)))
            }
        )*

        fn register_those_of_two(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}

of_two! {
    modulo: "The remainder with the sign of y.";
    floor_divide: "The quotient that belongs to modulo.";
    fmod: "The remainder with the sign of x.";
    nextafter: "The neighbour of x in the direction of y.";
}

/// The distance to the next number that is larger in magnitude.
#[pyfunction]
fn spacing<'py>(
    py: Python<'py>,
    x_hi: &Bound<'py, PyAny>,
    x_lo: &Bound<'py, PyAny>,
) -> PyResult<Parts<'py>> {
    fn run<'py, E: Word>(py: Python<'py>, x: Pair<'_, 'py>) -> PyResult<Parts<'py>> {
        let shape = words::<E>(x.0)?.shape();
        let x = numbers::<E>(x)?;
        Ok(each(py, shape, |i| remainders::spacing(at(x, i))))
    }
    by_word!(x_hi, run(py, (x_hi, x_lo)))
}

/// The sums of any two words, as normalised pairs.
#[pyfunction]
fn normalize<'py>(
    py: Python<'py>,
    hi: &Bound<'py, PyAny>,
    lo: &Bound<'py, PyAny>,
) -> PyResult<Parts<'py>> {
    fn run<'py, E: Word>(py: Python<'py>, x: Pair<'_, 'py>) -> PyResult<Parts<'py>> {
        let shape = words::<E>(x.0)?.shape();
        let x = numbers::<E>(x)?;
        Ok(each(py, shape, |i| DoubleWord::from_parts(x.hi()[i], x.lo()[i])))
    }
    by_word!(hi, run(py, (hi, lo)))
}

/// The float-floats nearest to double-doubles.
#[pyfunction]
fn narrow<'py>(
    py: Python<'py>,
    hi: &Bound<'py, PyAny>,
    lo: &Bound<'py, PyAny>,
) -> PyResult<Parts<'py>> {
    let shape = words::<f64>(hi)?.shape();
    let x = numbers::<f64>((hi, lo))?;
    Ok(each(py, shape, |i| FloatFloat::from_double_double(at(x, i))))
}

/// The float-floats nearest to numbers of float64.
#[pyfunction]
fn narrow_words<'py>(py: Python<'py>, x: &Bound<'py, PyAny>) -> PyResult<Parts<'py>> {
    let array = words::<f64>(x)?;
    let x = contiguous(array)?;
    Ok(each(py, array.shape(), |i| FloatFloat::from_f64(x[i])))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_those_of_two(module)?;
    module.add_function(wrap_pyfunction!(spacing, module)?)?;
    module.add_function(wrap_pyfunction!(normalize, module)?)?;
    module.add_function(wrap_pyfunction!(narrow, module)?)?;
    module.add_function(wrap_pyfunction!(narrow_words, module)?)
}
