//! Square roots of three and four words.

use super::{gates::gates, mul_word::fused, operation::operation, renormalize::renormalize4};
use crate::{
    double_word::div_three_words::remainder,
    eft::{fast_two_sum, two_prod, two_sum},
    word::Word,
};

/// √x of three words, word by word. [`Sqrt3`] has source, bound and flops.
///
/// One flop is a square root, two are divisions by the same word.
///
/// Derivation of the bound, to first order and in units of s₀², for the square of the result: the remainder
/// of the first word is at most 3u; its last word is 4u² and costs 4u³. That of the second is at most
/// 9.25u², its roundings (8.5 + 9.25)u³, and that of the third word 9.25u³. Left out is 2s₁s₂, at most
/// 14u³. Half of the sum is the root's error: 22.5u³. Range: see [`multi_word`](super).
#[inline(always)]
pub fn sqrt3<W: Word>(x: [W; 3]) -> [W; 3] {
    W::operation("sqrt3");
    let s0 = x[0].sqrt();
    let double = s0 + s0;
    let divisor = double.divisor();
    let (a, b) = two_sum(remainder(x[0], s0, s0), x[1]);
    let b = b + x[2];
    let s1 = a.over(divisor);
    let rest = remainder(a, s1, double) + fused(-s1, s1, b);
    let mut words = [s0, s1, rest.over(divisor)];
    gates!(words: F 1 2, F 0 1, F 1 2);
    words
}

/// √x of four words, word by word. [`Sqrt4`] has source, bound and flops.
///
/// One flop is a square root, three are divisions by the same word.
///
/// Derivation of the bound, to first order and in units of s₀², for the square of the result: the remainder
/// of the first word has its last word rounded, 5u⁴. That of the second word is at most 8.25u², its last
/// word costs (13.5 + 5.25 + 18.75)u⁴ and, where its first cancels so far that Fast2Sum is not exact,
/// 18.75u⁴ more. That of the third is at most 29u³, with roundings of (33 + 29)u⁴, and that of the fourth
/// word 29u⁴. Left out are 2s₁s₃, at most 43.5u⁴, and s₂², at most 17u⁴. Half of the sum is the root's
/// error: 107u⁴. Range: see [`multi_word`](super).
#[inline(always)]
pub fn sqrt4<W: Word>(x: [W; 4]) -> [W; 4] {
    W::operation("sqrt4");
    let s0 = x[0].sqrt();
    let double = s0 + s0;
    let divisor = double.divisor();
    let (a, b) = two_sum(remainder(x[0], s0, s0), x[1]);
    let (b, c) = two_sum(b, x[2]);
    let c = c + x[3];
    let (a, b) = fast_two_sum(a, b);
    let (b, c) = fast_two_sum(b, c);
    let s1 = a.over(divisor);
    let rest = remainder(a, s1, double);
    let (square, error) = two_prod(s1, s1);
    let (d, d1) = two_sum(b, -square);
    let (f, f1) = two_sum(rest, d);
    let last = (d1 + f1) + (c - error);
    let (f, last) = fast_two_sum(f, last);
    let s2 = f.over(divisor);
    let rest = remainder(f, s2, double) + fused(-(s1 + s1), s2, last);
    renormalize4([s0, s1, s2, rest.over(divisor)])
}

operation! {
    sqrt3 as Sqrt3 of TripleWord,
    name: "sqrt3",
    algorithm: "root, word by word, three words",
    source: "digit-by-digit root in words; bound derived here",
    function: Sqrt, None,
    flops: 24, 61,
    bound: 24 Derived,
    fma: Shortens,
}

operation! {
    sqrt4 as Sqrt4 of QuadWord,
    name: "sqrt4",
    algorithm: "root, word by word, four words",
    source: "digit-by-digit root in words; bound derived here",
    function: Sqrt, None,
    flops: 71, 141,
    bound: 115 Derived,
    fma: Shortens,
}
