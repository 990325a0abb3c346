//! Addition by a shallow network: the default.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_sum},
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x + y by the two-word addition network (Zhang & Aiken 2025): the default addition.
///
/// Relative error ≤ 2u² (2^-(2p-1), machine-checked in their paper). 20 flops like
/// [`add_accurate`](super::add_accurate::add_accurate), but depth 10 instead of 13, because the two
/// low corrections do not wait for each other. Range: no overflow.
#[inline(always)]
pub fn add_network<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (s, e) = two_sum(x.hi(), y.hi());
    let (t, f) = two_sum(x.lo(), y.lo());
    let (s, t) = fast_two_sum(s, t);
    DoubleWord::from_transform(fast_two_sum(s, (e + f) + t))
}

/// [`add_network`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct AddNetwork;

impl Operation for AddNetwork {
    const INFO: Info = Info {
        name: "add",
        algorithm: "two-word addition network",
        synonyms: &["AddDW", "MultiFloats addition"],
        source: "Zhang & Aiken 2025, two-word network",
        function: Function::Add,
        shape: Shape::DoubleWordDoubleWord,
        flops: 20,
        bound: Bound::u2(2.0),
        fma: Fma::Unused,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        add_network(x, y)
    }
}
