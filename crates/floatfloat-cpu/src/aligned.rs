//! Words in memory that begins at a cache line.

use crate::element::Element;
use bytemuck::{Pod, Zeroable};
use core::marker::PhantomData;

/// A cache line, which is also the largest register.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([u64; 8]);

/// Words from an address that is a multiple of 64 bytes on: a register that crosses a cache line
/// costs two accesses.
///
/// What is made of a length or with a capacity that fills a page begins at a page. A loop that reads one array
/// and writes another at the same index is then never held up by a store that seems to be to the
/// address of a load, because the addresses agree modulo 4096, which is all that is compared at
/// first. Arrays as the allocator places them, a little more than a multiple of 4096 bytes apart,
/// are the worst case.
pub(crate) struct AlignedVec<E> {
    lines: Vec<Line>,
    /// The line at which the words begin.
    start: usize,
    length: usize,
    element: PhantomData<E>,
}

/// Lines in a page.
const IN_PAGE: usize = 4096 / size_of::<Line>();

/// Lines to be allocated beside `count`, so that there is a page to begin at.
fn spare(count: usize) -> usize {
    if count < IN_PAGE { 0 } else { IN_PAGE - 1 }
}

/// Where the words begin, so many lines of them, in what was allocated.
fn start(lines: &[Line], count: usize) -> usize {
    let past_page = lines.as_ptr().addr() / size_of::<Line>() % IN_PAGE;
    spare(count).min((IN_PAGE - past_page) % IN_PAGE)
}

impl<E: Element> Clone for AlignedVec<E> {
    fn clone(&self) -> Self {
        let mut copy = AlignedVec::zeros(self.length);
        copy.as_mut_slice().copy_from_slice(self.as_slice());
        copy
    }
}

impl<E: Element> AlignedVec<E> {
    const IN_LINE: usize = size_of::<Line>() / size_of::<E>();

    pub(crate) fn zeros(length: usize) -> Self {
        let count = length.div_ceil(Self::IN_LINE);
        let lines = vec![Line::zeroed(); count + spare(count)];
        AlignedVec { start: start(&lines, count), lines, length, element: PhantomData }
    }

    pub(crate) fn with_capacity(capacity: usize) -> Self {
        let count = capacity.div_ceil(Self::IN_LINE);
        let mut lines = Vec::with_capacity(count + spare(count));
        let start = start(&lines, count);
        lines.resize(start, Line::zeroed());
        AlignedVec { lines, start, length: 0, element: PhantomData }
    }

    pub(crate) fn push(&mut self, word: E) {
        if self.length == (self.lines.len() - self.start) * Self::IN_LINE {
            self.lines.push(Line::zeroed());
        }
        self.length += 1;
        if let Some(last) = self.as_mut_slice().last_mut() {
            *last = word;
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[E] {
        &bytemuck::cast_slice(&self.lines[self.start..])[..self.length]
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [E] {
        &mut bytemuck::cast_slice_mut(&mut self.lines[self.start..])[..self.length]
    }
}
