//! Triangular systems.

use super::{
    error::{MatrixError, check_shape},
    gemm::{products, subtract_product},
    panel::{BySlices, Columns, Panel},
    registers,
    sharing::{both, threads, worth_sharing},
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{
    compiled::compiled_by_type,
    dispatch::{Kernel, dispatch},
    element::Element,
    number::Number,
    pack::{Pack, splat},
    watch,
};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, NativeWord, Word};

/// The part of a square matrix that is meant. The other entries are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Triangle {
    /// The diagonal and the entries below it.
    Lower,
    /// The entries below the diagonal, with a diagonal of ones.
    UnitLower,
    /// The diagonal and the entries above it.
    Upper,
    /// The entries above the diagonal, with a diagonal of ones.
    UnitUpper,
}

impl Triangle {
    fn is_lower(self) -> bool {
        matches!(self, Triangle::Lower | Triangle::UnitLower)
    }

    fn is_unit(self) -> bool {
        matches!(self, Triangle::UnitLower | Triangle::UnitUpper)
    }
}

/// b ← t⁻¹ · b for the triangle t of a: the x of t · x = b, for each column of b. For a transposed
/// triangle, pass [`MatrixView::transpose`] and the opposite triangle.
///
/// Substitution, blocked and recursive. For numbers of N words, every column of x solves (t + e) · x = b
/// exactly with |e| ≤ c·u^N·|t| entry by entry. c = 16·n + 1024 for two words, 16·n + 2^12 for three,
/// 32·n + 2^15 for four (Higham, Accuracy and Stability of Numerical Algorithms, theorem 8.5, with the
/// bounds of [`Accuracy::Fast`](crate::Accuracy::Fast) and of the operators).
///
/// # Errors
/// [`MatrixError::NotSquare`], [`MatrixError::ShapesDiffer`] unless b has as many rows as a, and
/// [`MatrixError::Singular`] where a diagonal entry is zero; b is then unchanged.
/// [`MatrixError::Cancelled`] leaves b half done.
pub fn solve_triangular<T: Number>(
    triangle: Triangle,
    a: MatrixView<'_, T>,
    b: MatrixViewMut<'_, T>,
) -> Result<(), MatrixError> {
    let operation = "solve_triangular";
    let (rows, columns) = a.shape();
    if rows != columns {
        return Err(MatrixError::NotSquare { operation, rows, columns });
    }
    check_shape(operation, "b", b.shape(), (rows, b.columns()))?;
    if !triangle.is_unit() {
        let zero = T::Word::nearest(0.0);
        if let Some(column) = (0..rows).find(|&i| a.at(i, i).hi().equal(zero)) {
            return Err(MatrixError::Singular { column });
        }
    }
    watch::call(products([rows, rows, b.columns()]) / 2, || {
        solve(triangle, a, b);
        Ok(())
    })
}

/// The same as [`solve_triangular`], for operands that fit. Threads share the columns of b.
pub(super) fn solve<T: Number>(triangle: Triangle, a: MatrixView<'_, T>, b: MatrixViewMut<'_, T>) {
    // Twice as many parts as threads, so that all threads end at about the same time.
    solve_in_parts(2 * threads(), triangle, a, b);
}

fn solve_in_parts<T: Number>(
    parts: usize,
    triangle: Triangle,
    a: MatrixView<'_, T>,
    b: MatrixViewMut<'_, T>,
) {
    /// The fewest columns of a part: each part copies the triangle.
    const LEAST_COLUMNS: usize = 32;
    let (size, columns) = b.shape();
    let middle = (columns / 2).next_multiple_of(LEAST_COLUMNS);
    if parts > 1 && middle < columns && worth_sharing::<T>(products([size, size, columns]) / 4) {
        let (left, right) = b.split_at_column(middle);
        let solve = |part| solve_in_parts(parts.div_ceil(2), triangle, a, part);
        both(|| solve(left), || solve(right));
    } else {
        solve_recursively(triangle, a, b);
    }
}

/// Rows that are solved at once.
const BASE: usize = 16;

fn solve_recursively<T: Number>(
    triangle: Triangle,
    a: MatrixView<'_, T>,
    mut b: MatrixViewMut<'_, T>,
) {
    let size = a.rows();
    if size <= BASE {
        let products = products([size, size, b.columns()]);
        if products > 0 && watch::proceed(products / 2) {
            substitute(Base { triangle, a, b });
        }
        return;
    }
    let middle = (size / 2).next_multiple_of(BASE);
    let (first, rest) =
        if triangle.is_lower() { (0..middle, middle..size) } else { (middle..size, 0..middle) };
    let (top, bottom) = b.reborrow().split_at_row(middle);
    let (mut solved, mut other) = if triangle.is_lower() { (top, bottom) } else { (bottom, top) };
    solve_recursively(triangle, a.part(first.clone(), first.clone()), solved.reborrow());
    let between = a.part(rest.clone(), first);
    subtract_product(between, solved.as_view(), other.reborrow());
    solve_recursively(triangle, a.part(rest.clone(), rest), other);
}

/// A triangle of at most [`BASE`] rows, and registers of columns of b.
struct Base<'a, T: Number> {
    triangle: Triangle,
    a: MatrixView<'a, T>,
    b: MatrixViewMut<'a, T>,
}

compiled_by_type! {
    fn substitute<'a, T>(Base<'a, T>) -> () = dispatch, substitute_by_slices;
}

/// Rows of b become columns of a panel.
fn substitute_by_slices<T: Number>(base: Base<'_, T>) {
    let Base { triangle, a, b } = base;
    let size = a.rows();
    let mut panel = Panel::copy(b.as_view().transpose());
    let mut rows = BySlices::new(&mut panel);
    let place = |step: usize| if triangle.is_lower() { step } else { size - 1 - step };
    for step in 0..size {
        let i = place(step);
        if !triangle.is_unit() {
            rows.divide(i, 0, a.at(i, i));
        }
        for later in step + 1..size {
            let k = place(later);
            rows.subtract(k, a.at(k, i), i, 0);
        }
    }
    panel.write_to(b.transpose());
}

impl<E: Element> Kernel for Base<'_, DoubleWord<E>> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let zero = E::nearest(0.0);
        let (size, columns) = self.b.shape();
        let (width, place) = (Pack::<S, E>::LANES, self.b.place());
        assert!(size <= BASE);
        for start in (0..columns).step_by(width) {
            let now = width.min(columns - start);
            let mut x = [DoubleWord::from_word(Pack::<S, E>::splat(simd, zero)); BASE];
            for (i, x) in x[..size].iter_mut().enumerate() {
                // SAFETY: these entries are in the view.
                *x = unsafe { registers::read(simd, place, i, start, now) };
            }
            for step in 0..size {
                let row = |step: usize| {
                    if self.triangle.is_lower() { step } else { size - 1 - step }
                };
                let i = row(step);
                if !self.triangle.is_unit() {
                    x[i] /= splat(simd, self.a.at(i, i));
                }
                for later in step + 1..size {
                    let k = row(later);
                    x[k] -= x[i] * splat(simd, self.a.at(k, i));
                }
            }
            for (i, &x) in x[..size].iter().enumerate() {
                // SAFETY: as above, and nobody else has a view of them.
                unsafe { registers::write(x, place, i, start, now) };
            }
        }
    }
}
