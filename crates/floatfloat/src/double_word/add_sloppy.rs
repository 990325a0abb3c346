//! Fast addition for operands of the same sign.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_sum},
    operation::operation,
    word::Word,
};

/// x + y by SloppyDWPlusDW (QD's sloppy addition), for x and y of the same sign. [`AddSloppy`] has
/// source, bound and flops.
///
/// **No bound where the signs differ**: under cancellation every bit may be wrong. Range: no overflow.
#[inline(always)]
pub fn add_sloppy<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (sh, sl) = two_sum(x.hi(), y.hi());
    let v = x.lo() + y.lo();
    named::<AddSloppy, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(sh, sl + v)),
    )
}

operation! {
    add_sloppy as AddSloppy,
    name: "add-sloppy",
    algorithm: "SloppyDWPlusDW",
    synonyms: ["sloppy addition (QD)"],
    source: "Joldes, Muller, Popescu 2017, algorithm 5",
    function: Add of DoubleWordDoubleWord,
    flops: 11,
    bound: 3 u2 for equal signs,
    fma: Unused,
}
