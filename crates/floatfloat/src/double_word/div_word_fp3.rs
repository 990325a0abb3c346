//! Double-word divided by word: the default.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x / y for a word y, by DWDivFP3: the default. [`DivWordFp3`] has source, bound and flops.
///
/// The bound holds for p ≥ 4. Two flops are divisions. Range: that of [`two_prod`] for the quotient
/// times y.
#[inline(always)]
pub fn div_word_fp3<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let divisor = y.divisor();
    let th = x.hi().over(divisor);
    let (ph, pl) = two_prod(th, y);
    let delta = ((x.hi() - ph) - pl) + x.lo();
    named::<DivWordFp3, _, _>(
        [x.hi(), x.lo(), y],
        DoubleWord::from_transform(fast_two_sum(th, delta.over(divisor))),
    )
}

operation! {
    div_word_fp3 as DivWordFp3,
    name: "div-word",
    algorithm: "DWDivFP3",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 15",
    function: Div of DoubleWordWord,
    flops: 10,
    bound: 3 u2,
    fma: Shortens,
}
