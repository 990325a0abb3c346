//! Subtraction by a shallow network: the default.

use crate::{
    double_word::{DoubleWord, add_network::add_network, named},
    operation::operation,
    word::Word,
};

/// x − y: [`add_network`] of x and −y. The default subtraction. [`SubNetwork`] has source, bound and
/// flops.
///
/// Range: no overflow.
#[inline(always)]
pub fn sub_network<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let difference = add_network(x, DoubleWord::from_normalized(-y.hi(), -y.lo()));
    named::<SubNetwork, _, _>([x.hi(), x.lo(), y.hi(), y.lo()], difference)
}

operation! {
    sub_network as SubNetwork,
    name: "sub",
    algorithm: "two-word addition network",
    synonyms: ["SubDW"],
    source: "Zhang & Aiken 2025, two-word network",
    function: Sub of DoubleWordDoubleWord,
    flops: 20,
    bound: 2 u2,
    fma: Unused,
}
