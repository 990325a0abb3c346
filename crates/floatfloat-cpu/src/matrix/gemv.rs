//! Products of a matrix and a vector.

use super::{
    accumulate::Accumulate,
    error::{MatrixError, check_shape},
    gemm::gemm_into,
    row_sums::Rows,
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{
    accuracy::{Accuracy, Fast, Strict},
    compiled::{compiled, compiled_by_type},
    dispatch::{Kernel, dispatch},
    element::Element,
    number::{Number, nearest},
    pack::{Pack, splat},
    vector::Vector,
    view::{VectorView, VectorViewMut},
};
use core::ops::Range;
use fearless_simd::Simd;
use floatfloat::DoubleWord;

/// a · x, with strict sums for two words.
///
/// [`product_bound`](super::product_bound) bounds the error of every entry.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless x has as many numbers as a has columns.
pub fn gemv<T: Number>(
    a: MatrixView<'_, T>,
    x: VectorView<'_, T>,
) -> Result<Vector<T>, MatrixError> {
    let mut y = Vector::zeros(a.rows());
    gemv_into(nearest(1.0), a, x, nearest(0.0), y.view_mut())?;
    Ok(y)
}

/// a · x. [`gemv_into_with`] states the errors.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless x has as many numbers as a has columns.
pub fn gemv_with<E: Element>(
    accuracy: Accuracy,
    a: MatrixView<'_, DoubleWord<E>>,
    x: VectorView<'_, DoubleWord<E>>,
) -> Result<Vector<DoubleWord<E>>, MatrixError> {
    let mut y = Vector::zeros(a.rows());
    gemv_into_with(accuracy, nearest(1.0), a, x, nearest(0.0), y.view_mut())?;
    Ok(y)
}

/// y ← alpha · a · x + beta · y, with strict sums for two words. Where beta is zero, y is written and
/// never read.
///
/// For two words the bits are those of [`gemv_into_with`], for three and four words those of
/// [`gemm_into`](super::gemm_into).
///
/// # Errors
/// As [`gemv_into_with`].
pub fn gemv_into<T: Number>(
    alpha: T,
    a: MatrixView<'_, T>,
    x: VectorView<'_, T>,
    beta: T,
    y: VectorViewMut<'_, T>,
) -> Result<(), MatrixError> {
    check_shapes(a, x.len(), y.len())?;
    multiply_vector(Vectors { alpha, a, x, beta, y })
}

/// y ← alpha · a · x + beta · y for vectors that fit, with strict sums.
struct Vectors<'a, T: Number> {
    alpha: T,
    a: MatrixView<'a, T>,
    x: VectorView<'a, T>,
    beta: T,
    y: VectorViewMut<'a, T>,
}

compiled_by_type! {
    fn multiply_vector<'a, T>(Vectors<'a, T>) -> Result<(), MatrixError> = multiply_pairs, multiply_as_matrices;
}

fn multiply_pairs<E: Element>(vectors: Vectors<'_, DoubleWord<E>>) -> Result<(), MatrixError> {
    let Vectors { alpha, a, x, beta, y } = vectors;
    gemv_into_with(Accuracy::Strict, alpha, a, x, beta, y)
}

/// Multiplies, with the vectors as matrices of one column.
fn multiply_as_matrices<T: Number>(vectors: Vectors<'_, T>) -> Result<(), MatrixError> {
    let Vectors { alpha, a, x, beta, y } = vectors;
    let (x_rows, y_rows) = (x.len(), y.len());
    let x = MatrixView::row_major(x, x_rows, 1, 1);
    let y = MatrixViewMut::row_major(y, y_rows, 1, 1);
    gemm_into(alpha, a, x, beta, y)
}

fn check_shapes<T: Number>(a: MatrixView<'_, T>, x: usize, y: usize) -> Result<(), MatrixError> {
    check_shape("gemv", "x", (x, 1), (a.columns(), 1))?;
    check_shape("gemv", "y", (y, 1), (a.rows(), 1))
}

