//! Least squares in at least twice the precision of the word, whatever the number type.

use crate::{
    independence::{Failure, inverse, tolerance},
    number::Number,
    several_words,
};
use floatfloat::DoubleWord;
use floatfloat_cpu::{DoubleWordVec, Element, matrix::Matrix};

/// The least-squares solution of a system with at least as many rows as columns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LeastSquares<T> {
    /// One per column.
    pub(crate) coefficients: Vec<T>,
    /// Square roots of the diagonal of (AᵀA)⁻¹.
    pub(crate) deviations: Vec<T>,
    /// Euclidean norm of what the columns do not explain.
    pub(crate) residual: T,
    /// How much larger than the relative errors of a column those of its coefficient can be: the largest
    /// ratio of a column's norm to its distance from the span of the others.
    pub(crate) amplification: f64,
}

/// Minimises ‖A·c − y‖ for A given by columns, which should be of similar size and no larger than
/// about 1, so that squares neither overflow nor vanish.
///
/// Householder QR and refinement, of types of one word or two in two words
/// ([`Qr::least_squares`](floatfloat_cpu::matrix::Qr::least_squares)), and of others in their own
/// ([`several_words`]); results are rounded to the type. Columns keep their order; what they leave of each
/// other decides the rank (see [`inverse`]).
pub(crate) fn least_squares<T: Number>(
    columns: &[Vec<T>],
    y: &[T],
) -> Result<LeastSquares<T>, Failure> {
    match T::WORDS {
        3 => several_words::least_squares::<T, 3>(columns, y),
        4 => several_words::least_squares::<T, 4>(columns, y),
        _ => in_two_words(columns, y),
    }
}

fn in_two_words<T: Number>(columns: &[Vec<T>], y: &[T]) -> Result<LeastSquares<T>, Failure> {
    let pair = |value: T| {
        let [high, low, ..] = value.words();
        DoubleWord::from_normalized(high, low)
    };
    let round = |value: DoubleWord<T::Word>| {
        let zero = T::Word::default();
        T::of_words([value.hi(), value.lo(), zero, zero])
    };
    let a = Matrix::from_fn(y.len(), columns.len(), |i, j| pair(columns[j][i]));
    let y = Matrix::from_fn(y.len(), 1, |i, _| pair(y[i]));
    let solution = solve(&a, &y, tolerance::<T>(y.rows()))?;
    Ok(LeastSquares {
        coefficients: solution.coefficients.into_iter().map(round).collect(),
        deviations: solution.deviations.into_iter().map(round).collect(),
        residual: round(solution.residual),
        amplification: solution.amplification,
    })
}

fn solve<E: Element>(
    a: &Matrix<E>,
    y: &Matrix<E>,
    tolerance: f64,
) -> Result<LeastSquares<DoubleWord<E>>, Failure> {
    let (qr, inverse) = inverse(a.view(), tolerance)?;
    let found = qr.least_squares(a.view(), y.view())?;
    Ok(LeastSquares {
        coefficients: found.x.to_row_major(),
        deviations: inverse.squares.iter().map(|square| square.sqrt()).collect(),
        residual: DoubleWordVec::from(&*found.residual.to_row_major()).as_slice().nrm2(),
        amplification: inverse.amplification,
    })
}
