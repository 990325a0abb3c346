//! Fast addition for operands of the same sign.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_sum},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x + y by SloppyDWPlusDW (Joldes, Muller, Popescu 2017, algorithm 5; QD's sloppy addition).
///
/// Relative error ≤ 3u² where x and y have the same sign. **None where they have not**: under
/// cancellation every bit may be wrong. 11 flops. Range: no overflow.
#[inline(always)]
pub fn add_sloppy<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (sh, sl) = two_sum(x.hi(), y.hi());
    let v = x.lo() + y.lo();
    DoubleWord::from_transform(fast_two_sum(sh, sl + v))
}

/// [`add_sloppy`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct AddSloppy;

impl Operation for AddSloppy {
    const INFO: Info = Info {
        name: "add-sloppy",
        algorithm: "SloppyDWPlusDW",
        synonyms: &["sloppy addition (QD)"],
        source: "Joldes, Muller, Popescu 2017, algorithm 5",
        function: Function::Add,
        shape: Shape::DoubleWordDoubleWord,
        flops: 11,
        bound: Bound::RelativeSameSign { c2: 3.0 },
        fma: Fma::Unused,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        add_sloppy(x, y)
    }
}
