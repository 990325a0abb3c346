//! The multiplication of Da Graça & Defour (2006).

use crate::{
    double_word::{DoubleWord, named},
    eft::{two_prod, two_sum},
    operation::operation,
    word::Word,
};

/// x · y by Mul22. Line 3 of the printed algorithm adds t2 instead of t3; this is the corrected algorithm, for
/// which their theorem holds. [`Mul22`] has source, bound and flops.
///
/// 15 flops more with Dekker's product, as in the paper. Range: that of [`two_prod`].
#[inline(always)]
pub fn mul22<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (t1, t2) = two_prod(x.hi(), y.hi());
    let t3 = (x.hi() * y.lo() + x.lo() * y.hi()) + t2;
    named::<Mul22, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(two_sum(t1, t3)),
    )
}

operation! {
    mul22 as Mul22,
    name: "mul22",
    algorithm: "Mul22",
    synonyms: ["Mul22"],
    source: "Da Graça & Defour 2006, theorem 6",
    function: Mul of DoubleWordDoubleWord,
    flops: 12,
    bound: 16 u2,
    fma: Shortens,
}
