//! Subtraction by a shallow network: the default.

use crate::{
    double_word::DoubleWord,
    double_word::add_network::add_network,
    operation::{Bound, Fma, Function, Info, Operation, Shape},
    word::Word,
};

/// x − y: [`add_network`] of x and −y. The default subtraction.
///
/// Relative error ≤ 2u². 20 flops. Range: no overflow.
#[inline(always)]
pub fn sub_network<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    add_network(x, DoubleWord::from_normalized(-y.hi(), -y.lo()))
}

/// [`sub_network`] as an [`Operation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SubNetwork;

impl Operation for SubNetwork {
    const INFO: Info = Info {
        name: "sub",
        algorithm: "two-word addition network",
        synonyms: &["SubDW"],
        source: "Zhang & Aiken 2025, two-word network",
        function: Function::Sub,
        shape: Shape::DoubleWordDoubleWord,
        flops: 20,
        bound: Bound::u2(2.0),
        fma: Fma::Unused,
    };

    #[inline(always)]
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        sub_network(x, y)
    }
}
