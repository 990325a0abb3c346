//! Division by quotient and remainder.

use crate::{
    double_word::DoubleWord,
    double_word::mul_word_fp1::mul_word_fp1,
    eft::fast_two_sum,
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x / y by DWDivDW2 (Joldes, Muller, Popescu 2017, algorithm 17).
///
/// Relative error ≤ 15u² + 56u³ (p ≥ 7). 18 flops, two of them divisions. Range: that of
/// [`crate::eft::two_prod`] for the quotient times y.
#[inline(always)]
pub fn div_dw2<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let divisor = y.hi().divisor();
    let th = x.hi().over(divisor);
    let r = mul_word_fp1(y, th);
    let delta = (x.hi() - r.hi()) + (x.lo() - r.lo());
    DoubleWord::from_transform(fast_two_sum(th, delta.over(divisor)))
}

/// [`div_dw2`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct DivDw2;

impl Operation for DivDw2 {
    const INFO: Info = Info {
        name: "div-dw2",
        algorithm: "DWDivDW2",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 17",
        function: Function::Div,
        shape: Shape::DoubleWordDoubleWord,
        flops: 18,
        bound: Bound::Relative { c2: 15.0, c3: 56.0, d: 0.0 },
        fma: Fma::Shortens,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        div_dw2(x, y)
    }
}
