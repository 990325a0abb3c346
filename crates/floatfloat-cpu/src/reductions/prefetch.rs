//! Prefetching: memory is read into the second cache before it is needed.

/// Bytes of a cache line.
pub(super) const LINE: usize = 64;

/// Bytes between what a loop reads and what it asks for. Processors read ahead by themselves, but not
/// beyond the end of a page. On an AMD EPYC arrays beyond the caches are summed a fifth faster so; what is
/// asked for in the first cache instead keeps the reads of memory waiting, and they are a fifth slower.
pub(super) const AHEAD: usize = 1024;

/// Asks for a cache line in the second cache. There need not be any memory.
#[inline(always)]
pub(super) fn prefetch<E>(words: *const E) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of SSE, and that of x86-64; it does not fault, whatever the
    // address.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T1>(words.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = words;
}
