//! Products of matrices out of products of small integers, more accurate than [strict](crate::Accuracy::Strict) ones.
//!
//! # Method
//!
//! Ozaki's second scheme (Ozaki, Uchino, Imamura 2025), for numbers of several words:
//!
//! 1. Each row of a and each column of b is multiplied by a power of two and rounded to integers ([`lines`]).
//! 2. The integers are taken modulo n coprime numbers of at most 256 ([`moduli`], [`split`]).
//! 3. For each modulus the matrices of residues are multiplied, with sums of 32 bits ([`product`]).
//! 4. The Chinese remainder theorem gives every entry exactly, and it is rounded once to the words of the result
//!    ([`rebuild`]).
//!
//! # Bound
//!
//! The powers of two bound the 2-norm of each scaled row and column by √Q with Q < M/2, where M is the product of the moduli. By
//! the inequality of Cauchy and Schwarz no sum reaches M/2, whatever the length, so the integer product is exact. (Rounding adds
//! far less to a norm than the 2^-16 by which Q is smaller.) What remains is that entries were rounded to integers. [`needs`]
//! bounds this error for each entry and finds the n for which it is at most
//! 2u^N·Σ|aₖ·bₖ|. Where 49 moduli are not enough, an entry is a dot product of numbers with more words ([`wide`]).
//!
//! # Bits
//!
//! The integers are the same on every machine. Numbers in floating point are only added, subtracted and multiplied, in a fixed
//! order. So the bits depend on the operands alone: not on the instruction set, threads, blocks or layout.

mod complex;
mod dot;
mod elsewhere;
mod lines;
mod moduli;
mod multiply;
mod needs;
mod plain;
#[expect(clippy::needless_range_loop, reason = "iterators over registers are not always inlined")]
mod product;
#[expect(clippy::needless_range_loop, reason = "iterators over registers are not always inlined")]
mod rebuild;
mod residues;
mod split;
pub mod steps;
mod tiles;
mod units;
mod wide;

pub use complex::gemm_accurate_complex;
pub use elsewhere::{Multiplier, gemm_accurate_by};
pub use plain::{WordMatrix, gemm_of_words, gemm_rounded, gemm_to_words, gemm_to_words_by};

#[doc(hidden)]
pub use tiles::without_tiles;

use multiply::{Target, multiply};

use super::{
    Matrix,
    accumulate::unit,
    error::{MatrixError, check_shape},
    gemm::products,
    sharing::both,
    syrk::mirror,
    view::MatrixView,
    view_mut::MatrixViewMut,
};
use crate::{
    number::{Number, nearest},
    watch,
};

