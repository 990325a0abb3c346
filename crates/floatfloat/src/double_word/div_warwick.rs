//! Division by quotient and fused remainder: the default.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x / y by Warwick's algorithm 9 (after DoubleFloats.jl): the default division. Line 5 is corrected to what
/// the author meant, `FMA(−s.hi, b.lo, v)`. It is [`div_dw2`](super::div_dw2::div_dw2) without the
/// renormalisation of the remainder, and its bound is smaller. [`DivWarwick`] has source, bound and flops.
///
/// Gappa proves 12.51u² with a fused multiply-add, and 13.51u² without.
///
/// Derivation by hand, for every precision p ≥ 7, in units of |x.hi|: q = RN(x.hi/y.hi) leaves
/// ρ = x.hi − q·y.hi with |ρ| ≤ u; x.hi − t.hi is exact, t being q·y.hi. Rounding x.lo − t.lo
/// costs at most 2u², adding it at most 2u², subtracting q·y.lo at most 3u² (another u² without a
/// fused multiply-add), the division 3u², and dividing by y.hi instead of y 3u²: 13u², or 14u².
/// Two flops are divisions. Without a fused multiply-add it takes one flop more, and Dekker's 15.
/// Range: that of [`two_prod`] for the quotient times y.
#[inline(always)]
pub fn div_warwick<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let divisor = y.hi().divisor();
    let q = x.hi().over(divisor);
    let (th, tl) = two_prod(q, y.hi());
    let v = (x.hi() - th) + (x.lo() - tl);
    let v = if W::fused() { (-q).mul_add(y.lo(), v) } else { v - q * y.lo() };
    named::<DivWarwick, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(q, v.over(divisor))),
    )
}

operation! {
    div_warwick as DivWarwick,
    name: "div",
    algorithm: "quotient and fused remainder",
    synonyms: ["Warwick 9", "dvi_dddd_dd_fast (DoubleFloats.jl)"],
    source: "Warwick 2020, algorithm 9; bound proved by Gappa, and derived here",
    function: Div of DoubleWordDoubleWord,
    flops: 11,
    bound: 13.51 u2 by Gappa, else 14 u2 + 200 u3,
    fma: Shortens,
}
