//! `fit-digits`: the correct digits of each number type in linear least squares, on reference data sets of
//! NIST.

use floatfloat_data::{
    Error as DataError, Exact, Number, Table as Observations, error::ProblemError, fit,
    read_exact_coefficients, with_number_type,
};
use floatfloat_lab::{
    error::Error,
    experiments::{Experiment, Options, Study},
    number_type::NumberType,
    progress::Progress,
    results::Table,
    table::{chosen, measured, row},
};

const STUDY: Study = Study {
    id: "fit-digits",
    title: "Correct digits of linear regression",
    summary: "correct digits of least-squares fits in each type",
    about: include_str!("fit_digits.md"),
    ..Study::NONE
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).on_processor();

/// A data set of NIST's Statistical Reference Datasets, and its exact solution.
struct DataSet {
    /// NIST's name for it.
    name: &'static str,
    /// The degree of the polynomial; none for a fit of y against all columns.
    degree: Option<usize>,
    /// The observations, CSV.
    observations: &'static str,
    /// The exact coefficients, CSV.
    exact: &'static str,
}

macro_rules! data_set {
    ($name:literal, $degree:expr) => {
        DataSet {
            name: $name,
            degree: $degree,
            observations: include_str!(concat!("../data/nist/", $name, ".csv")),
            exact: include_str!(concat!("../data/nist/", $name, ".exact.csv")),
        }
    };
}

/// NIST's data sets for linear regression, from easy to hard.
const DATA_SETS: [DataSet; 7] = [
    data_set!("norris", Some(1)),
    data_set!("pontius", Some(2)),
    data_set!("longley", None),
    data_set!("wampler1", Some(5)),
    data_set!("wampler2", Some(5)),
    data_set!("wampler3", Some(5)),
    data_set!("wampler4", Some(5)),
];

impl DataSet {
    /// The exact coefficients.
    fn exact_coefficients(&self) -> Result<Vec<Exact>, Error> {
        let count = self.exact.lines().skip(1).count();
        Ok(read_exact_coefficients(self.exact.as_bytes(), self.name, count)?)
    }

    /// The correct digits of the worst coefficient of a fit in type `T`; none if `T` is too narrow
    /// to distinguish the columns.
    fn digits<T: Number>(&self) -> Result<Option<f64>, Error> {
        let table = Observations::<T>::read(self.observations.as_bytes(), self.name)?;
        let fit = match fit(&table, self.degree) {
            Err(DataError::Problem(ProblemError::RankDeficient { .. })) => {
                return Ok(None);
            }
            fit => fit?,
        };
        let digits = self.exact_coefficients()?;
        let digits =
            digits.iter().zip(&fit.coefficients).map(|(exact, &c)| exact.correct_digits(c));
        Ok(digits.reduce(f64::min))
    }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let types: Vec<_> =
        NumberType::OF_UP_TO_TWO_WORDS.into_iter().filter(|t| options.covers(*t)).collect();
    let columns = [
        chosen("data"),
        measured("coefficients", ""),
        chosen("type"),
        measured("digits", "decimal digits"),
    ];
    let mut table = Table::new("fit-digits", "cpu", columns);
    progress.begin("correct digits of least-squares fits", (DATA_SETS.len() * types.len()) as u64);
    for set in &DATA_SETS {
        let coefficients = set.exact_coefficients()?.len();
        for number_type in &types {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let digits = with_number_type!(number_type, T => set.digits::<T>()?);
            table.push(row![set.name, coefficients, number_type.name(), digits]);
            progress.advance(1);
        }
    }
    Ok(vec![table.explained(include_str!("notes/fit-digits.md"), &[])])
}

#[cfg(test)]
mod tests {
    use super::{DATA_SETS, DataSet, run};
    use floatfloat::{DoubleDouble, FloatFloat};
    use floatfloat_lab::{
        experiments::Options, number_type::NumberType, progress::Silent, results::Cell,
    };

    fn smallest(digits: impl Fn(&DataSet) -> Option<f64>) -> f64 {
        DATA_SETS.iter().map(|set| digits(set).expect(set.name)).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn double_double_gives_25_digits_on_every_set() {
        assert!(smallest(|set| set.digits::<DoubleDouble>().unwrap()) >= 25.0);
    }

    #[test]
    fn f64_gives_11_digits_on_every_set() {
        assert!(smallest(|set| set.digits::<f64>().unwrap()) >= 11.0);
    }

    #[test]
    fn float_float_gives_9_digits_on_every_set() {
        assert!(smallest(|set| set.digits::<FloatFloat>().unwrap()) >= 9.0);
    }

    #[test]
    fn the_table_has_a_row_for_each_set_and_type_that_is_asked_for() {
        let types = vec![NumberType::Dd.into(), NumberType::F64.into()];
        let tables = run(&Options { types, ..Options::default() }, &Silent).unwrap();
        assert_eq!(tables[0].rows.len(), 2 * DATA_SETS.len());
        let names: Vec<_> = tables[0].columns.iter().map(|c| c.name.as_ref()).collect();
        assert_eq!(names, ["data", "coefficients", "type", "digits"]);
        let is_good = |row: &Vec<Cell>| matches!(row[3], Cell::Number(digits) if digits > 11.0);
        assert!(tables[0].rows.iter().all(is_good));
    }
}
