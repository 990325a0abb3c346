//! How far sums and dot products may be off.

use super::{
    kernel::{BLOCKS, lanes, segment},
    tree,
};
use crate::{accuracy::Accuracy, element::Element};

/// Rows of a block: after so many terms in every lane the low words are renormalised.
pub(super) const ROWS: usize = 32;

/// # Strict
///
/// Every addition is within 2u² of its result. A sum of b terms, one after the other, is within
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
        self.bound::<E>(length, |rows| match self {
            Accuracy::Strict => 2.0 * rows,
            Accuracy::Fast => (rows * rows + 3.0 * rows - 2.0) / 2.0,
        })
    }

    /// The error of [`dot_with`](crate::reductions::dot_with) of `length` numbers is at most this
    /// times Σ|x·y|, if no |x·y| other than zero is below 2^(emin + 2p).
    #[must_use]
    pub fn dot_bound<E: Element>(self, length: usize) -> f64 {
        self.bound::<E>(length, |rows| match self {
            Accuracy::Strict => 2.0 * rows + 5.0,
            Accuracy::Fast => (rows * rows + 7.0 * rows + 10.0) / 2.0,
        })
    }

    /// The errors of blocks, of merging them, the lanes and the segments. To merge blocks or segments
    /// is an addition of double-words, of relative error 2u² (Zhang & Aiken 2025).
    fn bound<E: Element>(self, length: usize, of_block: impl Fn(f64) -> f64) -> f64 {
        let row = lanes::<E>(self);
        let rows = length.div_ceil(row).min(ROWS);
        let blocks = length.div_ceil(row * ROWS).min(BLOCKS);
        let mergers = blocks as u32 + tree::depth(length, segment::<E>(self));
        let levels = f64::from(row.ilog2());
        let of_lanes = match self {
            Accuracy::Strict => 2.0 * levels,
            Accuracy::Fast => levels * levels + 3.0 * levels,
        };
        let u = 1.0 / (1u64 << E::PRECISION) as f64;
        // Products of factors 1 + u, no more than 2·ROWS on top of one another, were left out.
        let higher_orders = 1.0 + 4.0 * ROWS as f64 * u;
        (of_block(rows as f64) + 2.0 * f64::from(mergers) + of_lanes) * u * u * higher_orders
    }
}
