//! Multiplication of 2006.

use crate::{
    double_word::DoubleWord,
    eft::{two_prod, two_sum},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x · y by Mul22 (Da Graça & Defour 2006, theorem 6). Line 3 of the printed algorithm adds t2
/// where t3 is meant; this is the algorithm that their theorem is about.
///
/// Relative error ≤ 2^-44 for float-float, 16u². 12 flops with a fused multiply-add, 27 with
/// Dekker's product, as in the paper. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul22<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (t1, t2) = two_prod(x.hi(), y.hi());
    let t3 = (x.hi() * y.lo() + x.lo() * y.hi()) + t2;
    DoubleWord::from_transform(two_sum(t1, t3))
}

/// [`mul22`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Mul22;

impl Operation for Mul22 {
    const INFO: Info = Info {
        name: "mul22",
        algorithm: "Mul22",
        synonyms: &["Mul22"],
        source: "Da Graça & Defour 2006, theorem 6",
        function: Function::Mul,
        shape: Shape::DoubleWordDoubleWord,
        flops: 12,
        bound: Bound::u2(16.0),
        fma: Fma::Shortens,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        mul22(x, y)
    }
}
