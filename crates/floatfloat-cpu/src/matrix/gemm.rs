//! Products of matrices.

use super::{
    Matrix,
    block::{Block, COLUMNS, ROWS, SPACE, multiply},
    error::{MatrixError, check_shape},
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{accuracy::Accuracy, aligned::AlignedVec, element::Element, watch};
use core::cell::RefCell;
use floatfloat::DoubleWord;

/// a · b, strict.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k and b is k × n; [`MatrixError::Cancelled`].
pub fn gemm<E: Element>(
    a: MatrixView<'_, E>,
    b: MatrixView<'_, E>,
) -> Result<Matrix<E>, MatrixError> {
    gemm_with(Accuracy::Strict, a, b)
}

/// a · b.
///
/// Every entry is summed over ascending k, with the error that [`Accuracy::product_bound`] states; two
/// products by one and zero follow in [`gemm_into_with`]. Large products are shared among the threads
/// of the current rayon pool.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k and b is k × n; [`MatrixError::Cancelled`].
pub fn gemm_with<E: Element>(
    accuracy: Accuracy,
    a: MatrixView<'_, E>,
    b: MatrixView<'_, E>,
) -> Result<Matrix<E>, MatrixError> {
    let mut product = Matrix::zeros(a.rows(), b.columns());
    gemm_into_with(accuracy, super::word(1.0), a, b, super::word(0.0), product.view_mut())?;
    Ok(product)
}

/// c ← alpha · a · b + beta · c, strict. Where beta is zero c is written without being read.
///
/// # Errors
/// As [`gemm_into_with`].
pub fn gemm_into<E: Element>(
    alpha: DoubleWord<E>,
    a: MatrixView<'_, E>,
    b: MatrixView<'_, E>,
    beta: DoubleWord<E>,
    c: MatrixViewMut<'_, E>,
) -> Result<(), MatrixError> {
    gemm_into_with(Accuracy::Strict, alpha, a, b, beta, c)
}

/// c ← alpha · a · b + beta · c. Where beta is zero c is written without being read.
///
/// Every entry of a · b is summed over ascending k, with the error that [`Accuracy::product_bound`]
/// states; two products and a sum of double-words follow (5u², 5u² and 2u²). Large products are shared
/// among the threads of the current rayon pool.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k, b is k × n and c is m × n;
/// [`MatrixError::Cancelled`], with some blocks of c written and others as before.
pub fn gemm_into_with<E: Element>(
    accuracy: Accuracy,
    alpha: DoubleWord<E>,
    a: MatrixView<'_, E>,
    b: MatrixView<'_, E>,
    beta: DoubleWord<E>,
    c: MatrixViewMut<'_, E>,
) -> Result<(), MatrixError> {
    check_shape("gemm", "b", b.shape(), (a.columns(), b.columns()))?;
    check_shape("gemm", "c", c.shape(), (a.rows(), b.columns()))?;
    let products = products([a.rows(), a.columns(), b.columns()]);
    watch::call(products, || {
        Product { accuracy, tasks: tasks(a, b), alpha, a, b, beta, c }.execute();
        Ok(())
    })
}

/// Products of numbers in that of two matrices.
pub(super) fn products(sides: [usize; 3]) -> u64 {
    sides.into_iter().fold(1, |product, side| product.saturating_mul(side as u64))
}

/// a · b, fast, for operands that fit.
pub(super) fn product<E: Element>(a: MatrixView<'_, E>, b: MatrixView<'_, E>) -> Matrix<E> {
    let mut c = Matrix::zeros(a.rows(), b.columns());
    let (accuracy, [zero, one]) = (Accuracy::Fast, [super::word(0.0), super::word(1.0)]);
    let tasks = tasks(a, b);
    Product { accuracy, tasks, alpha: one, a, b, beta: zero, c: c.view_mut() }.execute();
    c
}

/// c ← c − a · b, fast, for operands that fit.
pub(super) fn subtract_product<E: Element>(
    a: MatrixView<'_, E>,
    b: MatrixView<'_, E>,
    c: MatrixViewMut<'_, E>,
) {
    let [minus, one] = [super::word(-1.0), super::word(1.0)];
    let accuracy = Accuracy::Fast;
    Product { accuracy, tasks: tasks(a, b), alpha: minus, a, b, beta: one, c }.execute();
}

struct Product<'a, E> {
    accuracy: Accuracy,
    /// Among how many threads' tasks it is to be divided, 1 or less for none.
    tasks: usize,
    alpha: DoubleWord<E>,
    a: MatrixView<'a, E>,
    b: MatrixView<'a, E>,
    beta: DoubleWord<E>,
    c: MatrixViewMut<'a, E>,
}

