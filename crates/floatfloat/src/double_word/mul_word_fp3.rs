//! Double-word times word: the default.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x · y for a word y, by DWTimesFP3 (Joldes, Muller, Popescu 2017, algorithm 9): the default.
///
/// Relative error ≤ 2u². 6 flops. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_word_fp3<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (ch, cl) = two_prod(x.hi(), y);
    DoubleWord::from_transform(fast_two_sum(ch, x.lo().mul_add(y, cl)))
}

/// [`mul_word_fp3`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MulWordFp3;

impl Operation for MulWordFp3 {
    const INFO: Info = Info {
        name: "mul-word",
        algorithm: "DWTimesFP3",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 9",
        function: Function::Mul,
        shape: Shape::DoubleWordWord,
        flops: 6,
        bound: Bound::u2(2.0),
        fma: Fma::Required,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        mul_word_fp3(x, y.hi())
    }
}
