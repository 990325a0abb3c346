//! The command `solve`: a matrix and a right-hand side in, a table of values out.

use super::{
    error::{ProblemError, plural},
    input::{Input, Loaded, numbers},
    number::Number,
    system::{Solved, Unsolvable, rank_tolerance, solve},
};
use crate::{
    error::Error,
    number_type::NumberType,
    results::Experiment,
    table::{Table, row},
};
use floatfloat::{DoubleDouble, FloatFloat};
use std::path::Path;

/// Solves A·x = b from files (`-` for standard input) in a type; more equations than unknowns in the
/// sense of least squares. Columns of the table: coefficient, value, digits.
pub fn experiment(a: &Path, b: &Path, number_type: NumberType) -> Result<Experiment, Error> {
    let (a, b) = load_both(a, b)?;
    match number_type {
        NumberType::F32 => run::<f32>(&a, &b),
        NumberType::Ff => run::<FloatFloat>(&a, &b),
        NumberType::F64 => run::<f64>(&a, &b),
        NumberType::Dd => run::<DoubleDouble>(&a, &b),
    }
}

/// Both inputs, of which one may be standard input.
pub(super) fn load_both(first: &Path, second: &Path) -> Result<(Loaded, Loaded), Error> {
    let is_standard_input = |path: &Path| path == Path::new("-") || path.starts_with("-:");
    if is_standard_input(first) && is_standard_input(second) {
        return Err(Error::Input(
            "standard input (-) can be one of the two inputs, not both; write one of them to a file"
                .into(),
        ));
    }
    Ok((Input::open(first)?.load()?, Input::open(second)?.load()?))
}

fn run<T: Number>(a: &Loaded, b: &Loaded) -> Result<Experiment, Error> {
    let (matrix, right) = (a.matrix::<T>()?, b.vector::<T>()?);
    let (rows, columns) = (matrix.rows, matrix.columns);
    let sizes = |advice: &'static str| ProblemError::Sizes {
        first: a.source().into(),
        first_size: format!("{rows} row{} and {columns} column{}", plural(rows), plural(columns)),
        second: b.source().into(),
        second_size: numbers(right.len()),
        advice,
    };
    if right.len() != rows {
        return Err(sizes("every row of the matrix needs one number on the right-hand side").into());
    }
    if rows < columns {
        return Err(
            sizes("so there are fewer equations than unknowns, and no single solution").into()
        );
    }
    let solved = solve(&matrix, &right).map_err(|error| match error {
        Unsolvable::Singular(columns) => ProblemError::Singular {
            source_name: a.source().into(),
            columns: columns.into_iter().map(|column| column + 1).collect(),
            tolerance: rank_tolerance(&matrix),
            number_type: T::TYPE,
            is_tall: rows > matrix.columns,
        },
        Unsolvable::Range(column) => ProblemError::ResultRange {
            what: format!("the value of x{}", column + 1),
            number_type: T::TYPE,
        },
        Unsolvable::Matrix(error) => ProblemError::Matrix(error),
    })?;
    Ok(tabulate(&solved, rows))
}

fn tabulate<T: Number>(solved: &Solved<T>, equations: usize) -> Experiment {
    let mut table =
        Table::new("solve", "cpu", &[("coefficient", ""), ("value", ""), ("digits", "")]);
    for (i, (value, &digits)) in solved.values.iter().zip(&solved.digits).enumerate() {
        table.push(row![format!("x{}", i + 1), value.digits(), digits]);
    }
    let unknowns = solved.values.len();
    table = table.note(format!(
        "{equations} equation{} in {unknowns} unknown{}, Householder QR and refinement in two words \
         of type {}; condition number {:.1e}.",
        plural(equations),
        plural(unknowns),
        T::Word::TYPE,
        solved.condition
    ));
    if equations > unknowns {
        table = table.note(format!(
            "Least squares: the residual b − A·x is {:.5e} of b, in the Euclidean norm.",
            solved.residual
        ));
    }
    table
        .note(
            "digits: decimal digits that are sure, also if every number of the input was rounded \
             when it was read.",
        )
        .finish()
}
