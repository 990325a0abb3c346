//! The loop over elements.

use super::Elementwise;
use crate::{
    dispatch::Kernel,
    element::Element,
    number::{Number, number},
    pack::Pack,
    several::{Several, each},
    view::{VectorView, VectorViewMut},
};
use core::{marker::PhantomData, ops::Range};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, MultiWord, WordArray, elementary::trig};

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
        let (x, rest, out) = (Operand::of(x), rest.map(Operand::of), out.into_pointers());
        Job { x, rest, out, length, past_caches, memory: PhantomData }
    }

    /// A job whose output replaces the first operand.
    #[inline]
    pub(super) fn in_place(x: VectorViewMut<'a, T>, rest: [VectorView<'a, T>; N]) -> Self {
        let length = x.len();
        let out = x.into_pointers();
        let (x, rest) = (Operand::of_output(out), rest.map(Operand::of));
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
                for (word, to) in words.into_iter().zip(out) {
                    to.add(i).write(word);
                }
            }
        }
    }
}

/// The addresses at which the words of an operand begin.
pub(super) struct Operand<T: Number>(T::Parts<*const T::Word>);

impl<T: Number> Clone for Operand<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Number> Copy for Operand<T> {}

impl<T: Number> Operand<T> {
    #[inline]
    pub(super) fn of(view: VectorView<'_, T>) -> Self {
        let slices = view.parts();
        Operand(WordArray::each(
            #[inline(always)]
            |k| slices[k].as_ptr(),
        ))
    }

    /// The output as an operand.
    #[inline]
    pub(super) fn of_output(out: T::Parts<*mut T::Word>) -> Self {
        Operand(WordArray::each(
            #[inline(always)]
            |k| out[k].cast_const(),
        ))
    }

    /// The number at `index`.
    ///
    /// # Safety
    /// There must be a number at `index`.
    #[inline(always)]
    unsafe fn number(self, index: usize) -> T {
        number(WordArray::each(
            #[inline(always)]
            // SAFETY: by the caller.
            |m| unsafe { self.0[m].add(index).read() },
        ))
    }

    /// This operand from `index` on.
    ///
    /// # Safety
    /// The operand must have at least `index` elements.
    #[inline(always)]
    unsafe fn at(self, index: usize) -> Self {
        Operand(WordArray::each(
            #[inline(always)]
            // SAFETY: by the caller.
            |m| unsafe { self.0[m].add(index) },
        ))
    }

    /// # Safety
    /// `N` registers full of words must be readable from `index` on.
    #[inline(always)]
    unsafe fn load<S: Simd, const N: usize>(
        self,
        simd: S,
        index: usize,
    ) -> T::Over<Several<Pack<S, T::Word>, N>> {
        number(WordArray::each(
            #[inline(always)]
            // SAFETY: by the caller.
            |m| unsafe { load_several(simd, self.0[m].add(index)) },
        ))
    }

    /// One register, of which the first `count` lanes are loaded and the rest are one, for which no
    /// operation is slow.
    ///
    /// # Safety
    /// `count` words, at most a register full, must be readable from `index` on.
    #[inline(always)]
    unsafe fn load_at_most_one<S: Simd>(
        self,
        simd: S,
        index: usize,
        count: usize,
    ) -> T::Over<Pack<S, T::Word>> {
        number(WordArray::each(
            #[inline(always)]
            |m| {
                // SAFETY: by the caller.
                let words = unsafe { core::slice::from_raw_parts(self.0[m].add(index), count) };
                Pack::load_partial(simd, words, filler(m))
            },
        ))
    }
}

/// The words of the number one, which fill up registers.
#[inline(always)]
fn filler<E: Element>(word: usize) -> E {
    E::nearest(if word == 0 { 1.0 } else { 0.0 })
}

/// # Safety
/// `N` registers full of words must be readable.
#[inline(always)]
unsafe fn load_several<S: Simd, E: Element, const N: usize>(
    simd: S,
    words: *const E,
) -> Several<Pack<S, E>, N> {
    Several(each(
        #[inline(always)]
        |k| {
            // SAFETY: by the caller.
            unsafe { Pack::load_from(simd, words.add(k * Pack::<S, E>::LANES)) }
        },
    ))
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

/// The sines and cosines of all elements. All slices have the same length.
pub(super) struct SinCos<'a, E: Element> {
    pub(super) x: VectorView<'a, DoubleWord<E>>,
    pub(super) sines: VectorViewMut<'a, DoubleWord<E>>,
    pub(super) cosines: VectorViewMut<'a, DoubleWord<E>>,
}

impl<E: Element> SinCos<'_, E> {
    /// One number at a time.
    #[inline(always)]
    pub(super) fn alone(mut self) {
        for (i, x) in self.x.iter().enumerate() {
            let (sine, cosine) = x.sin_cos();
            let written = self.sines.set(i, sine) && self.cosines.set(i, cosine);
            debug_assert!(written, "they are as long as x");
        }
    }

    #[cfg(feature = "parallel")]
    pub(super) fn split_at(self, middle: usize) -> (Self, Self) {
        let (x, x_rest) = self.x.split_at(middle);
        let (sines, sines_rest) = self.sines.split_at(middle);
        let (cosines, cosines_rest) = self.cosines.split_at(middle);
        let rest = SinCos { x: x_rest, sines: sines_rest, cosines: cosines_rest };
        (SinCos { x, sines, cosines }, rest)
    }
}

