//! Addition by two renormalisations.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_sum},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x + y by AccurateDWPlusDW (Joldes, Muller, Popescu 2017, algorithm 6; QD's "IEEE" addition;
/// Warwick's algorithm 6).
///
/// Relative error ≤ 3u²/(1 − 4u) (their theorem 3.1, p ≥ 3), approached asymptotically. 20 flops,
/// depth 13. Range: no overflow.
#[inline(always)]
pub fn add_accurate<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (sh, sl) = two_sum(x.hi(), y.hi());
    let (th, tl) = two_sum(x.lo(), y.lo());
    let (vh, vl) = fast_two_sum(sh, sl + th);
    DoubleWord::from_transform(fast_two_sum(vh, tl + vl))
}

/// [`add_accurate`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct AddAccurate;

impl Operation for AddAccurate {
    const INFO: Info = Info {
        name: "add-accurate",
        algorithm: "AccurateDWPlusDW",
        synonyms: &["IEEE addition (QD)", "Warwick 6"],
        source: "Joldes, Muller, Popescu 2017, algorithm 6",
        function: Function::Add,
        shape: Shape::DoubleWordDoubleWord,
        flops: 20,
        bound: Bound::Relative { c2: 3.0, c3: 0.0, d: 4.0 },
        fma: Fma::Unused,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        add_accurate(x, y)
    }
}
