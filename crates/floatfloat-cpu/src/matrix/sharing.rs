//! Which work of a call on matrices is worth sharing among threads.

/// Products of numbers that are worth a task of their own.
pub(super) fn share<const N: usize>() -> u64 {
    // Each of more than two words takes some ten times as long.
    if N == 2 { 1 << 17 } else { 1 << 14 }
}

/// How many threads share the work of a call.
pub(super) fn threads() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    return 1;
}

/// Whether to give so many products of numbers of `N` words, beside other work, to another thread.
pub(super) fn worth_sharing<const N: usize>(products: u64) -> bool {
    threads() > 1 && products >= share::<N>()
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
