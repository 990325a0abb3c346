//! What several programs of tests use.

use floatfloat::NativeWord;
use floatfloat_cpu::Number;

/// Does this on so many threads; as it is where the target has none.
pub fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    if cfg!(target_family = "wasm") {
        return work();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads start").install(work)
}

/// The same bits, or NaN in both.
pub fn same<E: NativeWord>(x: E, y: E) -> bool {
    x.bits() == y.bits() || x.is_nan() && y.is_nan()
}

/// The same bits, or NaN in the same places.
pub fn same_words<T: Number>(x: T, y: T) -> bool {
    x.parts().into_iter().zip(y.parts()).all(|(x, y)| same(x, y))
}
