//! Sums of the user's numbers.

use super::{
    column,
    digits::Exact,
    error::DataError,
    number::{Number, Refusal},
    table::open,
};
use crate::{
    error::Error,
    number_type::NumberType,
    results::Experiment,
    table::{Table, row},
};
use floatfloat::{DoubleDouble, FloatFloat};
use std::path::Path;

/// Adds up the numbers of a file (`-` for standard input) in each of the types: one number a line, or
/// a column of a CSV. Columns of the table: type, value.
///
/// `f32` and `f64` are added in order, as a loop would; the pairs by their accurate
/// [`Sum`](std::iter::Sum).
pub fn experiment(
    file: &Path,
    column: Option<&str>,
    types: &[NumberType],
) -> Result<Experiment, Error> {
    let (reader, source) = open(file)?;
    let mut sums: Vec<Box<dyn Summation>> = types.iter().map(|&t| summation(t)).collect();
    let (mut plain, mut accurate) = (Summands::<f64>::default(), Summands::<DoubleDouble>::default());
    let column = column::read(reader, &source, column, |text| {
        sums.iter_mut().try_for_each(|sum| sum.push(text))?;
        // What the comparison below cannot hold is no error of the sum.
        plain.0.push(f64::read(text).unwrap_or(f64::NAN));
        accurate.0.push(DoubleDouble::read(text).unwrap_or(DoubleDouble::from(f64::NAN)));
        Ok(())
    })?;
    let mut table = Table::new("sum", "cpu", &[("type", ""), ("value", "")]);
    for sum in &mut sums {
        let (number_type, value) = (sum.number_type(), sum.digits());
        let what = || DataError::ResultRange { what: "the sum".into(), number_type };
        table.push(row![number_type.name(), value.ok_or_else(what)?]);
    }
    let count = plain.0.len();
    let of = column.map_or(String::new(), |name| format!(" in column `{name}`"));
    let table = table.note(format!("{count} number{}{of} of {source}.", if count == 1 { "" } else { "s" }));
    let (plain, accurate) = (plain.total(), accurate.total());
    Ok(match (plain, accurate) {
        (Some(plain), Some(accurate)) => table.note(format!(
            "A plain f64 loop gives {}: {:.1} digits agree with the double-double sum.",
            plain.digits(),
            Exact::of(accurate).correct_digits(plain)
        )),
        _ => table,
    }
    .finish())
}

/// Numbers of one type to be added.
struct Summands<T>(Vec<T>);

impl<T> Default for Summands<T> {
    fn default() -> Self {
        Summands(Vec::new())
    }
}

impl<T: Number> Summands<T> {
    /// The sum, if it is in the type's range.
    fn total(&self) -> Option<T> {
        Some(self.0.iter().copied().sum::<T>()).filter(|sum| sum.is_finite())
    }
}

/// [`Summands`] of any type.
trait Summation {
    fn number_type(&self) -> NumberType;
    fn push(&mut self, text: &str) -> Result<(), (Refusal, NumberType)>;
    fn digits(&mut self) -> Option<String>;
}

impl<T: Number> Summation for Summands<T> {
    fn number_type(&self) -> NumberType {
        T::TYPE
    }
    fn push(&mut self, text: &str) -> Result<(), (Refusal, NumberType)> {
        self.0.push(T::read(text).map_err(|refusal| (refusal, T::TYPE))?);
        Ok(())
    }
    fn digits(&mut self) -> Option<String> {
        self.total().map(T::digits)
    }
}

fn summation(number_type: NumberType) -> Box<dyn Summation> {
    match number_type {
        NumberType::F32 => Box::new(Summands::<f32>::default()),
        NumberType::Ff => Box::new(Summands::<FloatFloat>::default()),
        NumberType::F64 => Box::new(Summands::<f64>::default()),
        NumberType::Dd => Box::new(Summands::<DoubleDouble>::default()),
    }
}
