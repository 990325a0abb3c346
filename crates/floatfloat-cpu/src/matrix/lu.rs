//! LU factorisation with partial pivoting.

use super::{
    Matrix,
    equilibrate::{Scaled, are_ordinary, check_range, of_columns, solve_scaled, times_powers},
    error::{MatrixError, check_shape},
    gemm::{products, subtract_product},
    panel::{BySlices, Columns, InRegisters, Panel, WIDTH, check, panel_products},
    residual::check_finite,
    sharing::{both, threads, worth_sharing},
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

/// P · A = L · U for a square matrix. L is lower triangular with a diagonal of ones and no entry larger
/// than 1. U is upper triangular. P swaps rows.
///
/// Recursive (Toledo 1997): nearly all the work is in products of matrices. For numbers of N words, the
/// computed factors satisfy |L·U − P·A| ≤ c·u^N·|L|·|U| entry by entry. c = 16·n + 1024 for two words,
/// 16·n + 2^12 for three, 32·n + 2^15 for four.
#[derive(Clone, Debug)]
pub struct Lu<T: Number> {
    factors: Matrix<T>,
    /// Row k was swapped with row `swaps[k]`, in the order of k.
    swaps: Vec<usize>,
    /// What solutions are computed with where columns of the matrix are near the ends of the range.
    scaled: Option<Scaled<T>>,
}

impl<T: Number> Lu<T> {
    /// Factorises a copy of a matrix.
    ///
    /// # Errors
    /// [`MatrixError::NotSquare`], [`MatrixError::NotFinite`], [`MatrixError::Singular`] if a column
    /// has no pivot other than zero, [`MatrixError::Overflow`], and [`MatrixError::Cancelled`].
    pub fn new(a: MatrixView<'_, T>) -> Result<Self, MatrixError> {
        let (rows, columns) = a.shape();
        if rows != columns {
            return Err(MatrixError::NotSquare { operation: "lu", rows, columns });
        }
        check_finite("lu", "the matrix", a)?;
        let mut swaps = vec![0; rows];
        let mut factorised = |mut factors: Matrix<T>| {
            let total = products([rows, rows, rows]) / 3;
            watch::call(total, || factorise(None, factors.view_mut(), 0, &mut swaps))?;
            Ok::<_, MatrixError>(factors)
        };
        let exponents = of_columns(a);
        if are_ordinary::<T>(&exponents) {
            return Ok(Lu { factors: factorised(a.to_matrix())?, swaps, scaled: None });
        }
        let factor = factorised(times_powers(a, |_, j| -exponents[j]))?;
        let upper = |i, j| if i <= j { exponents[j] } else { 0 };
        let factors = times_powers(factor.view(), upper);
        check_range("lu", factors.view())?;
        Ok(Lu { factors, swaps, scaled: Some(Scaled { factor, exponents }) })
    }

    /// The number of rows, which is the number of columns.
    pub fn size(&self) -> usize {
        self.swaps.len()
    }

    /// L below the diagonal, without its ones, and U on and above it.
    pub fn factors(&self) -> MatrixView<'_, T> {
        self.factors.view()
    }

    /// Row i of P · A is row `permutation()[i]` of A.
    pub fn permutation(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.size()).collect();
        for (k, &swap) in self.swaps.iter().enumerate() {
            rows.swap(k, swap);
        }
        rows
    }

    /// The determinant of A: the product of the pivots and the sign of P. It may overflow or
    /// underflow.
    pub fn determinant(&self) -> T {
        let one: T = nearest(1.0);
        let product =
            (0..self.size()).fold(one, |product, i| product * self.factors.view().at(i, i));
        let swaps = self.swaps.iter().enumerate().filter(|&(k, &swap)| k != swap).count();
        if swaps.is_multiple_of(2) { product } else { -product }
    }

    /// b ← A⁻¹ · b, without refinement; [`solve`](super::solve()) refines.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`] unless b has as many rows as A; [`MatrixError::Cancelled`], which
    /// leaves b half done.
    pub fn solve_in_place(&self, mut b: MatrixViewMut<'_, T>) -> Result<(), MatrixError> {
        self.check(&b)?;
        watch::call(products([self.size(), self.size(), b.columns()]), || {
            swap_rows(&mut b, &self.swaps);
            let substitute = |factors: MatrixView<'_, T>, mut b: MatrixViewMut<'_, T>| {
                triangular::solve(Triangle::UnitLower, factors, b.reborrow());
                triangular::solve(Triangle::Upper, factors, b);
            };
            match &self.scaled {
                None => substitute(self.factors(), b),
                Some(Scaled { factor, exponents }) => {
                    let solve = |b: MatrixViewMut<'_, T>| substitute(factor.view(), b);
                    solve_scaled(b, |_| 0, |i| exponents[i], solve);
                }
            }
            Ok(())
        })
    }

    /// b ← A⁻ᵀ · b, without refinement.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`] unless b has as many rows as A; [`MatrixError::Cancelled`], which
    /// leaves b half done.
    pub fn solve_transposed_in_place(
        &self,
        mut b: MatrixViewMut<'_, T>,
    ) -> Result<(), MatrixError> {
        self.check(&b)?;
        watch::call(products([self.size(), self.size(), b.columns()]), || {
            let substitute = |factors: MatrixView<'_, T>, mut b: MatrixViewMut<'_, T>| {
                triangular::solve(Triangle::Lower, factors.transpose(), b.reborrow());
                triangular::solve(Triangle::UnitUpper, factors.transpose(), b);
            };
            match &self.scaled {
                None => substitute(self.factors(), b.reborrow()),
                Some(Scaled { factor, exponents }) => {
                    let solve = |b: MatrixViewMut<'_, T>| substitute(factor.view(), b);
                    solve_scaled(b.reborrow(), |i| exponents[i], |_| 0, solve);
                }
            }
            for (k, &swap) in self.swaps.iter().enumerate().rev() {
                b.swap_rows(k, swap);
            }
            Ok(())
        })
    }

    /// These factors and `a`, which they are of, both divided by one power of two, which brings `a` near 1.
    pub(super) fn near_one(&self, a: MatrixView<'_, T>) -> Option<(Self, Matrix<T>)> {
        let Scaled { factor, exponents } = self.scaled.as_ref()?;
        let largest = exponents.iter().max()?;
        let exponents = exponents.iter().map(|exponent| exponent - largest).collect();
        let scaled = Some(Scaled { factor: factor.clone(), exponents });
        Some((Lu { scaled, ..self.clone() }, times_powers(a, |_, _| -largest)))
    }

    fn check(&self, b: &MatrixViewMut<'_, T>) -> Result<(), MatrixError> {
        check_shape("solve", "b", b.shape(), (self.size(), b.columns()))
    }
}

