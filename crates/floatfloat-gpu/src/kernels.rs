//! The skeletons of this crate, one file each: the loop in every language, the names that it defines besides the
//! circuits, and what the processor runs.

mod digits;
mod gemm;
mod gemv;
mod lanes;
mod map;
mod reduce;
mod standard;
mod terms;

pub(crate) use digits::MOST_GROUPS;
pub use reduce::reduction_groups;
pub use standard::standard;

use crate::{circuit::Circuit, program::Skeleton};

/// Every skeleton of this crate.
pub fn skeletons() -> Vec<&'static Skeleton> {
    let maps = [&map::MAP, &map::LOOPED_MAP];
    let others = [&reduce::REDUCE, &digits::DIGITS, &gemm::GEMM, &gemv::GEMV];
    maps.into_iter().chain(others).collect()
}

/// Bytes that a CUDA thread should have under way, so that the memory is busy even where few
/// threads fit.
const BYTES_UNDER_WAY: u64 = 64;

/// Words of all results of a circuit together.
fn output_words(circuit: &Circuit) -> usize {
    circuit.outputs().len()
}

/// Words of the parameters of an accumulation that are elements, not the state.
fn elements(accumulate: &Circuit) -> &[usize] {
    accumulate.parameters().get(1..).unwrap_or_default()
}
