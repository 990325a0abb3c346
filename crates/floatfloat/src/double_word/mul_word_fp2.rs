//! Double-word times word without a fused multiply-add.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x · y for a word y, by DWTimesFP2: for hardware without a fused multiply-add. [`MulWordFp2`] has
/// source, bound and flops.
///
/// 15 flops more with Dekker's product. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_word_fp2<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (ch, cl1) = two_prod(x.hi(), y);
    let cl2 = x.lo() * y;
    named::<MulWordFp2, _, _>(
        [x.hi(), x.lo(), y],
        DoubleWord::from_transform(fast_two_sum(ch, cl1 + cl2)),
    )
}

operation! {
    mul_word_fp2 as MulWordFp2,
    name: "mul-word-fp2",
    algorithm: "DWTimesFP2",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 8",
    function: Mul of DoubleWordWord,
    flops: 7,
    bound: 3 u2,
    fma: Shortens,
}
