//! Words, and groups of words, in memory that begins at a cache line.

use crate::memory::{LARGE, Memory};
use bytemuck::Pod;
use core::marker::PhantomData;

/// Bytes of a cache line, which is also the size of the largest register.
pub(crate) const LINE: usize = 64;

const PAGE: usize = 4096;

/// From so many bytes on, memory that the caller keeps is in large pages.
const LARGE_TO_KEEP: usize = 1 << 22;

/// A value that begins at a cache line: a register that crosses a cache line costs two accesses.
#[repr(align(64))]
pub(crate) struct AtLine<T>(pub(crate) T);

/// Words in memory that begin at a multiple of 64 bytes: a register that crosses a cache line costs
/// two accesses.
///
/// An array that fills at least one page begins at a page. Processors compare addresses of loads
/// and stores modulo 4096 first. A load a little behind a store therefore waits for a store that is
/// in truth elsewhere, which happens in a loop that reads one array and writes another at the same
/// index. Arrays as the allocator places them, a little more than a multiple of 4096 bytes apart,
/// are the worst case; arrays that begin at pages avoid it.
pub(crate) struct AlignedVec<E> {
    memory: Memory,
    /// The byte at which the words begin.
    start: usize,
    /// The number of words.
    length: usize,
    /// The number of words for which there is memory.
    capacity: usize,
    element: PhantomData<E>,
}

impl<E: Pod> Clone for AlignedVec<E> {
    fn clone(&self) -> Self {
        let mut copy = AlignedVec::zeros(self.length);
        copy.as_mut_slice().copy_from_slice(self.as_slice());
        copy
    }
}

impl<E: Pod> Default for AlignedVec<E> {
    fn default() -> Self {
        AlignedVec::zeros(0)
    }
}

impl<E: Pod> AlignedVec<E> {
    pub(crate) fn zeros(length: usize) -> Self {
        AlignedVec { length, ..AlignedVec::with_capacity(length) }
    }

    /// Zeros in memory that the caller uses many times. Large pages pay even if it is small.
    pub(crate) fn zeros_to_keep(length: usize) -> Self {
        AlignedVec { length, ..AlignedVec::in_pages(length, LARGE_TO_KEEP) }
    }

    /// Tells the system that contents may become zero at any time until they are next written. The caller reads nothing that it has
    /// not written afterwards.
    pub(crate) fn set_aside(&mut self) {
        self.memory.set_aside();
    }

    pub(crate) fn with_capacity(capacity: usize) -> Self {
        AlignedVec::in_pages(capacity, LARGE)
    }

    /// Memory for so many words, in large pages from `large` bytes on.
    fn in_pages(capacity: usize, large: usize) -> Self {
        let bytes =
            capacity.checked_mul(size_of::<E>()).expect("as many words as can be addressed");
        let alignment = if bytes < PAGE { LINE } else { PAGE };
        // The allocator aligns words of eight bytes.
        let spare = if bytes == 0 { 0 } else { alignment - size_of::<u64>() };
        let memory = Memory::zeros(bytes + spare, large);
        let past = memory.bytes().as_ptr().addr() % alignment;
        let start = if past == 0 || bytes == 0 { 0 } else { alignment - past };
        AlignedVec { memory, start, length: 0, capacity, element: PhantomData }
    }

    pub(crate) fn push(&mut self, word: E) {
        if self.length == self.capacity {
            let mut larger = AlignedVec::with_capacity((2 * self.capacity).max(LINE));
            larger.length = self.length;
            larger.as_mut_slice().copy_from_slice(self.as_slice());
            *self = larger;
        }
        self.length += 1;
        if let Some(last) = self.as_mut_slice().last_mut() {
            *last = word;
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[E] {
        let bytes = self.length * size_of::<E>();
        bytemuck::cast_slice(&self.memory.bytes()[self.start..][..bytes])
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [E] {
        let bytes = self.length * size_of::<E>();
        bytemuck::cast_slice_mut(&mut self.memory.bytes_mut()[self.start..][..bytes])
    }
}
