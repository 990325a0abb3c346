//! Eigenvalues and singular values of nalgebra over double-words, held against signs of exact-enough
//! determinants: by Sylvester's law of inertia, the signs of the pivots of A − xI count the eigenvalues below x.

use dashu_float::{FBig, round::mode::HalfEven};
use floatfloat::{DoubleDouble, FloatFloat, QuadDouble, TripleDouble};
use nalgebra::{Complex, ComplexField, DMatrix, Matrix2, Matrix4, RealField, SymmetricEigen};
use num_traits::Num;
use std::ops::Neg;

/// Bits of the pivots: more than all that double-words of a matrix hold, and what elimination loses.
const PRECISION: usize = 1200;

type Real = FBig<HalfEven, 2>;

/// The 1 / (i + j + 1), i, j < n: of condition 10^16 at n = 12.
fn hilbert<R: RealField + Copy>(n: usize) -> DMatrix<R> {
    DMatrix::from_fn(n, n, |i, j| R::one() / nalgebra::convert((i + j + 1) as f64))
}

/// Wilkinson's W⁺ of 2m + 1 rows: |i − m| on the diagonal, ones beside it. Its large eigenvalues come in pairs, the
/// closest of which agree in 14 digits at m = 10.
fn wilkinson<R: RealField + Copy>(m: usize) -> DMatrix<R> {
    DMatrix::from_fn(2 * m + 1, 2 * m + 1, |i, j| match i.abs_diff(j) {
        0 => nalgebra::convert(i.abs_diff(m) as f64),
        1 => R::one(),
        _ => R::zero(),
    })
}

fn exact(x: DoubleDouble) -> Real {
    let word = |x: f64| Real::try_from(x).expect("it is finite").with_precision(PRECISION).value();
    word(x.hi()) + word(x.lo())
}

/// How many eigenvalues of a symmetric matrix are below x.
fn below(matrix: &DMatrix<DoubleDouble>, x: &Real) -> usize {
    let n = matrix.nrows();
    let zero = exact(DoubleDouble::ZERO);
    let mut rows: Vec<Vec<Real>> =
        (0..n).map(|i| (0..n).map(|j| exact(matrix[(i, j)])).collect()).collect();
    (0..n).for_each(|i| rows[i][i] -= x);
    let mut negative = 0;
    for k in 0..n {
        let pivot = rows[k][k].clone();
        assert_ne!(pivot, zero, "x is no eigenvalue of a leading part");
        negative += usize::from(pivot < zero);
        let (above, rest) = rows.split_at_mut(k + 1);
        for row in rest.iter_mut().filter(|row| row[k] != zero) {
            let factor = &row[k] / &pivot;
            for (element, above) in row.iter_mut().zip(&above[k]).skip(k + 1) {
                *element -= &factor * above;
            }
        }
    }
    negative
}

/// Asserts that the k-th smallest eigenvalue differs from the k-th value by less than `error`.
fn assert_eigenvalues(matrix: &DMatrix<DoubleDouble>, mut values: Vec<DoubleDouble>, error: f64) {
    values.sort_by(DoubleDouble::total_cmp);
    let error = exact(error.into());
    for (k, &value) in values.iter().enumerate() {
        let value = exact(value);
        assert!(below(matrix, &(&value - &error)) <= k, "eigenvalue {k} is above {value}");
        assert!(below(matrix, &(&value + &error)) > k, "eigenvalue {k} is below {value}");
    }
}

/// Asserts the same of singular values: the absolute values of the eigenvalues.
fn assert_singular_values(
    matrix: &DMatrix<DoubleDouble>,
    mut values: Vec<DoubleDouble>,
    error: f64,
) {
    values.sort_by(DoubleDouble::total_cmp);
    let error = exact(error.into());
    let within = |x: Real| below(matrix, &x) - below(matrix, &-x);
    for (k, &value) in values.iter().enumerate() {
        let value = exact(value);
        if value > error {
            assert!(within(&value - &error) <= k, "singular value {k} is above {value}");
        }
        assert!(within(&value + &error) > k, "singular value {k} is below {value}");
    }
}

