//! Sums of the user's numbers.

use crate::{
    Naive, Value, column,
    error::{Error, ProblemError},
    input::{Input, Kind, Loaded, Wanted},
    number::{Number, Refusal},
    number_type::NumberType,
    with_number_type,
};
use floatfloat::DoubleDouble;
use floatfloat_cpu::reproducible::ReproducibleSum;
use std::{io::BufRead, path::Path};

/// The sum of the numbers of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    /// The file as the user named it, or `standard input`.
    pub source: String,
    /// The column of the CSV.
    pub column: Option<String>,
    /// How many numbers were added.
    pub count: usize,
    /// The sum in each of the types that were asked for.
    pub values: Vec<Value>,
    /// What `f64` would give, if it can hold the numbers and the sum.
    pub naive: Option<Naive>,
}

/// Adds up the numbers of a file (`-` for standard input) in each of the types: one number a line, a
/// column of a CSV, or every element of an array of NumPy or a matrix of Matrix Market. `column` is a
/// column of the CSV or an array of a .npz.
///
/// Each number is rounded to the type when it is read; from there the sum is exact, and rounded once
/// at the end.
///
/// # Errors
/// If the file cannot be read as numbers of every type, or a type cannot hold its sum.
pub fn sum_file(file: &Path, column: Option<&str>, types: &[NumberType]) -> Result<Sum, Error> {
    let input = Input::open(file)?;
    let part = match (column, &input.part) {
        (Some(_), Some(part)) => return Err(Error::ChosenTwice { part: part.clone() }),
        (column, part) => column.map(str::to_owned).or(part.clone()),
    };
    if input.kind == Kind::Table {
        sum_text(input.reader, &input.source, part.as_deref(), types)
    } else {
        sum_array(&Input { part, ..input }.load()?, types)
    }
}

/// Adds up text while it is read, however long it is.
fn sum_text(
    reader: impl BufRead,
    source: &str,
    column: Option<&str>,
    types: &[NumberType],
) -> Result<Sum, Error> {
    let mut sums: Vec<_> = types.iter().map(|&number_type| TypedSum::new(number_type)).collect();
    let (mut count, mut naive, mut reference) = (0, 0.0f64, TypedSum::new(NumberType::Dd));
    let column = column::read(reader, source, column, |text| {
        sums.iter_mut().try_for_each(|sum| sum.add_text(text))?;
        count += 1;
        // What f64 cannot hold spoils the comparison, not the sum.
        naive += f64::read(text).unwrap_or(f64::NAN);
        reference.add_text(text)
    })?;
    finish(source, column, count, &sums, naive, &reference)
}

/// Adds up every element of an array.
fn sum_array(input: &Loaded, types: &[NumberType]) -> Result<Sum, Error> {
    let mut sums: Vec<_> = types.iter().map(|&number_type| TypedSum::new(number_type)).collect();
    for sum in &mut sums {
        sum.add_array(input)?;
    }
    let mut reference = TypedSum::new(NumberType::Dd);
    let count = reference.add_array(input)?;
    let naive = input.read::<f64>(Wanted::Any).map_or(f64::NAN, |array| array.values().sum());
    finish(input.source(), None, count, &sums, naive, &reference)
}

fn finish(
    source: &str,
    column: Option<String>,
    count: usize,
    sums: &[TypedSum],
    naive: f64,
    reference: &TypedSum,
) -> Result<Sum, Error> {
    let values = sums.iter().map(TypedSum::value).collect::<Result<_, _>>()?;
    let exact = rounded::<DoubleDouble>(&reference.sum);
    let naive = exact.and_then(|exact| Naive::new(naive, exact));
    Ok(Sum { source: source.into(), column, count, values, naive })
}

/// The exact sum of numbers of a type.
struct TypedSum {
    number_type: NumberType,
    sum: ReproducibleSum,
}

impl TypedSum {
    fn new(number_type: NumberType) -> Self {
        TypedSum { number_type, sum: ReproducibleSum::new() }
    }

    fn add(&mut self, value: impl Number) {
        value.parts().into_iter().for_each(|part| self.sum.add_word(part));
    }

    fn add_text(&mut self, text: &str) -> Result<(), (Refusal, NumberType)> {
        with_number_type!(self.number_type, T => {
            self.add(T::read(text).map_err(|refusal| (refusal, T::TYPE))?);
        });
        Ok(())
    }

    /// Adds every element of an array, and tells how many there are.
    fn add_array(&mut self, input: &Loaded) -> Result<usize, Error> {
        with_number_type!(self.number_type, T => {
            let array = input.read::<T>(Wanted::Any)?;
            array.values().for_each(|&value| self.add(value));
            Ok(array.values().count())
        })
    }

    fn value(&self) -> Result<Value, Error> {
        let value =
            with_number_type!(self.number_type, T => rounded::<T>(&self.sum).map(Value::from));
        let (what, number_type) = ("the sum".into(), self.number_type);
        value.ok_or_else(|| ProblemError::ResultRange { what, number_type }.into())
    }
}

/// The number of the type that is nearest to a sum; none where the type cannot hold it.
pub(crate) fn rounded<T: Number>(sum: &ReproducibleSum) -> Option<T> {
    let value = T::round(sum.to_number());
    let vanished = value.parts()[0] == 0.0 && *sum != ReproducibleSum::new();
    (value.is_finite() && !vanished).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::sum_text;
    use crate::{Error, NumberType, Sum};

    fn sum(text: &str, number_type: NumberType) -> Result<Sum, Error> {
        sum_text(text.as_bytes(), "test", None, &[number_type])
    }

    fn digits(text: &str, number_type: NumberType) -> String {
        sum(text, number_type).unwrap().values[0].digits()
    }

    #[test]
    fn only_reading_rounds() {
        let tenths = digits(&"0.1\n".repeat(10), NumberType::Dd);
        assert!(tenths == "1" || tenths.starts_with(&format!("0.{}", "9".repeat(31))), "{tenths}");
        assert_eq!(digits(&"0.125\n".repeat(8), NumberType::Dd), "1");
    }

    #[test]
    fn nothing_is_lost_under_cancellation() {
        for number_type in NumberType::ALL {
            assert_eq!(digits("1e30\n0.5\n-1e30\n", number_type), "0.5");
        }
    }

    #[test]
    fn the_naive_sum_is_judged() {
        let sum = sum("1e16\n1\n-1e16\n", NumberType::Dd).unwrap();
        assert_eq!((sum.source.as_str(), sum.count), ("test", 3));
        let naive = sum.naive.unwrap();
        assert_eq!((naive.value, naive.correct_digits), (0.0, 0.0));
    }

    #[test]
    fn a_sum_beyond_the_range_is_an_error_but_one_may_pass_through_it() {
        let error = sum("1e308\n1e308", NumberType::Dd).unwrap_err().to_string();
        assert_eq!(error, "the sum is out of the range of type dd; rescale the data");
        for number_type in [NumberType::Dd, NumberType::F64] {
            let through = sum("1e308\n1e308\n-1e308\n-1e308\n3", number_type).unwrap();
            assert_eq!(through.values[0].digits(), "3");
            assert_eq!(through.naive, None);
        }
    }
}
