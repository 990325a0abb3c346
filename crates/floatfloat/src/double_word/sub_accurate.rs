//! Subtraction by two renormalisations.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_diff},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x − y as QD and Warwick's algorithm 7 have it:
/// [`add_accurate`](super::add_accurate::add_accurate) with 2Diff for 2Sum. The same bits as adding
/// −y.
///
/// Relative error ≤ 3u²/(1 − 4u). 20 flops. Range: no overflow.
#[inline(always)]
pub fn sub_accurate<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (sh, sl) = two_diff(x.hi(), y.hi());
    let (th, tl) = two_diff(x.lo(), y.lo());
    let (vh, vl) = fast_two_sum(sh, sl + th);
    DoubleWord::from_transform(fast_two_sum(vh, tl + vl))
}

/// [`sub_accurate`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SubAccurate;

impl Operation for SubAccurate {
    const INFO: Info = Info {
        name: "sub-accurate",
        algorithm: "AccurateDWPlusDW with 2Diff",
        synonyms: &["IEEE subtraction (QD)", "Warwick 7"],
        source: "Joldes, Muller, Popescu 2017, algorithm 6",
        function: Function::Sub,
        shape: Shape::DoubleWordDoubleWord,
        flops: 20,
        bound: Bound::Relative { c2: 3.0, c3: 0.0, d: 4.0 },
        fma: Fma::Unused,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        sub_accurate(x, y)
    }
}
