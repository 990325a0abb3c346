//! QR factorisation by Householder's reflections.

use super::{
    Matrix,
    error::{MatrixError, check_shape},
    gemm::{product, products, subtract_product},
    panel::{Panel, WIDTH, check, panel_products},
    residual::check_finite,
    solve::unit,
    triangular::{self, Triangle},
    view::MatrixView,
    view_mut::MatrixViewMut,
    word,
};
use crate::{
    compiled::compiled,
    dispatch::{Kernel, dispatch},
    element::Element,
    watch,
};
use fearless_simd::Simd;
use floatfloat::DoubleWord;

/// A = Q · R for a matrix of m rows and at most as many columns: Q is orthogonal, m × m, and kept as
/// reflections; R is upper triangular.
///
/// Blocked (Schreiber & Van Loan 1989): 32 reflections at once are I − V·T·Vᵀ, which is applied by
/// products of matrices. Columns keep their order, and are scaled by powers of two on the way, so
/// that squares neither overflow nor vanish. For the computed R there is an exactly orthogonal
/// Q with ‖A − Q·R‖ ≤ c·u²·‖A‖ column by column in the Euclidean norm, c = 2^16·n + 8·m·n (Higham,
/// Accuracy and Stability of Numerical Algorithms, section 19.5, with the bounds of
/// [`Accuracy::Fast`](crate::Accuracy::Fast): three products a block of w columns, ‖V‖² ≤ 2w and ‖T‖ ≤ 2√w).
#[derive(Clone, Debug)]
pub struct Qr<E: Element> {
    upper: Matrix<E>,
    blocks: Vec<Reflections<E>>,
    rows: usize,
}

/// I − V·T·Vᵀ
#[derive(Clone, Debug)]
struct Reflections<E: Element> {
    /// From this row on.
    first: usize,
    v: Matrix<E>,
    t: Matrix<E>,
}

impl<E: Element> Qr<E> {
    /// Factorises a copy of a matrix.
    ///
    /// # Errors
    /// [`MatrixError::Underdetermined`], [`MatrixError::NotFinite`], [`MatrixError::Cancelled`], and
    /// [`MatrixError::RankDeficient`] where less than 4·m·n·u² of a column is left beside those before
    /// it.
    pub fn new(a: MatrixView<'_, E>) -> Result<Self, MatrixError> {
        let (rows, columns) = a.shape();
        if rows < columns {
            return Err(MatrixError::Underdetermined { operation: "qr", rows, columns });
        }
        check_finite("qr", "the matrix", a)?;
        let exponents: Vec<i32> = (0..columns).map(|j| exponent(a, j)).collect();
        let mut work = Matrix::from_fn(rows, columns, |i, j| scaled(a.at(i, j), -exponents[j]));
        let norms: Vec<f64> = (0..columns).map(|j| norm(work.view(), j)).collect();
        let mut blocks = Vec::new();
        let total = 2 * products([rows, columns, columns]);
        watch::call(total, || factorise(work.view_mut(), &mut blocks))?;
        let view = work.view();
        let least = 4.0 * rows as f64 * columns as f64 * unit::<E>();
        for (column, norm) in norms.into_iter().enumerate() {
            let left: f64 = view.at(column, column).hi().abs().into();
            if left <= least * norm || left.is_nan() {
                return Err(MatrixError::RankDeficient { column });
            }
        }
        let upper = Matrix::from_fn(columns, columns, |i, j| {
            if i > j { word(0.0) } else { scaled(view.at(i, j), exponents[j]) }
        });
        Ok(Qr { upper, blocks, rows })
    }

    /// R, n × n.
    pub fn r(&self) -> MatrixView<'_, E> {
        self.upper.view()
    }

    /// How many rows A has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// b ← Q · b, or with `transpose` b ← Qᵀ · b.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`] unless b has as many rows as A; [`MatrixError::Cancelled`], with b
    /// left half done.
    pub fn apply_q(&self, transpose: bool, mut b: MatrixViewMut<'_, E>) -> Result<(), MatrixError> {
        let (rows, columns) = b.shape();
        check_shape("apply_q", "b", (rows, columns), (self.rows, columns))?;
        let total = 2 * products([rows, self.upper.columns(), columns]);
        watch::call(total, || {
            let mut apply = |block: &Reflections<E>| {
                block.apply(transpose, b.part(block.first..rows, 0..columns));
            };
            if transpose {
                self.blocks.iter().for_each(&mut apply);
            } else {
                self.blocks.iter().rev().for_each(&mut apply);
            }
            Ok(())
        })
    }

    /// b ← R⁻¹ · b for n rows.
    pub(super) fn solve_upper(&self, b: MatrixViewMut<'_, E>) {
        triangular::solve(Triangle::Upper, self.r(), b);
    }

    /// b ← R⁻ᵀ · b for n rows.
    pub(super) fn solve_upper_transposed(&self, b: MatrixViewMut<'_, E>) {
        triangular::solve(Triangle::Lower, self.r().transpose(), b);
    }
}

