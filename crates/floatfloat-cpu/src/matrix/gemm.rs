//! Products of matrices.

use super::{
    Matrix,
    block::{self, Block, COLUMNS, ROWS, SPACE},
    error::{MatrixError, check_shape},
    sharing::{both, share, threads},
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{
    accuracy::Accuracy,
    aligned::AlignedVec,
    element::Element,
    number::{Number, nearest},
    watch,
};
use core::cell::RefCell;
use floatfloat::DoubleWord;

/// The product a · b.
///
/// For two words it is the strict product. Every entry is a sum over ascending k. Its error is at most
/// [`product_bound`](super::product_bound).
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k and b is k × n; [`MatrixError::Cancelled`].
pub fn gemm<T: Number>(
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
) -> Result<Matrix<T>, MatrixError> {
    let mut product = Matrix::zeros(a.rows(), b.columns());
    let [zero, one] = [0.0, 1.0].map(nearest::<T>);
    gemm_into(one, a, b, zero, product.view_mut())?;
    Ok(product)
}

/// The product a · b, strict or fast.
///
/// Every entry is a sum over ascending k. Its error is at most [`Accuracy::product_bound`]. The threads of the current
/// rayon pool share large products.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k and b is k × n; [`MatrixError::Cancelled`].
pub fn gemm_with<E: Element>(
    accuracy: Accuracy,
    a: MatrixView<'_, DoubleWord<E>>,
    b: MatrixView<'_, DoubleWord<E>>,
) -> Result<Matrix<DoubleWord<E>>, MatrixError> {
    let mut product = Matrix::zeros(a.rows(), b.columns());
    let [zero, one] = [0.0, 1.0].map(nearest::<DoubleWord<E>>);
    gemm_into_with(accuracy, one, a, b, zero, product.view_mut())?;
    Ok(product)
}

/// c ← alpha · a · b + beta · c. If beta is zero, c is written and never read.
///
/// For two words a · b is the strict product. The error of every entry of a · b is at most
/// [`product_bound`](super::product_bound). Then every entry is multiplied by alpha, the entry of c by beta, and the
/// two are added, each with the bound of its operator. Products by 1 and −1 are exact.
///
/// # Errors
/// As [`gemm_into_with`].
pub fn gemm_into<T: Number>(
    alpha: T,
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
    beta: T,
    c: MatrixViewMut<'_, T>,
) -> Result<(), MatrixError> {
    multiply(Accuracy::Strict, alpha, a, b, beta, c)
}

/// c ← alpha · a · b + beta · c, strict or fast. If beta is zero, c is written and never read.
///
/// Every entry of a · b is a sum over ascending k, and its error is at most [`Accuracy::product_bound`]. Then every
/// entry is multiplied by alpha, the entry of c by beta, and the two are added (5u², 5u² and 2u²). The threads of the
/// current rayon pool share large products.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k, b is k × n and c is m × n;
/// [`MatrixError::Cancelled`], which leaves some blocks of c written and the others unchanged.
pub fn gemm_into_with<E: Element>(
    accuracy: Accuracy,
    alpha: DoubleWord<E>,
    a: MatrixView<'_, DoubleWord<E>>,
    b: MatrixView<'_, DoubleWord<E>>,
    beta: DoubleWord<E>,
    c: MatrixViewMut<'_, DoubleWord<E>>,
) -> Result<(), MatrixError> {
    multiply(accuracy, alpha, a, b, beta, c)
}

fn multiply<T: Number>(
    accuracy: Accuracy,
    alpha: T,
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
    beta: T,
    c: MatrixViewMut<'_, T>,
) -> Result<(), MatrixError> {
    check_shape("gemm", "b", b.shape(), (a.columns(), b.columns()))?;
    check_shape("gemm", "c", c.shape(), (a.rows(), b.columns()))?;
    let products = products([a.rows(), a.columns(), b.columns()]);
    watch::call(products, || {
        Product::new(accuracy, alpha, a, b, beta, c).execute();
        Ok(())
    })
}

/// The number of products of numbers in a product of two matrices.
pub(super) fn products(sides: [usize; 3]) -> u64 {
    sides.into_iter().fold(1, |product, side| product.saturating_mul(side as u64))
}

/// a · b for operands that fit, with fast sums for two words.
pub(super) fn product<T: Number>(a: MatrixView<'_, T>, b: MatrixView<'_, T>) -> Matrix<T> {
    let mut c = Matrix::zeros(a.rows(), b.columns());
    Product::plain(Accuracy::Fast, a, b, c.view_mut()).execute();
    c
}

/// c ← c − a · b for operands that fit, with fast sums for two words.
pub(super) fn subtract_product<T: Number>(
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
    c: MatrixViewMut<'_, T>,
) {
    let [minus, one] = [-1.0, 1.0].map(nearest::<T>);
    Product::new(Accuracy::Fast, minus, a, b, one, c).execute();
}

pub(super) struct Product<'a, T: Number> {
    /// The accuracy for two words. Longer numbers are always summed fast.
    accuracy: Accuracy,
    /// The number of tasks into which the product is divided; 1 or less for no division.
    tasks: usize,
    alpha: T,
    a: MatrixView<'a, T>,
    b: MatrixView<'a, T>,
    beta: T,
    c: MatrixViewMut<'a, T>,
}

