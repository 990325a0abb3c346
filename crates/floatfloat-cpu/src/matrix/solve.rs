//! Linear systems.

use super::{
    Lu, Matrix,
    error::MatrixError,
    residual::{check_finite, residual},
    view::MatrixView,
};
use crate::element::Element;

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
/// ([`residual`](super::residual())), so that x comes out right to about u² itself, not only up to
/// u² times the condition number (Higham, Accuracy and Stability of Numerical Algorithms, theorem
/// 12.1). Each column of x satisfies ‖b − a·x‖∞ ≤ 8u²·(‖a‖∞·‖x‖∞ + ‖b‖∞).
///
/// # Errors
/// [`MatrixError::NotSquare`], [`MatrixError::ShapesDiffer`], [`MatrixError::NotFinite`],
/// [`MatrixError::Overflow`]; [`MatrixError::Singular`] where a pivot is zero, and
/// [`MatrixError::NearlySingular`] where the reciprocal of the condition number is below 4·n·u², the
/// matrix being one of rounding errors then, from which refinement would not converge.
pub fn solve<E: Element>(
    a: MatrixView<'_, E>,
    b: MatrixView<'_, E>,
) -> Result<Solution<E>, MatrixError> {
    let lu = Lu::new(a)?;
    if b.rows() != a.rows() {
        return Err(MatrixError::ShapesDiffer {
            operation: "solve",
            operand: "b",
            found: b.shape(),
            expected: (a.rows(), b.columns()),
        });
    }
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
    while refinements < MOST_REFINEMENTS {
        let mut correction = residual(a, x.view(), b)?;
        lu.solve_in_place(correction.view_mut())?;
        let size = relative_size(correction.view(), x.view());
        // Corrections shrink until they are rounding errors themselves.
        if size.is_nan() || size >= last / 2.0 {
            break;
        }
        add(&mut x, &correction);
        refinements += 1;
        if size <= unit::<E>() {
            break;
        }
        last = size;
    }
    check_finite("solve", "the solution", x.view())?;
    Ok(Solution { x, reciprocal_condition, refinements })
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
    let column = |a: MatrixView<'_, E>, j| {
        let words = (0..a.rows()).map(|i| -> f64 { a.at(i, j).hi().abs().into() });
        words.fold(
            0.0,
            |largest: f64, word| if word > largest || word.is_nan() { word } else { largest },
        )
    };
    let ratios = (0..x.columns()).map(|j| (column(correction, j), column(x, j)));
    let ratios = ratios.map(|(correction, x)| if correction == 0.0 { 0.0 } else { correction / x });
    ratios
        .fold(0.0, |largest, ratio| if ratio > largest || ratio.is_nan() { ratio } else { largest })
}
