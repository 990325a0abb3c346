//! Products of a matrix and its transpose.

use super::{
    Matrix,
    error::{MatrixError, check_shape},
    gemm::{Product, products},
    sharing::{both, worth_sharing},
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{accuracy::Accuracy, element::Element, number::Number, watch};
use floatfloat::DoubleWord;

/// The symmetric product a · aᵀ, with half the multiplications of [`gemm`](super::gemm()). The product aᵀ · a is that of
/// `a.t()`.
///
/// The entries on and below the diagonal are those of [`gemm`](super::gemm()), strict for two words; those above are copies of
/// them.
///
/// ```
/// use floatfloat::DoubleDouble;
/// use floatfloat_cpu::matrix::{Matrix, syrk};
///
/// let a = Matrix::from_fn(3, 2, |i, j| DoubleDouble::from(1.0) / (i + 2 * j + 1) as f64);
/// let gram = syrk(a.view().t())?;
/// assert_eq!((gram.rows(), gram.columns()), (2, 2));
/// assert_eq!(gram.get(0, 1), gram.get(1, 0));
/// # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
/// ```
///
/// # Errors
/// [`MatrixError::Cancelled`].
pub fn syrk<T: Number>(a: MatrixView<'_, T>) -> Result<Matrix<T>, MatrixError> {
    let mut product = Matrix::zeros(a.rows(), a.rows());
    syrk_into(a, product.view_mut())?;
    Ok(product)
}

/// The symmetric product a · aᵀ, strict or fast. A fast product by [`gemm_with`](super::gemm_with()) is symmetric only up to its
/// bound.
///
/// # Errors
/// [`MatrixError::Cancelled`].
pub fn syrk_with<E: Element>(
    accuracy: Accuracy,
    a: MatrixView<'_, DoubleWord<E>>,
) -> Result<Matrix<DoubleWord<E>>, MatrixError> {
    let mut product = Matrix::zeros(a.rows(), a.rows());
    syrk_into_with(accuracy, a, product.view_mut())?;
    Ok(product)
}

/// c ← a · aᵀ, as [`syrk`]. c is written and never read.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless c has as many rows and columns as a has rows; [`MatrixError::Cancelled`], which
/// leaves some blocks of c written and the others unchanged.
pub fn syrk_into<T: Number>(
    a: MatrixView<'_, T>,
    c: MatrixViewMut<'_, T>,
) -> Result<(), MatrixError> {
    square(Accuracy::Strict, a, c)
}

/// c ← a · aᵀ, strict or fast, as [`syrk_with`]. c is written and never read.
///
/// # Errors
/// As [`syrk_into`].
pub fn syrk_into_with<E: Element>(
    accuracy: Accuracy,
    a: MatrixView<'_, DoubleWord<E>>,
    c: MatrixViewMut<'_, DoubleWord<E>>,
) -> Result<(), MatrixError> {
    square(accuracy, a, c)
}

/// A part of the diagonal with at most so many rows is computed as a whole.
const LEAST_ROWS: usize = 32;

fn square<T: Number>(
    accuracy: Accuracy,
    a: MatrixView<'_, T>,
    mut c: MatrixViewMut<'_, T>,
) -> Result<(), MatrixError> {
    let size = a.rows();
    check_shape("syrk", "c", c.shape(), (size, size))?;
    watch::call(products([size, size, a.columns()]) / 2, || {
        lower(accuracy, a, c.reborrow());
        mirror(c);
        Ok(())
    })
}

/// Copies the entries below the diagonal to those above.
pub(super) fn mirror<T: Number>(mut c: MatrixViewMut<'_, T>) {
    for i in 0..c.rows() {
        for j in 0..i {
            let entry = c.at(i, j);
            c.put(j, i, entry);
        }
    }
}

/// Computes the entries on and below the diagonal, and some of those above.
fn lower<T: Number>(accuracy: Accuracy, a: MatrixView<'_, T>, c: MatrixViewMut<'_, T>) {
    let (rows, depth) = a.shape();
    if rows <= LEAST_ROWS {
        return Product::plain(accuracy, a, a.transpose(), c).execute();
    }
    let middle = (rows / 2).next_multiple_of(LEAST_ROWS);
    let (first, second) = (a.part(0..middle, 0..depth), a.part(middle..rows, 0..depth));
    let (top, bottom) = c.split_at_row(middle);
    let (upper, _) = top.split_at_column(middle);
    let (below, corner) = bottom.split_at_column(middle);
    Product::plain(accuracy, second, first.transpose(), below).execute();
    let (upper, corner) = (|| lower(accuracy, first, upper), || lower(accuracy, second, corner));
    if worth_sharing::<T>(products([rows, rows, depth]) / 8) {
        both(upper, corner);
    } else {
        upper();
        corner();
    }
}
