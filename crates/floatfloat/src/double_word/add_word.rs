//! Double-word plus word.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_sum},
    operation::operation,
    word::Word,
};

/// x + y for a word y, by DWPlusFP. [`AddWord`] has source, bound and flops.
///
/// Range: no overflow.
#[inline(always)]
pub fn add_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (sh, sl) = two_sum(x.hi(), y);
    named::<AddWord, _, _>(
        [x.hi(), x.lo(), y],
        DoubleWord::from_transform(fast_two_sum(sh, x.lo() + sl)),
    )
}

operation! {
    add_word as AddWord,
    name: "add-word",
    algorithm: "DWPlusFP",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 4; formally proved by Muller & Rideau 2022",
    function: Add of DoubleWordWord,
    flops: 10,
    bound: 2 u2,
    fma: Unused,
}
