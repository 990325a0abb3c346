//! Error bounds of sums and dot products.

use super::{
    kernel::{BLOCKS, lanes, segment},
    tree,
};
use crate::{
    accuracy::{Accuracy, LONG_BLOCK},
    element::Element,
    number::Number,
};
use floatfloat::{
    DoubleWord,
    multi_word::{
        add_word::{AddWord3, AddWord4},
        operation::Operation,
    },
};

/// The rows of a block. After so many terms in every lane the low words are renormalised.
pub(super) const ROWS: usize = 32;

/// # Strict
///
/// The same as [`sum_bound`] and [`dot_bound`] of two words. Every addition has an error of at most 2u² of its result.
/// A sum of b terms, one after the other, has an error of at most 2b·u²·Σ|x| to first order (Higham, *Accuracy and
/// Stability of Numerical Algorithms*, 4.2, with 2u² for u). Products add 5u²·Σ|x·y| (DWTimesDW1, Muller & Rideau
/// 2022).
///
/// # Fast
///
/// For a block of b terms with Σ|x| = A, to first order: the i-th partial sum of the high words is at
/// most A, so its error eᵢ is at most uA, and e₁ = 0; the low words together are at most uA. Rounding
/// eᵢ + lᵢ costs u(Σ|eᵢ| + Σ|lᵢ|) ≤ b·u²A, and the i-th sum of these, at most i·uA, costs i·u²A from
/// the second on: together (b² + 3b − 2)/2 · u²A.
///
/// In a product, the errors of two fused multiply-adds (2u² and 3u²) and the product of the low
/// words, which is left out (u²), are 6u² of |x·y|. Up to 3u|x·y| takes the place of lᵢ. Together
/// this is (b² + 7b + 10)/2 · u²A.
///
/// Lanes are merged in the same way, in a tree of d levels. The errors of 2Sum on one level are uA
/// together, so the low words above level j are (j + 1)·uA. Each level rounds twice: (d² + 3d)·u²A.
impl Accuracy {
    /// The error of [`sum_with`](crate::reductions::sum_with) of `length` numbers is at most this
    /// times Σ|x|.
    #[must_use]
    pub fn sum_bound<E: Element>(self, length: usize) -> f64 {
        match self {
            Accuracy::Strict => sum_bound::<DoubleWord<E>>(length),
            Accuracy::Fast => {
                fast_bound::<E>(length, |rows| (rows * rows + 3.0 * rows - 2.0) / 2.0)
            }
        }
    }

    /// The error of [`dot_with`](crate::reductions::dot_with) of `length` numbers is at most this
    /// times Σ|x·y|, if no |x·y| other than zero is below 2^(emin + 2p).
    #[must_use]
    pub fn dot_bound<E: Element>(self, length: usize) -> f64 {
        match self {
            Accuracy::Strict => dot_bound::<DoubleWord<E>>(length),
            Accuracy::Fast => {
                fast_bound::<E>(length, |rows| (rows * rows + 7.0 * rows + 10.0) / 2.0)
            }
        }
    }
}

/// The error of [`sum`](crate::reductions::sum) of `length` numbers `T` is at most this times Σ|x|.
///
/// For two words this is [`Accuracy::sum_bound`] of strict sums. For more words it is [`dot_bound`], since a number has
/// fewer words to be added than a product.
#[must_use]
pub fn sum_bound<T: Number>(length: usize) -> f64 {
    bound::<T>(length, 0.0)
}

/// The error of [`dot`](crate::reductions::dot) of `length` numbers `T` is at most this times
/// Σ|x·y|, if no |x·y| other than zero is below 2^(emin + Np) for numbers of N words.
///
/// For two words this is [`Accuracy::dot_bound`] of strict sums, with an error of at most 5u² of a product
/// (DWTimesDW1, Muller & Rideau 2022).
///
/// # Three and four words
///
/// The i-th step of a block of n ≤ 16 terms with Σ|x·y| = A adds a term of magnitude a to a state s₀, s₁, …, whose words
/// may overlap. To first order, with |xₖ| ≤ uᵏ|x₀|, and an error of 2Sum being at most u times the sum:
///
/// * s₀ is at most A, and the rounding errors left over from it are at most uA;
/// * s₁ gathers that, x₀y₁, x₁y₀, and the error of x₀y₀, each at most ua: it is at most (i + 3)uA, and the errors of
///   these four sums are at most u²(6a + (i + 5)A).
/// * Of three words s₂ gathers them, and five products and errors of products of u²a, in plain arithmetic: it is at
///   most u²A(i²/2 + 5.5i + 11). The products are rounded by 14u³a, their sums with the errors by 31u³a + (i + 10)u³A,
///   s₂ by u times itself, and 2u³a are left out: n³/6 + 3.5n² + 24.4n + 47 in all, in u³A.
/// * Of four words the same s₂ is gathered by 2Sum, whose errors are u³(44a + (i + 9)A) and u·s₂. s₃ gathers them in
///   plain arithmetic, with seven products and errors of products of u³a: it is at most u³A(i³/6 + 3.5i² + 24i + 51). The
///   products are rounded by 24u⁴a, the errors' sum by 3u⁴(44a + (i + 9)A), with the products by u⁴(51a + (i + 9)A), with
///   that of s₂ by u⁴(51a + A(i²/2 + 6.5i + 20)), s₃ by u times itself, and 3u⁴a are left out:
///   n⁴/24 + 1.5n³ + 20n² + 125n + 261 in all, in u⁴A.
///
/// Adding a state to a total takes as many additions of a word as the state has words. Each has an error of at most 6u³
/// or 8u⁴ ([`add_word`](floatfloat::multi_word::add_word)) of a sum of at most Σ|x·y|. Lanes and segments are merged by
/// additions of numbers, with errors of at most 8u³ or 16u⁴ (Zhang & Aiken 2025).
#[must_use]
pub fn dot_bound<T: Number>(length: usize) -> f64 {
    bound::<T>(length, T::PRODUCT)
}