/// Tasks for the product of a and b: several a thread, so that all end at about the same time, as
/// long as each is worth it.
fn tasks<E: Element>(a: MatrixView<'_, E>, b: MatrixView<'_, E>) -> usize {
    #[cfg(feature = "parallel")]
    {
        /// Products of numbers that are worth a task of their own.
        const SHARE: usize = 1 << 17;
        let threads = rayon::current_num_threads();
        let work = a.rows().saturating_mul(b.columns()).saturating_mul(a.columns());
        if threads > 1 { (4 * threads).min(work / SHARE) } else { 1 }
    }
    #[cfg(not(feature = "parallel"))]
    {
        let _ = (a, b);
        1
    }
}

/// A task has at least so many rows: b is copied for each.
const LEAST_ROWS: usize = 32;

impl<E: Element> Product<'_, E> {
    /// Cuts c in two until a block is left.
    fn execute(self) {
        let (rows, columns) = self.c.shape();
        if rows == 0 || columns == 0 {
            return;
        }
        let half = |length: usize, block: usize| (length / 2).next_multiple_of(block);
        let cut_row = match rows > ROWS {
            true => Some(half(rows, ROWS)),
            false => None,
        };
        let cut_column = match columns > COLUMNS {
            true => Some(half(columns, COLUMNS)),
            false => None,
        };
        // For several threads also smaller than a block.
        let cut_row = cut_row
            .or((self.tasks > 1 && cut_column.is_none() && rows >= 2 * LEAST_ROWS)
                .then(|| half(rows, LEAST_ROWS)));
        match (cut_row, cut_column) {
            (Some(row), column) if column.is_none() || rows >= columns => {
                let (top, bottom) = self.split_at_row(row);
                top.both(bottom);
            }
            (_, Some(column)) => {
                let (left, right) = self.split_at_column(column);
                left.both(right);
            }
            _ => self.block(),
        }
    }

    /// The halves of a product.
    fn both(self, other: Self) {
        #[cfg(feature = "parallel")]
        if self.tasks > 1 {
            let tasks = self.tasks.div_ceil(2);
            let [first, second] = [self, other].map(|half| Product { tasks, ..half });
            crate::parallel::join(|| first.execute(), || second.execute());
            return;
        }
        self.execute();
        other.execute();
    }

    fn split_at_row(self, row: usize) -> (Self, Self) {
        let (rows, depth) = self.a.shape();
        let (c_top, c_bottom) = self.c.split_at_row(row);
        let top = Product { a: self.a.part(0..row, 0..depth), c: c_top, ..self };
        (top, Product { a: self.a.part(row..rows, 0..depth), c: c_bottom, ..self })
    }

    fn split_at_column(self, column: usize) -> (Self, Self) {
        let (depth, columns) = self.b.shape();
        let (c_left, c_right) = self.c.split_at_column(column);
        let left = Product { b: self.b.part(0..depth, 0..column), c: c_left, ..self };
        (left, Product { b: self.b.part(0..depth, column..columns), c: c_right, ..self })
    }

    fn block(self) {
        let Product { accuracy, alpha, a, b, beta, c, .. } = self;
        if watch::proceed(products([a.rows(), a.columns(), b.columns()])) {
            with_space(|space| multiply(Block { accuracy, alpha, a, b, beta, c, space }));
        }
    }
}

/// Memory for a block, kept for the next one of this thread: fresh memory costs a twentieth of the
/// time that a block takes.
fn with_space<E: Element>(work: impl FnOnce(&mut [E])) {
    thread_local! {
        static SPACE_OF_THREAD: RefCell<AlignedVec<f64>> = RefCell::new(AlignedVec::zeros(0));
    }
    SPACE_OF_THREAD.with_borrow_mut(|space| {
        if space.as_slice().len() < SPACE {
            *space = AlignedVec::zeros(SPACE);
        }
        work(bytemuck::cast_slice_mut(space.as_mut_slice()));
    });
}