/// y ← alpha · a · x + beta · y. Where beta is zero, y is written and never read.
///
/// [`Accuracy::product_bound`] bounds the error of a · x. Two products and a sum of double-words
/// follow. Where the rows of a are contiguous, the products of a row are summed in 16 (`f64`) or 32
/// (`f32`) sums, which are joined pairwise. Where the columns of a are contiguous, as in a
/// transposed view, they are summed over ascending k. The threads of the current rayon pool share
/// large matrices.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × n, x has n numbers and y has m.
pub fn gemv_into_with<E: Element>(
    accuracy: Accuracy,
    alpha: DoubleWord<E>,
    a: MatrixView<'_, DoubleWord<E>>,
    x: VectorView<'_, DoubleWord<E>>,
    beta: DoubleWord<E>,
    y: VectorViewMut<'_, DoubleWord<E>>,
) -> Result<(), MatrixError> {
    check_shapes(a, x.len(), y.len())?;
    if !Rows::suits(a) {
        return gemv_into_with(accuracy, alpha, a.to_matrix().view(), x, beta, y);
    }
    execute(Gemv { accuracy, rows: Rows { a, x }, scale: [alpha, beta], y });
    Ok(())
}

/// So many products of numbers are worth a task of their own.
#[cfg(feature = "parallel")]
const SHARE: usize = 1 << 15;

fn execute<E: Element>(gemv: Gemv<'_, E>) {
    #[cfg(feature = "parallel")]
    {
        let (rows, columns) = gemv.rows.a.shape();
        if rows >= 32 && rows * columns >= 2 * SHARE && rayon::current_num_threads() > 1 {
            let middle = (rows / 2).next_multiple_of(16);
            let (top, bottom) = gemv.y.split_at(middle);
            let top = Gemv { rows: gemv.rows.part(0..middle), y: top, ..gemv };
            let bottom = Gemv { rows: gemv.rows.part(middle..rows), y: bottom, ..gemv };
            crate::parallel::join(|| execute(top), || execute(bottom));
            return;
        }
    }
    multiply(gemv);
}

struct Gemv<'a, E: Element> {
    accuracy: Accuracy,
    rows: Rows<'a, E>,
    /// alpha and beta.
    scale: [DoubleWord<E>; 2],
    y: VectorViewMut<'a, DoubleWord<E>>,
}

compiled! {
    fn multiply<'a, E>(Gemv<'a, E>) -> () = by_accuracy;
}

fn by_accuracy<E: Element>(gemv: Gemv<'_, E>) {
    match gemv.accuracy {
        Accuracy::Strict => dispatch(Sums { gemv, accumulate: Strict }),
        Accuracy::Fast => dispatch(Sums { gemv, accumulate: Fast }),
    }
}

/// A product, computed with the steps of its accuracy.
struct Sums<'a, E: Element, A> {
    gemv: Gemv<'a, E>,
    accumulate: A,
}

impl<E: Element, A: Accumulate<DoubleWord<E>>> Kernel for Sums<'_, E, A> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Sums { gemv: Gemv { rows, scale, y, .. }, accumulate } = self;
        let _ = accumulate;
        let zero = E::nearest(0.0);
        let count = y.len();
        let mut sums = Vector::<DoubleWord<E>>::zeros(count);
        let [high, low] = sums.view_mut().into_parts();
        rows.sums::<S, A>(simd, &mut [&mut *high, &mut *low]);
        if A::REPEATS {
            for (row, high) in high.iter_mut().enumerate().filter(|(_, high)| !high.is_finite()) {
                // If the result is not finite, the order of the sum does not matter.
                let mut total = DoubleWord::from_word(zero);
                for (k, x) in rows.x.iter().enumerate() {
                    total += rows.a.at(row, k) * x;
                }
                (*high, low[row]) = (total.hi(), total.lo());
            }
        }
        let (alpha, beta) = (splat(simd, scale[0]), splat(simd, scale[1]));
        let lanes = Pack::<S, E>::LANES;
        let [y_high, y_low] = y.into_parts();
        for start in (0..count).step_by(lanes) {
            let range = start..count.min(start + lanes);
            let mut result = alpha * read(simd, high, low, range.clone());
            if !scale[1].hi().equal(zero) {
                result += beta * read(simd, y_high, y_low, range.clone());
            }
            result.hi().store_partial(&mut y_high[range.clone()]);
            result.lo().store_partial(&mut y_low[range]);
        }
    }
}

/// The numbers in a range, at most a register full, with zeros in the lanes beyond it.
#[inline(always)]
fn read<S: Simd, E: Element>(
    simd: S,
    high: &[E],
    low: &[E],
    range: Range<usize>,
) -> DoubleWord<Pack<S, E>> {
    let zero = E::nearest(0.0);
    DoubleWord::from_normalized(
        Pack::load_partial(simd, &high[range.clone()], zero),
        Pack::load_partial(simd, &low[range], zero),
    )
}
