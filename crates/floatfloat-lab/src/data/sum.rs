//! Sums of the user's numbers.

use super::{
    column,
    digits::Exact,
    error::{ProblemError, plural},
    expansion::Expansion,
    input::{Input, Kind, Loaded, Wanted},
    number::{Number, Refusal},
};
use crate::{
    error::Error,
    number_type::NumberType,
    results::Experiment,
    table::{Table, row},
};
use floatfloat::{DoubleDouble, FloatFloat};
use std::{io::BufRead, path::Path};

/// Adds up the numbers of a file (`-` for standard input) in each of the types: one number a line, a
/// column of a CSV, or every element of an array of NumPy or a matrix of Matrix Market. `column` is a
/// column of the CSV or an array of a .npz. Columns of the table: type, value.
///
/// Each number is rounded to the type when it is read; from there the sum is exact, and rounded once
/// at the end.
pub fn experiment(
    file: &Path,
    column: Option<&str>,
    types: &[NumberType],
) -> Result<Experiment, Error> {
    let input = Input::open(file)?;
    let part = match (column, &input.part) {
        (Some(_), Some(part)) => {
            return Err(Error::Input(format!(
                "choose with --column or with `:{part}` behind the file, not with both"
            )));
        }
        (column, part) => column.map(str::to_owned).or(part.clone()),
    };
    if input.kind == Kind::Table {
        add_up(input.reader, &input.source, part.as_deref(), types)
    } else {
        add_up_array(&Input { part, ..input }.load()?, types)
    }
}

/// Adds up text while it is read, however long it is.
fn add_up(
    reader: impl BufRead,
    source: &str,
    column: Option<&str>,
    types: &[NumberType],
) -> Result<Experiment, Error> {
    let mut sums: Vec<Box<dyn Sum>> = types.iter().map(|&t| sum_in(t)).collect();
    let (mut count, mut plain, mut reference) = (0, 0.0f64, Exactly::<DoubleDouble>::new());
    let column = column::read(reader, source, column, |text| {
        sums.iter_mut().try_for_each(|sum| sum.push(text))?;
        count += 1;
        // What f64 cannot hold spoils the comparison, not the sum.
        plain += f64::read(text).unwrap_or(f64::NAN);
        reference.push(text)
    })?;
    let of = column.map_or(String::new(), |name| format!("column `{name}` of "));
    tabulate(&sums, &format!("{count} number{} in {of}{source}.", plural(count)), plain, &reference)
}

/// Adds up every element of an array.
fn add_up_array(input: &Loaded, types: &[NumberType]) -> Result<Experiment, Error> {
    let mut sums: Vec<Box<dyn Sum>> = types.iter().map(|&t| sum_in(t)).collect();
    sums.iter_mut().try_for_each(|sum| sum.push_all(input))?;
    let mut reference = Exactly::<DoubleDouble>::new();
    reference.push_all(input)?;
    let (mut count, mut plain) = (0, f64::NAN);
    if let Ok(values) = input.read::<f64>(Wanted::Any) {
        count = values.values().count();
        plain = values.values().sum();
    }
    let title = format!("{count} number{} in {}.", plural(count), input.source());
    tabulate(&sums, &title, plain, &reference)
}

fn tabulate(
    sums: &[Box<dyn Sum>],
    title: &str,
    plain: f64,
    reference: &Exactly<DoubleDouble>,
) -> Result<Experiment, Error> {
    let mut table = Table::new("sum", "cpu", &[("type", ""), ("value", "")]);
    for sum in sums {
        let number_type = sum.number_type();
        let what = || ProblemError::ResultRange {
            what: "the sum, or a sum on the way to it,".into(),
            number_type,
        };
        table.push(row![number_type.name(), sum.digits().ok_or_else(what)?]);
    }
    let mut table = table.note(title);
    if let (true, Some(reference)) = (plain.is_finite(), reference.total()) {
        table = table.note(format!(
            "Added in f64 one after the other: {}, {:.1} digits of it correct.",
            plain.digits(),
            Exact::of(reference).correct_digits(plain)
        ));
    }
    Ok(table.finish())
}

/// A sum in some number type.
trait Sum {
    fn number_type(&self) -> NumberType;
    fn push(&mut self, text: &str) -> Result<(), (Refusal, NumberType)>;
    /// Adds every element of an array.
    fn push_all(&mut self, input: &Loaded) -> Result<(), Error>;
    /// All digits of the sum, if it is in range.
    fn digits(&self) -> Option<String>;
}

/// The exact sum of numbers of a type.
struct Exactly<T: Number>(Expansion<T::Word>);

impl<T: Number> Exactly<T> {
    fn new() -> Self {
        Exactly(Expansion::new())
    }

    fn add(&mut self, value: T) {
        value.words().into_iter().for_each(|word| self.0.add(word));
    }

    fn total(&self) -> Option<T> {
        let total = self.0.total().map_or(T::from_f64(0.0), T::round);
        Some(total).filter(|total| total.is_finite())
    }
}

impl<T: Number> Sum for Exactly<T> {
    fn number_type(&self) -> NumberType {
        T::TYPE
    }

    fn push(&mut self, text: &str) -> Result<(), (Refusal, NumberType)> {
        let value = T::read(text).map_err(|refusal| (refusal, T::TYPE))?;
        self.add(value);
        Ok(())
    }

    fn push_all(&mut self, input: &Loaded) -> Result<(), Error> {
        input.read(Wanted::Any)?.values().for_each(|&value| self.add(value));
        Ok(())
    }

    fn digits(&self) -> Option<String> {
        self.total().map(T::digits)
    }
}

fn sum_in(number_type: NumberType) -> Box<dyn Sum> {
    match number_type {
        NumberType::F32 => Box::new(Exactly::<f32>::new()),
        NumberType::Ff => Box::new(Exactly::<FloatFloat>::new()),
        NumberType::F64 => Box::new(Exactly::<f64>::new()),
        NumberType::Dd => Box::new(Exactly::<DoubleDouble>::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::add_up;
    use crate::{number_type::NumberType, results::Cell};

    fn sum(text: &str, number_type: NumberType) -> String {
        let experiment = add_up(text.as_bytes(), "test", None, &[number_type]).unwrap();
        let Cell::Text(value) = &experiment.rows[0][1] else { panic!("{:?}", experiment.rows) };
        value.clone()
    }

    #[test]
    fn only_reading_rounds() {
        let tenths = sum(&"0.1\n".repeat(10), NumberType::Dd);
        assert!(tenths == "1" || tenths.starts_with(&format!("0.{}", "9".repeat(31))), "{tenths}");
        assert_eq!(sum(&"0.125\n".repeat(8), NumberType::Dd), "1");
    }

    #[test]
    fn nothing_is_lost_under_cancellation() {
        for number_type in NumberType::ALL {
            assert_eq!(sum("1e30\n0.5\n-1e30\n", number_type), "0.5");
        }
    }

    #[test]
    fn the_note_tells_what_f64_would_give() {
        let text = "1e16\n1\n-1e16\n";
        let experiment = add_up(text.as_bytes(), "test", None, &[NumberType::Dd]).unwrap();
        assert_eq!(experiment.notes[0], "3 numbers in test.");
        assert_eq!(
            experiment.notes[1],
            "Added in f64 one after the other: 0, 0.0 digits of it correct."
        );
    }

    #[test]
    fn a_sum_beyond_the_range_is_an_error() {
        let error = add_up("1e308\n1e308".as_bytes(), "test", None, &[NumberType::Dd]).unwrap_err();
        assert!(error.to_string().contains("out of the range of type dd"), "{error}");
    }
}
