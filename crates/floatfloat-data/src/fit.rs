//! Linear least squares for data from files: y as a function of the other columns, or a polynomial in one
//! column.

use crate::{
    error::{Error, ProblemError},
    exact_coefficients::read_exact_coefficients,
    independence::{Dependent, Failure, tolerance},
    input::Input,
    least_squares::least_squares,
    number::Number,
    scaling::{largest_exponent, underflow, underflow_of_words, unscaled},
    table::Table,
    text::open,
};
use std::{cmp::Ordering, path::Path};

/// A fitted model and how well it fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit<T> {
    /// The factor of each coefficient: `1` for the intercept, then `x1` or `x^2`.
    pub terms: Vec<String>,
    /// The coefficients, in the order of `terms`.
    pub coefficients: Vec<T>,
    /// Standard error of each coefficient; `None` if there are as many observations as coefficients.
    pub standard_errors: Option<Vec<T>>,
    /// Residual standard deviation, √(Σ residual² / degrees of freedom).
    pub residual_deviation: Option<T>,
    /// About how many decimal digits of the coefficients stay the same if the data change by a rounding error
    /// of the type.
    pub sure_digits: f64,
    /// Number of observations.
    pub observations: usize,
    /// Correct decimal digits of each coefficient, if exact values were given.
    pub correct_digits: Option<Vec<f64>>,
    /// A note on what was left out of the file; see [`Loaded::left_out`](crate::Loaded::left_out).
    pub left_out: Option<String>,
}

impl<T> Fit<T> {
    /// Number of observations minus number of coefficients.
    pub fn degrees_of_freedom(&self) -> usize {
        self.observations - self.coefficients.len()
    }
}

/// A term of the model: its values are scaled by a power of two to magnitudes of at most 1.
struct Term<T> {
    name: String,
    values: Vec<T>,
    /// The true values are `values · 2^exponent`.
    exponent: i32,
}

impl<T: Number> Term<T> {
    fn new(name: String, values: &[T]) -> Self {
        let exponent = largest_exponent(values);
        let values = values.iter().map(|value| value.scale(-exponent)).collect();
        Term { name, values, exponent }
    }

    /// The powers of `x` from 1 to `degree`.
    fn powers(name: &str, x: &[T], degree: usize) -> Vec<Self> {
        let base = Term::new(name.to_owned(), x);
        let mut power = vec![T::from_f64(1.0); x.len()];
        (1..=degree)
            .map(|k| {
                for (value, &x) in power.iter_mut().zip(&base.values) {
                    *value = *value * x;
                }
                let name = if k == 1 { name.to_owned() } else { format!("{name}^{k}") };
                let term = Term::new(name, &power);
                Term { exponent: term.exponent + k as i32 * base.exponent, ..term }
            })
            .collect()
    }
}

/// Fits the data of a file (`-` for standard input): a CSV, or a matrix whose last column is `y`; see [`fit`].
/// With a file of exact values it also computes the correct digits of each coefficient (see
/// [`read_exact_coefficients`]).
///
/// # Errors
/// If one of the files cannot be read, or the data do not determine every coefficient.
pub fn fit_file<T: Number>(
    file: &Path,
    degree: Option<usize>,
    exact: Option<&Path>,
) -> Result<Fit<T>, Error> {
    let standard_input = Path::new("-");
    if file == standard_input && exact == Some(standard_input) {
        return Err(Error::StandardInputTwice { inputs: "the data or the exact values" });
    }
    let loaded = Input::open(file)?.load()?;
    let mut fit = fit(&loaded.table::<T>()?, degree)?;
    fit.left_out = loaded.left_out();
    if let Some(path) = exact {
        let (reader, source) = open(path)?;
        let exact = read_exact_coefficients(reader, &source, fit.coefficients.len())?;
        let digits = exact.iter().zip(&fit.coefficients);
        fit.correct_digits = Some(digits.map(|(exact, &c)| exact.correct_digits(c)).collect());
    }
    Ok(fit)
}

/// Fits column `y` of the table by Householder QR with refinement, in two words or in as many as the type has.
/// With a `degree` it fits a polynomial in the only other column, otherwise all other columns and an intercept.
///
/// All terms are scaled by powers of two, so that neither their powers nor squares leave the range. The
/// function refuses data that do not determine every coefficient: fewer observations or distinct x than
/// coefficients, or a term that is a combination of the others to within observations × unit roundoff of `T` of
/// its size.
pub fn fit<T: Number>(table: &Table<T>, degree: Option<usize>) -> Result<Fit<T>, Error> {
    let y = response(table)?;
    let predictors = predictors(table, y)?;
    let terms = match (degree, predictors.as_slice()) {
        (None, _) => {
            enough_rows(table, predictors.len() + 1, "; leave out columns or add rows")?;
            let term = |&(name, values): &(&str, &[T])| Term::new(name.to_owned(), values);
            predictors.iter().map(term).collect()
        }
        (Some(degree), &[(name, x)]) => {
            let distinct = distinct(x);
            if distinct <= degree {
                return Err(ProblemError::TooFewDistinct { degree, distinct }.into());
            }
            Term::powers(name, x, degree)
        }
        (Some(_), several) => {
            let known = several.iter().map(|(name, _)| name.to_string()).collect();
            return Err(ProblemError::SeveralPredictors { known }.into());
        }
    };
    let ones = vec![T::from_f64(1.0); table.rows()];
    let terms: Vec<_> = std::iter::once(Term::new("1".into(), &ones)).chain(terms).collect();
    let data = predictors.iter().map(|&(_, values)| values).chain([&table.columns[y][..]]);
    let lost = data.map(|values| underflow::<T>(largest_exponent(values))).fold(0.0, f64::max);
    let moved = 10f64.powf(-T::DIGITS) + lost * degree.unwrap_or(1) as f64;
    solve(terms, &table.columns[y], degree, moved)
}

