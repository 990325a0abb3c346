//! The loop over elements.

use super::{
    Elementwise,
    filled::{Places, filled},
    job::Job,
    operand::{Operand, others},
};
use crate::{dispatch::Kernel, number::Number, pack::Pack, several::Several};
use core::ops::Range;
use fearless_simd::Simd;
use floatfloat::MultiWord;

/// An operation on a job, to be done once. Both fields are references, since larger values would be
/// copied from call to call.
pub struct Run<'a, T: Number, O, const N: usize> {
    pub(super) operation: &'a O,
    pub(super) job: &'a Job<'a, T, N>,
}

impl<T: Number, O: Elementwise<N, T>, const N: usize> Run<'_, T, O, N> {
    /// One number at a time.
    #[inline(always)]
    pub(super) fn alone(self) {
        let Job { x, rest, out, length, .. } = *self.job;
        for i in 0..length {
            // SAFETY: `i` is within every slice that the job was made of.
            unsafe {
                let x = x.number(i);
                let rest = others(
                    rest,
                    x,
                    #[inline(always)]
                    |operand| operand.number(i),
                );
                let words = self.operation.apply::<T::Word>(x, rest).parts();
                for m in 0..T::WORDS {
                    out[m].add(i).write(words[m]);
                }
            }
        }
    }
}

impl<T: Number, O: Elementwise<N, T>, const N: usize> Kernel for Run<'_, T, O, N> {
    type Output = ();

    // An element is read completely before its result is written, since the first operand may be the
    // output.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let operation = *self.operation;
        let Job { x, rest, out: words, length, past_caches, .. } = *self.job;
        let past_caches = past_caches && words.as_ref().iter().all(|&words| is_aligned(words));
        let out = Output { words, past_caches };
        // SAFETY: every slice of the job has this `length`.
        unsafe {
            if const { O::LONG } {
                let out = [words];
                return if const { O::PAIRED && size_of::<Pack<S, T::Word>>() > 16 } {
                    filled::<S, T, N, 2, 1>(
                        simd,
                        #[inline(always)]
                        |x, rest| [operation.apply::<Several<Pack<S, T::Word>, 2>>(x, rest)],
                        Places { x, rest, out },
                        length,
                    );
                } else {
                    filled::<S, T, N, 1, 1>(
                        simd,
                        #[inline(always)]
                        |x, rest| [operation.apply::<Several<Pack<S, T::Word>, 1>>(x, rest)],
                        Places { x, rest, out },
                        length,
                    );
                };
            }
            let done = if O::WAITS {
                blocks::<S, T, O, N, 4>(simd, operation, x, rest, out, length)
            } else {
                blocks::<S, T, O, N, 2>(simd, operation, x, rest, out, length)
            };
            if out.past_caches {
                fence();
            }
            if done < length {
                singles(simd, operation, x, rest, out, done..length);
            }
        }
    }
}

/// The addresses at which the words of the output begin.
struct Output<T: Number> {
    words: T::Parts<*mut T::Word>,
    /// Whether to write past the caches; the output is aligned then.
    past_caches: bool,
}

impl<T: Number> Clone for Output<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Number> Copy for Output<T> {}

/// Whether registers written to this address past the caches are whole cache lines.
fn is_aligned<E>(words: *const E) -> bool {
    cfg!(target_arch = "x86_64") && words.addr().is_multiple_of(64)
}

/// Makes writes past the caches visible before all later writes.
fn fence() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of SSE, which x86-64 includes.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
}

/// Computes whole blocks of `BLOCK` registers, as many as fit in `length`, and returns the index of
/// the first element that is left. If the blocks are written past the caches, a fence must follow.
///
/// # Safety
/// All operands must be readable, and the output writable, up to `length`.
#[inline(always)]
unsafe fn blocks<S: Simd, T: Number, O: Elementwise<N, T>, const N: usize, const BLOCK: usize>(
    simd: S,
    operation: O,
    x: Operand<T>,
    rest: [Operand<T>; N],
    out: Output<T>,
    length: usize,
) -> usize {
    let lanes = Pack::<S, T::Word>::LANES;
    let end = length - length % (BLOCK * lanes);
    let mut i = 0;
    while i < end {
        // SAFETY: the block ends at or before `length`.
        unsafe {
            let x = x.load::<S, BLOCK>(simd, i);
            let rest = others(
                rest,
                x,
                #[inline(always)]
                |operand| operand.load(simd, i),
            );
            let y = operation.apply::<Several<Pack<S, T::Word>, BLOCK>>(x, rest).parts();
            for m in 0..T::WORDS {
                for k in 0..BLOCK {
                    let to = out.words[m].add(i + k * lanes);
                    #[cfg(target_arch = "x86_64")]
                    if out.past_caches {
                        y[m].0[k].stream_to(to);
                        continue;
                    }
                    y[m].0[k].store_to(to);
                }
            }
        }
        i += BLOCK * lanes;
    }
    end
}

/// Computes the elements in `range` by single registers, of which the last one is filled up.
///
/// # Safety
/// The same conditions as for [`blocks`], for all elements up to the end of `range`.
#[inline(always)]
unsafe fn singles<S: Simd, T: Number, O: Elementwise<N, T>, const N: usize>(
    simd: S,
    operation: O,
    x: Operand<T>,
    rest: [Operand<T>; N],
    out: Output<T>,
    range: Range<usize>,
) {
    let lanes = Pack::<S, T::Word>::LANES;
    for i in range.clone().step_by(lanes) {
        let count = lanes.min(range.end - i);
        // SAFETY: `count` elements, at most a register full of them, end at or before the end.
        unsafe {
            let x = x.load_at_most_one(simd, i, count);
            let rest = others(
                rest,
                x,
                #[inline(always)]
                |operand| operand.load_at_most_one(simd, i, count),
            );
            let y = operation.apply::<Pack<S, T::Word>>(x, rest).parts();
            for m in 0..T::WORDS {
                let to = core::slice::from_raw_parts_mut(out.words[m].add(i), count);
                y[m].store_partial(to);
            }
        }
    }
}
