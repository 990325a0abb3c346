//! Double-word times word: the most accurate algorithm.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x · y for a word y, by DWTimesFP1: the accurate one. [`MulWordFp1`] has source, bound and flops.
///
/// 15 flops more with Dekker's product. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_word_fp1<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (ch, cl1) = two_prod(x.hi(), y);
    let (th, tl1) = fast_two_sum(ch, x.lo() * y);
    named::<MulWordFp1, _, _>(
        [x.hi(), x.lo(), y],
        DoubleWord::from_transform(fast_two_sum(th, tl1 + cl1)),
    )
}

operation! {
    mul_word_fp1 as MulWordFp1,
    name: "mul-word-fp1",
    algorithm: "DWTimesFP1",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 7",
    function: Mul of DoubleWordWord,
    flops: 10,
    bound: 1.5 u2 + 4 u3,
    fma: Shortens,
}