/// R on and above the diagonal, and the reflections of every panel.
fn factorise<E: Element>(
    mut a: MatrixViewMut<'_, E>,
    blocks: &mut Vec<Reflections<E>>,
) -> Result<(), MatrixError> {
    let (rows, columns) = a.shape();
    for first in (0..columns).step_by(WIDTH) {
        let end = columns.min(first + WIDTH);
        check(2 * panel_products(rows - first, end - first))?;
        let mut panel = Panel::copy(a.as_view().part(first..rows, first..end));
        let factors = eliminate(Base { panel: &mut panel });
        panel.write_to(a.part(first..rows, first..end));
        let block = Reflections::new(first, &panel, &factors);
        block.apply(true, a.part(first..rows, end..columns));
        blocks.push(block);
    }
    Ok(())
}

impl<E: Element> Reflections<E> {
    /// The reflections I − τ·v·vᵀ of a panel, v below its diagonal.
    fn new(first: usize, panel: &Panel<E>, factors: &[DoubleWord<E>]) -> Self {
        let (rows, columns) = (panel.rows(), panel.columns());
        let v = Matrix::from_fn(rows, columns, |i, j| match i.cmp(&j) {
            core::cmp::Ordering::Less => word(0.0),
            core::cmp::Ordering::Equal => word(1.0),
            core::cmp::Ordering::Greater => panel.at(i, j),
        });
        let products = product(v.view().transpose(), v.view());
        let mut t = Matrix::zeros(columns, columns);
        let mut entries = t.view_mut();
        for (j, &factor) in factors.iter().enumerate() {
            for i in 0..j {
                let sum = (i..j).map(|k| entries.at(i, k) * products.view().at(k, j));
                let sum = sum.fold(word(0.0), |sum: DoubleWord<E>, product| sum + product);
                entries.put(i, j, -(factor * sum));
            }
            entries.put(j, j, factor);
        }
        Reflections { first, v, t }
    }

    /// b ← (I − V·T·Vᵀ)·b, or with Tᵀ.
    fn apply(&self, transpose: bool, b: MatrixViewMut<'_, E>) {
        let products = product(self.v.view().transpose(), b.as_view());
        let t = if transpose { self.t.view().transpose() } else { self.t.view() };
        let factors = product(t, products.view());
        subtract_product(self.v.view(), factors.view(), b);
    }
}

/// The exponent of the largest entry of a column.
fn exponent<E: Element>(a: MatrixView<'_, E>, j: usize) -> i32 {
    let largest = (0..a.rows()).map(|i| a.at(i, j).hi().abs());
    let largest =
        largest.fold(E::nearest(0.0), |largest, word| if largest < word { word } else { largest });
    let (significand, exponent) = largest.parts();
    exponent + (u64::BITS - significand.leading_zeros()) as i32
}

/// Times a power of two, in two steps, neither of which overflows or underflows unless the result
/// does.
fn scaled<E: Element>(number: DoubleWord<E>, exponent: i32) -> DoubleWord<E> {
    let half = exponent / 2;
    let power = |exponent: i32| E::rounded(false, 1, exponent, false);
    let [first, second] = [power(half), power(exponent - half)];
    DoubleWord::from_normalized(number.hi() * first * second, number.lo() * first * second)
}

/// The Euclidean norm of a column, roughly.
fn norm<E: Element>(a: MatrixView<'_, E>, j: usize) -> f64 {
    let squares = (0..a.rows()).map(|i| -> f64 { a.at(i, j).hi().into() }).map(|word| word * word);
    squares.sum::<f64>().sqrt()
}

struct Base<'a, E> {
    panel: &'a mut Panel<E>,
}

compiled! {
    fn eliminate<'a, E>(Base<'a, E>) -> Vec<DoubleWord<E>> = dispatch;
}

impl<E: Element> Kernel for Base<'_, E> {
    type Output = Vec<DoubleWord<E>>;

    /// τ for every column; R and, below it, v without its leading one.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<DoubleWord<E>> {
        let panel = self.panel;
        let mut factors = Vec::with_capacity(panel.columns());
        for j in 0..panel.columns() {
            let size = panel.dot(simd, j, j, j).sqrt();
            let leading = panel.at(j, j);
            if size.hi().equal(E::nearest(0.0)) {
                factors.push(word(0.0));
                continue;
            }
            // Of the sign for which nothing cancels.
            let image = if leading.hi() < E::nearest(0.0) { size } else { -size };
            let difference = leading - image;
            let factor = -difference / image;
            panel.divide(simd, j, j + 1, difference);
            panel.put(j, j, word(1.0));
            for column in j + 1..panel.columns() {
                let sum = panel.dot(simd, j, column, j);
                panel.subtract(simd, column, factor * sum, j, j);
            }
            panel.put(j, j, image);
            factors.push(factor);
        }
        factors
    }
}
