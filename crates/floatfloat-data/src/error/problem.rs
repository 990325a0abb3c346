//! Errors of a problem whose numbers could all be read.

use super::words::{combination, dependence, joined, more_digits, plural, wider};
use crate::{number_type::NumberType, sum_type::SumType, unbounded::MOST_BITS};
use floatfloat_cpu::matrix::MatrixError;

/// Why a problem cannot be solved. The text says what was found, where, and what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// There is no column besides y.
    #[error(
        "{source_name} has only the column `y`; a fit needs at least one more with a name, separated by a \
         comma, semicolon, tab or blank"
    )]
    NoPredictor {
        /// The input.
        source_name: String,
    },
    /// A degree is given together with several x.
    #[error(
        "--degree fits a polynomial in one column, but besides `y` there are {}; keep one of them, or \
         leave out --degree to fit y against all of them",
        joined(known)
    )]
    SeveralPredictors {
        /// The columns besides y.
        known: Vec<String>,
    },
    /// There are fewer observations than coefficients.
    #[error(
        "{source_name} has {observations} row{} of numbers, too few for {coefficients} \
         coefficients{advice}", plural(*observations)
    )]
    TooFewObservations {
        /// The input.
        source_name: String,
        /// Rows.
        observations: usize,
        /// Number of coefficients.
        coefficients: usize,
        /// Advice, beginning with a separator.
        advice: String,
    },
    /// There are fewer distinct x than coefficients of the polynomial.
    #[error(
        "degree {degree} is too large for the data: x has only {distinct} different \
         value{}, which determine{} a polynomial of degree {} at most; use --degree {}",
        plural(*distinct), if *distinct == 1 { "s" } else { "" }, distinct - 1, distinct - 1
    )]
    TooFewDistinct {
        /// The degree asked for.
        degree: usize,
        /// Number of distinct values of x.
        distinct: usize,
    },
    /// The sizes of vectors and matrices do not match.
    #[error("{first} has {first_size}, but {second} has {second_size}; {advice}")]
    Sizes {
        /// An input.
        first: String,
        /// Its size.
        first_size: String,
        /// The other input.
        second: String,
        /// Its size.
        second_size: String,
        /// What the sizes should be.
        advice: &'static str,
    },
    /// The right-hand side comes before the matrix.
    #[error(
        "{second} is a matrix of {rows} rows and {columns} columns and {first} is a vector; give the matrix \
         first and the right-hand side second"
    )]
    Swapped {
        /// The input that should hold a matrix.
        first: String,
        /// The input that should hold a vector.
        second: String,
        /// Rows of the matrix.
        rows: usize,
        /// Columns of the matrix.
        columns: usize,
    },
    /// Fewer equations than unknowns.
    #[error(
        "{source_name} has {rows} row{} and {columns} columns: there are fewer equations than unknowns, \
         so there is no single solution", plural(*rows)
    )]
    Underdetermined {
        /// The matrix.
        source_name: String,
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
    /// A system of equations that does not determine its solution.
    #[error(
        "{source_name} is {} in type {number_type}: {}, to within {tolerance:.0e} of {} size; no \
         digit of a solution is reliable{}",
        if *.is_tall { "rank-deficient" } else { "singular" }, combination(columns),
        if columns.len() == 1 { "its" } else { "their" },
        more_digits(*.number_type)
    )]
    Singular {
        /// The matrix.
        source_name: String,
        /// Columns that depend on each other, counted from 1.
        columns: Vec<usize>,
        /// A column is dependent if the others leave at most this part of it.
        tolerance: f64,
        /// The type of the computation.
        number_type: NumberType,
        /// Whether there are more equations than unknowns.
        is_tall: bool,
    },
    /// Columns that depend on each other to within the type's precision.
    #[error("{} in type {number_type}{advice}", dependence(dependent, *tolerance))]
    RankDeficient {
        /// The terms that depend on each other.
        dependent: Vec<String>,
        /// A column is dependent if the others leave at most this part of it.
        tolerance: f64,
        /// The type of the computation.
        number_type: NumberType,
        /// Advice, beginning with a separator.
        advice: String,
    },
    /// The matrix could not be factorised, or a system with it could not be solved.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// A result that the type cannot hold.
    #[error("{what} is out of the range of type {sum_type}{}", wider(*.sum_type))]
    ResultRange {
        /// Which result.
        what: String,
        /// The type.
        sum_type: SumType,
    },
    /// The terms of an exact sum lie too far apart.
    #[error(
        "{what} in type {sum_type} would need more than {MOST_BITS} bits, because its terms lie too far apart; leave out \
         those that are too small to matter"
    )]
    TooFarApart {
        /// Which sum.
        what: String,
        /// The type.
        sum_type: SumType,
    },
    /// The file of exact values does not match the fit.
    #[error("{source_name}: {problem}")]
    ExactMismatch {
        /// The file of exact values.
        source_name: String,
        /// What does not match, and what to do.
        problem: String,
    },
}
