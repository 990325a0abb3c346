//! Sums, dot products and norms of numbers of two, three and four words.
//!
//! Reductions of double-words come in two [accuracies](Accuracy). Strict sums add double-words fully; fast
//! sums add the low words in plain arithmetic. [`Accuracy::sum_bound`] and [`Accuracy::dot_bound`] give
//! the bounds for a length. Reductions of three and four words are fast, with the bounds [`sum_bound`] and
//! [`dot_bound`].
//!
//! | | flops an element, sum / dot | bound for 10^3 numbers of two f64, sum / dot | for 10^6 |
//! |---|---|---|---|
//! | strict | 20 / 29 | 76u² / 81u² | 148u² / 153u² |
//! | fast | 8 / 12 | 591u² / 661u² | 663u² / 733u² |
//! | three words | 21 / 47 | | |
//! | four words | 40 / 116 | | |
//!
//! The bounds are relative to the sum of the magnitudes of the terms, Σ|x| or Σ|x·y|, with u = 2^-p.
//! For products they hold if no |x·y| other than zero is below 2^(emin + 2p).
//!
//! # Bits
//!
//! The order of the additions depends on the length alone. Results therefore have the same bits for any number of
//! threads, on every instruction set, and for either storage. Rows of 256 bytes (fast: 128) of lanes run side by side.
//! 32 rows (for three and four words: 16) are a block, 1024 rows a segment. A binary tree adds the segments.
//! [`crate::reproducible`] has sums that do not depend on the order of the terms either.
//!
//! # Special values
//!
//! If a term is infinite or NaN, the result is what IEEE 754 gives for the high words. A sum of
//! finite terms is never NaN, and infinite only where the sum itself is too large. If an
//! intermediate result overflows, the sum is computed again, scaled. A zero sum is −0 if every term
//! is −0 or there are no terms, and +0 otherwise.

pub(crate) mod bounds;
pub(crate) mod careful;
mod kernel;
pub(crate) mod max_abs;
mod methods;
mod norm;
pub(crate) mod numbers;
pub(crate) mod task;
pub(crate) mod tree;

use crate::{
    accuracy::Accuracy,
    element::Element,
    error::Error,
    number::{Number, sealed::Kernels},
};
use careful::careful;
use floatfloat::{DoubleWord, MultiWord, Word};
use kernel::segment;
use task::{Kind, Task};

pub use bounds::{dot_bound, sum_bound};
pub use max_abs::max_abs;
pub use norm::{nrm2, nrm2_with};
pub use numbers::Numbers;

/// The word of these numbers.
type WordOf<X> = <<X as numbers::source::Source>::Number as MultiWord>::Word;

/// The accuracy of the functions without a parameter for it.
const fn usual<T: Number>() -> Accuracy {
    if T::WORDS == 2 { Accuracy::Strict } else { Accuracy::Fast }
}

/// The sum of all numbers, within [`sum_bound`] times Σ|x|. Sums of double-words are strict.
pub fn sum<X: Numbers>(x: X) -> X::Number {
    reduce(Kind::Sum, usual::<X::Number>(), [x])
}

/// The sum of all double-words, within [`Accuracy::sum_bound`] times Σ|x|.
pub fn sum_with<E: Element, X: Numbers<Number = DoubleWord<E>>>(
    accuracy: Accuracy,
    x: X,
) -> DoubleWord<E> {
    reduce(Kind::Sum, accuracy, [x])
}

/// The sum of the magnitudes, with a relative error within [`sum_bound`]. Sums of double-words are
/// strict.
pub fn asum<X: Numbers>(x: X) -> X::Number {
    reduce(Kind::Asum, usual::<X::Number>(), [x]).abs()
}

/// The sum of the magnitudes of double-words, with a relative error within [`Accuracy::sum_bound`].
pub fn asum_with<E: Element, X: Numbers<Number = DoubleWord<E>>>(
    accuracy: Accuracy,
    x: X,
) -> DoubleWord<E> {
    reduce(Kind::Asum, accuracy, [x]).abs()
}

/// The sum of the products x·y, within [`dot_bound`] times Σ|x·y|. Sums of double-words are strict.
///
/// # Errors
/// If `y` has more or fewer elements than `x`.
pub fn dot<X: Numbers>(x: X, y: X) -> Result<X::Number, Error> {
    same_length("dot", x.count(), y.count())?;
    Ok(reduce(Kind::Dot, usual::<X::Number>(), [x, y]))
}

/// The sum of the products x·y of double-words, within [`Accuracy::dot_bound`] times Σ|x·y|.
///
/// # Errors
/// If `y` has more or fewer elements than `x`.
pub fn dot_with<E: Element, X: Numbers<Number = DoubleWord<E>>>(
    accuracy: Accuracy,
    x: X,
    y: X,
) -> Result<DoubleWord<E>, Error> {
    same_length("dot", x.count(), y.count())?;
    Ok(reduce(Kind::Dot, accuracy, [x, y]))
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

/// The complete reduction of terms of `N` factors each, special cases included.
fn reduce<X: Numbers, const N: usize>(
    kind: Kind,
    accuracy: Accuracy,
    operands: [X; N],
) -> X::Number {
    let result = unchecked(kind, accuracy, operands);
    if result.hi().is_ordinary() { result } else { careful(kind, accuracy, operands, result) }
}

/// The reduction of numbers that are finite and not too large. The result is NaN or infinite for
/// other numbers.
fn unchecked<X: Numbers, const N: usize>(
    kind: Kind,
    accuracy: Accuracy,
    operands: [X; N],
) -> X::Number {
    tree::reduce(
        0..operands[0].count(),
        segment::<WordOf<X>>(accuracy),
        &|range| {
            let operands = operands.map(|operand| operand.part(range.clone()).storage());
            task::reduce(Task { kind, accuracy, x: operands[0], y: operands[N - 1] })
        },
        &|x, y| <X::Number as Kernels>::finite_sum::<WordOf<X>>(x, y),
    )
}
