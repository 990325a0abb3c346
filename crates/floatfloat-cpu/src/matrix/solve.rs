//! Linear systems.

use super::{
    Lu, Matrix,
    accumulate::{product_bound, unit},
    equilibrate::{Equilibrated, check_range},
    error::{MatrixError, check_shape},
    gemm::products,
    residual::{check_finite, residual},
    view::MatrixView,
};
use crate::{number::Number, watch};
use floatfloat::Word;

/// The solution of a linear system.
#[derive(Clone, Debug)]
pub struct Solution<T: Number> {
    /// One column for each right-hand side.
    pub x: Matrix<T>,
    /// 1 / (‖A‖₁ · ‖A⁻¹‖₁), estimated; of the scaled matrix where [`solve()`] scales.
    pub reciprocal_condition: f64,
    /// How often the solution was refined.
    pub refinements: usize,
}

/// The x of a · x = b.
///
/// LU factorisation with partial pivoting, then refinement. κ is the condition number.
///
/// * **Two words**: the residual is computed in three words ([`residual`](super::residual())). The relative error of x is
///   therefore about u² + n²u³·κ instead of u²·κ (Higham, Accuracy and Stability of Numerical Algorithms, section 12.1).
///   Every column of a returned x satisfies ‖b − a·x‖∞ ≤ 8u²·(‖a‖∞·‖x‖∞ + ‖b‖∞); the function checks it.
/// * **Three and four words**: the residual is computed in the words of a. The same inequality holds with twice the
///   [`product_bound`](super::product_bound) of n + 1 products in place of 8u².
///
/// Rows and columns are scaled by powers of two where some entries are near the ends of the range, or where rows or
/// columns differ in size by more than the precision of a word. The inequality then holds for the scaled system.
/// An entry of x that is below the range is rounded to a subnormal number or to zero.
///
/// # Errors
/// * [`MatrixError::NotSquare`], [`MatrixError::ShapesDiffer`], [`MatrixError::NotFinite`], [`MatrixError::Overflow`],
///   [`MatrixError::Cancelled`];
/// * [`MatrixError::Singular`] if a pivot is zero;
/// * [`MatrixError::NearlySingular`] if 1/κ is below 4·n·u^N or the refinement does not converge: a is then as near to a
///   singular matrix as its own rounding errors.
pub fn solve<T: Number>(
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
) -> Result<Solution<T>, MatrixError> {
    let (size, columns) = (a.rows(), b.columns());
    check_operands(a, b)?;
    // The factorisation, the condition number and some refinements.
    let of_condition = 7 * products([size, size, 1]);
    let of_refinements = 6 * products([size, size, columns]);
    let total = products([size, size, size]) / 3 + of_condition + of_refinements;
    watch::call(total, || match Equilibrated::needed(a, b) {
        None => refined(a, b),
        Some(scaled) => {
            let solution = refined(scaled.a.view(), scaled.b.view())?;
            let x = scaled.unscaled(solution.x.view());
            check_range("solve", x.view())?;
            Ok(Solution { x, ..solution })
        }
    })
}

fn check_operands<T: Number>(
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
) -> Result<(), MatrixError> {
    let (rows, columns) = a.shape();
    if rows != columns {
        return Err(MatrixError::NotSquare { operation: "solve", rows, columns });
    }
    check_finite("solve", "the matrix", a)?;
    check_shape("solve", "b", b.shape(), (rows, b.columns()))?;
    check_finite("solve", "b", b)
}

fn refined<T: Number>(
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
) -> Result<Solution<T>, MatrixError> {
    let lu = Lu::new(a)?;
    let reciprocal_condition = lu.reciprocal_condition(a)?;
    let limit = 4.0 * a.rows() as f64 * unit::<T>();
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
            if backward.is_nan() || backward > limit_of_backward_error::<T>(a.rows()) {
                return Err(MatrixError::NearlySingular { reciprocal_condition });
            }
            return Ok(Solution { x, reciprocal_condition, refinements });
        }
        add(&mut x, &correction);
        refinements += 1;
        last = size;
    }
}

/// The residual of two words is more precise than two words. The residual of longer numbers is as precise
/// as sums of such numbers.
fn limit_of_backward_error<T: Number>(size: usize) -> f64 {
    if T::WORDS == 2 { 8.0 * unit::<T>() } else { product_bound::<T>(size + 1) }
}

/// The largest ‖r‖∞ / (‖a‖∞·‖x‖∞ + ‖b‖∞) of all columns.
fn backward_error<T: Number>(
    a: MatrixView<'_, T>,
    x: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
    r: MatrixView<'_, T>,
) -> f64 {
    let row = |i| (0..a.columns()).map(|j| -> f64 { a.at(i, j).hi().abs().into() }).sum::<f64>();
    let norm = (0..a.rows()).map(row).fold(0.0, f64::max);
    let ratio = |j| match largest(r, j) {
        0.0 => 0.0,
        rest => rest / (norm * largest(x, j) + largest(b, j)),
    };
    (0..x.columns()).map(ratio).fold(0.0, larger)
}

/// Refinement stops by itself; this limit keeps a hopeless case from taking long.
pub(super) const MOST_REFINEMENTS: usize = 50;

pub(super) fn add<T: Number>(x: &mut Matrix<T>, correction: &Matrix<T>) {
    let mut x = x.view_mut();
    for (i, j, number) in correction.view().entries() {
        x.put(i, j, x.at(i, j) + number);
    }
}

/// The ratio of the largest magnitudes of a column of `correction` and of `x`: the largest over all
/// columns.
pub(super) fn relative_size<T: Number>(correction: MatrixView<'_, T>, x: MatrixView<'_, T>) -> f64 {
    let ratio = |j| match largest(correction, j) {
        0.0 => 0.0,
        size => size / largest(x, j),
    };
    (0..x.columns()).map(ratio).fold(0.0, larger)
}

/// The largest magnitude of a column.
fn largest<T: Number>(a: MatrixView<'_, T>, j: usize) -> f64 {
    (0..a.rows()).map(|i| a.at(i, j).hi().abs().into()).fold(0.0, larger)
}

/// The larger of two numbers; NaN if either is NaN.
fn larger(x: f64, y: f64) -> f64 {
    if x >= y || x.is_nan() { x } else { y }
}
