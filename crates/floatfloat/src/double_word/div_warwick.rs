//! Division by quotient and fused remainder: the default.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x / y by Warwick's algorithm 9 (after DoubleFloats.jl), with line 5 as it was meant,
/// `FMA(−s.hi, b.lo, v)`: the default division. It is [`div_dw2`](super::div_dw2::div_dw2) without
/// the renormalising of the remainder, 11 flops instead of 18, and its bound is smaller.
///
/// Relative error ≤ 14u² + 200u³, p ≥ 7. Derivation, in units of |x.hi|: q = RN(x.hi/y.hi) leaves
/// ρ = x.hi − q·y.hi with |ρ| ≤ u; x.hi − t.hi is exact, t being q·y.hi. Rounding x.lo − t.lo
/// costs at most 2u², adding it at most 2u², subtracting q·y.lo at most 3u² (another u² without a
/// fused multiply-add), the division 3u², and dividing by y.hi instead of y 3u²: 13u², or 14u².
/// 11 flops, two of them divisions (12 and Dekker's 15 more without a fused multiply-add).
/// Range: that of [`two_prod`] for the quotient times y.
#[inline(always)]
pub fn div_warwick<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let divisor = y.hi().divisor();
    let q = x.hi().over(divisor);
    let (th, tl) = two_prod(q, y.hi());
    let v = (x.hi() - th) + (x.lo() - tl);
    let v = if W::fused() { (-q).mul_add(y.lo(), v) } else { v - q * y.lo() };
    DoubleWord::from_transform(fast_two_sum(q, v.over(divisor)))
}

/// [`div_warwick`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct DivWarwick;

impl Operation for DivWarwick {
    const INFO: Info = Info {
        name: "div",
        algorithm: "quotient and fused remainder",
        synonyms: &["Warwick 9", "dvi_dddd_dd_fast (DoubleFloats.jl)"],
        source: "Warwick 2020, algorithm 9; bound derived here",
        function: Function::Div,
        shape: Shape::DoubleWordDoubleWord,
        flops: 11,
        bound: Bound::Relative { c2: 14.0, c3: 200.0, d: 0.0 },
        fma: Fma::Shortens,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        div_warwick(x, y)
    }
}
