//! How far sums and dot products may be off.

use super::{
    kernel::{BLOCKS, lanes, segment},
    tree,
};
use crate::{
    accuracy::Accuracy,
    element::Element,
    words::{Width, Words},
};

/// Rows of a block: after so many terms in every lane the low words are renormalised.
pub(super) const ROWS: usize = 32;

/// # Strict
///
/// As [`sum_bound`] and [`dot_bound`] of two words. Every addition is within 2u² of its result. A sum of b terms, one after the other, is within
/// 2b·u²·Σ|x| to first order (Higham, *Accuracy and Stability of Numerical Algorithms*, 4.2, with
/// 2u² for u); products add 5u²·Σ|x·y| (DWTimesDW2, Muller & Rideau 2022).
///
/// # Fast
///
/// For a block of b terms with Σ|x| = A, to first order: the i-th partial sum of the high words is at
/// most A, so its error eᵢ is at most uA, and e₁ = 0; the low words together are at most uA. Rounding
/// eᵢ + lᵢ costs u(Σ|eᵢ| + Σ|lᵢ|) ≤ b·u²A, and the i-th sum of these, at most i·uA, costs i·u²A from
/// the second on: together (b² + 3b − 2)/2 · u²A.
///
/// In a product the errors of two fused multiply-adds (2u² and 3u²) and what is left out, the
/// product of the low words (u²), are 6u² of |x·y|, and what takes the place of lᵢ is up to 3u|x·y|:
/// together (b² + 7b + 10)/2 · u²A.
///
/// Lanes are merged likewise, in a tree of d levels: the errors of 2Sum on one level are uA together,
/// so that the low words above level j are (j + 1)·uA, and each level rounds twice:
/// (d² + 3d)·u²A.
impl Accuracy {
    /// The error of [`sum_with`](crate::reductions::sum_with) of `length` numbers is at most this
    /// times Σ|x|.
    #[must_use]
    pub fn sum_bound<E: Element>(self, length: usize) -> f64 {
        match self {
            Accuracy::Strict => sum_bound::<E, 2>(length),
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
            Accuracy::Strict => dot_bound::<E, 2>(length),
            Accuracy::Fast => {
                fast_bound::<E>(length, |rows| (rows * rows + 7.0 * rows + 10.0) / 2.0)
            }
        }
    }
}

/// The error of [`sum`](crate::reductions::sum) of `length` numbers of `M` words is at most this times Σ|x|.
///
/// Every addition is within a·u^M of its result, a = 2, 8 or 16 for two, three or four words (Zhang & Aiken
/// 2025). A sum of b terms, one after the other, is within a·b·u^M·Σ|x| to first order.
#[must_use]
pub fn sum_bound<E: Element, const M: usize>(length: usize) -> f64
where
    Width<M>: Words<M>,
{
    strict_bound::<E, M>(length, 0.0)
}

/// The error of [`dot`](crate::reductions::dot) of `length` numbers of `M` words is at most this times
/// Σ|x·y|, if no |x·y| other than zero is below 2^(emin + Mp).
///
/// As [`sum_bound`], and products are within 5u² (DWTimesDW2, Muller & Rideau 2022) or the bounds of
/// [`mul3`](floatfloat::multi_word::mul::mul3) and [`mul4`](floatfloat::multi_word::mul::mul4).
#[must_use]
pub fn dot_bound<E: Element, const M: usize>(length: usize) -> f64
where
    Width<M>: Words<M>,
{
    strict_bound::<E, M>(length, Width::<M>::PRODUCT)
}

/// As many additions as a term may go through, and the error of the term itself.
fn strict_bound<E: Element, const M: usize>(length: usize, of_term: f64) -> f64
where
    Width<M>: Words<M>,
{
    let row = lanes::<E>(Accuracy::Strict);
    let rows = length.div_ceil(row).min(ROWS);
    let levels = row.ilog2() as usize;
    let additions = rows + mergers::<E>(Accuracy::Strict, length) + levels;
    in_units::<E>(Width::<M>::SUM * additions as f64 + of_term, M)
}

/// The errors of blocks, of merging them, the lanes and the segments. To merge blocks or segments
/// is an addition of double-words, of relative error 2u² (Zhang & Aiken 2025).
fn fast_bound<E: Element>(length: usize, of_block: impl Fn(f64) -> f64) -> f64 {
    let row = lanes::<E>(Accuracy::Fast);
    let rows = length.div_ceil(row).min(ROWS);
    let levels = f64::from(row.ilog2());
    let of_lanes = levels * levels + 3.0 * levels;
    let of_mergers = 2.0 * mergers::<E>(Accuracy::Fast, length) as f64;
    in_units::<E>(of_block(rows as f64) + of_mergers + of_lanes, 2)
}

/// How often a sum is added to another where blocks and segments are merged.
fn mergers<E: Element>(accuracy: Accuracy, length: usize) -> usize {
    let blocks = length.div_ceil(lanes::<E>(accuracy) * ROWS).min(BLOCKS);
    blocks + tree::depth(length, segment::<E>(accuracy)) as usize
}

/// So many u^words. Products of factors 1 + u, no more than 2·ROWS on top of one another, were left out.
fn in_units<E: Element>(units: f64, words: usize) -> f64 {
    let u = 1.0 / (1u64 << E::PRECISION) as f64;
    let higher_orders = 1.0 + 4.0 * ROWS as f64 * u;
    (0..words).fold(units * higher_orders, |bound, _| bound * u)
}
