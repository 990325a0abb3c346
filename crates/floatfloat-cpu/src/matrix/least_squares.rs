//! Overdetermined systems.

use super::{
    Matrix, Qr,
    equilibrate::{are_ordinary, check_range, of_columns, times_powers},
    error::{MatrixError, check_shape},
    gemm::products,
    residual::{check_finite, residual},
    solve::{MOST_REFINEMENTS, add, relative_size},
    view::MatrixView,
};
use crate::{number::Number, watch};

/// The solution of a least-squares problem.
#[derive(Clone, Debug)]
pub struct LeastSquares<T: Number> {
    /// The x that minimises ‖b − A·x‖₂: one column for each column of b.
    pub x: Matrix<T>,
    /// b − A·x.
    pub residual: Matrix<T>,
    /// How often the solution was refined.
    pub refinements: usize,
}

/// The x that minimises ‖b − a·x‖₂ for each column of b. a has at least as many rows as columns.
///
/// [`Qr`] gives a first solution. Refinement then improves x and the residual r together, as the
/// solution of r + a·x = b, aᵀ·r = 0 (Björck 1967). [`residual`](super::residual()) computes the
/// residuals of both equations.
///
/// # Errors
/// Those of [`Qr::new`], and [`MatrixError::ShapesDiffer`] unless b has as many rows as a.
pub fn least_squares<T: Number>(
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
) -> Result<LeastSquares<T>, MatrixError> {
    let factorisation = 2 * products([a.rows(), a.columns(), a.columns()]);
    let refinements = 6 * products([a.rows(), a.columns(), b.columns()]);
    watch::call(factorisation + refinements, || Qr::new(a)?.least_squares(a, b))
}

impl<T: Number> Qr<T> {
    /// The same as [`least_squares`](super::least_squares()), for a matrix that is already
    /// factorised.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`] unless `a` has the shape of that matrix and b as many rows;
    /// [`MatrixError::NotFinite`]; [`MatrixError::Cancelled`].
    pub fn least_squares(
        &self,
        a: MatrixView<'_, T>,
        b: MatrixView<'_, T>,
    ) -> Result<LeastSquares<T>, MatrixError> {
        check_shape("least_squares", "a", a.shape(), (self.rows(), self.r().columns()))?;
        check_shape("least_squares", "b", b.shape(), (self.rows(), b.columns()))?;
        check_finite("least_squares", "b", b)?;
        let total = 6 * products([a.rows(), a.columns(), b.columns()]);
        watch::call(total, || {
            let (scaled, right) = (self.near_one(), of_columns(b));
            if scaled.is_none() && are_ordinary::<T>(&right) {
                return self.refined(a, b);
            }
            let (qr, exponents) = match &scaled {
                Some((qr, exponents)) => (qr, exponents.to_vec()),
                None => (self, vec![0; a.columns()]),
            };
            let a = times_powers(a, |_, j| -exponents[j]);
            let b = times_powers(b, |_, j| -right[j]);
            let found = qr.refined(a.view(), b.view())?;
            let x = times_powers(found.x.view(), |i, j| right[j] - exponents[i]);
            check_range("least_squares", x.view())?;
            let residual = times_powers(found.residual.view(), |_, j| right[j]);
            Ok(LeastSquares { x, residual, ..found })
        })
    }

    fn refined(
        &self,
        a: MatrixView<'_, T>,
        b: MatrixView<'_, T>,
    ) -> Result<LeastSquares<T>, MatrixError> {
        let nothing = Matrix::zeros(a.columns(), b.columns());
        let (mut x, mut r) = saddle(self, b, nothing.view())?;
        let mut refinements = 0;
        let mut last = f64::INFINITY;
        while refinements < MOST_REFINEMENTS {
            let rows = defect(a, &x, &r, b)?;
            let normal = residual(a.transpose(), r.view(), nothing.view())?;
            let (x_correction, r_correction) = saddle(self, rows.view(), normal.view())?;
            let size = relative_size(x_correction.view(), x.view());
            // Corrections shrink until they are rounding errors themselves.
            if size.is_nan() || size >= last / 2.0 {
                break;
            }
            add(&mut x, &x_correction);
            add(&mut r, &r_correction);
            refinements += 1;
            last = size;
        }
        check_finite("least_squares", "the solution", x.view())?;
        Ok(LeastSquares { x, residual: r, refinements })
    }
}

/// b − r − a·x
fn defect<T: Number>(
    a: MatrixView<'_, T>,
    x: &Matrix<T>,
    r: &Matrix<T>,
    b: MatrixView<'_, T>,
) -> Result<Matrix<T>, MatrixError> {
    let mut defect = residual(a, x.view(), b)?;
    let mut view = defect.view_mut();
    for (i, j, number) in r.view().entries() {
        view.put(i, j, view.at(i, j) - number);
    }
    Ok(defect)
}

/// The x and r of r + A·x = rows, Aᵀ·r = normal.
fn saddle<T: Number>(
    qr: &Qr<T>,
    rows: MatrixView<'_, T>,
    normal: MatrixView<'_, T>,
) -> Result<(Matrix<T>, Matrix<T>), MatrixError> {
    let (count, columns) = (normal.rows(), rows.columns());
    let mut r = rows.to_matrix();
    qr.apply_q(true, r.view_mut())?;
    let mut explained = normal.to_matrix();
    qr.solve_upper_transposed(explained.view_mut());
    let mut x =
        Matrix::from_fn(count, columns, |i, j| r.view().at(i, j) - explained.view().at(i, j));
    qr.solve_upper(x.view_mut());
    r.view_mut().part(0..count, 0..columns).copy_from(explained.view())?;
    qr.apply_q(false, r.view_mut())?;
    Ok((x, r))
}