/// The product a · b by products of integers of 8 bits, more accurate than [`gemm`](super::gemm()).
///
/// The error of an entry c = Σaₖ·bₖ of a product of numbers of N words is at most 2u^N·Σ|aₖ·bₖ| + 3u^N·|c|, for any number of
/// terms. Near the least positive number η the error may be larger by 2η. Matrices of integers are multiplied exactly, before the
/// entry is rounded, if the 2-norms of the rows of a and of the columns of b are at most u^-N.
///
/// The bits depend on the entries of a and b alone. They are the same for every instruction set, number of threads and layout.
/// They may differ from those of a product of parts of a and b, which may need another number of moduli.
///
/// An entry is infinite only if its exact value, changed by no more than the bound, is beyond the range, or if its row or column is
/// not finite; such rows and columns are computed directly. ([`gemm`](super::gemm()) also gives NaN where a partial sum
/// overflows.)
///
/// The time depends on the entries: the more their exponents differ within a row or a column, the more moduli are needed. Where
/// they differ too much, the product takes as long as one of numbers with more words, or of 256 bits if magnitudes are beyond 2^340
/// or below 2^-340.
///
/// Memory for a of m × k and b of k × n: at most 256 MiB for residues of the operands, up to 10 MB a thread for those of a block, and
/// about m·n + (m + n)·k bytes for the test of how many moduli each entry needs. If exponents differ much, another 4·(m + n)·k bytes
/// for the test, copies of a and b with more words, and a product with more words.
///
/// For the next product the process keeps the memory for residues. On Linux the system may use that of the operands if memory is short.
///
/// ```
/// use floatfloat::DoubleDouble;
/// use floatfloat_cpu::matrix::{Matrix, gemm_accurate};
///
/// let a = Matrix::from_fn(2, 3, |i, k| DoubleDouble::from(1.0) / (i + k + 1) as f64);
/// let product = gemm_accurate(a.view(), a.t())?;
/// let expected = DoubleDouble::from(49.0) / 36.0;
/// assert!((product.get(0, 0).unwrap() - expected).abs().hi() < 1e-31);
/// # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
/// ```
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k and b is k × n; [`MatrixError::TooManyWords`] for
/// [`QuadDouble`](floatfloat::QuadDouble); [`MatrixError::Cancelled`].
pub fn gemm_accurate<T: Number>(
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
) -> Result<Matrix<T>, MatrixError> {
    let mut product = Matrix::zeros(a.rows(), b.columns());
    let [zero, one] = [0.0, 1.0].map(nearest::<T>);
    gemm_accurate_into(one, a, b, zero, product.view_mut())?;
    Ok(product)
}

/// c ← alpha · a · b + beta · c, where a · b is that of [`gemm_accurate`]. If beta is zero, c is written and never read.
///
/// Every entry of a · b is multiplied by alpha, the entry of c by beta, and the two are added, each with the bound of its operator.
/// Products by 1 and −1 are exact.
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k, b is k × n and c is m × n; [`MatrixError::TooManyWords`] for
/// [`QuadDouble`](floatfloat::QuadDouble), because the coprime numbers of 8 bits are too few;
/// [`MatrixError::Cancelled`], which leaves some blocks of c written and the others unchanged.
pub fn gemm_accurate_into<T: Number>(
    alpha: T,
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
    beta: T,
    c: MatrixViewMut<'_, T>,
) -> Result<(), MatrixError> {
    check_shape("gemm_accurate", "b", b.shape(), (a.columns(), b.columns()))?;
    check_shape("gemm_accurate", "c", c.shape(), (a.rows(), b.columns()))?;
    let products = products([a.rows(), a.columns(), b.columns()]);
    watch::call(products, || {
        multiply(a, b, Target { alpha, beta, c }, |work, target| work.run(target, false))
    })
}

/// The symmetric product a · aᵀ: that of [`gemm_accurate`], bit for bit, with half the products of residues.
///
/// # Errors
/// [`MatrixError::TooManyWords`] for [`QuadDouble`](floatfloat::QuadDouble); [`MatrixError::Cancelled`].
pub fn syrk_accurate<T: Number>(a: MatrixView<'_, T>) -> Result<Matrix<T>, MatrixError> {
    let size = a.rows();
    let mut product = Matrix::zeros(size, size);
    watch::call(products([size, size, a.columns()]) / 2, || {
        let target = Target::new(product.view_mut());
        multiply::<_, MatrixError>(a, a.transpose(), target, |work, target| {
            work.run(target, true)
        })?;
        mirror(product.view_mut());
        Ok(product)
    })
}

/// The error of [`gemm_accurate`] is at most this times Σ|aₖ·bₖ|: 5u^N for numbers of N words. The sharper bound is in its
/// description.
#[must_use]
pub fn accurate_product_bound<T: Number>() -> f64 {
    5.0 * unit::<T>()
}

/// Does work on each item, on all threads.
fn each<I: Send>(items: &mut [I], work: &(dyn Fn(&mut I) + Sync)) {
    if items.len() <= 1 {
        return items.iter_mut().for_each(work);
    }
    let (first, second) = items.split_at_mut(items.len() / 2);
    both(|| each(first, work), || each(second, work));
}
