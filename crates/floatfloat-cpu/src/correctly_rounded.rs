//! Quotients and square roots from fused multiply-adds. They have the same bits as the division and
//! square root instructions, which are much slower.

use floatfloat::Word;

/// a/b from the correctly rounded reciprocal y = RN(1/b). The first result is RN(a·y). The second
/// result is the correctly rounded quotient (Markstein 1990; Cornea, Harrison, Tang 2002). The last
/// step is the classical one; the proof here does not need a faithful first quotient.
///
/// Holds for all significands where 2^(emin + p + 1) ≤ |a| and 1/b and a/b are normal numbers not
/// next to overflow. Scaled so that 1 ≤ a, b < 2, with ulp that of a/b and u = 2^-p:
///
/// - RN(a·y) is less than 3/2 ulp from a/b: |y − 1/b| ≤ u/2 contributes a·u/2 < u, which is one ulp
///   where a < b and half an ulp where a ≥ b. The rounding contributes another half.
/// - Before it is rounded, the quotient is q' = q + r·y, r = RN(a − b·q). It can be rounded wrongly
///   only if a midpoint m of neighbouring words lies between q' and a/b, or is q'. Now a/b is never
///   a midpoint, and |a/b − m| ≥ (u/b) ulp: times b and in units, it is an integer that is not zero.
/// - |m − q| is an odd multiple of ulp/2. Were it 3 ulp/2, then a and b would be among the last few
///   words below 2, a < b, and a/b next to a word of its binade, not to a midpoint.
/// - So |a/b − q| ≤ ulp/2 + d, d = |a/b − m|, r is exact, and |q' − a/b| ≤ |r|·u/2 ≤
///   b(ulp/2 + d)·u/2. If q lies on the other side of m than a/b this must be less than d, for
///   which b²/4 < 1 − b·u/2 suffices, true up to the largest b = 2 − 2u; else d has no part in the
///   bound and b² < 4 suffices.
#[inline(always)]
pub fn quotient<W: Word>(a: W, b: W, y: W) -> (W, W) {
    let q = a * y;
    let r = (-q).mul_add(b, a);
    (q, r.mul_add(y, q))
}

/// √x from an approximation of 1/√x with a relative error of at most 2^-14, and a mask of the lanes
/// where the root is known to be correctly rounded: all but one case in a hundred thousand or
/// fewer. `excess` must be larger than the relative error of a word's 1/√x after a step of third
/// order, and far less than 1: 2^-39 for `f64`, 2^-20 for `f32`.
///
/// With e = 1 − x·y², 1/√x = y(1 + e/2 + 3e²/8 + …), of which three terms leave 5|e|³/16 < 2^-40.
/// The next step, √x ≈ g + (x − g²)·h with h ≈ 1/(2√x), doubles the bits again and rounds once. So
/// s is wrong only if √x is next to a midpoint. One more such step detects this: h is too large by
/// `excess`, so that |(x − s²)·h| > |√x − s|. Where s + (x − s²)·h is rounded to s, √x is nearer to
/// s than to any midpoint. This needs no bound on the error of s.
#[inline(always)]
pub fn square_root<W: Word>(x: W, y: W, excess: f64) -> (W, W::Mask) {
    let constant = |value| x.constant(value);
    let g = x * y;
    let h = y * constant(0.5 + 0.5 * excess);
    let e = (-g).mul_add(y, constant(1.0));
    let grown = e * e.mul_add(constant(0.375), constant(0.5));
    let (g, h) = (g.mul_add(grown, g), h.mul_add(grown, h));
    let s = (-g).mul_add(g, x).mul_add(h, g);
    let next = (-s).mul_add(s, x).mul_add(h, s);
    (s, next.equal(s))
}
