//! Memory that is zero at first.

#[cfg(target_os = "linux")]
use memmap2::{Advice, MmapMut, UncheckedAdvice};

/// Bytes, all zero at first. Where the allocator can do so, pages are not touched before they are used.
pub(crate) enum Memory {
    /// From the allocator.
    Allocated(Vec<u64>),
    /// From the operating system, in large pages where it has them.
    #[cfg(target_os = "linux")]
    Mapped(MmapMut),
}

/// From this many bytes on, the operating system is asked for large pages. To touch a page of 2 MiB for the first
/// time takes far less than to touch 512 small pages, which costs more than most operations on their contents. The
/// allocator keeps smaller arrays for the next array, with their pages.
pub(crate) const LARGE: usize = 1 << 25;

impl Memory {
    /// Zeros. From so many bytes on they are in large pages, if the system has these.
    pub(crate) fn zeros(bytes: usize, large: usize) -> Self {
        let _ = large;
        #[cfg(target_os = "linux")]
        if bytes >= large
            && let Ok(map) = MmapMut::map_anon(bytes)
        {
            // A kernel that has no large pages uses small ones.
            let _ = map.advise(Advice::HugePage);
            return Memory::Mapped(map);
        }
        Memory::Allocated(vec![0; bytes.div_ceil(size_of::<u64>())])
    }

    /// Tells the system that it may take the contents if other programs need memory: until they are next written, they may become
    /// zero at any time. The caller reads nothing that it has not written afterwards.
    pub(crate) fn set_aside(&mut self) {
        #[cfg(target_os = "linux")]
        if let Memory::Mapped(map) = self {
            // SAFETY: the pages stay valid, and what is written afterwards stays. A kernel that cannot do this leaves the contents.
            let _ = unsafe { map.unchecked_advise(UncheckedAdvice::Free) };
        }
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Memory::Allocated(words) => bytemuck::cast_slice(words),
            #[cfg(target_os = "linux")]
            Memory::Mapped(map) => map,
        }
    }

    #[inline]
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Memory::Allocated(words) => bytemuck::cast_slice_mut(words),
            #[cfg(target_os = "linux")]
            Memory::Mapped(map) => map,
        }
    }
}
