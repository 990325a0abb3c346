//! How terms are gathered, and what that costs in accuracy.

use super::{
    kernel::{BLOCKS, lanes, segment},
    tree,
};
use crate::element::Element;
use floatfloat::{
    DoubleWord, Word,
    double_word::{add_network::add_network, mul_dw2::mul_dw2},
    eft::{two_prod, two_sum},
};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Strict {}
    impl Sealed for super::Fast {}
}

/// Rows of a block: after so many terms in every lane the low words are renormalised.
pub const ROWS: usize = 32;

/// How a reduction gathers its terms: [`Strict`] or [`Fast`].
pub trait Method: Copy + Send + Sync + sealed::Sealed {
    /// Whether it is [`Strict`].
    #[doc(hidden)]
    const STRICT: bool;

    /// Bytes of a row of lanes, so many that there is enough to compute while a lane waits for its
    /// last result.
    #[doc(hidden)]
    const ROW_BYTES: usize;

    /// The sum of a state and a number.
    #[doc(hidden)]
    fn add<W: Word>(state: DoubleWord<W>, x: DoubleWord<W>) -> DoubleWord<W>;

    /// The sum of a state and a product.
    #[doc(hidden)]
    fn add_product<W: Word>(
        state: DoubleWord<W>,
        x: DoubleWord<W>,
        y: DoubleWord<W>,
    ) -> DoubleWord<W>;

    /// The sum of the states of two lanes, of which the first ones are normalised.
    #[doc(hidden)]
    fn merge<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W>;

    /// The state as a normalised number.
    #[doc(hidden)]
    fn finish<W: Word>(state: DoubleWord<W>) -> DoubleWord<W>;

    /// Errors of a block of so many rows, in u² of the sum of magnitudes, for sums and for dot
    /// products.
    #[doc(hidden)]
    fn of_block(rows: f64) -> [f64; 2];

    /// Errors of merging lanes in a tree of so many levels, in u² of the sum of magnitudes.
    #[doc(hidden)]
    fn of_lanes(levels: f64) -> f64;

    /// The error of a sum of `length` numbers is at most this times Σ|x|.
    fn sum_bound<E: Element>(length: usize) -> f64 {
        bound::<Self, E>(length, |rows| Self::of_block(rows)[0])
    }

    /// The error of a dot product of `length` numbers is at most this times Σ|x·y|, if no |x·y|
    /// other than zero is below 2^(emin + 2p).
    fn dot_bound<E: Element>(length: usize) -> f64 {
        bound::<Self, E>(length, |rows| Self::of_block(rows)[1])
    }
}

/// The errors of blocks, of merging them, the lanes and the segments. To merge blocks or segments is
/// an addition of double-words, of relative error 2u² (Zhang & Aiken 2025).
fn bound<M: Method, E: Element>(length: usize, of_block: impl Fn(f64) -> f64) -> f64 {
    let row = lanes::<M, E>();
    let rows = length.div_ceil(row).min(ROWS);
    let blocks = length.div_ceil(row * ROWS).min(BLOCKS);
    let mergers = blocks as u32 + tree::depth(length, segment::<M, E>());
    let of_lanes = M::of_lanes(row.ilog2().into());
    let u = 1.0 / (1u64 << E::PRECISION) as f64;
    // Products of factors 1 + u, no more than 2·ROWS on top of one another, were left out.
    let higher_orders = 1.0 + 4.0 * ROWS as f64 * u;
    (of_block(rows as f64) + 2.0 * f64::from(mergers) + of_lanes) * u * u * higher_orders
}

/// Full additions of double-words: error ≤ 2u² each, relative to their result.
///
/// A sum of b terms, one after the other, is within 2b·u²·Σ|x| to first order (Higham, *Accuracy
/// and Stability of Numerical Algorithms*, 4.2, with 2u² for u); products add 5u²·Σ|x·y|
/// (DWTimesDW2, Muller & Rideau 2022). 20 flops an element, 28 with a product.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strict;

impl Method for Strict {
    const STRICT: bool = true;
    const ROW_BYTES: usize = 256;

    #[inline(always)]
    fn add<W: Word>(state: DoubleWord<W>, x: DoubleWord<W>) -> DoubleWord<W> {
        add_network(state, x)
    }

    #[inline(always)]
    fn add_product<W: Word>(
        state: DoubleWord<W>,
        x: DoubleWord<W>,
        y: DoubleWord<W>,
    ) -> DoubleWord<W> {
        add_network(state, mul_dw2(x, y))
    }

    #[inline(always)]
    fn merge<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        add_network(x, y)
    }

    #[inline(always)]
    fn finish<W: Word>(state: DoubleWord<W>) -> DoubleWord<W> {
        state
    }

    fn of_block(rows: f64) -> [f64; 2] {
        [2.0 * rows, 2.0 * rows + 5.0]
    }

    fn of_lanes(levels: f64) -> f64 {
        2.0 * levels
    }
}

/// 2Sum of the high words alone; its errors and the low words are gathered in plain arithmetic, as
/// in Sum2 and Dot2 (Ogita, Rump, Oishi 2005). 8 flops an element, 12 with a product.
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Fast;

impl Method for Fast {
    const STRICT: bool = false;
    const ROW_BYTES: usize = 128;

    #[inline(always)]
    fn add<W: Word>(state: DoubleWord<W>, x: DoubleWord<W>) -> DoubleWord<W> {
        let (high, error) = two_sum(state.hi(), x.hi());
        DoubleWord::from_normalized(high, state.lo() + (error + x.lo()))
    }

    #[inline(always)]
    fn add_product<W: Word>(
        state: DoubleWord<W>,
        x: DoubleWord<W>,
        y: DoubleWord<W>,
    ) -> DoubleWord<W> {
        let (product, rest) = two_prod(x.hi(), y.hi());
        let rest = x.lo().mul_add(y.hi(), x.hi().mul_add(y.lo(), rest));
        Self::add(state, DoubleWord::from_normalized(product, rest))
    }

    #[inline(always)]
    fn merge<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        let (high, error) = two_sum(x.hi(), y.hi());
        DoubleWord::from_normalized(high, (x.lo() + y.lo()) + error)
    }

    #[inline(always)]
    fn finish<W: Word>(state: DoubleWord<W>) -> DoubleWord<W> {
        let (high, low) = two_sum(state.hi(), state.lo());
        DoubleWord::from_normalized(high, low)
    }

    fn of_block(rows: f64) -> [f64; 2] {
        let squared = rows * rows;
        [(squared + 3.0 * rows - 2.0) / 2.0, (squared + 7.0 * rows + 10.0) / 2.0]
    }

    fn of_lanes(levels: f64) -> f64 {
        levels * levels + 3.0 * levels
    }
}
