//! Prefetching: memory is read into the cache before it is needed.

/// Bytes of a cache line.
pub(super) const LINE: usize = 64;

/// Bytes between what a loop reads and what it asks for. Processors read ahead by themselves, but not
/// beyond the end of a page.
pub(super) const AHEAD: usize = 2048;

/// Asks for a cache line. There need not be any memory.
#[inline(always)]
pub(super) fn prefetch<E>(words: *const E) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of SSE, and that of x86-64; it does not fault, whatever the
    // address.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(words.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = words;
}
