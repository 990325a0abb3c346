//! Device programs that only experiments need: the skeleton of the loop in every language, the code that the processor
//! runs, and how the program is launched.

pub mod chain;
pub mod elimination;
pub mod lu;

use floatfloat_gpu::program::Skeleton;

/// Every skeleton of this crate.
pub fn skeletons() -> Vec<&'static Skeleton> {
    let lu = [&lu::DIAGONAL, &lu::PERIMETER, &lu::INTERNAL];
    [&chain::CHAIN].into_iter().chain(lu).chain([&elimination::FAN1, &elimination::FAN2]).collect()
}
