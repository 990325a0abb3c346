//! Sums, dot products and norms of double-words.
//!
//! Each comes in two [`Method`]s, with a bound that [`Method::sum_bound`] and
//! [`Method::dot_bound`] give for a length: [`Strict`] adds double-words fully, [`Fast`] gathers
//! the low words in plain arithmetic and renormalises every [`ROWS`] steps.
//!
//! | | flops an element, sum / dot | bound for 10^3 numbers of two f64, sum / dot | for 10^6 |
//! |---|---|---|---|
//! | [`Strict`] | 20 / 28 | 76u² / 81u² | 148u² / 153u² |
//! | [`Fast`] | 8 / 12 | 591u² / 661u² | 663u² / 733u² |
//!
//! The bounds are in terms of the sum of the magnitudes of the terms, Σ|x| or Σ|x·y|, with u = 2^-p.
//! For products they need that no |x·y| other than zero is below 2^(emin + 2p).
//!
//! # Bits
//!
//! What is added to what depends on the length alone, so that results have the same bits for any
//! number of threads, on every instruction set, and for either storage. Rows of 256 bytes ([`Fast`]:
//! 128) of lanes run side by side, 32 rows are a block, 32 blocks a segment; segments are summed in a
//! binary tree.
//! For sums that do not depend on the order of the terms either see [`crate::reproducible`].
//!
//! # Special values
//!
//! If a term is infinite or NaN, the result is what IEEE 754 says of the high parts. Sums of finite
//! terms are never NaN, and infinite only where the sum itself is too large, whatever overflows on
//! the way: they are then computed again, scaled. Zero is negative where every term is, as in a sum
//! of nothing, and positive otherwise.

pub(crate) mod careful;
mod kernel;
mod max_abs;
mod method;
mod methods;
mod norm;
mod numbers;
mod prefetch;
mod task;
pub(crate) mod tree;

use crate::{compiled::Compiled, error::Error};
use careful::careful;
use floatfloat::{DoubleWord, Word, double_word::add_network::add_network};
use kernel::{Asum, Dot, Reduction, Sum, segment};

pub use max_abs::max_abs;
pub use method::{Fast, Method, ROWS, Strict};
pub use norm::nrm2;
pub use numbers::Numbers;
pub(crate) use task::{Storage, Task, largest_of, reduce_task};

/// The sum of all numbers, within [`Method::sum_bound`] times Σ|x|.
pub fn sum<X: Numbers>(method: impl Method, x: X) -> DoubleWord<X::Element> {
    reduce(Sum(method), [x])
}

/// The sum of the magnitudes, within [`Method::sum_bound`] of itself.
pub fn asum<X: Numbers>(method: impl Method, x: X) -> DoubleWord<X::Element> {
    reduce(Asum(method), [x]).abs()
}

/// The sum of the products x·y, within [`Method::dot_bound`] times Σ|x·y|.
///
/// # Errors
/// If `y` has more or fewer elements than `x`.
pub fn dot<X: Numbers>(method: impl Method, x: X, y: X) -> Result<DoubleWord<X::Element>, Error> {
    same_length("dot", x.count(), y.count())?;
    Ok(reduce(Dot(method), [x, y]))
}

pub(crate) fn same_length(
    operation: &'static str,
    expected: usize,
    length: usize,
) -> Result<(), Error> {
    if length == expected {
        return Ok(());
    }
    Err(Error::LengthsDiffer { operation, operand: "y", length, expected })
}

/// The whole reduction, its special cases included.
fn reduce<X: Numbers, R: Reduction<N>, const N: usize>(
    reduction: R,
    operands: [X; N],
) -> DoubleWord<X::Element> {
    let result = unchecked(reduction, operands);
    if result.hi().is_ordinary() { result } else { careful(reduction, operands, result) }
}

/// The reduction of numbers of which none is infinite or NaN, and which are not too large: NaN or
/// infinite otherwise.
fn unchecked<X: Numbers, R: Reduction<N>, const N: usize>(
    _: R,
    operands: [X; N],
) -> DoubleWord<X::Element> {
    tree::reduce(
        0..operands[0].count(),
        segment::<R::Method, X::Element>(),
        &|range| {
            let operands = operands.map(|operand| operand.part(range.clone()).storage());
            let (x, y) = (operands[0], operands[N - 1]);
            let task = Task { kind: R::KIND, strict: R::Method::STRICT, x, y };
            X::Element::run_reduce(task)
        },
        &add_network,
    )
}
