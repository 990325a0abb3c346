//! Addition by two renormalisations.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_sum},
    operation::operation,
    word::Word,
};

/// x + y by AccurateDWPlusDW (QD's "IEEE" addition; Warwick's algorithm 6). [`AddAccurate`] has source,
/// bound and flops.
///
/// The bound is their theorem 3.1, for p ≥ 3; errors come asymptotically close to it. Depth 13. Range: no
/// overflow.
#[inline(always)]
pub fn add_accurate<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (sh, sl) = two_sum(x.hi(), y.hi());
    let (th, tl) = two_sum(x.lo(), y.lo());
    let (vh, vl) = fast_two_sum(sh, sl + th);
    named::<AddAccurate, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(vh, tl + vl)),
    )
}

operation! {
    add_accurate as AddAccurate,
    name: "add-accurate",
    algorithm: "AccurateDWPlusDW",
    synonyms: ["IEEE addition (QD)", "Warwick 6"],
    source: "Joldes, Muller, Popescu 2017, algorithm 6",
    function: Add of DoubleWordDoubleWord,
    flops: 20,
    bound: 3 u2 / (1 - 4 u),
    fma: Unused,
}
