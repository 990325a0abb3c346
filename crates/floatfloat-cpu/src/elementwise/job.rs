//! The operands and the output of an operation on slices.

use super::operand::{Operand, others};
use crate::{
    number::Number,
    view::{VectorView, VectorViewMut},
};
use core::marker::PhantomData;
use floatfloat::WordArray;

/// The operands and the output of an operation. All have the same length, and only this job writes
/// to the output.
pub(super) struct Job<'a, T: Number, const N: usize> {
    pub(super) x: Operand<T>,
    pub(super) rest: [Operand<T>; N],
    /// The output, which may be the first operand.
    pub(super) out: T::Parts<*mut T::Word>,
    pub(super) length: usize,
    /// Whether to write the output past the caches, where the processor can.
    pub(super) past_caches: bool,
    memory: PhantomData<&'a mut [T::Word]>,
}

// SAFETY: the pointers stand for the slices from which the job was made.
unsafe impl<T: Number, const N: usize> Send for Job<'_, T, N> {}

impl<'a, T: Number, const N: usize> Job<'a, T, N> {
    /// A job. All slices have the same length.
    #[inline(always)]
    pub(super) fn new(
        x: VectorView<'a, T>,
        rest: [VectorView<'a, T>; N],
        out: VectorViewMut<'a, T>,
        past_caches: bool,
    ) -> Self {
        let length = out.len();
        let (x, out) = (Operand::of(x), out.into_pointers());
        let rest = others(rest, x, Operand::of);
        Job { x, rest, out, length, past_caches, memory: PhantomData }
    }

    /// A job whose output replaces the first operand.
    #[inline]
    pub(super) fn in_place(x: VectorViewMut<'a, T>, rest: [VectorView<'a, T>; N]) -> Self {
        let length = x.len();
        let out = x.into_pointers();
        let x = Operand::of_output(out);
        let rest = others(rest, x, Operand::of);
        Job { x, rest, out, length, past_caches: false, memory: PhantomData }
    }

    /// The jobs of the first `middle` elements and of the rest. Together they replace this job.
    pub(super) fn split_at(&self, middle: usize) -> (Self, Self) {
        let middle = middle.min(self.length);
        let part = |from: usize, length: usize| {
            let Job { x, rest, out, past_caches, memory, .. } = *self;
            // SAFETY: all slices have at least `middle` elements.
            unsafe {
                let (x, rest) = (x.at(from), rest.map(|operand| operand.at(from)));
                let out = WordArray::each(|k| out[k].add(from));
                Job { x, rest, out, length, past_caches, memory }
            }
        };
        (part(0, middle), part(middle, self.length - middle))
    }

    /// A job with other operands, which are at least as long, and the same output.
    pub(super) fn with<const K: usize>(
        &self,
        x: Operand<T>,
        rest: [Operand<T>; K],
    ) -> Job<'a, T, K> {
        let Job { out, length, past_caches, memory, .. } = *self;
        Job { x, rest, out, length, past_caches, memory }
    }

    /// A job with another output, which is at least as long and stays in the caches.
    pub(super) fn into(mut self, out: VectorViewMut<'_, T>) -> Self {
        self.out = out.into_pointers();
        self.past_caches = false;
        self
    }
}
