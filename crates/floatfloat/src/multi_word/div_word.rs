//! Quotients of three and four words by a word.

use super::{
    operation::operation,
    renormalize::{renormalize3, renormalize4},
};
use crate::{
    double_word::div_three_words::remainder,
    eft::{fast_two_sum, two_sum},
    word::Word,
};

/// x / y for three words x and a word y. [`DivWord3`] has source, bound and flops.
///
/// Three flops are divisions by the same word; the remainder of each quotient word is a word.
///
/// Derivation of the bound, to first order and in units of |x₀|: the third word of the first remainder is
/// at most 3u², that of the second 5u², which is rounded twice. That makes 13u³. Range: see
/// [`multi_word`](super).
#[inline(always)]
pub fn div_word3<W: Word>(x: [W; 3], y: W) -> [W; 3] {
    W::operation("div-word3");
    let divisor = y.divisor();
    let q0 = x[0].over(divisor);
    let (a, b) = two_sum(remainder(x[0], q0, y), x[1]);
    let b = b + x[2];
    let q1 = a.over(divisor);
    let rest = remainder(a, q1, y) + b;
    renormalize3([q0, q1, rest.over(divisor)])
}

/// x / y for four words x and a word y. [`DivWord4`] has source, bound and flops.
///
/// Four flops are divisions by the same word; the remainder of each quotient word is a word.
///
/// Derivation of the bound, to first order and in units of |x₀|: the last words of the remainders are at most
/// 4u³, 6u³ and 10u³, the last rounded twice. That makes 30u⁴. Both Fast2Sum are exact: where their first
/// word cancels, it is a multiple of half the unit of the word that the second is at most half a unit
/// of. Range: see [`multi_word`](super).
#[inline(always)]
pub fn div_word4<W: Word>(x: [W; 4], y: W) -> [W; 4] {
    W::operation("div-word4");
    let divisor = y.divisor();
    let q0 = x[0].over(divisor);
    let (a, b) = two_sum(remainder(x[0], q0, y), x[1]);
    let (b, c) = two_sum(b, x[2]);
    let c = c + x[3];
    let (a, b) = fast_two_sum(a, b);
    let (b, c) = fast_two_sum(b, c);
    let q1 = a.over(divisor);
    let (a, b) = two_sum(remainder(a, q1, y), b);
    let b = b + c;
    let q2 = a.over(divisor);
    let rest = remainder(a, q2, y) + b;
    renormalize4([q0, q1, q2, rest.over(divisor)])
}

operation! {
    div_word3 as DivWord3 of TripleWord,
    name: "div-word3",
    algorithm: "long division by a word, three quotient words",
    source: "long division; bound derived here",
    function: Div, Word,
    flops: 25, 61,
    bound: 14 Derived,
    fma: Shortens,
}

operation! {
    div_word4 as DivWord4 of QuadWord,
    name: "div-word4",
    algorithm: "long division by a word, four quotient words",
    source: "long division; bound derived here",
    function: Div, Word,
    flops: 55, 109,
    bound: 32 Derived,
    fma: Shortens,
}
