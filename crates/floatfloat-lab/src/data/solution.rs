//! The command `fit`: a file in, a table of coefficients out.

use super::{
    digits::Exact,
    error::{ProblemError, plural},
    fit::{Fit, fit},
    input::Input,
    number::Number,
    table::{open, read_rows, refused},
};
use crate::{
    error::Error,
    number_type::NumberType,
    results::{Cell, Experiment},
    table::{self, IntoCell, row},
};
use floatfloat::{DoubleDouble, FloatFloat};
use std::{io::BufRead, path::Path};

/// Fits the data of a file (`-` for standard input) in a type: of a CSV, or of a matrix whose last column is `y`; with a file of exact values also
/// the correct digits of each coefficient. Columns of the table: coefficient, term, value, digits,
/// standard_error.
pub fn experiment(
    file: &Path,
    degree: Option<usize>,
    number_type: NumberType,
    exact: Option<&Path>,
) -> Result<Experiment, Error> {
    match number_type {
        NumberType::F32 => run::<f32>(file, degree, exact),
        NumberType::Ff => run::<FloatFloat>(file, degree, exact),
        NumberType::F64 => run::<f64>(file, degree, exact),
        NumberType::Dd => run::<DoubleDouble>(file, degree, exact),
    }
}

fn run<T: Number>(
    file: &Path,
    degree: Option<usize>,
    exact: Option<&Path>,
) -> Result<Experiment, Error> {
    let standard_input = Path::new("-");
    if file == standard_input && exact == Some(standard_input) {
        return Err(Error::Input(
            "standard input (-) can be the data or the exact values, not both; write one of them to \
             a file"
                .into(),
        ));
    }
    let fit = fit(&Input::open(file)?.load()?.table::<T>()?, degree)?;
    let exact = exact
        .map(|path| {
            let (reader, source) = open(path)?;
            read_exact(reader, &source, fit.coefficients.len())
        })
        .transpose()?;
    Ok(tabulate(&fit, exact.as_deref()))
}

fn tabulate<T: Number>(fit: &Fit<T>, exact: Option<&[Exact]>) -> Experiment {
    let columns =
        [("coefficient", ""), ("term", ""), ("value", ""), ("digits", ""), ("standard_error", "")];
    let mut table = table::Table::new("fit", "cpu", &columns);
    for (i, (&value, term)) in fit.coefficients.iter().zip(&fit.terms).enumerate() {
        let digits = exact.map(|exact| exact[i].correct_digits(value));
        let standard_error = fit.standard_errors.as_ref().map(|errors| six_digits(errors[i]));
        table.push(row![
            format!("b{i}"),
            term.as_str(),
            value.digits(),
            digits.map_or(Cell::Empty, |digits| digits.into_cell()),
            standard_error,
        ]);
    }
    let (observations, freedom) = (fit.observations, fit.degrees_of_freedom());
    let deviation = fit.residual_deviation.map_or(
        "There are as many observations as coefficients: no residual standard deviation.".into(),
        |deviation| {
            let deviation = deviation.digits();
            let plural = if freedom == 1 { "degree" } else { "degrees" };
            format!("Residual standard deviation {deviation}, {freedom} {plural} of freedom.")
        },
    );
    table = table
        .note(format!(
            "{observations} observation{}, Householder QR and refinement in two words of type {}.",
            plural(observations),
            T::Word::TYPE
        ))
        .note(deviation);
    if fit.sure_digits < T::DIGITS / 2.0 {
        table = table.note(format!(
            "The terms are nearly dependent: if the decimals of the data are rounded to type {}, about \
             {:.0} digits of the coefficients are sure. Fewer terms{} give more.",
            T::TYPE,
            fit.sure_digits.floor(),
            if T::TYPE == NumberType::Dd { "" } else { " or --type dd" },
        ));
    }
    table.finish()
}

/// Enough for a standard error; more would pretend.
fn six_digits<T: Number>(value: T) -> String {
    if value.parts()[0] == 0.0 { "0".into() } else { format!("{value:.5e}") }
}

/// The exact values of the coefficients b0, b1, … from a CSV with columns `coefficient` and `exact`.
pub(crate) fn read_exact(
    reader: impl BufRead,
    source: &str,
    count: usize,
) -> Result<Vec<Exact>, Error> {
    let mismatch = |problem: String| {
        Error::from(ProblemError::ExactMismatch { source_name: source.into(), problem })
    };
    let (names, mut columns) = read_rows(reader, source, |texts, place_of| {
        Ok(texts.iter().enumerate().map(|(i, text)| (text.to_string(), place_of(i))).collect())
    })?;
    let mut column = |name: &str| {
        let index = names.iter().position(|known| known == name).ok_or_else(|| {
            mismatch(format!(
                "there is no column `{name}`; columns coefficient and exact are needed"
            ))
        })?;
        Ok::<_, Error>(std::mem::take(&mut columns[index]))
    };
    let (labels, values) = (column("coefficient")?, column("exact")?);
    if labels.len() != count {
        let found = labels.len();
        return Err(mismatch(format!(
            "{found} exact value{}, but the fit has {count} coefficient{}, b0 to b{}",
            plural(found),
            plural(count),
            count - 1
        )));
    }
    (0..count)
        .map(|i| {
            let wanted = format!("b{i}");
            let index = labels
                .iter()
                .position(|(label, _)| *label == wanted)
                .ok_or_else(|| mismatch(format!("no exact value for coefficient {wanted}")))?;
            let (text, place) = &values[index];
            Exact::read(text)
                .map_err(|refusal| refused(refusal, text, NumberType::F64, place.clone()))
        })
        .collect()
}