/// Swaps row k with row `swaps[k]`, in the order of k.
fn swap_rows<T: Number>(a: &mut MatrixViewMut<'_, T>, swaps: &[usize]) {
    /// So many numbers are worth a task of their own.
    const SHARE: usize = 1 << 16;
    let columns = a.columns();
    if threads() > 1 && columns > 1 && columns * swaps.len() >= 2 * SHARE {
        let (mut left, mut right) = a.reborrow().split_at_column(columns / 2);
        both(|| swap_rows(&mut left, swaps), || swap_rows(&mut right, swaps));
        return;
    }
    for (k, &swap) in swaps.iter().enumerate() {
        a.swap_rows(k, swap);
    }
}

/// Columns that are factorised, with all their rows from the first pivot on, and the row with which each
/// pivot row was swapped.
#[derive(Clone, Copy)]
struct Eliminated<'a, T: Number> {
    columns: MatrixView<'a, T>,
    swaps: &'a [usize],
}

impl<T: Number> Eliminated<'_, T> {
    /// The number of products of numbers in the elimination from so many columns.
    fn products(self, columns: usize) -> u64 {
        let (rows, middle) = self.columns.shape();
        products([rows, middle, columns])
    }

    /// Eliminates these columns from the columns to their right: writes rows of U, subtracts their products from
    /// the rows below, and returns those rows.
    fn eliminate_from<'b>(self, mut right: MatrixViewMut<'b, T>) -> MatrixViewMut<'b, T> {
        let (rows, middle) = self.columns.shape();
        swap_rows(&mut right, self.swaps);
        let (mut top, mut bottom) = right.split_at_row(middle);
        let diagonal = self.columns.part(0..middle, 0..middle);
        triangular::solve(Triangle::UnitLower, diagonal, top.reborrow());
        let below = self.columns.part(middle..rows, 0..middle);
        subtract_product(below, top.as_view(), bottom.reborrow());
        bottom
    }
}

