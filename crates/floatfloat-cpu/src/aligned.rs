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
#[derive(Clone)]
pub(crate) struct AlignedVec<E> {
    lines: Vec<Line>,
    length: usize,
    element: PhantomData<E>,
}

impl<E: Element> AlignedVec<E> {
    const IN_LINE: usize = size_of::<Line>() / size_of::<E>();

    pub(crate) fn zeros(length: usize) -> Self {
        let lines = vec![Line::zeroed(); length.div_ceil(Self::IN_LINE)];
        AlignedVec { lines, length, element: PhantomData }
    }

    pub(crate) fn with_capacity(capacity: usize) -> Self {
        let lines = Vec::with_capacity(capacity.div_ceil(Self::IN_LINE));
        AlignedVec { lines, length: 0, element: PhantomData }
    }

    pub(crate) fn push(&mut self, word: E) {
        if self.length == self.lines.len() * Self::IN_LINE {
            self.lines.push(Line::zeroed());
        }
        self.length += 1;
        if let Some(last) = self.as_mut_slice().last_mut() {
            *last = word;
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[E] {
        &bytemuck::cast_slice(&self.lines)[..self.length]
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [E] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[..self.length]
    }
}
