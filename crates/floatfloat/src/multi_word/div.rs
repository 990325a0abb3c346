//! Division of three and four words.

use super::{
    mul_word::fused,
    operation::operation,
    renormalize::{renormalize3, renormalize4},
};
use crate::{
    double_word::div_three_words::remainder,
    eft::{fast_two_sum, two_prod, two_sum},
    word::Word,
};

/// The quotient, word by word, of a three-word remainder by the first three words of a divisor. Not
/// normalised. 28 flops.
///
/// Derivation of its error, to first order and in units of |x₀|. The remainder of the first quotient word is
/// exact except for the sums of its last word. These cost (3 + 3 + 5 + 8)u³ and, where the first word cancels
/// so far that Fast2Sum is not exact, 8u³ more. This remainder is at most 3u. The remainder of the second
/// quotient word is at most 9u², its roundings (9 + 9)u³, and that of the third quotient word 9u³. Neglected
/// are q₁y₂, at most 3u³, and q₂y₁, at most 9u³. The sum is 66u³.
#[inline(always)]
fn quotient<W: Word>(x: [W; 3], y: [W; 3]) -> [W; 3] {
    let divisor = y[0].divisor();
    let q0 = x[0].over(divisor);
    let rest = remainder(x[0], q0, y[0]);
    let (product, error) = two_prod(q0, y[1]);
    let (s, t) = two_sum(x[1], -product);
    let (a, b) = two_sum(rest, s);
    let last = (b + t) + (x[2] - fused(q0, y[2], error));
    let (a, b) = fast_two_sum(a, last);
    let q1 = a.over(divisor);
    let rest = remainder(a, q1, y[0]) + fused(-q1, y[1], b);
    [q0, q1, rest.over(divisor)]
}

/// x / y of three words by long division. [`Div3`] has source, bound and flops.
///
/// Three flops are divisions by the same word. The remainder of the first quotient word is computed exactly,
/// that of the second to one word. To first order the error is at most 66u³, as the source of this file
/// derives. Range: see [`multi_word`](super).
#[inline(always)]
pub fn div3<W: Word>(x: [W; 3], y: [W; 3]) -> [W; 3] {
    W::operation("div3");
    renormalize3(quotient(x, y))
}

/// x / y of four words by long division. [`Div4`] has source, bound and flops.
///
/// Four flops are divisions by the same word. The first quotient word's remainder has three words, which
/// are then divided as by [`div3`].
///
/// Derivation of the bound, to first order and in units of |x₀|: the last word of that remainder costs
/// (13 + 5 + 18 + 3 + 3 + 21)u⁴ and, where the first word cancels so far that Fast2Sum is not exact,
/// 21u⁴ more. The remainder is at most 3u, so that its quotient costs 198u⁴, and 3u⁴ for the fourth word of y.
/// That makes 285u⁴. Range: see [`multi_word`](super).
#[inline(always)]
pub fn div4<W: Word>(x: [W; 4], y: [W; 4]) -> [W; 4] {
    W::operation("div4");
    let q0 = x[0].over(y[0].divisor());
    let rest = remainder(x[0], q0, y[0]);
    let (p1, e1) = two_prod(q0, y[1]);
    let (p2, e2) = two_prod(q0, y[2]);
    let (s, t) = two_sum(x[1], -p1);
    let (a, b) = two_sum(rest, s);
    let (c, c1) = two_sum(b, t);
    let (d, d1) = two_sum(x[2], -p2);
    let (d, d2) = two_sum(d, -e1);
    let (c, c2) = two_sum(c, d);
    let last = ((c1 + c2) + (d1 + d2)) + (x[3] - fused(q0, y[3], e2));
    let (a, c) = two_sum(a, c);
    let (c, last) = two_sum(c, last);
    let (a, c) = fast_two_sum(a, c);
    let [q1, q2, q3] = quotient([a, c, last], [y[0], y[1], y[2]]);
    renormalize4([q0, q1, q2, q3])
}

operation! {
    div3 as Div3 of TripleWord,
    name: "div3",
    algorithm: "long division, three quotient words",
    source: "long division; bound derived here",
    function: Div, Number,
    flops: 40, 93,
    bound: 72 Derived,
    fma: Shortens,
}

operation! {
    div4 as Div4 of QuadWord,
    name: "div4",
    algorithm: "long division, four quotient words",
    source: "long division; bound derived here",
    function: Div, Number,
    flops: 112, 214,
    bound: 310 Derived,
    fma: Shortens,
}
