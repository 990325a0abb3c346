//! Square root by one correction.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod_dekker},
    operation::operation,
    word::Word,
};

/// √x by SQRTDWtoDW. [`Sqrt`] has source, bound and flops.
///
/// One flop is a square root and one a division. The remainder x.hi − s² is a word, so that Dekker's product
/// gives it exactly, too. Range: x ≥ 2^(emin + 2p).
#[inline(always)]
pub fn sqrt<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let s = x.hi().sqrt();
    let rho = if W::fused() {
        (-s).mul_add(s, x.hi())
    } else {
        let (ph, pl) = two_prod_dekker(s, s);
        (x.hi() - ph) - pl
    };
    named::<Sqrt, _, _>(
        [x.hi(), x.lo()],
        DoubleWord::from_transform(fast_two_sum(s, (x.lo() + rho) / (s + s))),
    )
}

operation! {
    sqrt as Sqrt,
    name: "sqrt",
    algorithm: "SQRTDWtoDW",
    synonyms: [],
    source: "Lefèvre, Louvet, Muller, Picot, Rideau 2023 (TOMS)",
    function: Sqrt of DoubleWord,
    flops: 8,
    bound: 3.125 u2,
    fma: Shortens,
}
