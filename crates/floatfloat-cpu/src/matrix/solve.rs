//! Linear systems.

use super::{
    Lu, Matrix,
    error::{MatrixError, check_shape},
    gemm::products,
    residual::{check_finite, residual},
    view::MatrixView,
};
use crate::{element::Element, watch};

/// The solution of a linear system.
#[derive(Clone, Debug)]
pub struct Solution<E: Element> {
    /// A column for every right-hand side.
    pub x: Matrix<E>,
    /// 1 / (‖A‖₁ · ‖A⁻¹‖₁), estimated.
    pub reciprocal_condition: f64,
    /// How often the solution was refined.
    pub refinements: usize,
}

/// The x of a · x = b.
///
/// LU factorisation with partial pivoting, then refinement: the residual is computed in three words
/// ([`residual`](super::residual())), so that x comes out right to about u² + n²u³·κ, κ the condition
/// number, and not only to u²·κ (Higham, Accuracy and Stability of Numerical Algorithms, section
/// 12.1). Each column of x satisfies ‖b − a·x‖∞ ≤ 8u²·(‖a‖∞·‖x‖∞ + ‖b‖∞), which is seen to before
/// it is returned.
///
/// # Errors
/// [`MatrixError::NotSquare`], [`MatrixError::ShapesDiffer`], [`MatrixError::NotFinite`],
/// [`MatrixError::Overflow`]; [`MatrixError::Singular`] where a pivot is zero, and
/// [`MatrixError::NearlySingular`] where the reciprocal of the condition number is below 4·n·u² or
/// refinement does not converge: the factors are those of another matrix then;
/// [`MatrixError::Cancelled`].
pub fn solve<E: Element>(
    a: MatrixView<'_, E>,
    b: MatrixView<'_, E>,
) -> Result<Solution<E>, MatrixError> {
    let (size, columns) = (a.rows(), b.columns());
    // The factorisation, the condition, and some refinements.
    let of_condition = 7 * products([size, size, 1]);
    let of_refinements = 6 * products([size, size, columns]);
    let total = products([size, size, size]) / 3 + of_condition + of_refinements;
    watch::call(total, || refined(a, b))
}

fn refined<E: Element>(
    a: MatrixView<'_, E>,
    b: MatrixView<'_, E>,
) -> Result<Solution<E>, MatrixError> {
    let lu = Lu::new(a)?;
    check_shape("solve", "b", b.shape(), (a.rows(), b.columns()))?;
    check_finite("solve", "b", b)?;
    let reciprocal_condition = lu.reciprocal_condition(a)?;
    let limit = 4.0 * a.rows() as f64 * unit::<E>();
    if reciprocal_condition.is_nan() || reciprocal_condition < limit {
        return Err(MatrixError::NearlySingular { reciprocal_condition });
    }
    let mut x = b.to_matrix();
    lu.solve_in_place(x.view_mut())?;
    let mut refinements = 0;
    let mut last = f64::INFINITY;
    loop {
        let mut correction = residual(a, x.view(), b)?;
        let backward = backward_error(a, x.view(), b, correction.view());
        lu.solve_in_place(correction.view_mut())?;
        let size = relative_size(correction.view(), x.view());
        // Corrections shrink until they are rounding errors themselves.
        if size.is_nan() || size >= last / 2.0 || refinements == MOST_REFINEMENTS {
            if backward.is_nan() || backward > BACKWARD_ERROR * unit::<E>() {
                return Err(MatrixError::NearlySingular { reciprocal_condition });
            }
            return Ok(Solution { x, reciprocal_condition, refinements });
        }
        add(&mut x, &correction);
        refinements += 1;
        last = size;
    }
}

/// In u².
const BACKWARD_ERROR: f64 = 8.0;

/// The largest ‖r‖∞ / (‖a‖∞·‖x‖∞ + ‖b‖∞) of a column.
fn backward_error<E: Element>(
    a: MatrixView<'_, E>,
    x: MatrixView<'_, E>,
    b: MatrixView<'_, E>,
    r: MatrixView<'_, E>,
) -> f64 {
    let row = |i| (0..a.columns()).map(|j| -> f64 { a.at(i, j).hi().abs().into() }).sum::<f64>();
    let norm = (0..a.rows()).map(row).fold(0.0, f64::max);
    let ratio = |j| match largest(r, j) {
        0.0 => 0.0,
        rest => rest / (norm * largest(x, j) + largest(b, j)),
    };
    (0..x.columns()).map(ratio).fold(0.0, larger)
}

/// Refinement stops by itself; this keeps a hopeless case from taking long.
pub(super) const MOST_REFINEMENTS: usize = 50;

/// u²
pub(super) fn unit<E: Element>() -> f64 {
    (-2.0 * f64::from(E::PRECISION)).exp2()
}

pub(super) fn add<E: Element>(x: &mut Matrix<E>, correction: &Matrix<E>) {
    let mut x = x.view_mut();
    for (i, j, number) in correction.view().entries() {
        x.put(i, j, x.at(i, j) + number);
    }
}

/// The largest, over the columns, of the ratio of the largest magnitudes.
pub(super) fn relative_size<E: Element>(
    correction: MatrixView<'_, E>,
    x: MatrixView<'_, E>,
) -> f64 {
    let ratio = |j| match largest(correction, j) {
        0.0 => 0.0,
        size => size / largest(x, j),
    };
    (0..x.columns()).map(ratio).fold(0.0, larger)
}

/// The largest magnitude of a column.
fn largest<E: Element>(a: MatrixView<'_, E>, j: usize) -> f64 {
    (0..a.rows()).map(|i| a.at(i, j).hi().abs().into()).fold(0.0, larger)
}

/// The larger of two numbers; NaN if one is.
fn larger(x: f64, y: f64) -> f64 {
    if x >= y || x.is_nan() { x } else { y }
}
