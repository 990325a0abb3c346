//! Double-word divided by word.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x / y for a word y, by DWDivFP2. [`DivWordFp2`] has source, bound and flops.
///
/// Two flops are divisions. Range: that of [`two_prod`] for the quotient times y.
#[inline(always)]
pub fn div_word_fp2<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let divisor = y.divisor();
    let th = x.hi().over(divisor);
    let (ph, pl) = two_prod(th, y);
    let delta = (x.hi() - ph) + (x.lo() - pl);
    named::<DivWordFp2, _, _>(
        [x.hi(), x.lo(), y],
        DoubleWord::from_transform(fast_two_sum(th, delta.over(divisor))),
    )
}

operation! {
    div_word_fp2 as DivWordFp2,
    name: "div-word-fp2",
    algorithm: "DWDivFP2",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 14",
    function: Div of DoubleWordWord,
    flops: 10,
    bound: 3.5 u2,
    fma: Shortens,
}
