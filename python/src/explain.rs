//! Programs of Python that are explained: their steps on arrays, and their runs.

use crate::operands::{Given, Operand, contiguous, words};
use floatfloat::QuadDouble;
use floatfloat_explain::foreign::{self, Number, Program, Step};
use numpy::PyArray1;
use pyo3::{exceptions::PyValueError, prelude::*};

/// What happens in a program while it is watched.
#[pyclass(module = "floatfloat._core")]
pub struct Watch(Option<foreign::Watch>);

/// The elements of an array, of which a single one stands for all.
fn element(words: &[f64], k: usize) -> f64 {
    if words.len() == 1 { words[0] } else { words[k] }
}

fn numbers(exact: Given<'_, '_>) -> PyResult<Vec<QuadDouble>> {
    let exact = Operand::<QuadDouble>::new(exact)?;
    let exact = exact.numbers()?;
    Ok((0..exact.len()).filter_map(|k| exact.get(k)).collect())
}

fn different_lengths() -> PyErr {
    PyValueError::new_err("all arrays must have one length, or length 1")
}

/// Contiguous arrays of words, of this length or of one element.
fn all_words<'a>(arrays: &'a [Bound<'_, PyAny>], length: usize) -> PyResult<Vec<&'a [f64]>> {
    let arrays = arrays.iter().map(|array| contiguous(words::<f64>(array)?));
    let arrays: Vec<&[f64]> = arrays.collect::<PyResult<_>>()?;
    let fits = arrays.iter().all(|array| array.len() == length || array.len() == 1);
    if fits { Ok(arrays) } else { Err(different_lengths()) }
}

impl Watch {
    fn watch(&mut self) -> PyResult<&mut foreign::Watch> {
        self.0.as_mut().ok_or_else(|| PyValueError::new_err("the program is explained already"))
    }
}

#[pymethods]
impl Watch {
    /// For a format of 24 or 53 bits.
    #[new]
    fn new(precision: i32) -> Self {
        Watch(Some(foreign::Watch::new(precision)))
    }

    /// Forgets all steps, but no place.
    fn clear(&mut self) -> PyResult<()> {
        self.watch()?.clear();
        Ok(())
    }

    /// The number of a place.
    fn place(&mut self, file: &str, line: u32, column: u32, operation: &str) -> PyResult<u32> {
        Ok(self.watch()?.place(file, line, column, operation))
    }

    /// Gives the text of a file, which need not be on a disk.
    fn text(&mut self, file: &str, text: &str) -> PyResult<()> {
        self.watch()?.text(file, text);
        Ok(())
    }

    /// Enters a step on arrays: operands and their errors, values and exact results. Returns the errors of the results.
    #[allow(clippy::too_many_arguments, reason = "what a step is made of")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        place: u32,
        operands: Vec<Bound<'py, PyAny>>,
        origins: [Option<u32>; 2],
        errors: Vec<Bound<'py, PyAny>>,
        value: &Bound<'py, PyAny>,
        exact: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let value = contiguous(words::<f64>(value)?)?;
        let (exact, length) = (numbers(exact)?, value.len());
        let (operands, errors) = (all_words(&operands, length)?, all_words(&errors, length)?);
        if exact.len() != length || operands.len() > 3 {
            return Err(different_lengths());
        }
        let watch = self.watch()?;
        let mut after = Vec::with_capacity(length);
        let mut row = [0.0; 3];
        for k in 0..length {
            for (word, operand) in row.iter_mut().zip(&operands) {
                *word = element(operand, k);
            }
            let error = errors.iter().map(|errors| element(errors, k)).fold(0.0, f64::max);
            let operands = &row[..operands.len()];
            let step = Step { operands, origins, error, value: value[k], exact: exact[k] };
            after.push(watch.add(place, step));
        }
        Ok(PyArray1::from_vec(py, after))
    }

    /// Enters decisions: 1 in `differs` where the exact numbers have another outcome.
    fn decide(
        &mut self,
        place: u32,
        operands: Vec<Bound<'_, PyAny>>,
        differs: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let differs = contiguous(words::<f64>(differs)?)?;
        let operands = all_words(&operands, differs.len())?;
        let watch = self.watch()?;
        for (k, &differs) in differs.iter().enumerate() {
            let row: Vec<f64> = operands.iter().take(3).map(|words| element(words, k)).collect();
            watch.decide(place, &row, differs != 0.0);
        }
        Ok(())
    }

    /// Explains the program, which gave these results, as text, JSON and HTML. `again(rounds, otherwise, seed)` runs it again: a byte
    /// of 1 in `rounds` for each place that rounds. It returns the parts of the exact results, or None if there is no time.
    #[allow(clippy::too_many_arguments, reason = "the parts of a result")]
    fn explain(
        &mut self,
        py: Python<'_>,
        format: &str,
        value: &Bound<'_, PyAny>,
        exact: Given<'_, '_>,
        radius: &Bound<'_, PyAny>,
        seed: u64,
        again: Py<PyAny>,
    ) -> PyResult<(String, String, String)> {
        let value = contiguous(words::<f64>(value)?)?;
        let radius = contiguous(words::<f64>(radius)?)?;
        let exact = numbers(exact)?;
        if exact.is_empty() || exact.len() != value.len() || radius.len() != value.len() {
            return Err(different_lengths());
        }
        let results: Vec<Number> = (0..value.len())
            .map(|k| Number { value: value[k], exact: exact[k], radius: radius[k] })
            .collect();
        let watch = self.0.take();
        let watch =
            watch.ok_or_else(|| PyValueError::new_err("the program is explained already"))?;
        let mut program = Function { py, again, failure: None };
        let text = |value: f64| match format {
            "float32" => (value as f32).to_string(),
            _ => value.to_string(),
        };
        let explanation = watch.explain(format, &results, text, seed, &mut program);
        if let Some(failure) = program.failure {
            return Err(failure);
        }
        let json = serde_json::to_string(&explanation);
        let json = json.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok((explanation.to_string(), json, explanation.to_html()))
    }
}

/// A function of Python that can be run again.
struct Function<'py> {
    py: Python<'py>,
    again: Py<PyAny>,
    /// What it has raised.
    failure: Option<PyErr>,
}

impl Program for Function<'_> {
    fn again(
        &mut self,
        rounds: &[bool],
        otherwise: bool,
        seed: Option<u64>,
    ) -> Option<Vec<QuadDouble>> {
        if self.failure.is_some() {
            return None;
        }
        let rounds: Vec<u8> = rounds.iter().map(|&rounds| rounds.into()).collect();
        let run = || -> PyResult<Option<Vec<QuadDouble>>> {
            let parts = self.again.bind(self.py).call1((rounds.as_slice(), otherwise, seed))?;
            if parts.is_none() { Ok(None) } else { numbers(parts.cast()?).map(Some) }
        };
        run().unwrap_or_else(|failure| {
            self.failure = Some(failure);
            None
        })
    }
}

/// Random signs for a change of numbers, −1 and 1.
#[pyfunction]
fn random_signs<'py>(py: Python<'py>, seed: u64, count: usize) -> Bound<'py, PyArray1<f64>> {
    PyArray1::from_iter(py, foreign::signs(seed).take(count))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Watch>()?;
    module.add_function(wrap_pyfunction!(random_signs, module)?)
}
