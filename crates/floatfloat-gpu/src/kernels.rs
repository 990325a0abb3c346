//! The skeletons of this crate, one file each. A skeleton has the loop in every language, the definitions that
//! the loop uses besides the circuits, and the code that the processor runs.

pub(crate) mod accurate;
mod digits;
mod entries;
mod fold;
mod gemm;
mod gemv;
mod lanes;
mod map;
mod reduce;
pub(crate) mod residues;
mod split;
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
    let accurate = [&fold::FOLD, &split::SPLIT, &gemm::PRODUCTS_OF_BYTES, &entries::ENTRIES];
    maps.into_iter().chain(others).chain(accurate).collect()
}

/// The bytes that a CUDA thread should have under way, so that the memory is busy even where few
/// threads fit.
const BYTES_UNDER_WAY: u64 = 64;

/// The number of words of all results of a circuit together.
fn output_words(circuit: &Circuit) -> usize {
    circuit.outputs().len()
}

/// The numbers of words of the parameters of an accumulation, without the state.
fn elements(accumulate: &Circuit) -> &[usize] {
    accumulate.parameters().get(1..).unwrap_or_default()
}
