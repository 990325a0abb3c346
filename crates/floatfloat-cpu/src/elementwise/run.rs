//! The loop over elements.

use super::Elementwise;
use crate::{
    dispatch::Kernel,
    element::Element,
    pack::Pack,
    several::{Several, each},
    view::{DoubleWordSlice, DoubleWordSliceMut, MultiWordSlice, MultiWordSliceMut},
    words::{Number, Width, Words, number, words},
};
use core::{marker::PhantomData, ops::Range};
use fearless_simd::Simd;
use floatfloat::elementary::trig;

/// Operands and an output, all equally long, the output being this job's alone.
pub(super) struct Job<'a, E, const N: usize, const M: usize> {
    pub(super) x: Operand<E, M>,
    pub(super) rest: [Operand<E, M>; N],
    /// Perhaps that of the first operand.
    pub(super) out: [*mut E; M],
    pub(super) length: usize,
    /// Whether the output is to be written past the caches, where the processor can.
    pub(super) past_caches: bool,
    memory: PhantomData<&'a mut [E]>,
}

// SAFETY: its pointers stand for the slices that it was made of.
unsafe impl<E: Send + Sync, const N: usize, const M: usize> Send for Job<'_, E, N, M> {}

impl<'a, E: Element, const N: usize, const M: usize> Job<'a, E, N, M>
where
    Width<M>: Words<M>,
{
    /// All of these are equally long.
    #[inline(always)]
    pub(super) fn new(
        x: MultiWordSlice<'a, E, M>,
        rest: [MultiWordSlice<'a, E, M>; N],
        out: MultiWordSliceMut<'a, E, M>,
        past_caches: bool,
    ) -> Self {
        let length = out.len();
        let (x, rest, out) = (Operand::of(x), rest.map(Operand::of), pointers(out));
        Job { x, rest, out, length, past_caches, memory: PhantomData }
    }

    /// One whose output is in place of the first operand.
    #[inline]
    pub(super) fn in_place(
        x: MultiWordSliceMut<'a, E, M>,
        rest: [MultiWordSlice<'a, E, M>; N],
    ) -> Self {
        let length = x.len();
        let out = pointers(x);
        let (x, rest) = (Operand::of_output(out), rest.map(Operand::of));
        Job { x, rest, out, length, past_caches: false, memory: PhantomData }
    }

    /// Those of the first `middle` elements and of the others, which take the place of this one.
    pub(super) fn split_at(&self, middle: usize) -> (Self, Self) {
        let middle = middle.min(self.length);
        let part = |from: usize, length: usize| {
            let Job { x, rest, out, past_caches, memory, .. } = *self;
            // SAFETY: all are at least so long.
            unsafe {
                let (x, rest) = (x.at(from), rest.map(|operand| operand.at(from)));
                let out = out.map(|words| words.add(from));
                Job { x, rest, out, length, past_caches, memory }
            }
        };
        (part(0, middle), part(middle, self.length - middle))
    }

    /// One of other operands, which are at least as long, with the same output.
    pub(super) fn with<const K: usize>(
        &self,
        x: Operand<E, M>,
        rest: [Operand<E, M>; K],
    ) -> Job<'a, E, K, M> {
        let Job { out, length, past_caches, memory, .. } = *self;
        Job { x, rest, out, length, past_caches, memory }
    }

    /// With another output, at least as long, which stays in the caches.
    pub(super) fn into(mut self, out: MultiWordSliceMut<'_, E, M>) -> Self {
        self.out = pointers(out);
        self.past_caches = false;
        self
    }
}

#[inline(always)]
fn pointers<E: Element, const M: usize>(out: MultiWordSliceMut<'_, E, M>) -> [*mut E; M]
where
    Width<M>: Words<M>,
{
    out.into_slices().map(<[E]>::as_mut_ptr)
}

/// An operation on a job, to be done once. Both are addresses, since what is longer is copied from call
/// to call.
pub struct Run<'a, E, O, const N: usize, const M: usize = 2> {
    pub(super) operation: &'a O,
    pub(super) job: &'a Job<'a, E, N, M>,
}

impl<'a, E, O, const N: usize, const M: usize> Run<'a, E, O, N, M> {
    /// The same with another operation.
    #[inline(always)]
    pub(super) fn with<P>(self, operation: &'a P) -> Run<'a, E, P, N, M> {
        Run { operation, job: self.job }
    }
}

impl<E: Element, O: Elementwise<N, M>, const N: usize, const M: usize> Run<'_, E, O, N, M>
where
    Width<M>: Words<M>,
{
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
                let words = words::<E, M>(self.operation.apply(x, rest));
                for (word, to) in words.into_iter().zip(out) {
                    to.add(i).write(word);
                }
            }
        }
    }
}