impl<E: Element> Kernel for SinCos<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let length = self.x.len();
        let x = Operand::of(self.x);
        let out = [self.sines, self.cosines].map(VectorViewMut::into_pointers);
        // SAFETY: all slices are as long as `x`.
        unsafe {
            filled::<S, DoubleWord<E>, 0, 1, 2>(
                simd,
                #[inline(always)]
                |x, []| {
                    let (sine, cosine) = trig::sin_cos(x);
                    [sine, cosine]
                },
                Places { x, rest: [], out },
                length,
            );
        }
    }
}

/// A function of each operand except the first, without calls in between. `like` is any value of the
/// result's type.
#[inline(always)]
fn others<T: Number, X: Copy, const N: usize>(
    operands: [Operand<T>; N],
    like: X,
    value: impl Fn(Operand<T>) -> X,
) -> [X; N] {
    let mut values = [like; N];
    for (to, operand) in values.iter_mut().zip(operands) {
        *to = value(operand);
    }
    values
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
            for (registers, words) in y.into_iter().zip(out.words) {
                for k in 0..BLOCK {
                    let to = words.add(i + k * lanes);
                    #[cfg(target_arch = "x86_64")]
                    if out.past_caches {
                        registers.0[k].stream_to(to);
                        continue;
                    }
                    registers.0[k].store_to(to);
                }
            }
        }
        i += BLOCK * lanes;
    }
    end
}

/// The addresses at which the first operand, the other operands and the results begin.
struct Places<T: Number, const N: usize, const R: usize> {
    x: Operand<T>,
    rest: [Operand<T>; N],
    out: [T::Parts<*mut T::Word>; R],
}

/// Registers full of numbers.
type Registers<S, T, const N: usize> =
    <T as MultiWord>::Over<Several<Pack<S, <T as MultiWord>::Word>, N>>;

/// Computes all elements in blocks of `BLOCK` registers. The last block is filled up with ones. Each element
/// has `N + 1` operands and `R` results.
///
/// # Safety
/// All operands must be readable, and the outputs writable, up to `length`.
#[inline(always)]
unsafe fn filled<S: Simd, T: Number, const N: usize, const BLOCK: usize, const R: usize>(
    simd: S,
    apply: impl Fn(Registers<S, T, BLOCK>, [Registers<S, T, BLOCK>; N]) -> [Registers<S, T, BLOCK>; R],
    Places { x, rest, out }: Places<T, N, R>,
    length: usize,
) {
    let ones = Block::<S, T, BLOCK>(WordArray::each(
        #[inline(always)]
        |m| [Pack::splat(simd, filler(m)); BLOCK],
    ));
    let (mut of_x, mut of_rest, mut of_out) = (ones, [ones; N], [ones; R]);
    let lanes = Pack::<S, T::Word>::LANES;
    let mut i = 0;
    while i < length {
        let count = length - i;
        let is_last = count < BLOCK * lanes;
        // SAFETY: `count` elements are left, and a block has room for `count` elements.
        unsafe {
            let mut from = x.at(i);
            let mut from_rest = rest;
            for operand in &mut from_rest {
                *operand = operand.at(i);
            }
            if is_last {
                from = of_x.filled(from, count);
                for (operand, block) in from_rest.iter_mut().zip(&mut of_rest) {
                    *operand = block.filled(*operand, count);
                }
            }
            let x = from.load::<S, BLOCK>(simd, 0);
            let rest = others(
                from_rest,
                x,
                #[inline(always)]
                |operand| operand.load(simd, 0),
            );
            let results = apply(x, rest);
            for r in 0..R {
                let result = results[r].parts();
                let of_last = of_out[r].words();
                for m in 0..T::WORDS {
                    let of_all = out[r][m].add(i);
                    let to = if is_last { of_last[m] } else { of_all };
                    for k in 0..BLOCK {
                        result[m].0[k].store_to(to.add(k * lanes));
                    }
                    if is_last {
                        core::ptr::copy_nonoverlapping(to, of_all, count);
                    }
                }
            }
        }
        i += BLOCK * lanes;
    }
}

/// A block of registers in memory.
struct Block<S: Simd, T: Number, const N: usize>(T::Parts<[Pack<S, T::Word>; N]>);

impl<S: Simd, T: Number, const N: usize> Clone for Block<S, T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, T: Number, const N: usize> Copy for Block<S, T, N> {}

impl<S: Simd, T: Number, const N: usize> Block<S, T, N> {
    #[inline(always)]
    fn words(&mut self) -> T::Parts<*mut T::Word> {
        let first: *mut T::Word = self.0.as_mut().as_mut_ptr().cast();
        WordArray::each(
            #[inline(always)]
            |m| first.wrapping_add(m * N * Pack::<S, T::Word>::LANES),
        )
    }

    /// Fills the first `count` numbers of this block from an operand and returns the block as an
    /// operand.
    ///
    /// # Safety
    /// `count` numbers must be readable, and the block must have room for them.
    #[inline(always)]
    unsafe fn filled(&mut self, operand: Operand<T>, count: usize) -> Operand<T> {
        let words = self.words();
        for (from, to) in operand.0.into_iter().zip(words) {
            // SAFETY: by the caller; a register is made of words.
            unsafe { core::ptr::copy_nonoverlapping(from, to, count) }
        }
        Operand(WordArray::each(
            #[inline(always)]
            |m| words[m].cast_const(),
        ))
    }
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
            for (words, to) in y.into_iter().zip(out.words) {
                words.store_partial(core::slice::from_raw_parts_mut(to.add(i), count));
            }
        }
    }
}
