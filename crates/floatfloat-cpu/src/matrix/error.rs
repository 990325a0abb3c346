//! Errors of operations on matrices.

use crate::watch::Cancelled;

/// Why an operation on matrices failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MatrixError {
    /// A slice does not have as many numbers as the matrix to be made of it.
    #[error("a matrix of {rows} × {columns} cannot be made of {length} numbers")]
    LengthDiffers {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
        /// Numbers given.
        length: usize,
    },
    /// The shape of an operand does not fit the shapes of the other operands.
    #[error("{operation}: {operand} is {} × {}, where {} × {} is needed", found.0, found.1, expected.0, expected.1)]
    ShapesDiffer {
        /// The operation that was called.
        operation: &'static str,
        /// The operand that does not fit.
        operand: &'static str,
        /// Its rows and columns.
        found: (usize, usize),
        /// The rows and columns that fit.
        expected: (usize, usize),
    },
    /// The operation needs a square matrix.
    #[error("{operation}: the matrix is {rows} × {columns}, but it must be square")]
    NotSquare {
        /// The operation that was called.
        operation: &'static str,
        /// Rows of the matrix.
        rows: usize,
        /// Columns of the matrix.
        columns: usize,
    },
    /// Fewer equations than unknowns.
    #[error(
        "{operation}: the matrix is {rows} × {columns}, but it needs at least as many rows as columns"
    )]
    Underdetermined {
        /// The operation that was called.
        operation: &'static str,
        /// Rows of the matrix.
        rows: usize,
        /// Columns of the matrix.
        columns: usize,
    },
    /// An entry is infinite or NaN.
    #[error("{operation}: row {row}, column {column} of {operand} (counted from 0) is not finite")]
    NotFinite {
        /// The operation that was called.
        operation: &'static str,
        /// The operand with that entry.
        operand: &'static str,
        /// Row, counted from zero.
        row: usize,
        /// Column, counted from zero.
        column: usize,
    },
    /// A column has no pivot other than zero.
    #[error("the matrix is singular: column {column} (counted from 0) depends on those before it")]
    Singular {
        /// The column without a pivot, counted from zero.
        column: usize,
    },
    /// The matrix is so near to a singular one that no digit of the solution would be right.
    #[error(
        "the matrix is singular to the precision of the numbers: its condition number is {}; use numbers of more words",
        condition(*reciprocal_condition)
    )]
    NearlySingular {
        /// 1 / (‖A‖₁ ‖A⁻¹‖₁), estimated.
        reciprocal_condition: f64,
    },
    /// The matrix is not positive definite: a pivot on the diagonal is not positive.
    #[error(
        "the matrix is not positive definite: its leading {} × {} part is not", column + 1, column + 1
    )]
    NotPositiveDefinite {
        /// The column of that pivot, counted from zero.
        column: usize,
    },
    /// A column is a combination of those before it, up to rounding.
    #[error(
        "the columns are linearly dependent: column {column} (counted from 0) is, up to rounding, a combination of those before it"
    )]
    RankDeficient {
        /// The column, counted from zero.
        column: usize,
    },
    /// The numbers have more words than the operation can compute with.
    #[error("{operation}: numbers of {words} words of f64 are too precise; use gemm")]
    TooManyWords {
        /// The operation that was called.
        operation: &'static str,
        /// The number of words.
        words: usize,
    },
    /// The progress that [watches](crate::with_progress) the call cancelled it.
    #[error("cancelled")]
    Cancelled,
    /// A result is larger than the largest number of the type.
    #[error(
        "{operation}: column {column} of the result (counted from 0) is beyond the range of the numbers; divide the matrix or the right-hand side by a power of two"
    )]
    Overflow {
        /// The operation that was called.
        operation: &'static str,
        /// The column, counted from zero.
        column: usize,
    },
}

impl From<Cancelled> for MatrixError {
    fn from(_: Cancelled) -> Self {
        MatrixError::Cancelled
    }
}

/// Returns an error if an operand does not have the expected shape.
pub(super) fn check_shape(
    operation: &'static str,
    operand: &'static str,
    found: (usize, usize),
    expected: (usize, usize),
) -> Result<(), MatrixError> {
    if found == expected {
        return Ok(());
    }
    Err(MatrixError::ShapesDiffer { operation, operand, found, expected })
}

/// How a message names the condition number.
fn condition(reciprocal: f64) -> String {
    match 1.0 / reciprocal {
        condition if condition < 1e300 => format!("about {condition:.1e}"),
        _ => "above 1e300".into(),
    }
}