fn check_symmetric(matrix: &DMatrix<DoubleDouble>) {
    let eigen = SymmetricEigen::new(matrix.clone());
    let size = eigen.eigenvalues.amax();
    let error = 1e-28 * size.hi();
    assert_eigenvalues(matrix, eigen.eigenvalues.iter().copied().collect(), error);
    assert!((eigen.recompose() - matrix).amax() <= error);
    let identity = eigen.eigenvectors.transpose() * &eigen.eigenvectors;
    assert!((identity - DMatrix::identity(matrix.nrows(), matrix.nrows())).amax() <= 1e-28);

    let svd = matrix.clone().svd(true, true);
    assert_singular_values(matrix, svd.singular_values.iter().copied().collect(), error);
    let recomposed = svd.recompose().expect("both sides were computed");
    assert!((recomposed - matrix).amax() <= error);
}

#[test]
fn eigenvalues_and_singular_values_of_hilbert_12() {
    check_symmetric(&hilbert(12));
}

#[test]
fn eigenvalues_and_singular_values_of_wilkinson_21() {
    check_symmetric(&wilkinson(10));
}

#[test]
fn the_closest_pair_of_wilkinson_21_is_told_apart_to_14_digits_of_its_gap() {
    let matrix = wilkinson(10);
    let mut values: Vec<_> =
        SymmetricEigen::new(matrix.clone()).eigenvalues.iter().copied().collect();
    values.sort_by(DoubleDouble::total_cmp);
    let gap = values[20] - values[19];
    assert!(gap > 7e-14 && gap < 8e-14, "{gap}");
    // Each end is right to a quarter of the digit.
    assert_eigenvalues(&matrix, values, 0.25e-14 * gap.hi());
}

#[test]
fn float_floats_end_their_iterations_too() {
    for matrix in [hilbert::<FloatFloat>(8), wilkinson(10)] {
        let eigen = SymmetricEigen::new(matrix.clone());
        let error = 1e-12 * eigen.eigenvalues.amax().to_f64();
        assert!((eigen.recompose() - &matrix).amax() <= FloatFloat::from_f64(error));
        assert!(matrix.svd(true, true).recompose().is_ok());
    }
}

