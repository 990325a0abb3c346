//! Multiplication with a fused multiply-add: the default.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x · y by DWTimesDW2 (Joldes, Muller, Popescu 2017, algorithm 11): the default product where
/// there is a fused multiply-add.
///
/// Relative error ≤ 5u² (Muller & Rideau 2022), the same as that of
/// [`mul_dw1`](super::mul_dw1::mul_dw1), which takes its place without a fused multiply-add. 8
/// flops. A chain of products waits for two products and four sums an operation, where
/// [`mul_dw3`](super::mul_dw3::mul_dw3) makes it wait for three and four. Range: that of
/// [`two_prod`].
#[inline(always)]
pub fn mul_dw2<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (ch, cl) = two_prod(x.hi(), y.hi());
    let cross = x.lo().mul_add(y.hi(), x.hi() * y.lo());
    DoubleWord::from_transform(fast_two_sum(ch, cl + cross))
}

/// [`mul_dw2`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MulDw2;

impl Operation for MulDw2 {
    const INFO: Info = Info {
        name: "mul",
        algorithm: "DWTimesDW2",
        synonyms: &["MulDW"],
        source: "Joldes, Muller, Popescu 2017, algorithm 11; bound of Muller & Rideau 2022",
        function: Function::Mul,
        shape: Shape::DoubleWordDoubleWord,
        flops: 8,
        bound: Bound::u2(5.0),
        fma: Fma::Required,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        mul_dw2(x, y)
    }
}
