//! Every pair of operands of a small format.

use floatfloat::sim::{
    Machine, Sim, Spec,
    machines::{Chopped, IeeeF32, NearestAway, OneGuardBit, Small, TwoGuardBits},
};

/// A property of all formats of 3 to 8 bits of a design.
pub trait Law {
    fn holds<const P: u32, M: Machine>();
}

/// Proves it for p = 3 … 8.
pub fn for_small_formats<L: Law, M: Machine>() {
    L::holds::<3, M>();
    L::holds::<4, M>();
    L::holds::<5, M>();
    L::holds::<6, M>();
    L::holds::<7, M>();
    L::holds::<8, M>();
}

/// Proves it for round to nearest, ties to even and away.
pub fn under_nearest<L: Law>() {
    for_small_formats::<L, IeeeF32>();
    for_small_formats::<L, NearestAway>();
}

/// Proves it for chopping: exact, and with one and two guard bits without a sticky bit.
pub fn under_truncation<L: Law>() {
    for_small_formats::<L, Chopped>();
    for_small_formats::<L, OneGuardBit>();
    for_small_formats::<L, TwoGuardBits>();
}

/// Significands, as integers of exactly P bits.
pub fn significands<const P: u32>() -> impl Iterator<Item = i64> + Clone {
    (1 << (P - 1))..(1 << P)
}

/// x as a word of the small machine.
pub fn word<const P: u32, M: Machine>(x: f64) -> Sim<Small<P, M>> {
    Sim::from_carrier(x)
}

/// Whether x is a number of the format. `f64` holds all that is computed here.
pub fn is_word(m: &Spec, x: f64) -> bool {
    m.round(x) == x
}
