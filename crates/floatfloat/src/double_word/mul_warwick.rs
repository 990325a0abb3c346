//! The multiplication of Warwick's thesis.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x · y by Warwick's algorithm 8: [`mul_dw3`](super::mul_dw3::mul_dw3) with each cross term added to the low
/// word by a fused multiply-add. It takes one flop less. Contrary to its author's expectation it is not more
/// accurate: the largest partial sum is rounded three times instead of once. [`MulWarwick`] has source, bound
/// and flops.
///
/// Derivation by hand, for every precision: with M = |x.hi·y.hi|, the three fused steps round values of at most
/// u(1 + u)M, 2u(1 + 2u)M and 3u(1 + 3u)M, which adds to 6u²M + 7u³M up to higher terms, and
/// M ≤ |xy|/(1 − u)². Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_warwick<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (sh, sl) = two_prod(x.hi(), y.hi());
    let sl = x.lo().mul_add(y.lo(), sl);
    let sl = x.hi().mul_add(y.lo(), sl);
    let sl = x.lo().mul_add(y.hi(), sl);
    named::<MulWarwick, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(sh, sl)),
    )
}

operation! {
    mul_warwick as MulWarwick,
    name: "mul-warwick",
    algorithm: "DWTimesDW3 with one addition fused away",
    synonyms: ["Warwick 8"],
    source: "Warwick 2020, algorithm 8; bound proved by Gappa, and derived here",
    function: Mul of DoubleWordDoubleWord,
    flops: 8,
    bound: 5.01 u2 by Gappa, else 6 u2 + 20 u3,
    fma: Required,
}