/// Where an operand's words begin in memory.
#[derive(Clone, Copy)]
pub(super) struct Operand<E, const M: usize>([*const E; M]);

impl<E: Element, const M: usize> Operand<E, M>
where
    Width<M>: Words<M>,
{
    #[inline]
    pub(super) fn of(view: MultiWordSlice<'_, E, M>) -> Self {
        Operand(view.slices().map(<[E]>::as_ptr))
    }

    /// The output as an operand.
    #[inline]
    pub(super) fn of_output(out: [*mut E; M]) -> Self {
        Operand(out.map(<*mut E>::cast_const))
    }

    /// One number.
    ///
    /// # Safety
    /// There must be one at `index`.
    #[inline(always)]
    unsafe fn number(self, index: usize) -> Number<E, M> {
        number(each(
            #[inline(always)]
            // SAFETY: by the caller.
            |m| unsafe { self.0[m].add(index).read() },
        ))
    }

    /// This operand from `index` on.
    ///
    /// # Safety
    /// It must be at least so long.
    #[inline(always)]
    unsafe fn at(self, index: usize) -> Self {
        Operand(each(
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
    ) -> Number<Several<Pack<S, E>, N>, M> {
        number(each(
            #[inline(always)]
            // SAFETY: by the caller.
            |m| unsafe { load_several(simd, self.0[m].add(index)) },
        ))
    }

    /// One register, or less, filled up with ones, for which no operation is slow.
    ///
    /// # Safety
    /// `count` words, at most a register, must be readable from `index` on.
    #[inline(always)]
    unsafe fn load_at_most_one<S: Simd>(
        self,
        simd: S,
        index: usize,
        count: usize,
    ) -> Number<Pack<S, E>, M> {
        number(each(
            #[inline(always)]
            |m| {
                // SAFETY: by the caller.
                let words = unsafe { core::slice::from_raw_parts(self.0[m].add(index), count) };
                Pack::load_partial(simd, words, filler(m))
            },
        ))
    }
}

/// The words of one, with which registers are filled up.
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

impl<E: Element, O: Elementwise<N, M>, const N: usize, const M: usize> Kernel
    for Run<'_, E, O, N, M>
where
    Width<M>: Words<M>,
{
    type Output = ();

    // All that an element's result depends on is read before it is written: the first operand may be
    // the output.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let operation = *self.operation;
        let Job { x, rest, out: words, length, past_caches, .. } = *self.job;
        let past_caches = past_caches && words.iter().all(|&words| is_aligned(words));
        let out = Output { words, past_caches };
        // SAFETY: `length` is that of every slice that the job was made of.
        unsafe {
            if const { O::LONG } {
                let out = [words];
                return if const { O::PAIRED && size_of::<Pack<S, E>>() > 16 } {
                    filled::<S, E, N, M, 2, 1>(
                        simd,
                        #[inline(always)]
                        |x, rest| [operation.apply(x, rest)],
                        Places { x, rest, out },
                        length,
                    );
                } else {
                    filled::<S, E, N, M, 1, 1>(
                        simd,
                        #[inline(always)]
                        |x, rest| [operation.apply(x, rest)],
                        Places { x, rest, out },
                        length,
                    );
                };
            }
            let done = if O::WAITS {
                blocks::<S, E, O, N, M, 4>(simd, operation, x, rest, out, length)
            } else {
                blocks::<S, E, O, N, M, 2>(simd, operation, x, rest, out, length)
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

/// Sines and cosines of all elements, which are equally many as there is room for.
pub(super) struct SinCos<'a, E> {
    pub(super) x: DoubleWordSlice<'a, E>,
    pub(super) sines: DoubleWordSliceMut<'a, E>,
    pub(super) cosines: DoubleWordSliceMut<'a, E>,
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
        let out = [self.sines, self.cosines].map(|out| out.into_slices().map(<[E]>::as_mut_ptr));
        // SAFETY: all slices are as long as `x`.
        unsafe {
            filled::<S, E, 0, 2, 1, 2>(
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

/// What is made of each of the operands but the first, without calls in between; `like` is any such value.
#[inline(always)]
fn others<E: Copy, T: Copy, const N: usize, const M: usize>(
    operands: [Operand<E, M>; N],
    like: T,
    value: impl Fn(Operand<E, M>) -> T,
) -> [T; N] {
    let mut values = [like; N];
    for (to, operand) in values.iter_mut().zip(operands) {
        *to = value(operand);
    }
    values
}

/// Where the output's words begin in memory.
#[derive(Clone, Copy)]
struct Output<E, const M: usize> {
    words: [*mut E; M],
    /// Whether to write it past the caches; it is aligned then.
    past_caches: bool,
}

/// Whether registers at this address, written past the caches, are whole cache lines.
fn is_aligned<E>(words: *const E) -> bool {
    cfg!(target_arch = "x86_64") && words.addr().is_multiple_of(64)
}

/// Makes what was written past the caches visible before whatever is written next.
fn fence() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of SSE, and that of x86-64.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
}

/// Whole blocks of `BLOCK` registers, as many as fit in `length`; returns the first element that is
/// left. If they are written past the caches, a fence must follow.
///
/// # Safety
/// All operands must be readable, and the output writable, up to `length`.
#[inline(always)]
unsafe fn blocks<
    S: Simd,
    E: Element,
    O: Elementwise<N, M>,
    const N: usize,
    const M: usize,
    const BLOCK: usize,
>(
    simd: S,
    operation: O,
    x: Operand<E, M>,
    rest: [Operand<E, M>; N],
    out: Output<E, M>,
    length: usize,
) -> usize
where
    Width<M>: Words<M>,
{
    let lanes = Pack::<S, E>::LANES;
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
            let y = words::<Several<Pack<S, E>, BLOCK>, M>(operation.apply(x, rest));
            for (registers, words) in y.iter().zip(out.words) {
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

/// Where the first operand, the others and the results begin.
struct Places<E, const N: usize, const M: usize, const R: usize> {
    x: Operand<E, M>,
    rest: [Operand<E, M>; N],
    out: [[*mut E; M]; R],
}

/// Registers full of numbers.
type Registers<S, E, const N: usize, const M: usize> = Number<Several<Pack<S, E>, N>, M>;

/// All elements by blocks of `BLOCK` registers; the last block is filled up with ones. Each element has `N + 1`
/// operands and `R` results.
///
/// # Safety
/// All operands must be readable, and the outputs writable, up to `length`.
#[inline(always)]
unsafe fn filled<
    S: Simd,
    E: Element,
    const N: usize,
    const M: usize,
    const BLOCK: usize,
    const R: usize,
>(
    simd: S,
    apply: impl Fn(
        Registers<S, E, BLOCK, M>,
        [Registers<S, E, BLOCK, M>; N],
    ) -> [Registers<S, E, BLOCK, M>; R],
    Places { x, rest, out }: Places<E, N, M, R>,
    length: usize,
) where
    Width<M>: Words<M>,
{
    let ones = Block(each(
        #[inline(always)]
        |m| [Pack::<S, E>::splat(simd, filler(m)); BLOCK],
    ));
    let (mut of_x, mut of_rest, mut of_out) = (ones, [ones; N], [ones; R]);
    let lanes = Pack::<S, E>::LANES;
    let mut i = 0;
    while i < length {
        let count = length - i;
        let is_last = count < BLOCK * lanes;
        // SAFETY: `count` elements are left, and a block has room for as many as it is asked for.
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
                let result = words::<Several<Pack<S, E>, BLOCK>, M>(results[r]);
                let of_last = of_out[r].words();
                for m in 0..M {
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

/// Registers in memory.
#[derive(Clone, Copy)]
struct Block<S: Simd, E: Element, const N: usize, const M: usize>([[Pack<S, E>; N]; M]);

impl<S: Simd, E: Element, const N: usize, const M: usize> Block<S, E, N, M> {
    #[inline(always)]
    fn words(&mut self) -> [*mut E; M] {
        let first: *mut E = self.0.as_mut_ptr().cast();
        each(
            #[inline(always)]
            |m| first.wrapping_add(m * N * Pack::<S, E>::LANES),
        )
    }

    /// This block, the first `count` numbers in it being those of an operand.
    ///
    /// # Safety
    /// As many must be readable, and not more than there is room for.
    #[inline(always)]
    unsafe fn filled(&mut self, operand: Operand<E, M>, count: usize) -> Operand<E, M> {
        let words = self.words();
        for (from, to) in operand.0.into_iter().zip(words) {
            // SAFETY: by the caller; a register is made of words.
            unsafe { core::ptr::copy_nonoverlapping(from, to, count) }
        }
        Operand(each(
            #[inline(always)]
            |m| words[m].cast_const(),
        ))
    }
}

/// The elements in `range` by single registers, of which the last one is filled up.
///
/// # Safety
/// As for [`blocks`], for all elements up to the end of `range`.
#[inline(always)]
unsafe fn singles<S: Simd, E: Element, O: Elementwise<N, M>, const N: usize, const M: usize>(
    simd: S,
    operation: O,
    x: Operand<E, M>,
    rest: [Operand<E, M>; N],
    out: Output<E, M>,
    range: Range<usize>,
) where
    Width<M>: Words<M>,
{
    let lanes = Pack::<S, E>::LANES;
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
            let y = words::<Pack<S, E>, M>(operation.apply(x, rest));
            for (words, to) in y.into_iter().zip(out.words) {
                words.store_partial(core::slice::from_raw_parts_mut(to.add(i), count));
            }
        }
    }
}
