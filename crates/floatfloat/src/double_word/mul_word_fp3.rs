//! Double-word times word: the default.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x · y for a word y, by DWTimesFP3: the default. [`MulWordFp3`] has source, bound and flops.
///
/// Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_word_fp3<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (ch, cl) = two_prod(x.hi(), y);
    named::<MulWordFp3, _, _>(
        [x.hi(), x.lo(), y],
        DoubleWord::from_transform(fast_two_sum(ch, x.lo().mul_add(y, cl))),
    )
}

operation! {
    mul_word_fp3 as MulWordFp3,
    name: "mul-word",
    algorithm: "DWTimesFP3",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 9",
    function: Mul of DoubleWordWord,
    flops: 6,
    bound: 2 u2,
    fma: Required,
}
