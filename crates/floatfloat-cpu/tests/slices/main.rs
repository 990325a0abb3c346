//! Slices, sums and matrices: the bits and bounds of every operation. One program, so that the kernels that
//! the tests share are compiled once.

mod bits;
mod correctly_rounded;
mod functions;
#[cfg(all(feature = "ndarray", feature = "faer"))]
mod interop;
mod levels;
mod matrices;
mod matrix_products;
mod matrix_systems;
mod reductions;
mod small_machines;
mod uints;
mod watched;
