//! The timed work: every operation as a loop over arrays.

pub mod device;
pub(crate) mod elements;
pub(crate) mod exact;
pub mod kernel;
mod lanes;
pub mod limit;
pub(crate) mod matrices;
pub mod slices;
pub(crate) mod wide;

use crate::{machine::available_memory, random::Random, real::Real};
use floatfloat::DoubleWord;

/// The number of different operands. Longer arrays repeat them. There are so many that no branch
/// predictor learns them.
const DISTINCT: usize = 1 << 16;

/// The exponents of the operands lie within ± this.
const EXPONENTS: u32 = 8;

/// Random operands x and y: `length` of each, or as many as differ. All x are positive, so that they
/// have square roots.
fn distinct<W: Real>(length: usize, seed: u64) -> Vec<(DoubleWord<W>, DoubleWord<W>)> {
    let mut random = Random::new(seed, 0);
    let mut pair = || random.pair::<W>(EXPONENTS);
    let positive = |x: DoubleWord<W>| if x.hi().less(W::default()) { -x } else { x };
    (0..length.min(DISTINCT)).map(|_| (positive(pair()), pair())).collect()
}

/// The numbers of elements, from small to large, whose widest arrays fit into half of the free
/// memory: two operands and a result of pairs of `f64`. The first is included in any case.
pub fn fitting(sizes: &'static [usize]) -> &'static [usize] {
    let bytes = |elements: usize| 6 * (elements * size_of::<f64>()) as u64;
    let fits = |elements: usize| available_memory().is_none_or(|free| 2 * bytes(elements) <= free);
    let count = sizes.iter().take_while(|&&elements| fits(elements)).count();
    &sizes[..count.max(1)]
}
