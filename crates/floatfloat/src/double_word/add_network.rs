//! Addition by a shallow network: the default.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_sum},
    operation::operation,
    word::Word,
};

/// x + y by the two-word addition network: the default addition. [`AddNetwork`] has source, bound and
/// flops.
///
/// Their paper proves the bound by machine. As many flops as
/// [`add_accurate`](super::add_accurate::add_accurate), but depth 10 instead of 13, because the two low
/// corrections do not wait for each other. Range: no overflow.
#[inline(always)]
pub fn add_network<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (s, e) = two_sum(x.hi(), y.hi());
    let (t, f) = two_sum(x.lo(), y.lo());
    let (s, t) = fast_two_sum(s, t);
    named::<AddNetwork, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(s, e.add_by_fma(f).add_by_fma(t))),
    )
}

operation! {
    add_network as AddNetwork,
    name: "add",
    algorithm: "two-word addition network",
    synonyms: ["AddDW", "MultiFloats addition"],
    source: "Zhang & Aiken 2025, two-word network",
    function: Add of DoubleWordDoubleWord,
    flops: 20,
    bound: 2 u2,
    fma: Unused,
}
