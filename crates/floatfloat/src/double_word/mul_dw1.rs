//! Multiplication without a fused multiply-add.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x · y by DWTimesDW1 (Joldes, Muller, Popescu 2017, algorithm 10): the product for hardware
/// without a fused multiply-add.
///
/// Relative error ≤ 5u² with ties to even, 5.5u² with another rule for ties (Muller & Rideau 2022).
/// 9 flops with a fused multiply-add, 24 with Dekker's product. Range: that of
/// [`two_prod`].
#[inline(always)]
pub fn mul_dw1<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (ch, cl) = two_prod(x.hi(), y.hi());
    let cross = x.hi() * y.lo() + x.lo() * y.hi();
    DoubleWord::from_transform(fast_two_sum(ch, cl + cross))
}

/// [`mul_dw1`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MulDw1;

impl Operation for MulDw1 {
    const INFO: Info = Info {
        name: "mul-dw1",
        algorithm: "DWTimesDW1",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 10; bound of Muller & Rideau 2022",
        function: Function::Mul,
        shape: Shape::DoubleWordDoubleWord,
        flops: 9,
        bound: Bound::u2(5.0),
        fma: Fma::Shortens,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        mul_dw1(x, y)
    }
}
