//! Systems of equations from files.

use crate::{
    error::{Error, ProblemError, plural},
    input::{Input, numbers},
    number::Number,
    system::{Solution, Unsolvable, rank_tolerance, solve},
};
use std::path::Path;

/// Solves A·x = b from files (`-` for standard input) in a type. If there are more equations than unknowns, it
/// finds the least-squares solution. See [`solve`].
///
/// # Errors
/// If the files cannot be read as a matrix and a vector of matching sizes, or do not determine a solution that
/// the type can hold.
pub fn solve_files<T: Number>(a: &Path, b: &Path) -> Result<Solution<T>, Error> {
    let (a, b) = Input::open_both(a, b)?;
    let (a, b) = (a.load()?, b.load()?);
    let (matrix, right) = (a.matrix::<T>()?, b.vector::<T>()?);
    let (rows, columns) = (matrix.rows, matrix.columns);
    if right.len() != rows {
        let size = format!("{rows} row{} and {columns} column{}", plural(rows), plural(columns));
        return Err(ProblemError::Sizes {
            first: a.source().into(),
            first_size: size,
            second: b.source().into(),
            second_size: numbers(right.len()),
            advice: "every row of the matrix needs one number on the right-hand side",
        }
        .into());
    }
    if rows < columns {
        return Err(ProblemError::Underdetermined {
            source_name: a.source().into(),
            rows,
            columns,
        }
        .into());
    }
    solve(&matrix, &right).map_err(|error| {
        let problem = match error {
            Unsolvable::Singular(columns) => ProblemError::Singular {
                source_name: a.source().into(),
                columns: columns.into_iter().map(|column| column + 1).collect(),
                tolerance: rank_tolerance(&matrix),
                number_type: T::TYPE,
                is_tall: rows > matrix.columns,
            },
            Unsolvable::Range(column) => ProblemError::ResultRange {
                what: format!("the value of x{}", column + 1),
                sum_type: T::TYPE.into(),
            },
            Unsolvable::Matrix(error) => ProblemError::Matrix(error),
        };
        problem.into()
    })
}
