//! Systems of equations from files.

use crate::{
    array::Dense,
    error::{Error, ProblemError, plural},
    input::{Input, Loaded, numbers},
    number::Number,
    readable::Readable,
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
    let (matrix, right) = read_system::<T>(&a, &b)?;
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
    let solution = solve(&matrix, &right).map_err(|error| {
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
        Error::from(problem)
    })?;
    Ok(Solution { left_out: a.left_out(), ..solution })
}

/// The matrix and the right-hand side of a system of equations.
///
/// # Errors
/// If the inputs cannot be read as a matrix and a vector, or are a vector and a matrix.
pub fn read_system<T: Readable>(a: &Loaded, b: &Loaded) -> Result<(Dense<T>, Vec<T>), Error> {
    let matrix = a.matrix::<T>()?;
    let right = b.vector::<T>().map_err(|error| match b.matrix::<T>() {
        Ok(Dense { rows, columns, .. }) if matrix.columns == 1 && columns > 1 => {
            let (first, second) = (a.source().into(), b.source().into());
            ProblemError::Swapped { first, second, rows, columns }.into()
        }
        _ => error,
    })?;
    Ok((matrix, right))
}
