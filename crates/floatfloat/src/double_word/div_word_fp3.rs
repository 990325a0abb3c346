//! Double-word divided by word: the default.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x / y for a word y, by DWDivFP3 (Joldes, Muller, Popescu 2017, algorithm 15): the default.
///
/// Relative error ≤ 3u² (p ≥ 4). 10 flops, two of them divisions. Range: that of [`two_prod`] for
/// the quotient times y.
#[inline(always)]
pub fn div_word_fp3<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let divisor = y.divisor();
    let th = x.hi().over(divisor);
    let (ph, pl) = two_prod(th, y);
    let delta = ((x.hi() - ph) - pl) + x.lo();
    DoubleWord::from_transform(fast_two_sum(th, delta.over(divisor)))
}

/// [`div_word_fp3`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct DivWordFp3;

impl Operation for DivWordFp3 {
    const INFO: Info = Info {
        name: "div-word",
        algorithm: "DWDivFP3",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 15",
        function: Function::Div,
        shape: Shape::DoubleWordWord,
        flops: 10,
        bound: Bound::u2(3.0),
        fma: Fma::Shortens,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        div_word_fp3(x, y.hi())
    }
}
