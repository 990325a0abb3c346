//! Division by quotient and remainder.

use crate::{
    double_word::mul_word_fp1::mul_word_fp1,
    double_word::{DoubleWord, named},
    eft::fast_two_sum,
    operation::operation,
    word::Word,
};

/// x / y by DWDivDW2. [`DivDw2`] has source, bound and flops.
///
/// The bound holds for p ≥ 7. Two flops are divisions. Range: that of [`crate::eft::two_prod`] for the
/// quotient times y.
#[inline(always)]
pub fn div_dw2<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let divisor = y.hi().divisor();
    let th = x.hi().over(divisor);
    let r = mul_word_fp1(y, th);
    let delta = (x.hi() - r.hi()) + (x.lo() - r.lo());
    named::<DivDw2, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(th, delta.over(divisor))),
    )
}

operation! {
    div_dw2 as DivDw2,
    name: "div-dw2",
    algorithm: "DWDivDW2",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 17",
    function: Div of DoubleWordDoubleWord,
    flops: 18,
    bound: 15 u2 + 56 u3,
    fma: Shortens,
}
