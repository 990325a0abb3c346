//! Decides which work of a call on matrices to share among threads.

use crate::number::Number;
/// The number of products of numbers that is worth a task of its own.
pub(super) fn share<T: Number>() -> u64 {
    // A product of more than two words takes some ten times as long.
    if T::WORDS == 2 { 1 << 17 } else { 1 << 14 }
}

/// How many threads share the work of a call.
pub(super) fn threads() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    return 1;
}

/// Whether to give so many products of numbers of type `T` to another thread, beside other work.
pub(super) fn worth_sharing<T: Number>(products: u64) -> bool {
    threads() > 1 && products >= share::<T>()
}

/// Both results, computed at the same time if there are threads for it.
pub(super) fn both<A: Send, B: Send>(
    left: impl FnOnce() -> A + Send,
    right: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "parallel")]
    return crate::parallel::join(left, right);
    #[cfg(not(feature = "parallel"))]
    return (left(), right());
}
