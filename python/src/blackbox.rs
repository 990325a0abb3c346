//! Sums, products of matrices and functions of numbers by functions of Python, examined from outside.

use floatfloat_blackbox::{
    Effort, Failure, Format, FromFn, Kind, Options, Reference, Shape, Tree, examine, order,
};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::{exceptions::PyValueError, prelude::*};

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

/// What the examination finds: the text, the names and values of the properties, the faults, and whether the machine found
/// has the bits of the function.
type Found = (String, Vec<(String, String)>, Vec<String>, bool);

/// Examines `function`, which takes two flat arrays of float64, the second empty for a sum, and the sizes m, k, n. The
/// orders of summation of the numbers of terms in `lengths` are found, too.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the arguments of one call in Python")]
pub fn examine_sums(
    py: Python<'_>,
    function: &Bound<'_, PyAny>,
    name: &str,
    what: &str,
    formats: [String; 2],
    sizes: [usize; 3],
    checks: usize,
    seed: u64,
    lengths: Vec<usize>,
) -> PyResult<Found> {
    let [operands, results] = [format(&formats[0])?, format(&formats[1])?];
    let mut raised = None;
    let call = |first: &[f64], second: &[f64], shape: Shape| {
        let arrays = (PyArray1::from_slice(py, first), PyArray1::from_slice(py, second));
        let result = py
            .check_signals()
            .and_then(|()| function.call1((arrays.0, arrays.1, shape.m, shape.k, shape.n)))
            .and_then(|result| {
                let result: PyReadonlyArray1<'_, f64> = result.extract()?;
                Ok(result.as_slice()?.to_vec())
            });
        refused(result, &mut raised)
    };
    let mut machine = FromFn::new(name, kind(what)?, [operands, results], call);
    let [m, k, n] = sizes;
    let options = Options { shape: Shape { m, k, n }, checks, seed };
    let report = examine(&mut machine, &options);
    // A function that takes no other sizes is examined all the same.
    let orders: Vec<String> = match &report {
        Ok(_) => lengths
            .iter()
            .map(|&k| words(order(&mut machine, Shape { k, ..options.shape })))
            .collect(),
        Err(_) => Vec::new(),
    };
    drop(machine);
    let raised = raised.filter(|_| report.is_err());
    if let Some(error) = raised {
        return Err(error);
    }
    let report = report.map_err(|failure| PyValueError::new_err(failure.to_string()))?;
    let mut rows: Vec<(String, String)> =
        report.rows().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    rows.extend(
        lengths.iter().zip(orders).map(|(k, order)| (format!("order of {k} terms"), order)),
    );
    Ok((report.to_string(), rows, report.faults(), report.is_explained()))
}

/// Examines a function of one or two numbers, which takes two arrays of float64, in the format of this name, as the function
/// called `reference`. `None` if there is no such function.
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
) -> PyResult<Option<FoundOfFunction>> {
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
    let report = floatfloat_blackbox::examine_function(name, &reference, format, &mut call, effort);
    if let Some(error) = raised {
        return Err(error);
    }
    let report = report.map_err(|failure| PyValueError::new_err(failure.to_string()))?;
    let rows = report.rows.iter().map(|row| {
        let at = row.at.map_or(String::new(), |at| at.to_string());
        (row.class.clone(), row.tried, row.not_nearest, row.ulps, at)
    });
    Ok(Some((report.to_string(), rows.collect(), report.faults())))
}

/// What an examination of a function finds: the text; class, results tried, results that are not the nearest number, largest
/// error in ulps and where, for each class of operands; the faults.
type FoundOfFunction = (String, Vec<(String, usize, usize, f64, String)>, Vec<String>);

/// The results of a call, or its exception as a failure. The first exception is kept.
fn refused(result: PyResult<Vec<f64>>, raised: &mut Option<PyErr>) -> Result<Vec<f64>, Failure> {
    result.map_err(|error| {
        let message = error.to_string();
        raised.get_or_insert(error);
        Failure::Refused(message)
    })
}

fn words(found: Result<Option<Tree>, Failure>) -> String {
    match found {
        Ok(Some(tree)) => tree.words(),
        Ok(None) => "not determined: results fit no tree".to_owned(),
        Err(failure) => {
            format!("not determined: {}", failure.to_string().lines().next().unwrap_or_default())
        }
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(examine_sums, module)?)?;
    module.add_function(wrap_pyfunction!(examine_function, module)?)
}
