//! Quotients and square roots by fused multiply-adds, with the same bits as the division and root
//! instructions, which are much slower.

use floatfloat::Word;

/// a/b from the correctly rounded reciprocal y = RN(1/b): RN(a·y) as the first component, and the
/// quotient, correctly rounded, as the second (Markstein 1990; Cornea, Harrison, Tang 2002; the
/// last step is the classical one, that the first quotient need not be faithful is shown here).
///
/// Holds where 2^(emin + p + 1) ≤ |a|, and 1/b and a/b are normal numbers and not next to overflow,
/// any significands. Scaled so that 1 ≤ a, b < 2, with ulp that of a/b and u = 2^-p:
///
/// - RN(a·y) is less than 3/2 ulp from a/b: |y − 1/b| ≤ u/2 costs a·u/2 < u, which is an ulp where
///   a < b and half of one where a ≥ b, the rounding another half.
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

/// √x from an approximation of 1/√x with a relative error of at most 2^-14, and where it is known
/// to be correctly rounded: everywhere but in one case of a hundred thousand or less. `excess` is
/// to be larger than the relative error of a word's 1/√x after a step of third order, and far
/// less than 1: 2^-39 for `f64`, 2^-20 for `f32`.
///
/// With e = 1 − x·y², 1/√x = y(1 + e/2 + 3e²/8 + …), of which three terms leave 5|e|³/16 < 2^-40.
/// The next step, √x ≈ g + (x − g²)·h with h ≈ 1/(2√x), doubles the bits again and rounds once, so
/// that s is wrong only if √x is next to a midpoint. Another such step finds that out: h is too
/// large by `excess`, so that |(x − s²)·h| > |√x − s|. Where s + (x − s²)·h is rounded to s, √x is
/// nearer to s than to any midpoint. This needs no bound on the error of s.
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
