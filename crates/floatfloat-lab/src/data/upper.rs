//! The triangular factor of a QR factorisation, and whether its columns are independent.

use super::number::Number;

/// Columns of which each is a linear combination of the others.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dependent {
    /// The first that depends on those before it.
    pub(super) first: usize,
    /// All that take part, `first` the last of them.
    pub(super) columns: Vec<usize>,
}

/// The part of a column's norm below which what other columns leave of it is rounding error: the
/// error bound of an inner product over the rows.
pub(super) fn tolerance<T: Number>(rows: usize) -> f64 {
    rows as f64 * T::UNIT_ROUNDOFF
}

/// The triangular factor R of the columns so far.
pub(super) struct Upper<T> {
    tolerance: f64,
    norms: Vec<T>,
    /// Of each column the part above the diagonal.
    above: Vec<Vec<T>>,
    diagonal: Vec<T>,
    /// Diagonal of (AᵀA)⁻¹ = R⁻¹R⁻ᵀ.
    pub(super) squares: Vec<T>,
}

impl<T: Number> Upper<T> {
    /// No columns yet; `norms` of those to come.
    pub(super) fn new(rows: usize, norms: Vec<T>) -> Self {
        let tolerance = tolerance::<T>(rows);
        Upper { tolerance, norms, above: vec![], diagonal: vec![], squares: vec![] }
    }

    /// Adds a column, unless the columns then depend on each other to within the tolerance. The
    /// diagonal of (AᵀA)⁻¹ tells: its element j is 1/d², d the distance of column j from the span of
    /// all others, and that is compared with the column's norm.
    pub(super) fn extend(&mut self, above: Vec<T>, diagonal: T) -> Result<(), Dependent> {
        let k = self.diagonal.len();
        let zero = T::from_f64(0.0);
        if diagonal.abs().parts()[0] <= self.tolerance * self.norms[k].parts()[0] {
            return Err(self.dependent(&above));
        }
        // Column k of the inverse: one over the diagonal, above it what that brings.
        let last = T::from_f64(1.0) / diagonal;
        let mut inverse: Vec<T> = self.solve(&above).into_iter().map(|x| -(x * last)).collect();
        inverse.push(last);
        self.squares.push(zero);
        for (square, &value) in self.squares.iter_mut().zip(&inverse) {
            *square = *square + value * value;
        }
        if self.amplifications().any(|amplification| 1.0 <= self.tolerance * amplification) {
            return Err(self.dependent(&above));
        }
        self.above.push(above);
        self.diagonal.push(diagonal);
        Ok(())
    }

    /// Norm of each column by its distance from the span of the others.
    pub(super) fn amplifications(&self) -> impl Iterator<Item = f64> {
        let pairs = self.norms.iter().zip(&self.squares);
        pairs.map(|(norm, square)| norm.parts()[0] * square.parts()[0].sqrt())
    }

    /// The next column and those that it combines.
    fn dependent(&self, above: &[T]) -> Dependent {
        let k = self.diagonal.len();
        let combination = self.solve(above);
        let size = |j: usize, factor: T| (factor.abs().parts()[0]) * self.norms[j].parts()[0];
        let enough = self.tolerance.sqrt() * self.norms[k].parts()[0];
        let parts = combination.iter().enumerate();
        let taking_part = parts.filter(|&(j, &factor)| size(j, factor) > enough).map(|(j, _)| j);
        Dependent { first: k, columns: taking_part.chain([k]).collect() }
    }

    /// R⁻¹·y by back substitution.
    pub(super) fn solve(&self, y: &[T]) -> Vec<T> {
        let mut x = y.to_vec();
        for k in (0..x.len()).rev() {
            x[k] = x[k] / self.diagonal[k];
            let (above, rest) = x.split_at_mut(k);
            for (value, &r) in above.iter_mut().zip(&self.above[k]) {
                *value = *value - rest[0] * r;
            }
        }
        x
    }

    /// R⁻ᵀ·y by forward substitution.
    pub(super) fn solve_transposed(&self, y: &[T]) -> Vec<T> {
        let mut x: Vec<T> = Vec::with_capacity(y.len());
        for (k, &value) in y.iter().enumerate() {
            let known = self.above[k].iter().zip(&x);
            let left = known.fold(value, |left, (&r, &x)| left - r * x);
            x.push(left / self.diagonal[k]);
        }
        x
    }
}
