//! Least squares in at least twice the precision of the word, whatever the number type.

use crate::{
    independence::{Failure, inverse, tolerance},
    number::Number,
};
use floatfloat::{DoubleWord, QuadWord, TripleWord, WordArray};
use floatfloat_cpu::{self as cpu, Vector, matrix::Matrix};

/// The least-squares solution of a system with at least as many rows as columns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LeastSquares<T> {
    /// One coefficient for each column.
    pub(crate) coefficients: Vec<T>,
    /// Square roots of the diagonal of (AᵀA)⁻¹.
    pub(crate) deviations: Vec<T>,
    /// Euclidean norm of the residual.
    pub(crate) residual: T,
    /// The factor by which the relative error of a coefficient may exceed that of its column: the largest ratio
    /// of a column's norm to its distance from the span of the others.
    pub(crate) amplification: f64,
}

/// Minimises ‖A·c − y‖. A is given by columns, which should be of similar size and no larger than about 1, so
/// that squares neither overflow nor underflow.
///
/// Householder QR with refinement ([`Qr::least_squares`](floatfloat_cpu::matrix::Qr::least_squares)). For types
/// of one word it computes in two words, for others in as many as they have; results are rounded to the type.
/// Columns keep their order. The rank depends on what the columns leave of each other (see [`inverse`]).
pub(crate) fn least_squares<T: Number>(
    columns: &[Vec<T>],
    y: &[T],
) -> Result<LeastSquares<T>, Failure> {
    match T::WORDS {
        3 => computed_in::<TripleWord<T::Word>, T>(columns, y),
        4 => computed_in::<QuadWord<T::Word>, T>(columns, y),
        _ => computed_in::<DoubleWord<T::Word>, T>(columns, y),
    }
}

/// The solution in numbers `X`, which have as many words as `T` or more.
fn computed_in<X: cpu::Number<Word = T::Word>, T: Number>(
    columns: &[Vec<T>],
    y: &[T],
) -> Result<LeastSquares<T>, Failure> {
    let number = |value: T| -> X {
        let words = value.words();
        X::from_normalized(WordArray::from_fn(|k| words[k]))
    };
    let round = |value: X| {
        let words = value.parts();
        T::of_words(core::array::from_fn(|k| words.as_ref().get(k).copied().unwrap_or_default()))
    };
    let a = Matrix::from_fn(y.len(), columns.len(), |i, j| number(columns[j][i]));
    let y = Matrix::from_fn(y.len(), 1, |i, _| number(y[i]));
    let solution = solve(&a, &y, tolerance::<T>(y.rows()))?;
    Ok(LeastSquares {
        coefficients: solution.coefficients.into_iter().map(round).collect(),
        deviations: solution.deviations.into_iter().map(round).collect(),
        residual: round(solution.residual),
        amplification: solution.amplification,
    })
}

fn solve<X: cpu::Number>(
    a: &Matrix<X>,
    y: &Matrix<X>,
    tolerance: f64,
) -> Result<LeastSquares<X>, Failure> {
    let (qr, inverse) = inverse(a.view(), tolerance)?;
    let found = qr.least_squares(a.view(), y.view())?;
    let residual = found.residual.to_row_major();
    Ok(LeastSquares {
        coefficients: found.x.to_row_major(),
        deviations: inverse.squares.iter().map(|square| square.sqrt()).collect(),
        residual: Vector::from_interleaved(&residual).nrm2(),
        amplification: inverse.amplification,
    })
}
