//! Cholesky factorisation.

use super::{
    Matrix,
    error::{MatrixError, check_shape},
    gemm::{products, subtract_product},
    panel::{Panel, WIDTH, check, panel_products},
    residual::check_finite,
    triangular::{self, Triangle},
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{
    compiled::compiled,
    dispatch::{Kernel, dispatch},
    element::Element,
    watch,
};
use fearless_simd::Simd;

/// A = L · Lᵀ for a symmetric positive definite matrix; L is lower triangular.
///
/// Recursive: nearly all the work is in products of matrices. The computed factor satisfies
/// |L·Lᵀ − A| ≤ c·u²·|L|·|L|ᵀ entry by entry, c = 16·n + 1024.
#[derive(Clone, Debug)]
pub struct Cholesky<E: Element> {
    factor: Matrix<E>,
}

impl<E: Element> Cholesky<E> {
    /// Factorises a copy of a matrix, of which the lower triangle is read.
    ///
    /// # Errors
    /// [`MatrixError::NotSquare`], [`MatrixError::NotFinite`],
    /// [`MatrixError::NotPositiveDefinite`] and [`MatrixError::Cancelled`].
    pub fn new(a: MatrixView<'_, E>) -> Result<Self, MatrixError> {
        let (rows, columns) = a.shape();
        if rows != columns {
            return Err(MatrixError::NotSquare { operation: "cholesky", rows, columns });
        }
        check_finite("cholesky", "the matrix", a)?;
        let mut factor = a.to_matrix();
        watch::call(products([rows, rows, rows]) / 6, || factorise(factor.view_mut(), 0))?;
        let mut view = factor.view_mut();
        for i in 0..rows {
            for j in i + 1..rows {
                view.put(i, j, super::word(0.0));
            }
        }
        Ok(Cholesky { factor })
    }

    /// L.
    pub fn factor(&self) -> MatrixView<'_, E> {
        self.factor.view()
    }

    /// b ← A⁻¹ · b.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`] unless b has as many rows as A; [`MatrixError::Cancelled`], with b
    /// left half done.
    pub fn solve_in_place(&self, mut b: MatrixViewMut<'_, E>) -> Result<(), MatrixError> {
        check_shape("solve", "b", b.shape(), (self.factor.rows(), b.columns()))?;
        let size = self.factor.rows();
        watch::call(products([size, size, b.columns()]), || {
            triangular::solve(Triangle::Lower, self.factor(), b.reborrow());
            triangular::solve(Triangle::Upper, self.factor().transpose(), b);
            Ok(())
        })
    }
}

fn factorise<E: Element>(mut a: MatrixViewMut<'_, E>, first: usize) -> Result<(), MatrixError> {
    let size = a.rows();
    if size <= WIDTH {
        let mut panel = Panel::copy(a.as_view());
        check(panel_products(size, size))?;
        eliminate(Base { panel: &mut panel, first })?;
        panel.write_to(a);
        return Ok(());
    }
    let middle = (size / 2).next_multiple_of(WIDTH);
    let (mut left, right) = a.reborrow().split_at_column(middle);
    let (mut diagonal, mut below) = left.reborrow().split_at_row(middle);
    factorise(diagonal.reborrow(), first)?;
    triangular::solve(Triangle::Lower, diagonal.as_view(), below.reborrow().transpose());
    let (_, mut rest) = right.split_at_row(middle);
    subtract_square(below.as_view(), rest.reborrow());
    factorise(rest, first + middle)
}

/// The lower triangle of c ← c − a · aᵀ; what is above it becomes anything.
fn subtract_square<E: Element>(a: MatrixView<'_, E>, c: MatrixViewMut<'_, E>) {
    let (size, depth) = a.shape();
    if size <= 2 * WIDTH {
        subtract_product(a, a.transpose(), c);
        return;
    }
    let middle = (size / 2).next_multiple_of(WIDTH);
    let (top, bottom) = (a.part(0..middle, 0..depth), a.part(middle..size, 0..depth));
    let (left, right) = c.split_at_column(middle);
    let (first, below) = left.split_at_row(middle);
    let (_, last) = right.split_at_row(middle);
    subtract_square(top, first);
    subtract_product(bottom, top.transpose(), below);
    subtract_square(bottom, last);
}

struct Base<'a, E> {
    panel: &'a mut Panel<E>,
    first: usize,
}

compiled! {
    fn eliminate<'a, E>(Base<'a, E>) -> Result<(), MatrixError> = dispatch;
}

impl<E: Element> Kernel for Base<'_, E> {
    type Output = Result<(), MatrixError>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Result<(), MatrixError> {
        let Base { panel, first } = self;
        for j in 0..panel.columns() {
            let pivot = panel.at(j, j);
            let positive = E::nearest(0.0).less(pivot.hi());
            if !positive || !pivot.hi().is_finite() {
                return Err(MatrixError::NotPositiveDefinite { column: first + j });
            }
            let root = pivot.sqrt();
            panel.put(j, j, root);
            panel.divide(simd, j, j + 1, root);
            for column in j + 1..panel.columns() {
                let factor = panel.at(column, j);
                panel.subtract(simd, column, factor, j, column);
            }
        }
        Ok(())
    }
}
