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
use core::ops::Range;
use fearless_simd::Simd;
use floatfloat::elementary::trig;

/// An operation with its operands and its output, all equally long.
pub struct Run<'a, E, O, const N: usize, const M: usize = 2> {
    pub(super) operation: O,
    /// The first operand; where it is missing, `out` is it.
    pub(super) x: Option<MultiWordSlice<'a, E, M>>,
    pub(super) rest: [MultiWordSlice<'a, E, M>; N],
    pub(super) out: MultiWordSliceMut<'a, E, M>,
    /// Whether the output is to be written past the caches, where the processor can.
    pub(super) past_caches: bool,
}

impl<'a, E, O, const N: usize, const M: usize> Run<'a, E, O, N, M> {
    /// The same with another operation.
    pub(super) fn with<P>(self, operation: P) -> Run<'a, E, P, N, M> {
        let Run { x, rest, out, past_caches, .. } = self;
        Run { operation, x, rest, out, past_caches }
    }
}

impl<E: Element, O: Elementwise<N, M>, const N: usize, const M: usize> Run<'_, E, O, N, M>
where
    Width<M>: Words<M>,
{
    /// One number at a time.
    #[inline(always)]
    pub(super) fn alone(mut self) {
        let zero = number([E::nearest(0.0); M]);
        for i in 0..self.out.len() {
            let x = self.x.map_or_else(|| self.out.get(i), |x| x.get(i)).unwrap_or(zero);
            let rest = self.rest.map(|operand| operand.get(i).unwrap_or(zero));
            let written = self.out.set(i, self.operation.apply(x, rest));
            debug_assert!(written, "it is as long as this");
        }
    }
}

impl<E: Element, O: Elementwise<N, M>, const N: usize, const M: usize> Run<'_, E, O, N, M>
where
    Width<M>: Words<M>,
{
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn split_at(self, middle: usize) -> (Self, Self) {
        let Run { operation, past_caches, .. } = self;
        let (out, out_rest) = self.out.split_at(middle);
        let x = self.x.map(|x| x.split_at(middle));
        let rest = self.rest.map(|operand| operand.split_at(middle));
        let left = Run { operation, x: x.map(|x| x.0), rest: rest.map(|r| r.0), out, past_caches };
        let right = Run {
            operation,
            x: x.map(|x| x.1),
            rest: rest.map(|r| r.1),
            out: out_rest,
            past_caches,
        };
        (left, right)
    }
}

/// Where an operand's words begin in memory.
#[derive(Clone, Copy)]
struct Operand<E, const M: usize>([*const E; M]);

impl<E: Element, const M: usize> Operand<E, M>
where
    Width<M>: Words<M>,
{
    fn of(view: MultiWordSlice<'_, E, M>) -> Self {
        Operand(view.slices().map(<[E]>::as_ptr))
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
                unsafe {
                    let words = self.0[m].add(index);
                    if count == Pack::<S, E>::LANES {
                        return Pack::load_from(simd, words);
                    }
                    let words = core::slice::from_raw_parts(words, count);
                    Pack::load_partial(simd, words, filler(m))
                }
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

    // Operands are read through pointers because one of them may be the output. All that an
    // element's result depends on is read before it is written.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let operation = self.operation;
        let length = self.out.len();
        let rest = self.rest.map(Operand::of);
        let words = self.out.into_slices().map(<[E]>::as_mut_ptr);
        let x = match self.x {
            Some(x) => Operand::of(x),
            None => Operand(words.map(<*mut E>::cast_const)),
        };
        let past_caches = self.past_caches && words.iter().all(|&words| is_aligned(words));
        let out = Output { words, past_caches };
        // SAFETY: `length` is that of every slice. No other reference to the words of the output
        // lives: the slices that operands are read through are gone when it is written.
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
            singles(simd, operation, x, rest, out, done..length);
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
    let mut i = 0;
    while i + BLOCK * lanes <= length {
        // SAFETY: the block ends at or before `length`.
        unsafe {
            let y = operation.apply(
                x.load::<S, BLOCK>(simd, i),
                rest.map(
                    #[inline(always)]
                    |operand| operand.load(simd, i),
                ),
            );
            let y = words::<Several<Pack<S, E>, BLOCK>, M>(y);
            for k in 0..BLOCK {
                for (words, to) in y.iter().zip(out.words) {
                    let to = to.add(i + k * lanes);
                    #[cfg(target_arch = "x86_64")]
                    if out.past_caches {
                        words.0[k].stream_to(to);
                        continue;
                    }
                    words.0[k].store_to(to);
                }
            }
        }
        i += BLOCK * lanes;
    }
    i
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
            let results = apply(from.load::<S, BLOCK>(simd, 0), loaded(simd, from_rest));
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

/// Registers full of every operand.
///
/// # Safety
/// `BLOCK` registers full of words must be readable.
#[inline(always)]
unsafe fn loaded<S: Simd, E: Element, const BLOCK: usize, const N: usize, const M: usize>(
    simd: S,
    operands: [Operand<E, M>; N],
) -> [Registers<S, E, BLOCK, M>; N]
where
    Width<M>: Words<M>,
{
    let one = Several([Pack::splat(simd, E::nearest(1.0)); BLOCK]);
    let mut loaded = [number([one; M]); N];
    for (number, operand) in loaded.iter_mut().zip(operands) {
        // SAFETY: by the caller.
        *number = unsafe { operand.load(simd, 0) };
    }
    loaded
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

/// The elements in `range` by single registers, the last perhaps not full.
///
/// # Safety
/// As for [`blocks`], for the elements in `range`.
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
    let mut i = range.start;
    while i < range.end {
        let count = lanes.min(range.end - i);
        // SAFETY: `count` elements are left.
        unsafe {
            let y = operation.apply(
                x.load_at_most_one(simd, i, count),
                rest.map(
                    #[inline(always)]
                    |operand| operand.load_at_most_one(simd, i, count),
                ),
            );
            let y = words::<Pack<S, E>, M>(y);
            for (words, to) in y.into_iter().zip(out.words) {
                let to = to.add(i);
                if count == lanes {
                    words.store_to(to);
                } else {
                    words.store_partial(core::slice::from_raw_parts_mut(to, count));
                }
            }
        }
        i += count;
    }
}
