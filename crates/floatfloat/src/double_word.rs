//! Numbers of two words, and one file for each operation on them.
//!
//! Every function here computes exactly what its paper states, on any [`Word`]. It does not handle infinities,
//! NaN and the sign of zero: the operators of [`DoubleWord`] call these functions and then repair special
//! values.
//!
//! Bounds are relative to the exact result, for the whole value high + low, with u = 2^-p. They hold for
//! normalised operands, in round to nearest, as long as nothing overflows and no low word underflows. This is
//! guaranteed
//!
//! - for a sum, if |x| and |y| are below 2^emax. There is no lower limit, because a subnormal sum of
//!   words is exact. Nearer to overflow, if y.hi is the largest word, 2Sum may give NaN although
//!   the sum itself does not overflow.
//! - for a product or quotient, if 2^(emin + 2p) ≤ |result| < 2^(emax - 1), for a quotient also
//!   2^(emin + 2p) ≤ |x| < 2^(emax - 1). Dekker's product needs each factor, a quotient among them,
//!   in the range of [`split`](crate::eft::split).
//! - for a square root, if x ≥ 2^(emin + 2p).

pub mod add22;
pub mod add_accurate;
pub mod add_network;
pub mod add_sloppy;
pub mod add_word;
pub mod div_dw2;
pub mod div_dw3;
pub mod div_three_words;
pub mod div_warwick;
pub mod div_word_fp2;
pub mod div_word_fp3;
pub mod error_free;
pub mod mul22;
pub mod mul_dw1;
pub mod mul_dw2;
pub mod mul_dw3;
pub mod mul_warwick;
pub mod mul_word_fp1;
pub mod mul_word_fp2;
pub mod mul_word_fp3;
pub mod sqrt;
pub mod sub_accurate;
pub mod sub_network;

use crate::{
    eft::two_sum,
    operation::Operation,
    word::{Step, Word},
};

/// A number held as the unevaluated sum of two words, `high + low`, with `high = RN(high + low)`.
///
/// [`crate::FloatFloat`] and [`crate::DoubleDouble`] are the types for users. Over any other [`Word`] the same
/// operators run on SIMD registers, simulated machines and recordings.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct DoubleWord<W> {
    high: W,
    low: W,
}

impl<W> DoubleWord<W> {
    /// The number `high + low` from words that are already normalised, `high = RN(high + low)`.
    ///
    /// Nothing is computed or checked. If the words are not normalised, comparisons and rounding to integers
    /// may be wrong, the bounds of the operations do not hold, and equal numbers may have different words. Use
    /// [`from_parts`](DoubleWord::from_parts) for words that may not be normalised.
    #[inline(always)]
    pub const fn from_normalized(high: W, low: W) -> Self {
        DoubleWord { high, low }
    }

    /// The result of an error-free transform, which is normalised, as a number.
    #[inline(always)]
    pub(crate) fn from_transform((high, low): (W, W)) -> Self {
        DoubleWord { high, low }
    }
}

impl<W: Copy> DoubleWord<W> {
    /// The high word: the number rounded to the word's precision.
    #[inline(always)]
    pub const fn hi(self) -> W {
        self.high
    }

    /// The low word: what is missing from [`hi`](DoubleWord::hi), at most half its ulp.
    #[inline(always)]
    pub const fn lo(self) -> W {
        self.low
    }
}

impl<W: Word> DoubleWord<W> {
    /// The exact sum of any two words, in either order, normalised. 6 flops (2Sum) and two selects, which put
    /// the larger word first so that no step overflows. Where the sum of the words is infinite or NaN, so is
    /// the result, with a low word of zero.
    #[inline(always)]
    pub fn from_parts(high: W, low: W) -> Self {
        let ordered = low.abs().less_or_equal(high.abs());
        let large = W::select(ordered, high, low);
        let small = W::select(ordered, low, high);
        DoubleWord::from_transform(two_sum(large, small)).fix_special_cases(high + low)
    }

    /// A word as a double-word; exact.
    #[inline(always)]
    pub fn from_word(word: W) -> Self {
        DoubleWord { high: word, low: word.constant(0.0) }
    }
}

/// The result of operation `O` on `operands`, which a recording keeps as one step.
#[inline(always)]
fn named<O: Operation, W: Word, const M: usize>(
    operands: [W; M],
    result: DoubleWord<W>,
) -> DoubleWord<W> {
    named_step(Step::Operation(O::INFO.name), operands, result)
}

/// The result of a step on `operands`, which a recording keeps as one step.
#[inline(always)]
pub(crate) fn named_step<W: Word, const M: usize>(
    step: Step,
    operands: [W; M],
    result: DoubleWord<W>,
) -> DoubleWord<W> {
    let [high, low] = W::named(step, operands, [result.high, result.low]);
    DoubleWord { high, low }
}