/// `moved` is the relative rounding error of the data.
fn solve<T: Number>(
    terms: Vec<Term<T>>,
    y: &[T],
    degree: Option<usize>,
    moved: f64,
) -> Result<Fit<T>, Error> {
    let y = Term::new("y".into(), y);
    let observations = y.values.len();
    let (mut names, mut exponents, mut columns) = (Vec::new(), Vec::new(), Vec::new());
    for term in terms {
        names.push(term.name);
        exponents.push(y.exponent - term.exponent);
        columns.push(term.values);
    }
    let solution = least_squares(&columns, &y.values).map_err(|failure| match failure {
        Failure::Dependent(dependent) => {
            rank_deficient::<T>(dependent, &names, observations, degree)
        }
        Failure::Matrix(error) => ProblemError::Matrix(error).into(),
    })?;
    let freedom = observations - names.len();
    let deviation = (freedom > 0).then(|| solution.residual / T::from_f64(freedom as f64).sqrt());
    let unscale = |value: T, exponent: i32, what: &str| {
        unscaled(value, exponent).ok_or_else(|| {
            let what = what.to_owned();
            Error::from(ProblemError::ResultRange { what, sum_type: T::TYPE.into() })
        })
    };
    let all = |values: &[T], what: &str| {
        (values.iter().zip(&exponents).zip(&names))
            .map(|((&value, &exponent), name)| {
                unscale(value, exponent, &format!("the {what} of `{name}`"))
            })
            .collect::<Result<Vec<T>, Error>>()
    };
    let standard_errors = deviation.map(|sd| {
        let scaled: Vec<T> = solution.deviations.iter().map(|&d| d * sd).collect();
        all(&scaled, "standard error")
    });
    let coefficients = all(&solution.coefficients, "coefficient")?;
    // Magnitudes are at least half of the power of two.
    let rounded = |value: &T| 2.0 * underflow_of_words::<T>(largest_exponent(&[*value]));
    let rounded = coefficients.iter().map(rounded).fold(0.0, f64::max);
    Ok(Fit {
        coefficients,
        standard_errors: standard_errors.transpose()?,
        residual_deviation: deviation
            .map(|sd| unscale(sd, y.exponent, "the residual standard deviation"))
            .transpose()?,
        terms: names,
        sure_digits: (-(moved * solution.amplification + rounded).log10()).clamp(0.0, T::DIGITS),
        observations,
        correct_digits: None,
        left_out: None,
    })
}

fn response<T: Number>(table: &Table<T>) -> Result<usize, Error> {
    table.position("y").ok_or_else(|| {
        let (source_name, known) = (table.source.clone(), table.names.clone());
        let advice = "; name the column to be fitted `y`".into();
        Error::NoColumn { source_name, name: "y".into(), known, advice }
    })
}

fn predictors<T: Number>(table: &Table<T>, y: usize) -> Result<Vec<(&str, &[T])>, Error> {
    let columns =
        table.names.iter().map(String::as_str).zip(table.columns.iter().map(Vec::as_slice));
    let found: Vec<_> = columns.enumerate().filter(|&(i, _)| i != y).map(|(_, c)| c).collect();
    if found.is_empty() {
        return Err(ProblemError::NoPredictor { source_name: table.source.clone() }.into());
    }
    Ok(found)
}

fn enough_rows<T: Number>(
    table: &Table<T>,
    coefficients: usize,
    advice: &str,
) -> Result<(), Error> {
    if table.rows() >= coefficients {
        return Ok(());
    }
    let (source_name, observations) = (table.source.clone(), table.rows());
    let advice = advice.into();
    Err(ProblemError::TooFewObservations { source_name, observations, coefficients, advice }.into())
}

fn distinct<T: Number>(values: &[T]) -> usize {
    let mut parts: Vec<_> = values.iter().map(|value| value.parts()).collect();
    parts.sort_by(|a, b| {
        let words = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
        words.fold(Ordering::Equal, Ordering::then)
    });
    parts.dedup();
    parts.len()
}

fn rank_deficient<T: Number>(
    dependent: Dependent,
    names: &[String],
    observations: usize,
    degree: Option<usize>,
) -> Error {
    let wider = match T::TYPE.more_digits() {
        Some(number_type) => format!(", or try --type {number_type}"),
        None => String::new(),
    };
    let remedy = match (degree, dependent.columns.as_slice()) {
        (Some(_), _) => format!("use --degree {}", dependent.first.max(1) - 1),
        (None, [constant]) if *constant > 0 => "leave it out".into(),
        (None, [0, _]) => "leave it out: every fit has an intercept".into(),
        (None, _) => "leave one of them out".into(),
    };
    ProblemError::RankDeficient {
        dependent: dependent.columns.iter().map(|&i| names[i].clone()).collect(),
        tolerance: tolerance::<T>(observations),
        number_type: T::TYPE,
        advice: format!("; {remedy}{wider}"),
    }
    .into()
}
