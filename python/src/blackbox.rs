//! Sums, products of matrices and functions of numbers by functions of Python, examined from outside.

use floatfloat_blackbox::{
    Effort, Examined, Failure, Format, Kind, Operator, Options, Reference, Shape, examine_all,
    tables,
};
use floatfloat_report::results::Document;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::{
    exceptions::{PyException, PyValueError},
    prelude::*,
};

/// Text, tables, and a drawing.
type Found = (String, String, String);

/// The format of a name of NumPy.
fn format(name: &str) -> PyResult<Format> {
    match name {
        "float16" => Ok(Format::F16),
        "bfloat16" => Ok(Format::BF16),
        "float32" => Ok(Format::F32),
        "float64" => Ok(Format::F64),
        _ => Err(PyValueError::new_err(format!(
            "{name} cannot be examined: take float16, bfloat16, float32 or float64"
        ))),
    }
}

fn kind(name: &str) -> PyResult<Kind> {
    match name {
        "sum" => Ok(Kind::Sum),
        "dot" => Ok(Kind::Dot),
        "matmul" => Ok(Kind::Matmul),
        _ => Err(PyValueError::new_err(format!("{name} is no kind: take sum, dot or matmul"))),
    }
}

/// What an examination finds: the text, the tables as JSON, and the order of summation as a drawing. `further` gives the faults
/// that only the caller sees.
fn found(mut examined: Examined, further: &Bound<'_, PyAny>) -> PyResult<Found> {
    examined.further = further.call0()?.extract()?;
    let (text, drawing) = (examined.to_string(), examined.drawing());
    let json = serde_json::to_string(&Document::new(&tables(&[examined])));
    Ok((text, json.map_err(|error| PyValueError::new_err(error.to_string()))?, drawing))
}

/// Examines `function`, which takes two flat arrays of float64, the second empty for a sum, the sizes m, k, n, and how many
/// elements after a multiple of 64 bytes both arrays are to begin. `single` is the same on one thread. The orders of summation
/// of the numbers of terms in `lengths` are found, too.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the arguments of one call in Python")]
pub fn examine_sums(
    function: &Bound<'_, PyAny>,
    name: &str,
    what: &str,
    formats: [String; 2],
    sizes: [usize; 3],
    checks: usize,
    seed: u64,
    lengths: Vec<usize>,
    single: Option<&Bound<'_, PyAny>>,
    further: &Bound<'_, PyAny>,
) -> PyResult<Found> {
    let [operands, results] = [format(&formats[0])?, format(&formats[1])?];
    let kind = kind(what)?;
    let of = |function| {
        let name = name.to_owned();
        OfPython { name, kind, operands, results, function, shift: [0, 0], raised: None }
    };
    let (mut machine, mut single) = (of(function), single.map(of));
    let single = single.as_mut().map(|single| single as &mut dyn Operator);
    let [m, k, n] = sizes;
    let options = Options { shape: Shape { m, k, n }, checks, seed };
    let examined = Examined::sums(&mut machine, &options, &lengths, single);
    // Ctrl-C is no refusal of other sizes.
    match machine.raised {
        Some(raised) if !raised.is_instance_of::<PyException>(function.py()) => Err(raised),
        raised => found(outcome(examined, raised)?, further),
    }
}

/// A function of Python that adds.
struct OfPython<'a, 'py> {
    name: String,
    kind: Kind,
    operands: Format,
    results: Format,
    function: &'a Bound<'py, PyAny>,
    shift: [usize; 2],
    raised: Option<PyErr>,
}

