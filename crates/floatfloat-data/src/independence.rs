//! Whether the columns of a matrix are linearly independent, and how nearly dependent they are.

use crate::number::Number;
use floatfloat::{MultiWord, Word};
use floatfloat_cpu::{
    self as cpu, Element,
    matrix::{Matrix, MatrixError, MatrixView, Qr, Triangle, solve_triangular},
};

/// Columns each of which is a linear combination of the others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dependent {
    /// The first column that depends on the columns before it.
    pub(crate) first: usize,
    /// All these columns; `first` is the last of them.
    pub(crate) columns: Vec<usize>,
}

/// Why there is no solution.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Columns depend on each other.
    Dependent(Dependent),
    /// Anything else.
    Matrix(MatrixError),
}

impl From<MatrixError> for Failure {
    fn from(error: MatrixError) -> Self {
        Failure::Matrix(error)
    }
}

/// If the other columns leave less than this part of a column's norm, the remainder counts as rounding error:
/// it is the error bound of an inner product over the rows. [`Qr::new`] also treats the remainder after the
/// columns before as zero, if it is below 4·rows·columns·u^n for a number of n words.
pub(crate) fn tolerance<T: Number>(rows: usize) -> f64 {
    rows as f64 * T::UNIT_ROUNDOFF
}

/// Results from the inverse of the triangular factor.
pub(crate) struct Inverse<X> {
    /// Diagonal of (AᵀA)⁻¹ = R⁻¹R⁻ᵀ.
    pub(crate) squares: Vec<X>,
    /// The largest ratio of a column's norm to its distance from the span of the others.
    pub(crate) amplification: f64,
}

/// The inverse's results, unless the columns depend on each other to within the tolerance. Element j of the
/// diagonal of (AᵀA)⁻¹ is 1/d², where d is the distance of column j from the span of all others. This distance
/// is compared with the column's norm, for one column more after the other.
pub(crate) fn inverse<X: cpu::Number>(
    a: MatrixView<'_, X>,
    tolerance: f64,
) -> Result<(Qr<X>, Inverse<X>), Failure> {
    let qr = match Qr::new(a) {
        Err(MatrixError::RankDeficient { column }) => {
            return Err(combined(a, column, tolerance)?);
        }
        qr => qr?,
    };
    let norms: Vec<f64> = (0..a.columns()).map(|j| norm(a, j)).collect();
    let mut inverse = Matrix::identity(a.columns());
    solve_triangular(Triangle::Upper, qr.r(), inverse.view_mut())?;
    let inverse = examined(inverse.view(), &norms, tolerance)?;
    Ok((qr, inverse))
}

/// Results from the inverse of the triangular factor. `norms` are the norms of the columns of the matrix.
fn examined<X: cpu::Number>(
    inverse: MatrixView<'_, X>,
    norms: &[f64],
    tolerance: f64,
) -> Result<Inverse<X>, Failure> {
    let mut squares: Vec<X> = Vec::new();
    let mut amplification: f64 = 1.0;
    for k in 0..norms.len() {
        squares.push(MultiWord::from_word(X::Word::default()));
        let column: Vec<_> = (0..=k).filter_map(|i| inverse.get(i, k)).collect();
        for ((square, &value), norm) in squares.iter_mut().zip(&column).zip(norms) {
            *square += value * value;
            let distance: f64 = Word::sqrt(square.hi()).into();
            amplification = amplification.max(norm * distance);
        }
        if 1.0 <= tolerance * amplification {
            // R·(column k of R⁻¹) is a unit vector.
            let factors = column[..k].iter().map(|&value| -(value / column[k]));
            return Err(dependent(factors, &norms[..=k], tolerance));
        }
    }
    Ok(Inverse { squares, amplification })
}

/// The columns on which a column depends, if the columns before it leave nothing of it; or the failure of these
/// columns, if they depend on each other.
fn combined<X: cpu::Number>(
    a: MatrixView<'_, X>,
    column: usize,
    tolerance: f64,
) -> Result<Failure, Failure> {
    let rows = a.rows();
    let part = |columns| a.block(0..rows, columns).expect("these columns are in the matrix");
    let (before, this) = (part(0..column), part(column..column + 1));
    let (qr, _) = inverse(before, tolerance)?;
    let factors = qr.least_squares(before, this)?.x.to_row_major();
    let norms: Vec<f64> = (0..=column).map(|j| norm(a, j)).collect();
    Ok(dependent(factors.into_iter(), &norms, tolerance))
}

/// The last column and the columns that combine to it; `factors` are the coefficients of the combination.
fn dependent<X: MultiWord<Word: Element>>(
    factors: impl Iterator<Item = X>,
    norms: &[f64],
    tolerance: f64,
) -> Failure {
    let last = norms.len() - 1;
    let enough = tolerance.sqrt() * norms[last];
    let size = |factor: X| -> f64 { factor.abs().hi().into() };
    let parts = factors.zip(norms).enumerate();
    let taking_part = parts.filter(|&(_, (factor, norm))| size(factor) * norm > enough);
    let columns = taking_part.map(|(j, _)| j).chain([last]).collect();
    Failure::Dependent(Dependent { first: last, columns })
}

/// The approximate Euclidean norm of a column.
fn norm<X: cpu::Number>(a: MatrixView<'_, X>, j: usize) -> f64 {
    let numbers = (0..a.rows()).filter_map(|i| a.get(i, j));
    numbers.map(|number| -> f64 { number.hi().into() }).map(|word| word * word).sum::<f64>().sqrt()
}
