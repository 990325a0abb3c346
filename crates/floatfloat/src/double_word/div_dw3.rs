//! Division by an accurate reciprocal.

use crate::{
    double_word::DoubleWord,
    double_word::{add_word::add_word, mul_dw3::mul_dw3, mul_word_fp3::mul_word_fp3},
    eft::fast_two_sum,
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x / y by DWDivDW3 (Joldes, Muller, Popescu 2017, algorithm 18): the accurate one, x times a
/// double-word reciprocal made by one Newton step.
///
/// Relative error ≤ 9.8u² (p ≥ 14). 31 flops, one of them a division. Range: that of
/// [`crate::eft::two_prod`] for 1/y and for the quotient.
#[inline(always)]
pub fn div_dw3<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let th = y.hi().constant(1.0) / y.hi();
    let rh = (-y.hi()).mul_add(th, y.hi().constant(1.0));
    let rl = -(y.lo() * th);
    let delta = mul_word_fp3(DoubleWord::from_transform(fast_two_sum(rh, rl)), th);
    let m = add_word(delta, th);
    mul_dw3(x, m)
}

/// [`div_dw3`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct DivDw3;

impl Operation for DivDw3 {
    const INFO: Info = Info {
        name: "div-accurate",
        algorithm: "DWDivDW3",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 18",
        function: Function::Div,
        shape: Shape::DoubleWordDoubleWord,
        flops: 31,
        bound: Bound::u2(9.8),
        fma: Fma::Required,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        div_dw3(x, y)
    }
}
