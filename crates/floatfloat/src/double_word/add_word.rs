//! Double-word plus word.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_sum},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x + y for a word y, by DWPlusFP (Joldes, Muller, Popescu 2017, algorithm 4; formal proof by
/// Muller & Rideau 2022).
///
/// Relative error ≤ 2u². 10 flops. Range: no overflow.
#[inline(always)]
pub fn add_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (sh, sl) = two_sum(x.hi(), y);
    DoubleWord::from_transform(fast_two_sum(sh, x.lo() + sl))
}

/// [`add_word`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct AddWord;

impl Operation for AddWord {
    const INFO: Info = Info {
        name: "add-word",
        algorithm: "DWPlusFP",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 4; formally proved by Muller & Rideau 2022",
        function: Function::Add,
        shape: Shape::DoubleWordWord,
        flops: 10,
        bound: Bound::u2(2.0),
        fma: Fma::Unused,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        add_word(x, y.hi())
    }
}
