//! QR factorisation by Householder's reflections.

use super::{
    Matrix,
    accumulate::unit,
    column_scaling::{norms, scale},
    equilibrate::{Scaled, are_ordinary, of_columns},
    error::{MatrixError, check_shape},
    gemm::{product, products, subtract_product},
    panel::{BySlices, Columns, InRegisters, Panel, WIDTH, check, panel_products},
    residual::check_finite,
    sharing::{both, worth_sharing},
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

/// A = Q · R for a matrix of m rows and at most m columns. Q is orthogonal, m × m, and kept as reflections. R is
/// upper triangular.
///
/// Blocked (Schreiber & Van Loan 1989): 32 reflections together are I − V·T·Vᵀ, which is applied by products of
/// matrices. Columns keep their order. They are scaled by powers of two on the way, so that squares neither
/// overflow nor underflow. For the computed R there is an exactly orthogonal Q with ‖A − Q·R‖ ≤ c·u^N·‖A‖ column
/// by column in the Euclidean norm. For two words c = 2^16·n + 8·m·n (Higham, Accuracy and Stability of Numerical
/// Algorithms, section 19.5, with the bounds of [`Accuracy::Fast`](crate::Accuracy::Fast): three products a block
/// of w columns, ‖V‖² ≤ 2w and ‖T‖ ≤ 2√w). For three words c = 2^18·n + 2^10·m·n, for four 2^21·n + 2^10·m·n.
#[derive(Clone, Debug)]
pub struct Qr<T: Number> {
    upper: Matrix<T>,
    /// What solutions are computed with where columns of the matrix are near the ends of the range.
    scaled: Option<Scaled<T>>,
    blocks: Vec<Reflections<T>>,
    rows: usize,
}

/// I − V·T·Vᵀ
#[derive(Clone, Debug)]
struct Reflections<T: Number> {
    /// The row from which on the reflections act.
    first: usize,
    v: Panel<T>,
    t: Matrix<T>,
}

impl<T: Number> Qr<T> {
    /// Factorises a copy of a matrix.
    ///
    /// # Errors
    /// [`MatrixError::Underdetermined`], [`MatrixError::NotFinite`], [`MatrixError::Cancelled`], and
    /// [`MatrixError::RankDeficient`] where less than 4·m·n·u^N of a column is left after the columns
    /// before it are eliminated from it.
    pub fn new(a: MatrixView<'_, T>) -> Result<Self, MatrixError> {
        let (rows, columns) = a.shape();
        if rows < columns {
            return Err(MatrixError::Underdetermined { operation: "qr", rows, columns });
        }
        check_finite("qr", "the matrix", a)?;
        let mut work = a.to_matrix();
        let exponents = of_columns(work.view());
        let opposite: Vec<i32> = exponents.iter().map(|exponent| -exponent).collect();
        scale(work.view_mut(), &opposite);
        let norms = norms(work.view());
        let mut blocks = Vec::new();
        let total = 2 * products([rows, columns, columns]);
        watch::call(total, || factorise(work.view_mut(), &mut blocks))?;
        let view = work.view();
        let least = 4.0 * rows as f64 * columns as f64 * unit::<T>();
        for (column, norm) in norms.into_iter().enumerate() {
            let left: f64 = view.at(column, column).hi().abs().into();
            if left <= least * norm || left.is_nan() {
                return Err(MatrixError::RankDeficient { column });
            }
        }
        let mut upper = view.part(0..columns, 0..columns).to_matrix();
        let mut r = upper.view_mut();
        for (i, j) in (0..columns).flat_map(|i| (0..i).map(move |j| (i, j))) {
            r.put(i, j, nearest::<T>(0.0));
        }
        let scaled = (!are_ordinary::<T>(&exponents))
            .then(|| Scaled { factor: upper.clone(), exponents: exponents.clone() });
        scale(upper.view_mut(), &exponents);
        Ok(Qr { upper, scaled, blocks, rows })
    }

    /// R, n × n.
    pub fn r(&self) -> MatrixView<'_, T> {
        self.upper.view()
    }

    /// The number of rows of A.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// b ← Q · b, or with `transpose` b ← Qᵀ · b.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`] unless b has as many rows as A; [`MatrixError::Cancelled`], which
    /// leaves b half done.
    pub fn apply_q(&self, transpose: bool, mut b: MatrixViewMut<'_, T>) -> Result<(), MatrixError> {
        let (rows, columns) = b.shape();
        check_shape("apply_q", "b", (rows, columns), (self.rows, columns))?;
        let total = 2 * products([rows, self.upper.columns(), columns]);
        watch::call(total, || {
            let mut apply = |block: &Reflections<T>| {
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

    /// The factors of the matrix with its columns divided by powers of two, if they must be, and the exponents.
    pub(super) fn near_one(&self) -> Option<(Self, &[i32])> {
        let Scaled { factor, exponents } = self.scaled.as_ref()?;
        let (upper, blocks) = (factor.clone(), self.blocks.clone());
        Some((Qr { upper, scaled: None, blocks, rows: self.rows }, exponents))
    }

    /// b ← R⁻¹ · b, for a b of n rows.
    pub(super) fn solve_upper(&self, b: MatrixViewMut<'_, T>) {
        triangular::solve(Triangle::Upper, self.r(), b);
    }

    /// b ← R⁻ᵀ · b, for a b of n rows.
    pub(super) fn solve_upper_transposed(&self, b: MatrixViewMut<'_, T>) {
        triangular::solve(Triangle::Lower, self.r().transpose(), b);
    }
}

/// Computes R on and above the diagonal, and the reflections of every panel.
///
/// One thread goes on to the next panel while another still reflects the columns beyond, because one thread
/// factorises a panel.
fn factorise<T: Number>(
    mut a: MatrixViewMut<'_, T>,
    blocks: &mut Vec<Reflections<T>>,
) -> Result<(), MatrixError> {
    let (rows, columns) = a.shape();
    if columns == 0 {
        return Ok(());
    }
    let mut block = Reflections::of_panel(0, a.part(0..rows, 0..columns.min(WIDTH)))?;
    loop {
        let (first, end) = (block.first, block.first + block.v.columns());
        if end == columns {
            blocks.push(block);
            return Ok(());
        }
        let mut right = a.part(first..rows, end..columns);
        let beyond = products([rows - first, WIDTH, (columns - end).saturating_sub(WIDTH)]);
        let next = if worth_sharing::<T>(beyond) {
            let (mut panel, beyond) = right.split_at_column(WIDTH);
            both(
                || {
                    block.apply(true, panel.reborrow());
                    Reflections::of_panel(end, panel.split_at_row(end - first).1)
                },
                || block.apply(true, beyond),
            )
            .0
        } else {
            block.apply(true, right.reborrow());
            Reflections::of_panel(end, right.split_at_row(end - first).1.split_at_column(WIDTH).0)
        };
        blocks.push(block);
        block = next?;
    }
}

impl<T: Number> Reflections<T> {
    /// Factorises a panel that begins at row `first` of the whole matrix. Writes R, and v below the
    /// diagonal.
    fn of_panel(first: usize, a: MatrixViewMut<'_, T>) -> Result<Self, MatrixError> {
        check(2 * panel_products(a.rows(), a.columns()))?;
        let mut panel = Panel::copy(a.as_view());
        let factors = reflect_panel(Base { panel: &mut panel });
        panel.write_to(a);
        Ok(Reflections::new(first, panel, &factors))
    }

    /// The reflections I − τ·v·vᵀ of a panel, v below its diagonal.
    fn new(first: usize, mut v: Panel<T>, factors: &[T]) -> Self {
        let columns = v.columns();
        for (i, j) in (0..columns).flat_map(|j| (0..=j).map(move |i| (i, j))) {
            v.put(i, j, nearest::<T>(if i == j { 1.0 } else { 0.0 }));
        }
        let products = product(v.view().transpose(), v.view());
        let mut t = Matrix::zeros(columns, columns);
        let mut entries = t.view_mut();
        for (j, &factor) in factors.iter().enumerate() {
            for i in 0..j {
                let sum = (i..j).map(|k| entries.at(i, k) * products.view().at(k, j));
                let sum = sum.fold(nearest::<T>(0.0), |sum, product| sum + product);
                entries.put(i, j, -(factor * sum));
            }
            entries.put(j, j, factor);
        }
        Reflections { first, v, t }
    }

    /// b ← (I − V·T·Vᵀ)·b, or with `transpose` b ← (I − V·Tᵀ·Vᵀ)·b.
    fn apply(&self, transpose: bool, b: MatrixViewMut<'_, T>) {
        let products = product(self.v.view().transpose(), b.as_view());
        let t = if transpose { self.t.view().transpose() } else { self.t.view() };
        let factors = product(t, products.view());
        subtract_product(self.v.view(), factors.view(), b);
    }
}

/// A panel of the matrix.
struct Base<'a, T: Number> {
    panel: &'a mut Panel<T>,
}

compiled_by_type! {
    fn reflect_panel<'a, T>(Base<'a, T>) -> Vec<T> = dispatch, reflect_by_slices;
}

fn reflect_by_slices<T: Number>(base: Base<'_, T>) -> Vec<T> {
    reflect(BySlices::new(base.panel))
}

impl<E: Element> Kernel for Base<'_, DoubleWord<E>> {
    type Output = Vec<DoubleWord<E>>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<DoubleWord<E>> {
        reflect(InRegisters { simd, panel: self.panel })
    }
}

/// Returns τ for every column. Writes R and, below it, v without its leading one.
#[inline(always)]
fn reflect<T: Number>(mut work: impl Columns<T>) -> Vec<T> {
    let columns = work.panel().columns();
    let mut factors = Vec::with_capacity(columns);
    for j in 0..columns {
        let size = work.dot(j, j, j).sqrt();
        let leading = work.panel().at(j, j);
        if size.hi().equal(T::Word::nearest(0.0)) {
            factors.push(nearest::<T>(0.0));
            continue;
        }
        // The sign is the one for which nothing cancels.
        let image = if leading.hi() < T::Word::nearest(0.0) { size } else { -size };
        let difference = leading - image;
        let factor = -difference / image;
        work.divide(j, j + 1, difference);
        work.panel().put(j, j, nearest::<T>(1.0));
        for column in j + 1..columns {
            let sum = work.dot(j, column, j);
            work.subtract(column, factor * sum, j, j);
        }
        work.panel().put(j, j, image);
        factors.push(factor);
    }
    factors
}