/// The bound of sums whose terms have an error of `of_term` before they are added.
fn bound<T: Number>(length: usize, of_term: f64) -> f64 {
    if T::WORDS == 2 { strict_bound::<T>(length, of_term) } else { long_bound::<T>(length) }
}

/// The errors of blocks of three or four words, of adding blocks to totals, and of merging lanes and
/// segments.
fn long_bound<T: Number>(length: usize) -> f64 {
    let row = lanes::<T::Word>(Accuracy::Fast);
    let block = row * LONG_BLOCK;
    let blocks = length.div_ceil(block).min(segment::<T::Word>(Accuracy::Fast) / block);
    let merged = tree::depth(length, segment::<T::Word>(Accuracy::Fast)) + row.ilog2();
    let units = of_long_block(T::WORDS, length.div_ceil(row).min(LONG_BLOCK))
        + of_closing(T::WORDS) * blocks as f64
        + T::SUM * f64::from(merged);
    in_units::<T::Word>(units, T::WORDS)
}

/// The error of a block of `terms` products of three or four words: see [`dot_bound`].
pub(crate) fn of_long_block(words: usize, terms: usize) -> f64 {
    let n = terms as f64;
    if words == 3 {
        ((n / 6.0 + 3.5) * n + 24.4) * n + 47.0
    } else {
        (((n / 24.0 + 1.5) * n + 20.0) * n + 125.0) * n + 261.0
    }
}

/// The error of adding a state of three or four words to a total.
pub(crate) fn of_closing(words: usize) -> f64 {
    let of_word = if words == 3 { AddWord3::INFO.bound } else { AddWord4::INFO.bound };
    words as f64 * of_word
}

/// The largest number of additions that a term goes through, and the error of the term itself.
fn strict_bound<T: Number>(length: usize, of_term: f64) -> f64 {
    let row = lanes::<T::Word>(Accuracy::Strict);
    let rows = length.div_ceil(row).min(ROWS);
    let levels = row.ilog2() as usize;
    let additions = rows + mergers::<T::Word>(Accuracy::Strict, length) + levels;
    in_units::<T::Word>(T::SUM * additions as f64 + of_term, T::WORDS)
}

/// The errors of blocks, and of merging blocks, lanes and segments. Merging blocks or segments is
/// an addition of double-words, with a relative error of 2u² (Zhang & Aiken 2025).
fn fast_bound<E: Element>(length: usize, of_block: impl Fn(f64) -> f64) -> f64 {
    let row = lanes::<E>(Accuracy::Fast);
    let rows = length.div_ceil(row).min(ROWS);
    let levels = f64::from(row.ilog2());
    let of_lanes = levels * levels + 3.0 * levels;
    let of_mergers = 2.0 * mergers::<E>(Accuracy::Fast, length) as f64;
    in_units::<E>(of_block(rows as f64) + of_mergers + of_lanes, 2)
}

/// How often a sum is added to another sum where blocks and segments are merged.
fn mergers<E: Element>(accuracy: Accuracy, length: usize) -> usize {
    let blocks = length.div_ceil(lanes::<E>(accuracy) * ROWS).min(BLOCKS);
    blocks + tree::depth(length, segment::<E>(accuracy)) as usize
}

/// `units` times u^`words`, with a factor for the higher orders that the derivation left out: products of at
/// most 2·ROWS factors 1 + u.
fn in_units<E: Element>(units: f64, words: usize) -> f64 {
    let u = 1.0 / (1u64 << E::PRECISION) as f64;
    let higher_orders = 1.0 + 4.0 * ROWS as f64 * u;
    (0..words).fold(units * higher_orders, |bound, _| bound * u)
}