impl Operator for OfPython<'_, '_> {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn kind(&self) -> Kind {
        self.kind
    }
    fn operands(&self) -> Format {
        self.operands
    }
    fn results(&self) -> Format {
        self.results
    }
    fn run(&mut self, first: &[f64], second: &[f64], shape: Shape) -> Result<Vec<f64>, Failure> {
        let py = self.function.py();
        let (first, second) = (PyArray1::from_slice(py, first), PyArray1::from_slice(py, second));
        let Shape { m, k, n } = shape;
        let result = py
            .check_signals()
            .and_then(|()| self.function.call1((first, second, (m, k, n), self.shift)))
            .and_then(|result| {
                let result: PyReadonlyArray1<'_, f64> = result.extract()?;
                Ok(result.as_slice()?.to_vec())
            });
        refused(result, &mut self.raised)
    }
    fn shift(&mut self, elements: [usize; 2]) -> bool {
        self.shift = elements;
        true
    }
}

/// Examines a function of one or two numbers, which takes two arrays of float64, in the format of this name, as the function
/// called `reference`; with `every` for every number of the format, too. `None` if there is no such function.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the arguments of one call in Python")]
pub fn examine_function(
    py: Python<'_>,
    function: &Bound<'_, PyAny>,
    name: &str,
    reference: &str,
    format_name: &str,
    samples: usize,
    seed: u64,
    refuses: bool,
    every: bool,
    further: &Bound<'_, PyAny>,
) -> PyResult<Option<Found>> {
    let Some(reference) = Reference::named(reference) else { return Ok(None) };
    let format = format(format_name)?;
    let mut raised = None;
    let mut call = |x: &[f64], y: &[f64]| {
        let arrays = (PyArray1::from_slice(py, x), PyArray1::from_slice(py, y));
        let result = py.check_signals().and_then(|()| {
            let result: PyReadonlyArray1<'_, f64> = function.call1(arrays)?.extract()?;
            Ok(result.as_slice()?.to_vec())
        });
        refused(result, &mut raised)
    };
    let effort = Effort { samples, seed, refuses };
    let examined = Examined::function(name, &reference, format, &mut call, effort);
    let examined = examined.and_then(|mut examined| {
        if every {
            let done = || Ok(());
            examined.add_every(Ok(examine_all(&reference, format, &mut call, refuses, done)?));
        }
        Ok(examined)
    });
    found(outcome(examined, raised)?, further).map(Some)
}

/// Examines a parser, a function of a list of texts that gives a list of floats, or with `prints` a printer, a function of a
/// list of floats that gives a list of texts.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the arguments of one call in Python")]
pub fn examine_text(
    py: Python<'_>,
    function: &Bound<'_, PyAny>,
    name: &str,
    prints: bool,
    format_name: &str,
    samples: usize,
    seed: u64,
    further: &Bound<'_, PyAny>,
) -> PyResult<Found> {
    let format = format(format_name)?;
    let effort = Effort { samples, seed, refuses: false };
    let mut raised = None;
    let examined = if prints {
        let mut print = |x: &[f64]| {
            let texts = py.check_signals().and_then(|()| function.call1((x.to_vec(),))?.extract());
            refused(texts, &mut raised)
        };
        Examined::printer(name, format, &mut print, effort)
    } else {
        let mut parse = |texts: &[String]| {
            let numbers =
                py.check_signals().and_then(|()| function.call1((texts.to_vec(),))?.extract());
            refused(numbers, &mut raised)
        };
        Examined::parser(name, format, &mut parse, effort)
    };
    found(outcome(examined, raised)?, further)
}

/// The examination, or the exception that ended it. An exception for further sizes does not end it.
fn outcome(examined: Result<Examined, Failure>, raised: Option<PyErr>) -> PyResult<Examined> {
    examined.map_err(|failure| raised.unwrap_or_else(|| PyValueError::new_err(failure.to_string())))
}

/// The results of a call, or its exception as a failure. The first exception is kept.
fn refused<T>(result: PyResult<Vec<T>>, raised: &mut Option<PyErr>) -> Result<Vec<T>, Failure> {
    result.map_err(|error| {
        let message = error.to_string();
        raised.get_or_insert(error);
        Failure::Refused(message)
    })
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(examine_sums, module)?)?;
    module.add_function(wrap_pyfunction!(examine_text, module)?)?;
    module.add_function(wrap_pyfunction!(examine_function, module)?)
}
