//! Double-word times word without a fused multiply-add.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x · y for a word y, by DWTimesFP2 (Joldes, Muller, Popescu 2017, algorithm 8): for hardware
/// without a fused multiply-add.
///
/// Relative error ≤ 3u². 7 flops, 22 with Dekker's product. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_word_fp2<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (ch, cl1) = two_prod(x.hi(), y);
    let cl2 = x.lo() * y;
    DoubleWord::from_transform(fast_two_sum(ch, cl1 + cl2))
}

/// [`mul_word_fp2`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MulWordFp2;

impl Operation for MulWordFp2 {
    const INFO: Info = Info {
        name: "mul-word-fp2",
        algorithm: "DWTimesFP2",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 8",
        function: Function::Mul,
        shape: Shape::DoubleWordWord,
        flops: 7,
        bound: Bound::u2(3.0),
        fma: Fma::Shortens,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        mul_word_fp2(x, y.hi())
    }
}
