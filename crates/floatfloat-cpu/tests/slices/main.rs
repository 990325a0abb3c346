//! Slices, sums and matrices: the bits and bounds of every operation. One program, so that the kernels that
//! the tests share are compiled once.

mod accurate_products;
mod bits;
mod complex_products;
mod correctly_rounded;
mod digests;
mod functions;
#[cfg(all(feature = "ndarray", feature = "faer"))]
mod interop;
mod levels;
mod matrices;
mod matrix_factors;
mod matrix_products;
mod matrix_systems;
mod nearest_products;
mod operands;
mod operators;
mod products_elsewhere;
mod products_of_words;
mod reductions;
mod registry;
mod scaling;
mod small_machines;
mod symmetric;
mod uints;
mod watched;
mod wide_matrices;
mod wide_range;

/// Does this on so many threads; as it is where the target has none.
fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    if cfg!(target_family = "wasm") {
        return work();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads start").install(work)
}
