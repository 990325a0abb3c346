//! Double-word divided by word.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x / y for a word y, by DWDivFP2 (Joldes, Muller, Popescu 2017, algorithm 14).
///
/// Relative error ≤ 3.5u². 10 flops, two of them divisions. Range: that of [`two_prod`] for the
/// quotient times y.
#[inline(always)]
pub fn div_word_fp2<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let divisor = y.divisor();
    let th = x.hi().over(divisor);
    let (ph, pl) = two_prod(th, y);
    let delta = (x.hi() - ph) + (x.lo() - pl);
    DoubleWord::from_transform(fast_two_sum(th, delta.over(divisor)))
}

/// [`div_word_fp2`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct DivWordFp2;

impl Operation for DivWordFp2 {
    const INFO: Info = Info {
        name: "div-word-fp2",
        algorithm: "DWDivFP2",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 14",
        function: Function::Div,
        shape: Shape::DoubleWordWord,
        flops: 10,
        bound: Bound::u2(3.5),
        fma: Fma::Shortens,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        div_word_fp2(x, y.hi())
    }
}
