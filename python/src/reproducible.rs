//! Exact sums, whose bits depend on the terms alone.

use crate::{
    forks,
    operands::{Given, Operand, Word, by_word, contiguous, words},
};
use floatfloat::DoubleWord;
use floatfloat_cpu::reproducible::{AddSlices, ReproducibleSum as Sum};
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::PyBytes,
};
use std::sync::{Mutex, MutexGuard};

/// An exact sum of floats, of double-doubles and of products of them.
#[pyclass(frozen, name = "ReproducibleSum", module = "floatfloat._core", subclass)]
pub struct ReproducibleSum(Mutex<Sum>);

impl ReproducibleSum {
    fn lock(&self) -> PyResult<MutexGuard<'_, Sum>> {
        self.0.lock().map_err(|_| PyRuntimeError::new_err("an earlier addition to this sum failed"))
    }

    /// Lets `add` fill a new sum, and merges it: meanwhile other threads can use this sum.
    fn merged(
        &self,
        py: Python<'_>,
        size: usize,
        add: impl FnOnce(&mut Sum) + Send,
    ) -> PyResult<()> {
        let part = py.detach(|| {
            forks::run(size, || {
                let mut part = Sum::new();
                add(&mut part);
                part
            })
        });
        self.lock()?.merge(&part);
        Ok(())
    }
}

#[pymethods]
impl ReproducibleSum {
    #[new]
    fn new() -> Self {
        ReproducibleSum(Mutex::new(Sum::new()))
    }

    /// Adds the elements of an array of words.
    fn add_words(&self, py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<()> {
        fn run<E: Word>(
            sum: &ReproducibleSum,
            py: Python<'_>,
            x: &Bound<'_, PyAny>,
        ) -> PyResult<()> {
            let x = contiguous::<E>(words(x)?)?;
            sum.merged(py, x.len(), |sum| sum.add_words(x))
        }
        by_word!(x, run(self, py, x))
    }

    /// Adds the products of the elements of two arrays of words.
    fn add_word_products(
        &self,
        py: Python<'_>,
        x: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        fn run<E: Word>(
            sum: &ReproducibleSum,
            py: Python<'_>,
            x: &Bound<'_, PyAny>,
            y: &Bound<'_, PyAny>,
        ) -> PyResult<()> {
            let (x, y) = (contiguous::<E>(words(x)?)?, contiguous::<E>(words(y)?)?);
            let mut done = Ok(());
            sum.merged(py, x.len(), |sum| done = sum.add_products(x, y))?;
            done.map_err(|error| PyValueError::new_err(error.to_string()))
        }
        by_word!(x, run(self, py, x, y))
    }

    /// Adds the products of the elements of two arrays of numbers of two words.
    fn add_pair_products(
        &self,
        py: Python<'_>,
        x: Given<'_, '_>,
        y: Given<'_, '_>,
    ) -> PyResult<()> {
        fn run<E: Word>(
            sum: &ReproducibleSum,
            py: Python<'_>,
            x: Given<'_, '_>,
            y: Given<'_, '_>,
        ) -> PyResult<()> {
            let (x, y) = (Operand::<DoubleWord<E>>::new(x)?, Operand::<DoubleWord<E>>::new(y)?);
            let (x, y) = (x.numbers()?, y.numbers()?);
            let mut done = Ok(());
            sum.merged(py, x.len(), |sum| done = sum.add_number_products(x, y))?;
            done.map_err(|error| PyValueError::new_err(error.to_string()))
        }
        by_word!(&x.get_item(0)?, run(self, py, x, y))
    }

    /// Adds another sum.
    fn merge(&self, other: &Bound<'_, ReproducibleSum>) -> PyResult<()> {
        // Copied first: it may be this one.
        let part = other.get().lock()?.clone();
        self.lock()?.merge(&part);
        Ok(())
    }

    /// The float64 nearest to the sum.
    fn to_float64(&self) -> PyResult<f64> {
        Ok(self.lock()?.to_word())
    }

    /// The float32 nearest to the sum, as a float.
    fn to_float32(&self) -> PyResult<f64> {
        Ok(self.lock()?.to_word::<f32>().into())
    }

    /// The double-double nearest to the sum, as two words.
    fn to_double_double(&self) -> PyResult<(f64, f64)> {
        let number = self.lock()?.to_number::<f64>();
        Ok((number.hi(), number.lo()))
    }

    /// The float-float nearest to the sum, as two words.
    fn to_float_float(&self) -> PyResult<(f64, f64)> {
        let number = self.lock()?.to_number::<f32>();
        Ok((number.hi().into(), number.lo().into()))
    }

    /// The sum as bytes. Equal sums have the same bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.lock()?.to_bytes()))
    }

    /// Adds the sum that ``to_bytes`` returned.
    fn add_bytes(&self, bytes: &[u8]) -> PyResult<()> {
        let part = Sum::from_bytes(bytes)
            .ok_or_else(|| PyValueError::new_err("these are not the bytes of a ReproducibleSum"))?;
        self.lock()?.merge(&part);
        Ok(())
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ReproducibleSum>()
}
