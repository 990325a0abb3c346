//! Eigenvectors of a square matrix from its real Schur form A = Q·T·Qᵀ.

use floatfloat::DoubleDouble;
use nalgebra::{Complex, DMatrix, DVector};

type Vector = DVector<Complex<DoubleDouble>>;

/// The eigenvectors as columns, normalised, for the eigenvalues along the diagonal of T. Those of a real eigenvalue are real.
/// Eigenvalues that differ by less than `epsilon`·|T| are taken as that far apart, so that an eigenvalue with too few
/// eigenvectors gives nearly parallel ones.
pub fn eigenvectors(
    q: &DMatrix<DoubleDouble>,
    t: &DMatrix<DoubleDouble>,
    eigenvalues: &[Complex<DoubleDouble>],
    epsilon: DoubleDouble,
) -> Vec<Vector> {
    let largest = t.iter().fold(DoubleDouble::ZERO, |largest, entry| largest.max(entry.abs()));
    // So that no product of entries is out of range. The eigenvectors stay the same.
    let scale = if largest == DoubleDouble::ZERO { DoubleDouble::ONE } else { largest };
    let t = &t.map(|entry| entry / scale);
    let mut vectors: Vec<Vector> = Vec::with_capacity(eigenvalues.len());
    let mut k = 0;
    while k < eigenvalues.len() {
        let is_pair = starts_pair(t, k);
        let vector = normalized(times(q, &of_triangle(t, k, eigenvalues[k] / scale, epsilon)));
        let conjugate = is_pair.then(|| vector.map(|entry| entry.conj()));
        vectors.push(vector);
        vectors.extend(conjugate);
        k += if is_pair { 2 } else { 1 };
    }
    vectors
}

/// Whether rows k and k + 1 have a pair of complex eigenvalues.
fn starts_pair(t: &DMatrix<DoubleDouble>, k: usize) -> bool {
    k + 1 < t.nrows() && t[(k + 1, k)] != DoubleDouble::ZERO
}

/// An eigenvector of T for the eigenvalue in row k, by substitution from that row upwards.
fn of_triangle(
    t: &DMatrix<DoubleDouble>,
    k: usize,
    eigenvalue: Complex<DoubleDouble>,
    least: DoubleDouble,
) -> Vector {
    let real = |value| Complex::new(value, DoubleDouble::ZERO);
    let mut x = Vector::from_element(t.nrows(), real(DoubleDouble::ZERO));
    if starts_pair(t, k) {
        x[k] = real(t[(k, k + 1)]);
        x[k + 1] = eigenvalue - t[(k, k)];
    } else {
        x[k] = real(DoubleDouble::ONE);
    }
    let mut row = k;
    while row > 0 {
        let sum = |row: usize| {
            let terms = (row + 1..t.nrows()).map(|j| x[j] * t[(row, j)]);
            -terms.fold(real(DoubleDouble::ZERO), |sum, term| sum + term)
        };
        if row > 1 && t[(row - 1, row - 2)] != DoubleDouble::ZERO {
            // Two equations at once, by Cramer's rule. The sum of the upper one still lacks the lower unknown, which is zero.
            let (upper, lower) = (row - 2, row - 1);
            let [a, d] = [upper, lower].map(|i| real(t[(i, i)]) - eigenvalue);
            let [b, c] = [t[(upper, lower)], t[(lower, upper)]];
            let [first, second] = [sum(upper), sum(lower)];
            let determinant = away_from_zero(a * d - b * c, least * least);
            x[upper] = (first * d - second * b) / determinant;
            x[lower] = (second * a - first * c) / determinant;
            row = upper;
        } else {
            row -= 1;
            x[row] = sum(row) / away_from_zero(real(t[(row, row)]) - eigenvalue, least);
        }
        let size = largest(&x);
        if size > DoubleDouble::from(1e100) {
            x = x.map(|entry| entry / size);
        }
    }
    x
}

fn away_from_zero(x: Complex<DoubleDouble>, least: DoubleDouble) -> Complex<DoubleDouble> {
    let is_near = x.re.abs() < least && x.im.abs() < least;
    if is_near { Complex::new(least, DoubleDouble::ZERO) } else { x }
}

fn largest(x: &Vector) -> DoubleDouble {
    x.iter().fold(DoubleDouble::ZERO, |size, entry| size.max(entry.re.abs()).max(entry.im.abs()))
}

fn times(q: &DMatrix<DoubleDouble>, x: &Vector) -> Vector {
    let part = |part: fn(&Complex<DoubleDouble>) -> DoubleDouble| q * x.map(|entry| part(&entry));
    let (real, imaginary) = (part(|entry| entry.re), part(|entry| entry.im));
    real.zip_map(&imaginary, Complex::new)
}

/// Of Euclidean length 1.
fn normalized(x: Vector) -> Vector {
    let size = largest(&x);
    let x = x.map(|entry| entry / size);
    let squares = x.iter().map(|entry| entry.re * entry.re + entry.im * entry.im);
    let length = squares.fold(DoubleDouble::ZERO, |sum, square| sum + square).sqrt();
    x.map(|entry| entry / length)
}
