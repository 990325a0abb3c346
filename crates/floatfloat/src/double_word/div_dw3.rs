//! Division by an accurate reciprocal.

use crate::{
    double_word::{
        DoubleWord, add_word::add_word, mul_dw3::mul_dw3, mul_word_fp3::mul_word_fp3, named,
    },
    eft::fast_two_sum,
    operation::operation,
    word::Word,
};

/// x / y by DWDivDW3: the accurate one, x times a double-word reciprocal made by one Newton step.
/// [`DivDw3`] has source, bound and flops.
///
/// The bound holds for p ≥ 14. One flop is a division. Range: that of [`crate::eft::two_prod`] for 1/y
/// and for the quotient.
#[inline(always)]
pub fn div_dw3<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let th = y.hi().constant(1.0) / y.hi();
    let rh = (-y.hi()).mul_add(th, y.hi().constant(1.0));
    let rl = -(y.lo() * th);
    let delta = mul_word_fp3(DoubleWord::from_transform(fast_two_sum(rh, rl)), th);
    let m = add_word(delta, th);
    named::<DivDw3, _, _>([x.hi(), x.lo(), y.hi(), y.lo()], mul_dw3(x, m))
}

operation! {
    div_dw3 as DivDw3,
    name: "div-accurate",
    algorithm: "DWDivDW3",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 18",
    function: Div of DoubleWordDoubleWord,
    flops: 31,
    bound: 9.8 u2,
    fma: Required,
}
