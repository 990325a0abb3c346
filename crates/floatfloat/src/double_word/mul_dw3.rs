//! Accurate multiplication.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x · y by DWTimesDW3: the accurate product. [`MulDw3`] has source, bound and flops.
///
/// As many flops as the default [`mul_dw1`](super::mul_dw1::mul_dw1), and a chain that is longer by one fused multiply-add.
/// y · x may differ from x · y. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_dw3<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (ch, cl) = two_prod(x.hi(), y.hi());
    let cross = x.hi().mul_add(y.lo(), x.lo() * y.lo());
    let cross = x.lo().mul_add(y.hi(), cross);
    named::<MulDw3, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(ch, cl + cross)),
    )
}

operation! {
    mul_dw3 as MulDw3,
    name: "mul-accurate",
    algorithm: "DWTimesDW3",
    synonyms: [],
    source: "Joldes, Muller, Popescu 2017, algorithm 12; bound of Muller & Rideau 2022",
    function: Mul of DoubleWordDoubleWord,
    flops: 9,
    bound: 4 u2,
    fma: Required,
}
