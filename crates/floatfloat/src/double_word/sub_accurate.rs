//! Subtraction by two renormalisations.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_diff},
    operation::operation,
    word::Word,
};

/// x − y as in QD and in Warwick's algorithm 7: [`add_accurate`](super::add_accurate::add_accurate) with 2Diff
/// in place of 2Sum. The bits are those of the sum with −y. [`SubAccurate`] has source, bound and flops.
///
/// Range: no overflow.
#[inline(always)]
pub fn sub_accurate<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (sh, sl) = two_diff(x.hi(), y.hi());
    let (th, tl) = two_diff(x.lo(), y.lo());
    let (vh, vl) = fast_two_sum(sh, sl + th);
    named::<SubAccurate, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(vh, tl + vl)),
    )
}

operation! {
    sub_accurate as SubAccurate,
    name: "sub-accurate",
    algorithm: "AccurateDWPlusDW with 2Diff",
    synonyms: ["IEEE subtraction (QD)", "Warwick 7"],
    source: "Joldes, Muller, Popescu 2017, algorithm 6",
    function: Sub of DoubleWordDoubleWord,
    flops: 20,
    bound: 3 u2 / (1 - 4 u),
    fma: Unused,
}
