//! Whether the columns of a matrix are independent, and by how much.

use crate::number::Number;
use floatfloat::{MultiWord, Word};
use floatfloat_cpu::{
    self as cpu, Element,
    matrix::{Matrix, MatrixError, MatrixView, Qr, Triangle, solve_triangular},
};

/// Columns of which each is a linear combination of the others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dependent {
    /// The first that depends on those before it.
    pub(crate) first: usize,
    /// All that take part, `first` the last of them.
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

/// The part of a column's norm below which what other columns leave of it is rounding error: the
/// error bound of an inner product over the rows. Below 4·rows·columns·u^n of a number of n words, [`Qr::new`]
/// takes what columns before leave of one for nothing, too.
pub(crate) fn tolerance<T: Number>(rows: usize) -> f64 {
    rows as f64 * T::UNIT_ROUNDOFF
}

/// What the inverse of the triangular factor tells.
pub(crate) struct Inverse<X> {
    /// Diagonal of (AᵀA)⁻¹ = R⁻¹R⁻ᵀ.
    pub(crate) squares: Vec<X>,
    /// The largest ratio of a column's norm to its distance from the span of the others.
    pub(crate) amplification: f64,
}

/// The factors of a matrix, unless its columns depend on each other to within the tolerance. The
/// diagonal of (AᵀA)⁻¹ tells: its element j is 1/d², d the distance of column j from the span of
/// all others, and that is compared with the column's norm, for one column more after the other.
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

/// What the inverse of the triangular factor tells. `norms` are those of the columns of the matrix.
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

/// Why a column of which those before it leave nothing is dependent on them, if they do not depend
/// on each other.
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

/// The last column and those that it combines, of which `factors` are given.
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

/// The Euclidean norm of a column, roughly.
fn norm<X: cpu::Number>(a: MatrixView<'_, X>, j: usize) -> f64 {
    let numbers = (0..a.rows()).filter_map(|i| a.get(i, j));
    numbers.map(|number| -> f64 { number.hi().into() }).map(|word| word * word).sum::<f64>().sqrt()
}
