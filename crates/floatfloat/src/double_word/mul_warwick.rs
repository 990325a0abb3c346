//! Multiplication as Warwick's thesis has it.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x · y by Warwick's algorithm 8: [`mul_dw3`](super::mul_dw3::mul_dw3) with each cross term fused
/// onto the running low word. A flop less, and contrary to what its author expected not more
/// accurate: the largest partial sum is rounded three times instead of once.
///
/// Relative error ≤ 6u² + 20u³: with M = |x.hi·y.hi|, the three fused steps round values of at most
/// u(1 + u)M, 2u(1 + 2u)M and 3u(1 + 3u)M, which adds to 6u²M + 7u³M up to higher terms, and
/// M ≤ |xy|/(1 − u)². 8 flops. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_warwick<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (sh, sl) = two_prod(x.hi(), y.hi());
    let sl = x.lo().mul_add(y.lo(), sl);
    let sl = x.hi().mul_add(y.lo(), sl);
    let sl = x.lo().mul_add(y.hi(), sl);
    DoubleWord::from_transform(fast_two_sum(sh, sl))
}

/// [`mul_warwick`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MulWarwick;

impl Operation for MulWarwick {
    const INFO: Info = Info {
        name: "mul-warwick",
        algorithm: "DWTimesDW3 with one addition fused away",
        synonyms: &["Warwick 8"],
        source: "Warwick 2020, algorithm 8; bound derived here",
        function: Function::Mul,
        shape: Shape::DoubleWordDoubleWord,
        flops: 8,
        bound: Bound::Relative { c2: 6.0, c3: 20.0, d: 0.0 },
        fma: Fma::Required,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        mul_warwick(x, y)
    }
}
