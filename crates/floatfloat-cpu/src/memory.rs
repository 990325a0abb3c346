//! Memory that is zero at first.

#[cfg(target_os = "linux")]
use memmap2::{Advice, MmapMut};

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
#[cfg(target_os = "linux")]
const LARGE: usize = 1 << 25;

impl Memory {
    pub(crate) fn zeros(bytes: usize) -> Self {
        #[cfg(target_os = "linux")]
        if bytes >= LARGE
            && let Ok(map) = MmapMut::map_anon(bytes)
        {
            // A kernel that has no large pages uses small ones.
            let _ = map.advise(Advice::HugePage);
            return Memory::Mapped(map);
        }
        Memory::Allocated(vec![0; bytes.div_ceil(size_of::<u64>())])
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
