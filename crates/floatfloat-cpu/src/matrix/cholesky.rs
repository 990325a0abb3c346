//! Cholesky factorisation.

use super::{
    Matrix,
    equilibrate::{Scaled, are_ordinary, of_columns, solve_scaled, times_powers},
    error::{MatrixError, check_shape},
    gemm::{products, subtract_product},
    panel::{BySlices, Columns, InRegisters, Panel, WIDTH, check, panel_products},
    residual::check_finite,
    triangular::{self, Triangle},
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{
    compiled::compiled_by_type,
    dispatch::{Kernel, dispatch},
    element::Element,
    number::{Number, nearest},
    watch,
};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, NativeWord, Word};

/// A = L · Lᵀ for a symmetric positive definite matrix; L is lower triangular.
///
/// Recursive: nearly all the work is in products of matrices. For numbers of N words, the computed
/// factor satisfies |L·Lᵀ − A| ≤ c·u^N·|L|·|L|ᵀ entry by entry. c = 16·n + 1024 for two words,
/// 16·n + 2^12 for three, 32·n + 2^15 for four.
#[derive(Clone, Debug)]
pub struct Cholesky<T: Number> {
    factor: Matrix<T>,
    /// What solutions are computed with where diagonal entries of the matrix are near the ends of the range.
    scaled: Option<Scaled<T>>,
}

impl<T: Number> Cholesky<T> {
    /// Factorises a copy of a matrix. Only the lower triangle is read.
    ///
    /// # Errors
    /// [`MatrixError::NotSquare`], [`MatrixError::NotFinite`],
    /// [`MatrixError::NotPositiveDefinite`] and [`MatrixError::Cancelled`].
    pub fn new(a: MatrixView<'_, T>) -> Result<Self, MatrixError> {
        let (rows, columns) = a.shape();
        if rows != columns {
            return Err(MatrixError::NotSquare { operation: "cholesky", rows, columns });
        }
        check_finite("cholesky", "the matrix", a)?;
        let diagonal = Matrix::from_fn(1, rows, |_, j| a.at(j, j));
        let exponents = of_columns(diagonal.view());
        if are_ordinary::<T>(&exponents) {
            return Ok(Cholesky { factor: factorised(a.to_matrix())?, scaled: None });
        }
        // Of both factors of A.
        let exponents: Vec<i32> = exponents.iter().map(|exponent| exponent.div_euclid(2)).collect();
        let factor = factorised(times_powers(a, |i, j| -exponents[i] - exponents[j]))?;
        let unscaled = times_powers(factor.view(), |i, _| exponents[i]);
        Ok(Cholesky { factor: unscaled, scaled: Some(Scaled { factor, exponents }) })
    }

    /// The factor L.
    pub fn factor(&self) -> MatrixView<'_, T> {
        self.factor.view()
    }

    /// b ← A⁻¹ · b.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`] unless b has as many rows as A; [`MatrixError::Cancelled`], which
    /// leaves b half done.
    pub fn solve_in_place(&self, b: MatrixViewMut<'_, T>) -> Result<(), MatrixError> {
        check_shape("solve", "b", b.shape(), (self.factor.rows(), b.columns()))?;
        let size = self.factor.rows();
        watch::call(products([size, size, b.columns()]), || {
            let substitute = |factor: MatrixView<'_, T>, mut b: MatrixViewMut<'_, T>| {
                triangular::solve(Triangle::Lower, factor, b.reborrow());
                triangular::solve(Triangle::Upper, factor.transpose(), b);
            };
            match &self.scaled {
                None => substitute(self.factor(), b),
                Some(Scaled { factor, exponents }) => {
                    let solve = |b: MatrixViewMut<'_, T>| substitute(factor.view(), b);
                    solve_scaled(b, |i| exponents[i], |i| exponents[i], solve);
                }
            }
            Ok(())
        })
    }
}

/// The factor of a matrix, with zeros above the diagonal.
fn factorised<T: Number>(mut a: Matrix<T>) -> Result<Matrix<T>, MatrixError> {
    let rows = a.rows();
    watch::call(products([rows, rows, rows]) / 6, || factorise(a.view_mut(), 0))?;
    let mut view = a.view_mut();
    for i in 0..rows {
        for j in i + 1..rows {
            view.put(i, j, nearest(0.0));
        }
    }
    Ok(a)
}

fn factorise<T: Number>(mut a: MatrixViewMut<'_, T>, first: usize) -> Result<(), MatrixError> {
    let size = a.rows();
    if size <= WIDTH {
        let mut panel = Panel::copy(a.as_view());
        check(panel_products(size, size))?;
        eliminate_panel(Base { panel: &mut panel, first })?;
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

/// Computes the lower triangle of c ← c − a · aᵀ. Entries above the diagonal get arbitrary values.
fn subtract_square<T: Number>(a: MatrixView<'_, T>, c: MatrixViewMut<'_, T>) {
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

/// A panel of the matrix.
struct Base<'a, T: Number> {
    panel: &'a mut Panel<T>,
    first: usize,
}

compiled_by_type! {
    fn eliminate_panel<'a, T>(Base<'a, T>) -> Result<(), MatrixError> = dispatch, eliminate_by_slices;
}

fn eliminate_by_slices<T: Number>(base: Base<'_, T>) -> Result<(), MatrixError> {
    let Base { panel, first } = base;
    eliminate(BySlices::new(panel), first)
}

impl<E: Element> Kernel for Base<'_, DoubleWord<E>> {
    type Output = Result<(), MatrixError>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Result<(), MatrixError> {
        let Base { panel, first } = self;
        eliminate(InRegisters { simd, panel }, first)
    }
}

#[inline(always)]
fn eliminate<T: Number>(mut columns: impl Columns<T>, first: usize) -> Result<(), MatrixError> {
    for j in 0..columns.panel().columns() {
        let panel = columns.panel();
        let pivot = panel.at(j, j);
        let positive = T::Word::nearest(0.0).less(pivot.hi());
        if !positive || !pivot.hi().is_finite() {
            return Err(MatrixError::NotPositiveDefinite { column: first + j });
        }
        let root = pivot.sqrt();
        panel.put(j, j, root);
        columns.divide(j, j + 1, root);
        for column in j + 1..columns.panel().columns() {
            let factor = columns.panel().at(column, j);
            columns.subtract(column, factor, j, column);
        }
    }
    Ok(())
}