/// The number of tasks for the product of a and b: several for each thread, so that all threads end
/// at about the same time, as long as each task is worth it.
fn tasks<T: Number>(a: MatrixView<'_, T>, b: MatrixView<'_, T>) -> usize {
    let threads = threads();
    if threads == 1 {
        return 1;
    }
    // Where a is at most one block high, each task copies all of b.
    let of_a_thread = if a.rows() > ROWS { 4 } else { 2 };
    let worth = products([a.rows(), b.columns(), a.columns()]) / share::<T>();
    (of_a_thread * threads).min(usize::try_from(worth).unwrap_or(usize::MAX))
}

/// The fewest rows of a task: each task copies b.
const LEAST_ROWS: usize = 32;

impl<'a, T: Number> Product<'a, T> {
    fn new(
        accuracy: Accuracy,
        alpha: T,
        a: MatrixView<'a, T>,
        b: MatrixView<'a, T>,
        beta: T,
        c: MatrixViewMut<'a, T>,
    ) -> Self {
        let product = Product { accuracy, tasks: tasks(a, b), alpha, a, b, beta, c };
        // Registers lie along rows. A product of three or four words has the same bits in either order
        // of its factors.
        if T::WORDS > 2 && a.rows() > b.columns() { product.transposed() } else { product }
    }

    /// c ← a · b.
    pub(super) fn plain(
        accuracy: Accuracy,
        a: MatrixView<'a, T>,
        b: MatrixView<'a, T>,
        c: MatrixViewMut<'a, T>,
    ) -> Self {
        let [zero, one] = [0.0, 1.0].map(nearest::<T>);
        Product::new(accuracy, one, a, b, zero, c)
    }

    fn transposed(self) -> Self {
        let (a, b) = (self.b.transpose(), self.a.transpose());
        Product { a, b, c: self.c.transpose(), ..self }
    }

    /// Computes the product. Cuts c in two until it is a block.
    pub(super) fn execute(self) {
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
        // For several threads, parts may also become smaller than a block.
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

    /// Computes the two halves of a product.
    fn both(self, other: Self) {
        if self.tasks <= 1 {
            self.execute();
            other.execute();
            return;
        }
        let tasks = self.tasks.div_ceil(2);
        let [first, second] = [self, other].map(|half| Product { tasks, ..half });
        both(|| first.execute(), || second.execute());
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
            with_space::<T::Word>(T::WORDS * SPACE, |space| {
                block::multiply(Block { accuracy, alpha, a, b, beta, c, space });
            });
        }
    }
}

/// Runs `work` with memory for a block, which this thread keeps for its next block. Fresh memory
/// would cost a twentieth of the time that a block takes.
fn with_space<E: Element>(length: usize, work: impl FnOnce(&mut [E])) {
    thread_local! {
        static SPACE_OF_THREAD: RefCell<AlignedVec<f64>> = RefCell::new(AlignedVec::zeros(0));
    }
    SPACE_OF_THREAD.with_borrow_mut(|space| {
        if space.as_slice().len() < length {
            *space = AlignedVec::zeros(length);
        }
        work(bytemuck::cast_slice_mut(space.as_mut_slice()));
    });
}
