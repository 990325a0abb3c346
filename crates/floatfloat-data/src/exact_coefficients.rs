//! Exact values of a fit's coefficients, with which its results are compared.

use crate::{
    digits::Exact,
    error::{Error, ProblemError, plural},
    number_type::NumberType,
    table::{read_rows, refused},
};
use std::io::Read;

/// The exact values of `count` coefficients b0, b1, … from a CSV with columns `coefficient` and `exact`, in any
/// order. `source` is the name of the input in messages.
///
/// # Errors
/// If a column or a value is missing, there are too many values, or a value is not a decimal.
pub fn read_exact_coefficients(
    reader: impl Read,
    source: &str,
    count: usize,
) -> Result<Vec<Exact>, Error> {
    let mismatch = |problem: String| {
        Error::from(ProblemError::ExactMismatch { source_name: source.into(), problem })
    };
    let (names, mut columns) =
        read_rows(reader, source, |text, place| Ok((text.to_owned(), place())))?;
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
                .map_err(|refusal| refused(refusal, text, NumberType::F64.into(), place.clone()))
        })
        .collect()
}
