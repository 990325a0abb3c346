//! Multiplication: the default.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x · y by DWTimesDW1: the default product. [`MulDw1`] has source, bound and flops.
///
/// x · y and y · x have the same bits: both cross products are rounded before they are added.
/// [`mul_dw2`](super::mul_dw2::mul_dw2) has one flop less, the same bound, and is not symmetric.
///
/// The bound holds with ties to even; with any other rule for ties it is 5.5u². 15 flops more with Dekker's
/// product. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_dw1<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (ch, cl) = two_prod(x.hi(), y.hi());
    let cross = x.hi() * y.lo() + x.lo() * y.hi();
    named::<MulDw1, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(ch, cl + cross)),
    )
}

operation! {
    mul_dw1 as MulDw1,
    name: "mul",
    algorithm: "DWTimesDW1",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 10; bound of Muller & Rideau 2022",
    function: Mul of DoubleWordDoubleWord,
    flops: 9,
    bound: 5 u2,
    fma: Shortens,
}
