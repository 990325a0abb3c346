//! Sums of a number of three or four words and a word.

use super::{
    operation::operation,
    renormalize::{renormalize3, renormalize4},
};
use crate::{eft::two_sum, word::Word};

/// x + y for three words x and a word y. [`AddWord3`] has source, bound and flops.
///
/// Derivation of the bound: only the third word is rounded, c = RN(x₂ + f). If x₀ + y is a word,
/// then f = 0 and nothing is rounded. If it is not, there is no such cancellation: with a = RN(x₀ + y) it is
/// |x₀| ≤ 2(1 + u)|a|, so that to first order the second word is at most 3u|a|, f at most 3u²|a| and
/// c at most 5u²|a|. Its rounding is 5u³|a|, and |a| is the result within 4u. Range: no overflow.
#[inline(always)]
pub fn add_word3<W: Word>(x: [W; 3], y: W) -> [W; 3] {
    W::operation("add-word3");
    let (a, e) = two_sum(x[0], y);
    let (b, f) = two_sum(x[1], e);
    renormalize3([a, b, x[2] + f])
}

/// x + y for four words x and a word y. [`AddWord4`] has source, bound and flops.
///
/// Derivation of the bound: that of [`add_word3`], one word further. What is rounded is at most 7u³|a|.
/// Range: no overflow.
#[inline(always)]
pub fn add_word4<W: Word>(x: [W; 4], y: W) -> [W; 4] {
    W::operation("add-word4");
    let (a, e) = two_sum(x[0], y);
    let (b, f) = two_sum(x[1], e);
    let (c, g) = two_sum(x[2], f);
    renormalize4([a, b, c, x[3] + g])
}

operation! {
    add_word3 as AddWord3 of TripleWord,
    name: "add-word3",
    algorithm: "sum of three words and one",
    source: "2Sum from the first word down; bound derived here",
    function: Add, Word,
    flops: 25, 25,
    bound: 6 Derived,
    fma: Unused,
}

operation! {
    add_word4 as AddWord4 of QuadWord,
    name: "add-word4",
    algorithm: "sum of four words and one",
    source: "2Sum from the first word down; bound derived here",
    function: Add, Word,
    flops: 40, 40,
    bound: 8 Derived,
    fma: Unused,
}
