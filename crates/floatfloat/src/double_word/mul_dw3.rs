//! Accurate multiplication.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x · y by DWTimesDW3 (Joldes, Muller, Popescu 2017, algorithm 12): the accurate product.
///
/// Relative error ≤ 4u² (Muller & Rideau 2022), against 5u² of the default
/// [`mul_dw2`](super::mul_dw2::mul_dw2), for one flop more and a chain that is longer by one fused
/// multiply-add. 9 flops. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul_dw3<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (ch, cl) = two_prod(x.hi(), y.hi());
    let cross = x.hi().mul_add(y.lo(), x.lo() * y.lo());
    let cross = x.lo().mul_add(y.hi(), cross);
    DoubleWord::from_transform(fast_two_sum(ch, cl + cross))
}

/// [`mul_dw3`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MulDw3;

impl Operation for MulDw3 {
    const INFO: Info = Info {
        name: "mul-accurate",
        algorithm: "DWTimesDW3",
        synonyms: &[],
        source: "Joldes, Muller, Popescu 2017, algorithm 12; bound of Muller & Rideau 2022",
        function: Function::Mul,
        shape: Shape::DoubleWordDoubleWord,
        flops: 9,
        bound: Bound::u2(4.0),
        fma: Fma::Required,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        mul_dw3(x, y)
    }
}
