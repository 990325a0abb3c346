//! Residuals of solutions.

use super::{
    Matrix,
    accumulate::Triple,
    error::{MatrixError, check_shape},
    gemm::{gemm_into, products},
    row_sums::Rows,
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{
    compiled::{compiled, compiled_by_type},
    dispatch::{Kernel, dispatch},
    element::Element,
    number::{Number, nearest},
    pack::Pack,
    vector::Vector,
    watch,
};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, NativeWord};

/// b − a · x. For two words, the sums have three words and are rounded at the end. Where much cancels, as it does
/// for a good solution, the error is still about u² of the result and n²·u³ of the magnitudes. For three and four
/// words, it is computed as by [`gemm_into`].
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k, x is k × n and b is m × n;
/// [`MatrixError::Cancelled`].
pub fn residual<T: Number>(
    a: MatrixView<'_, T>,
    x: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
) -> Result<Matrix<T>, MatrixError> {
    check_shape("residual", "x", x.shape(), (a.columns(), b.columns()))?;
    check_shape("residual", "b", b.shape(), (a.rows(), b.columns()))?;
    by_type(Operands { a, x, b })
}

/// The operands, whose shapes fit.
struct Operands<'a, T: Number> {
    a: MatrixView<'a, T>,
    x: MatrixView<'a, T>,
    b: MatrixView<'a, T>,
}

compiled_by_type! {
    fn by_type<'a, T>(Operands<'a, T>) -> Result<Matrix<T>, MatrixError> = of_pairs, by_gemm;
}

fn by_gemm<T: Number>(Operands { a, x, b }: Operands<'_, T>) -> Result<Matrix<T>, MatrixError> {
    let mut result = b.to_matrix();
    gemm_into(nearest(-1.0), a, x, nearest(1.0), result.view_mut())?;
    Ok(result)
}

fn of_pairs<E: Element>(
    Operands { a, x, b }: Operands<'_, DoubleWord<E>>,
) -> Result<Matrix<DoubleWord<E>>, MatrixError> {
    if !Rows::suits(a) {
        return of_pairs(Operands { a: a.to_matrix().view(), x, b });
    }
    let mut result = b.to_matrix();
    let column = products([a.rows(), a.columns(), 1]);
    watch::call(column.saturating_mul(b.columns() as u64), || {
        for j in 0..b.columns() {
            if watch::proceed(column) {
                let numbers: Vector<DoubleWord<E>> = (0..x.rows()).map(|k| x.at(k, j)).collect();
                let rows = Rows { a, x: numbers.view() };
                execute(rows, result.view_mut().part(0..b.rows(), j..j + 1));
            }
        }
        Ok(result)
    })
}

/// So many products of numbers are worth a task of their own.
#[cfg(feature = "parallel")]
const SHARE: usize = 1 << 13;

/// b ← b − a · x for one column.
fn execute<E: Element>(rows: Rows<'_, E>, b: MatrixViewMut<'_, DoubleWord<E>>) {
    #[cfg(feature = "parallel")]
    {
        let (count, columns) = rows.a.shape();
        if count >= 32 && count * columns >= 2 * SHARE && rayon::current_num_threads() > 1 {
            let middle = (count / 2).next_multiple_of(16);
            let (top, bottom) = b.split_at_row(middle);
            let rest = rows.part(middle..count);
            crate::parallel::join(|| execute(rows.part(0..middle), top), || execute(rest, bottom));
            return;
        }
    }
    subtract(Residual { rows, b });
}

struct Residual<'a, E: Element> {
    rows: Rows<'a, E>,
    b: MatrixViewMut<'a, DoubleWord<E>>,
}

compiled! {
    fn subtract<'a, E>(Residual<'a, E>) -> () = dispatch;
}

impl<E: Element> Kernel for Residual<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let zero = E::nearest(0.0);
        let count = self.b.rows();
        let mut words: [Vec<E>; 3] = core::array::from_fn(|_| vec![zero; count]);
        self.rows.sums::<S, Triple>(simd, &mut words.each_mut().map(Vec::as_mut_slice));
        let lanes = Pack::<S, E>::LANES;
        for start in (0..count).step_by(lanes) {
            let range = start..count.min(start + lanes);
            let mut right = [[zero; 64]; 2];
            for i in range.clone() {
                let number = self.b.at(i, 0);
                (right[0][i - start], right[1][i - start]) = (number.hi(), number.lo());
            }
            let sum = words.each_ref().map(
                #[inline(always)]
                |words| -Pack::<S, E>::load_partial(simd, &words[range.clone()], zero),
            );
            let [high, low] = right.map(
                #[inline(always)]
                |words| Pack::<S, E>::load(simd, &words),
            );
            let result = Triple::finish(Triple::add(Triple::add(sum, high), low));
            let (high, low) = (result.hi(), result.lo());
            let numbers = high.as_slice().iter().zip(low.as_slice());
            for (i, (&high, &low)) in range.zip(numbers) {
                self.b.put(i, 0, DoubleWord::from_normalized(high, low));
            }
        }
    }
}

/// Returns an error if an entry is infinite or NaN.
pub(super) fn check_finite<T: Number>(
    operation: &'static str,
    operand: &'static str,
    a: MatrixView<'_, T>,
) -> Result<(), MatrixError> {
    let infinite = |number: &T::Word| !number.is_finite();
    for row in 0..a.rows() {
        let column = match a.row(row) {
            // The fold does not end in the middle of the row, so that it runs in registers.
            Some(numbers) if !numbers.hi().iter().fold(false, |any, word| any | infinite(word)) => {
                None
            }
            Some(numbers) => numbers.hi().iter().position(infinite),
            None => (0..a.columns()).position(|j| infinite(&a.at(row, j).hi())),
        };
        if let Some(column) = column {
            return Err(MatrixError::NotFinite { operation, operand, row, column });
        }
    }
    Ok(())
}