/// Factorises columns from which all columns to their left are already eliminated. There are at most as many
/// columns as rows are left. The first column has the number `first` in the whole matrix. Writes with which row
/// each pivot row was swapped.
///
/// One thread goes on to the next panel while another still eliminates from the columns beyond, because one thread
/// factorises a panel, and panels take a sixth of the time.
fn factorise<T: Number>(
    before: Option<Eliminated<'_, T>>,
    a: MatrixViewMut<'_, T>,
    first: usize,
    swaps: &mut [usize],
) -> Result<(), MatrixError> {
    let columns = a.columns();
    let (before, mut a) = match before {
        Some(before) if columns <= WIDTH || !worth_sharing::<T>(before.products(columns)) => {
            (None, before.eliminate_from(a))
        }
        before => (before, a),
    };
    if columns <= WIDTH {
        let mut panel = Panel::copy(a.as_view());
        check(panel_products(a.rows(), columns))?;
        eliminate_panel(Base { panel: &mut panel, first, swaps })?;
        panel.write_to(a);
        return Ok(());
    }
    let middle = (columns / 2).next_multiple_of(WIDTH);
    let (swaps_left, swaps_right) = swaps.split_at_mut(middle);
    let (mut left, right) = a.reborrow().split_at_column(middle);
    let (factorised, right) = match before {
        Some(before) => both(
            || factorise(Some(before), left.reborrow(), first, swaps_left),
            || before.eliminate_from(right),
        ),
        None => (factorise(None, left.reborrow(), first, swaps_left), right),
    };
    factorised?;
    let above = before.map_or(0, |before| before.columns.columns());
    let (_, mut left) = left.split_at_row(above);
    let eliminated = Eliminated { columns: left.as_view(), swaps: swaps_left };
    factorise(Some(eliminated), right, first + middle, swaps_right)?;
    let below = middle..left.rows();
    swap_rows(&mut left.part(below, 0..middle), swaps_right);
    for swap in swaps_right {
        *swap += middle;
    }
    Ok(())
}

/// A panel of the matrix.
struct Base<'a, T: Number> {
    panel: &'a mut Panel<T>,
    first: usize,
    swaps: &'a mut [usize],
}

compiled_by_type! {
    fn eliminate_panel<'a, T>(Base<'a, T>) -> Result<(), MatrixError> = dispatch, eliminate_by_slices;
}

fn eliminate_by_slices<T: Number>(base: Base<'_, T>) -> Result<(), MatrixError> {
    let Base { panel, first, swaps } = base;
    eliminate(BySlices::new(panel), first, swaps)
}

impl<E: Element> Kernel for Base<'_, DoubleWord<E>> {
    type Output = Result<(), MatrixError>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Result<(), MatrixError> {
        let Base { panel, first, swaps } = self;
        eliminate(InRegisters { simd, panel }, first, swaps)
    }
}

#[inline(always)]
fn eliminate<T: Number>(
    mut columns: impl Columns<T>,
    first: usize,
    swaps: &mut [usize],
) -> Result<(), MatrixError> {
    for (j, swap) in swaps.iter_mut().enumerate() {
        let panel = columns.panel();
        let row = panel.largest(j, j);
        let pivot = panel.at(row, j);
        if pivot.hi().equal(T::Word::nearest(0.0)) {
            return Err(MatrixError::Singular { column: first + j });
        }
        if !pivot.hi().is_finite() {
            return Err(MatrixError::Overflow { operation: "lu", column: first + j });
        }
        *swap = row;
        panel.swap_rows(j, row);
        columns.divide(j, j + 1, pivot);
        for column in j + 1..columns.panel().columns() {
            let factor = columns.panel().at(j, column);
            columns.subtract(column, factor, j, j + 1);
        }
    }
    Ok(())
}
