//! Products of a number of three or four words and a word.

use super::{gates::gates, operation::operation, renormalize::renormalize4};
use crate::{
    eft::{two_prod, two_sum},
    word::Word,
};

/// a · b + c, rounded once or twice.
#[inline(always)]
pub(super) fn fused<W: Word>(a: W, b: W, c: W) -> W {
    if W::fused() { a.mul_add(b, c) } else { a * b + c }
}

/// x · y for three words x and a word y. [`MulWord3`] has source, bound and flops.
///
/// Derivation of the bound, to first order and in units of |x₀y|: the third product with the error of the
/// second is at most 2u², its roundings 3u³ (2u³ with a fused multiply-add). The third word is at most 4u²,
/// its rounding 4u³. Range: see [`multi_word`](super).
#[inline(always)]
pub fn mul_word3<W: Word>(x: [W; 3], y: W) -> [W; 3] {
    W::operation("mul-word3");
    let (first, e0) = two_prod(x[0], y);
    let (p1, e1) = two_prod(x[1], y);
    let p2 = fused(x[2], y, e1);
    let (second, rest) = two_sum(e0, p1);
    let mut words = [first, second, rest + p2];
    gates!(words: F 1 2, F 0 1, F 1 2);
    words
}

/// x · y for four words x and a word y. [`MulWord4`] has source, bound and flops.
///
/// Derivation of the bound, to first order and in units of |x₀y|: the fourth product with the error of the
/// third costs 3u⁴; of what is left of the first three, 2u³ and 4u³, the sum 6u⁴; and with the
/// product 8u⁴. Range: see [`multi_word`](super).
#[inline(always)]
pub fn mul_word4<W: Word>(x: [W; 4], y: W) -> [W; 4] {
    W::operation("mul-word4");
    let (first, e0) = two_prod(x[0], y);
    let (p1, e1) = two_prod(x[1], y);
    let (p2, e2) = two_prod(x[2], y);
    let p3 = fused(x[3], y, e2);
    let (second, rest1) = two_sum(e0, p1);
    let (cross, rest2) = two_sum(e1, p2);
    let (third, rest1) = two_sum(rest1, cross);
    renormalize4([first, second, third, (rest2 + rest1) + p3])
}

operation! {
    mul_word3 as MulWord3 of TripleWord,
    name: "mul-word3",
    algorithm: "product of three words and one",
    source: "2Prod of each word; bound derived here",
    function: Mul, Word,
    flops: 21, 52,
    bound: 8 Derived,
    fma: Shortens,
}

operation! {
    mul_word4 as MulWord4 of QuadWord,
    name: "mul-word4",
    algorithm: "product of four words and one",
    source: "2Prod of each word; bound derived here",
    function: Mul, Word,
    flops: 48, 94,
    bound: 18 Derived,
    fma: Shortens,
}
