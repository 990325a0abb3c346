//! The addition of Da Graça & Defour (2006), with and without its branch.

use crate::{
    double_word::{DoubleWord, named},
    eft::two_sum,
    operation::operation,
    word::Word,
};

/// x + y by Add22, the larger operand chosen by select. [`Add22`] has source, bound and flops.
///
/// Under cancellation the first term of the bound dominates, and there is no relative bound. Range: no
/// overflow.
#[inline(always)]
pub fn add22<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let r = x.hi() + y.hi();
    let ordered = y.hi().abs().less_or_equal(x.hi().abs());
    let choose = |a, b| W::select(ordered, a, b);
    let e = (choose(x.hi(), y.hi()) - r) + choose(y.hi(), x.hi());
    let s = (e + choose(y.lo(), x.lo())) + choose(x.lo(), y.lo());
    named::<Add22, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(two_sum(r, s)),
    )
}

/// [`add22`] with the branch that its authors printed, and to which they attribute its slowness on CPUs. The
/// bits are the same. Only for words that are compared one at a time.
#[inline(always)]
pub fn add22_branch<W: Word<Mask = bool>>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let r = x.hi() + y.hi();
    let s = if y.hi().abs().less_or_equal(x.hi().abs()) {
        (((x.hi() - r) + y.hi()) + y.lo()) + x.lo()
    } else {
        (((y.hi() - r) + x.hi()) + x.lo()) + y.lo()
    };
    DoubleWord::from_transform(two_sum(r, s))
}

operation! {
    add22 as Add22,
    name: "add22",
    algorithm: "Add22",
    synonyms: ["Add22"],
    source: "Da Graça & Defour 2006, theorem 5",
    function: Add of DoubleWordDoubleWord,
    flops: 11,
    bound: 16 u2 or u of the low parts,
    fma: Unused,
}
