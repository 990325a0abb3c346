//! Double-word times word, most accurately.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x · y for a word y, by DWTimesFP1 (Joldes, Muller, Popescu 2017, algorithm 7): the accurate one.
///
/// Relative error ≤ 1.5u² + 4u³. 10 flops, 25 with Dekker's product. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_word_fp1<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (ch, cl1) = two_prod(x.hi(), y);
    let (th, tl1) = fast_two_sum(ch, x.lo() * y);
    DoubleWord::from_transform(fast_two_sum(th, tl1 + cl1))
}

/// [`mul_word_fp1`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MulWordFp1;

impl Operation for MulWordFp1 {
    const INFO: Info = Info {
        name: "mul-word-fp1",
        algorithm: "DWTimesFP1",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 7",
        function: Function::Mul,
        shape: Shape::DoubleWordWord,
        flops: 10,
        bound: Bound::Relative { c2: 1.5, c3: 4.0, d: 0.0 },
        fma: Fma::Shortens,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        mul_word_fp1(x, y.hi())
    }
}
