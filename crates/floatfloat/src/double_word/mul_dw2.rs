//! The shortest multiplication, with a fused multiply-add.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod},
    operation::operation,
    word::Word,
};

/// x · y by DWTimesDW2. [`MulDw2`] has source, bound and flops.
///
/// One flop less than the default [`mul_dw1`](super::mul_dw1::mul_dw1), with the same bound. Only one of the
/// two cross products is rounded: y · x may differ from x · y. In a chain of products each operation waits for
/// two products and four sums; with [`mul_dw3`](super::mul_dw3::mul_dw3) it waits for three products and four
/// sums. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_dw2<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (ch, cl) = two_prod(x.hi(), y.hi());
    let cross = x.lo().mul_add(y.hi(), x.hi() * y.lo());
    named::<MulDw2, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(ch, cl + cross)),
    )
}

operation! {
    mul_dw2 as MulDw2,
    name: "mul-dw2",
    algorithm: "DWTimesDW2",
    synonyms: ["MulDW"],
    source: "Joldes, Muller, Popescu 2017, algorithm 11; bound of Muller & Rideau 2022",
    function: Mul of DoubleWordDoubleWord,
    flops: 8,
    bound: 5 u2,
    fma: Required,
}
