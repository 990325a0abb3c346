//! Square root by one correction.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod_dekker},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// √x by SQRTDWtoDW (Lefèvre, Louvet, Muller, Picot, Rideau, TOMS 2023).
///
/// Relative error ≤ 3.125u² (25/8). 8 flops, one of them a square root and one a division. The
/// remainder x.hi − s² is a word, so that it comes out exact from Dekker's product as well. Range:
/// x ≥ 2^(emin + 2p).
#[inline(always)]
pub fn sqrt<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let s = x.hi().sqrt();
    let rho = if W::fused() {
        (-s).mul_add(s, x.hi())
    } else {
        let (ph, pl) = two_prod_dekker(s, s);
        (x.hi() - ph) - pl
    };
    DoubleWord::from_transform(fast_two_sum(s, (x.lo() + rho) / (s + s)))
}

/// [`sqrt`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Sqrt;

impl Operation for Sqrt {
    const INFO: Info = Info {
        name: "sqrt",
        algorithm: "SQRTDWtoDW",
        synonyms: &[],
        source: "Lefèvre, Louvet, Muller, Picot, Rideau 2023 (TOMS)",
        function: Function::Sqrt,
        shape: Shape::DoubleWord,
        flops: 8,
        bound: Bound::u2(3.125),
        fma: Fma::Shortens,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, _: DoubleWord<W>) -> DoubleWord<W> {
        sqrt(x)
    }
}
