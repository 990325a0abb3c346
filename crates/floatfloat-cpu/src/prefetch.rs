//! Prefetching: memory is read into the second-level cache before it is needed.

/// Prefetches a cache line into the second-level cache. The address need not be valid.
#[inline(always)]
pub(crate) fn prefetch<E>(words: *const E) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of SSE, which x86-64 includes. It does not fault, whatever
    // the address.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T1>(words.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = words;
}
