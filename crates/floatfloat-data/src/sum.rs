//! Sums of numbers from files.

use crate::{
    Naive, Value, column,
    error::Error,
    exact_sums::ExactSums,
    input::{Input, Kind, Numbers, Wanted},
    sum_type::SumType,
    terms::Terms,
};
use std::path::Path;

/// The sum of the numbers of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    /// The file as the user named it, or `standard input`.
    pub source: String,
    /// The column of the CSV.
    pub column: Option<String>,
    /// Number of terms.
    pub count: usize,
    /// The sum in each of the requested types.
    pub values: Vec<Value>,
    /// The result of plain `f64` arithmetic, if `f64` can hold the numbers and the sum.
    pub naive: Option<Naive>,
}

/// Adds up the numbers of a file (`-` for standard input) in each of the types; see [`sum`].
///
/// # Errors
/// If the file cannot be read as numbers of every type, or a type cannot hold its sum.
pub fn sum_file(
    file: &Path,
    column: Option<&str>,
    types: &[impl Into<SumType> + Copy],
) -> Result<Sum, Error> {
    sum(Input::open(file)?, column, types)
}

/// Adds up the numbers of an input in each of the types: one number a line, a column of a CSV, or every element
/// of a NumPy array or a Matrix Market matrix. `column` is a column of the CSV or an array of a .npz.
///
/// Each number is rounded to the type when it is read; from there the sum is exact, and rounded once at the
/// end. Text and .npy arrays are read block by block, on all threads of the current rayon pool, and may be
/// larger than memory.
///
/// # Errors
/// If the input cannot be read as numbers of every type, or a type cannot hold its sum.
pub fn sum(
    input: Input,
    column: Option<&str>,
    types: &[impl Into<SumType> + Copy],
) -> Result<Sum, Error> {
    let part = match (column, &input.part) {
        (Some(_), Some(part)) => return Err(Error::ChosenTwice { part: part.clone() }),
        (column, part) => column.map(str::to_owned).or(part.clone()),
    };
    let source = input.source.clone();
    let mut sums = ExactSums::new("the sum", types.iter().map(|&sum_type| sum_type.into()));
    let (mut column, mut count, mut naive) = (None, 0, 0.0);
    let mut add = |sums: &mut ExactSums, numbers: Vec<Terms>| {
        count += numbers.first().map_or(0, Terms::count);
        sums.add(&numbers, Terms::add_to, |numbers| {
            // The first word of the widest type is the number rounded to `f64`.
            naive = numbers.high().iter().fold(naive, |sum, number| sum + number);
        })
    };
    if input.kind == Kind::Table {
        let read = read_in_all(sums.types());
        column = column::read(input.reader, &source, part.as_deref(), read, |numbers| {
            add(&mut sums, numbers)
        })?;
    } else {
        match Numbers::open(Input { part, ..input }, Wanted::Any)? {
            Numbers::Stream(mut numbers) => {
                while let Some(block) = numbers.next()? {
                    let numbers = sums.terms(|sum_type| Terms::of_block(&block, sum_type))?;
                    add(&mut sums, numbers)?;
                }
            }
            Numbers::Loaded(numbers) => {
                let numbers = sums.terms(|sum_type| Terms::of_elements(&numbers, sum_type))?;
                add(&mut sums, numbers)?;
            }
        }
    }
    let naive = sums.judge().and_then(|exact| Naive::new(naive, exact));
    Ok(Sum { source, column, count, values: sums.values()?, naive })
}

/// Reads the text of a number in each of the types, and appends the number to the terms of that type.
fn read_in_all(types: Vec<SumType>) -> impl Fn(&mut Vec<Terms>, &str) -> column::Taken + Sync {
    move |numbers, text| {
        if numbers.is_empty() {
            numbers.extend(types.iter().map(|&sum_type| Terms::none(sum_type)));
        }
        let mut all = numbers.iter_mut().zip(&types);
        all.try_for_each(|(numbers, &sum_type)| numbers.read(sum_type, text))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Error, Input, NumberType, Sum, SumType, Value};

    fn sum(text: &str, number_type: NumberType) -> Result<Sum, Error> {
        super::sum(Input::new("test", text.as_bytes().to_vec())?, None, &[number_type])
    }

    fn digits(text: &str, number_type: NumberType) -> String {
        sum(text, number_type).unwrap().values[0].digits()
    }

    #[test]
    fn a_last_line_without_an_end_is_a_number_and_a_header_none() {
        assert_eq!(digits("0.25", NumberType::Dd), "0.25");
        let error = sum("price\n", NumberType::Dd).unwrap_err().to_string();
        assert!(error.contains("has a header but no rows"), "{error}");
    }

    #[test]
    fn only_reading_rounds() {
        let tenths = digits(&"0.1\n".repeat(10), NumberType::Dd);
        assert!(tenths == "1" || tenths.starts_with(&format!("0.{}", "9".repeat(31))), "{tenths}");
        assert_eq!(digits(&"0.125\n".repeat(8), NumberType::Dd), "1");
        let tenths = digits(&"0.1\n".repeat(10), NumberType::Qd);
        assert!(tenths == "1" || tenths.starts_with(&format!("0.{}", "9".repeat(62))), "{tenths}");
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

    fn in_bits(text: &str, name: &str) -> Result<String, String> {
        let sum_type: SumType = name.parse().unwrap();
        let input = Input::new("test", text.as_bytes().to_vec()).unwrap();
        let sum = super::sum(input, None, &[sum_type]).map_err(|error| error.to_string())?;
        assert_eq!((sum.naive, sum.values[0].sum_type()), (None, sum_type));
        Ok(sum.values[0].digits())
    }

    #[test]
    fn multiple_precision_has_range_and_all_its_digits() {
        let far = "1e400\n0.1\n-1e400\n";
        assert_eq!(in_bits(far, "mp32").unwrap(), "0.1");
        assert_eq!(in_bits(far, "mp256").unwrap(), "0.1");
        assert_eq!(in_bits("1e-200000\n1e-200000\n", "mp64").unwrap(), "2e-200000");
        let digits = "0.1234567890123456789012345678901234567890123456789012345678901234567890123";
        assert_eq!(in_bits(digits, "mp256").unwrap(), digits);
        assert_eq!(in_bits("4294967297", "mp32").unwrap(), "4294967296");
        let matrix = "%%MatrixMarket matrix array real general\n2 1\n1e-400\n1e-400\n";
        assert_eq!(in_bits(matrix, "mp128").unwrap(), "2e-400");
    }

    #[test]
    fn multiple_precision_says_what_it_cannot_add() {
        let error = in_bits("1\n1e400000000\n", "mp64").unwrap_err();
        let expected = "test, line 2: 1e400000000 is out of range: the largest number in type mp64 is about 1e323228496; \
                        rescale the data";
        assert_eq!(error, expected);
        let error = in_bits("1\n1e10000000\n", "mp256").unwrap_err();
        assert!(
            error.starts_with("the sum in type mp256 would need more than 16777216 bits"),
            "{error}"
        );
    }

    #[test]
    fn types_of_both_kinds_add_the_same_numbers() {
        let types = ["mp64", "f64", "mp128"].map(|name| name.parse::<SumType>().unwrap());
        let input = Input::new("test", b"x\n0.1\n0.1\n".to_vec()).unwrap();
        let sum = super::sum(input, None, &types).unwrap();
        let values: Vec<_> = sum.values.iter().map(Value::digits).collect();
        assert_eq!(values, ["0.2"; 3]);
        assert!(sum.naive.is_some() && sum.count == 2);
    }
}