/// Of (x − 1)(x − 2)(x² + 1), by its companion matrix.
#[test]
fn eigenvalues_of_a_matrix_that_is_not_symmetric() {
    let coefficients = [2.0, -3.0, 3.0, -3.0].map(DoubleDouble::from);
    let matrix = DMatrix::from_fn(4, 4, |i, j| match (i, j) {
        (_, 3) => -coefficients[i],
        _ if i == j + 1 => DoubleDouble::ONE,
        _ => DoubleDouble::ZERO,
    });
    let values = matrix.complex_eigenvalues();
    for (re, im) in [(1.0, 0.0), (2.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let root = Complex::new(DoubleDouble::from(re), DoubleDouble::from(im));
        let nearest =
            values.iter().map(|&value| (value - root).modulus()).reduce(DoubleDouble::min);
        assert!(nearest.expect("there are four") < 1e-28);
    }
}

#[test]
fn equality_within_bounds() {
    use approx::{AbsDiffEq, RelativeEq, UlpsEq};
    let (one, epsilon) = (DoubleDouble::ONE, DoubleDouble::default_epsilon());
    assert!(one.abs_diff_eq(&(one + epsilon), epsilon));
    assert!(!one.abs_diff_eq(&(one + epsilon * 2.0), epsilon));
    assert!((one * 1e9).relative_eq(&(one * 1e9 + epsilon * 1e8), epsilon, epsilon));
    assert!(!(one * 1e9).relative_eq(&(one * 1e9 + epsilon * 1e10), epsilon, epsilon));
    let [infinite, undefined] = [DoubleDouble::INFINITY, DoubleDouble::NAN];
    assert!(infinite.relative_eq(&infinite, epsilon, epsilon));
    assert!(!infinite.relative_eq(&one, epsilon, epsilon));
    assert!(!undefined.abs_diff_eq(&undefined, epsilon));
    let large = one * 1e200;
    assert!(large.ulps_eq(&(large + large.ulp() * 4.0), epsilon, 4));
    assert!(!large.ulps_eq(&(large + large.ulp() * 5.0), epsilon, 4));
    assert!(!large.ulps_eq(&-large, epsilon, u32::MAX));
}

/// Everything that nalgebra computes of a square matrix, once: nothing panics, and factors multiply to the matrix.
fn every_decomposition<R: RealField + Copy>(error: f64) {
    let matrix = Matrix4::new(
        4.0, 1.0, 0.5, 0.1, 1.0, 3.0, 0.2, 0.3, 0.5, 0.2, 2.0, 0.7, 0.1, 0.3, 0.7, 1.0,
    );
    let matrix: Matrix4<R> = matrix.map(nalgebra::convert);
    let is_matrix = |found: Matrix4<R>, name: &str| {
        let off: f64 = nalgebra::convert_unchecked((found - matrix).amax());
        assert!(off <= error, "{name} is off by {off:e}");
    };
    let lu = matrix.lu();
    let mut product = lu.l() * lu.u();
    lu.p().inv_permute_rows(&mut product);
    is_matrix(product, "LU");
    let full = matrix.full_piv_lu();
    let mut product = full.l() * full.u();
    full.p().inv_permute_rows(&mut product);
    full.q().inv_permute_columns(&mut product);
    is_matrix(product, "LU with full pivoting");
    is_matrix(matrix.qr().q() * matrix.qr().r(), "QR");
    is_matrix(
        matrix.cholesky().unwrap().l() * matrix.cholesky().unwrap().l().transpose(),
        "Cholesky",
    );
    let udu = matrix.udu().unwrap();
    is_matrix(udu.u * udu.d_matrix() * udu.u.transpose(), "UDU");
    let (q, h) = matrix.hessenberg().unpack();
    is_matrix(q * h * q.transpose(), "Hessenberg");
    let (u, d, v) = matrix.bidiagonalize().unpack();
    is_matrix(u * d * v, "bidiagonal");
    let (q, t) = matrix.schur().unpack();
    is_matrix(q * t * q.transpose(), "Schur");
    is_matrix(matrix.symmetric_eigen().recompose(), "eigenvalues");
    is_matrix(matrix.svd(true, true).recompose().unwrap(), "singular values");
    is_matrix(matrix.try_inverse().unwrap().try_inverse().unwrap(), "inverse");
    assert_eq!(matrix.complex_eigenvalues().len(), 4);
    let (exponential, inverse) = (matrix.exp(), (-matrix).exp());
    let identity: Matrix4<R> = exponential * inverse;
    let off: f64 = nalgebra::convert_unchecked((identity - Matrix4::identity()).amax());
    assert!(off <= 1e4 * error, "exp is off by {off:e}");
    let off: f64 = nalgebra::convert_unchecked((matrix.pow(3) - matrix * matrix * matrix).amax());
    assert!(off <= 1e2 * error, "a power is off by {off:e}");
    assert!(matrix.determinant() > R::zero() && matrix.norm() > matrix.amax());
}

#[test]
fn everything_of_nalgebra_is_computed() {
    every_decomposition::<FloatFloat>(1e-12);
    every_decomposition::<DoubleDouble>(1e-28);
    let exponential = Matrix2::new(0.1, 0.2, 0.3, 0.4).map(DoubleDouble::from).exp();
    let squared = Matrix2::new(0.05, 0.1, 0.15, 0.2).map(DoubleDouble::from).exp();
    // Its approximants are made for f64.
    assert!((exponential - squared * squared).amax() < 1e-15);
}

/// Products commute, and so both parts of the imaginary part cancel.
#[test]
fn the_square_of_a_complex_magnitude_is_real() {
    fn check<N: Copy + Num + Neg<Output = N>>(number: fn(f64) -> N) {
        for k in 1..2_000 {
            let part = |seed: f64| number((seed * f64::from(k)).sin()) / number(7.0);
            let z = Complex::new(part(0.1), part(0.7));
            assert!((z * z.conj()).im.is_zero() && (z.conj() * z).im.is_zero(), "{k}");
        }
    }
    check(DoubleDouble::from_f64);
    check(FloatFloat::from_f64);
    check(TripleDouble::from_f64);
    check(QuadDouble::from_f64);
}
