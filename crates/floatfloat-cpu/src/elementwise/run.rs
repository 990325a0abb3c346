//! The loop over elements.

use super::Elementwise;
use crate::{
    dispatch::Kernel,
    element::Element,
    pack::Pack,
    several::{Several, each},
    view::{DoubleWordSlice, DoubleWordSliceMut},
};
use core::ops::Range;
use fearless_simd::Simd;
use floatfloat::{DoubleWord, elementary::trig};

/// An operation with its operands and its output, all equally long.
pub struct Run<'a, E, O, const N: usize> {
    pub(super) operation: O,
    /// The first operand; where it is missing, `out` is it.
    pub(super) x: Option<DoubleWordSlice<'a, E>>,
    pub(super) rest: [DoubleWordSlice<'a, E>; N],
    pub(super) out: DoubleWordSliceMut<'a, E>,
    /// Whether the output is to be written past the caches, where the processor can.
    pub(super) past_caches: bool,
}

impl<'a, E, O, const N: usize> Run<'a, E, O, N> {
    /// The same with another operation.
    pub(super) fn with<P>(self, operation: P) -> Run<'a, E, P, N> {
        let Run { x, rest, out, past_caches, .. } = self;
        Run { operation, x, rest, out, past_caches }
    }
}

impl<E: Element, O: Elementwise<N>, const N: usize> Run<'_, E, O, N> {
    /// One number at a time.
    #[inline(always)]
    pub(super) fn alone(mut self) {
        let zero = DoubleWord::from_word(E::nearest(0.0));
        for i in 0..self.out.len() {
            let x = self.x.map_or_else(|| self.out.get(i), |x| x.get(i)).unwrap_or(zero);
            let rest = self.rest.map(|operand| operand.get(i).unwrap_or(zero));
            let written = self.out.set(i, self.operation.apply(x, rest));
            debug_assert!(written, "it is as long as this");
        }
    }
}

#[cfg(feature = "parallel")]
impl<E: Element, O: Elementwise<N>, const N: usize> Run<'_, E, O, N> {
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

/// Where an operand's parts begin in memory.
#[derive(Clone, Copy)]
struct Operand<E> {
    high: *const E,
    low: *const E,
}

impl<E: Element> Operand<E> {
    fn of(view: DoubleWordSlice<'_, E>) -> Self {
        Operand { high: view.hi().as_ptr(), low: view.lo().as_ptr() }
    }

    /// This operand from `index` on.
    ///
    /// # Safety
    /// It must be at least so long.
    #[inline(always)]
    unsafe fn at(self, index: usize) -> Self {
        // SAFETY: by the caller.
        unsafe { Operand { high: self.high.add(index), low: self.low.add(index) } }
    }

    /// # Safety
    /// `N` registers full of words must be readable from `index` on.
    #[inline(always)]
    unsafe fn load<S: Simd, const N: usize>(
        self,
        simd: S,
        index: usize,
    ) -> DoubleWord<Several<Pack<S, E>, N>> {
        // SAFETY: by the caller.
        unsafe {
            let (high, low) = (self.high.add(index), self.low.add(index));
            DoubleWord::from_normalized(load_several(simd, high), load_several(simd, low))
        }
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
    ) -> DoubleWord<Pack<S, E>> {
        // SAFETY: by the caller.
        unsafe {
            let (high, low) = (self.high.add(index), self.low.add(index));
            if count == Pack::<S, E>::LANES {
                let (high, low) = (Pack::load_from(simd, high), Pack::load_from(simd, low));
                return DoubleWord::from_normalized(high, low);
            }
            let high = core::slice::from_raw_parts(high, count);
            let low = core::slice::from_raw_parts(low, count);
            DoubleWord::from_normalized(
                Pack::load_partial(simd, high, E::nearest(1.0)),
                Pack::load_partial(simd, low, E::nearest(0.0)),
            )
        }
    }
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

impl<E: Element, O: Elementwise<N>, const N: usize> Kernel for Run<'_, E, O, N> {
    type Output = ();

    // Operands are read through pointers because one of them may be the output. All that an
    // element's result depends on is read before it is written.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let operation = self.operation;
        let length = self.out.len();
        let rest = self.rest.map(Operand::of);
        let (high, low) = self.out.into_parts();
        let (high, low) = (high.as_mut_ptr(), low.as_mut_ptr());
        let x = match self.x {
            Some(x) => Operand::of(x),
            None => Operand { high: high.cast_const(), low: low.cast_const() },
        };
        let out = Output {
            high,
            low,
            past_caches: self.past_caches && is_aligned(high) && is_aligned(low),
        };
        // SAFETY: `length` is that of every slice. No other reference to the words of the output
        // lives: the slices that operands are read through are gone when it is written.
        unsafe {
            if const { O::LONG } {
                let out = [(high, low)];
                return if const { O::PAIRED && size_of::<Pack<S, E>>() > 16 } {
                    filled::<S, E, N, 2, 1>(
                        simd,
                        #[inline(always)]
                        |x, rest| [operation.apply(x, rest)],
                        Places { x, rest, out },
                        length,
                    );
                } else {
                    filled::<S, E, N, 1, 1>(
                        simd,
                        #[inline(always)]
                        |x, rest| [operation.apply(x, rest)],
                        Places { x, rest, out },
                        length,
                    );
                };
            }
            let done = if O::WAITS {
                blocks::<S, E, O, N, 4>(simd, operation, x, rest, out, length)
            } else {
                blocks::<S, E, O, N, 2>(simd, operation, x, rest, out, length)
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
        let (sine_high, sine_low) = self.sines.into_parts();
        let (cosine_high, cosine_low) = self.cosines.into_parts();
        let out = [
            (sine_high.as_mut_ptr(), sine_low.as_mut_ptr()),
            (cosine_high.as_mut_ptr(), cosine_low.as_mut_ptr()),
        ];
        // SAFETY: all slices are as long as `x`.
        unsafe {
            filled::<S, E, 0, 1, 2>(
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

/// Where the output's parts begin in memory.
#[derive(Clone, Copy)]
struct Output<E> {
    high: *mut E,
    low: *mut E,
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
unsafe fn blocks<S: Simd, E: Element, O: Elementwise<N>, const N: usize, const BLOCK: usize>(
    simd: S,
    operation: O,
    x: Operand<E>,
    rest: [Operand<E>; N],
    out: Output<E>,
    length: usize,
) -> usize {
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
            for k in 0..BLOCK {
                let (high, low) = (out.high.add(i + k * lanes), out.low.add(i + k * lanes));
                #[cfg(target_arch = "x86_64")]
                if out.past_caches {
                    y.hi().0[k].stream_to(high);
                    y.lo().0[k].stream_to(low);
                    continue;
                }
                y.hi().0[k].store_to(high);
                y.lo().0[k].store_to(low);
            }
        }
        i += BLOCK * lanes;
    }
    i
}

/// Where the first operand, the others and the results begin.
struct Places<E, const N: usize, const R: usize> {
    x: Operand<E>,
    rest: [Operand<E>; N],
    out: [(*mut E, *mut E); R],
}

/// Registers full of numbers.
type Registers<S, E, const N: usize> = DoubleWord<Several<Pack<S, E>, N>>;

/// All elements by blocks of `BLOCK` registers; the last block is filled up with ones. Each element has `N + 1`
/// operands and `R` results.
///
/// # Safety
/// All operands must be readable, and the outputs writable, up to `length`.
#[inline(always)]
unsafe fn filled<S: Simd, E: Element, const N: usize, const BLOCK: usize, const R: usize>(
    simd: S,
    apply: impl Fn(Registers<S, E, BLOCK>, [Registers<S, E, BLOCK>; N]) -> [Registers<S, E, BLOCK>; R],
    Places { x, rest, out }: Places<E, N, R>,
    length: usize,
) {
    let ones = Block {
        high: [Pack::<S, E>::splat(simd, E::nearest(1.0)); BLOCK],
        low: [Pack::splat(simd, E::nearest(0.0)); BLOCK],
    };
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
                let (high_of_all, low_of_all) = (out[r].0.add(i), out[r].1.add(i));
                let (high, low) =
                    if is_last { of_out[r].words() } else { (high_of_all, low_of_all) };
                for k in 0..BLOCK {
                    results[r].hi().0[k].store_to(high.add(k * lanes));
                    results[r].lo().0[k].store_to(low.add(k * lanes));
                }
                if is_last {
                    core::ptr::copy_nonoverlapping(high, high_of_all, count);
                    core::ptr::copy_nonoverlapping(low, low_of_all, count);
                }
            }
        }
        i += BLOCK * lanes;
    }
}

/// Registers full of every operand.
///
/// # Safety
/// `M` registers full of words must be readable.
#[inline(always)]
unsafe fn loaded<S: Simd, E: Element, const M: usize, const N: usize>(
    simd: S,
    operands: [Operand<E>; N],
) -> [DoubleWord<Several<Pack<S, E>, M>>; N] {
    let one = Several([Pack::splat(simd, E::nearest(1.0)); M]);
    let mut loaded = [DoubleWord::from_normalized(one, one); N];
    for (number, operand) in loaded.iter_mut().zip(operands) {
        // SAFETY: by the caller.
        *number = unsafe { operand.load(simd, 0) };
    }
    loaded
}

/// Registers in memory.
#[derive(Clone, Copy)]
struct Block<S: Simd, E: Element, const N: usize> {
    high: [Pack<S, E>; N],
    low: [Pack<S, E>; N],
}

impl<S: Simd, E: Element, const N: usize> Block<S, E, N> {
    #[inline(always)]
    fn words(&mut self) -> (*mut E, *mut E) {
        (self.high.as_mut_ptr().cast(), self.low.as_mut_ptr().cast())
    }

    /// This block, the first `count` numbers in it being those of an operand.
    ///
    /// # Safety
    /// As many must be readable, and not more than there is room for.
    #[inline(always)]
    unsafe fn filled(&mut self, operand: Operand<E>, count: usize) -> Operand<E> {
        let (high, low) = self.words();
        // SAFETY: by the caller; a register is made of words.
        unsafe {
            core::ptr::copy_nonoverlapping(operand.high, high, count);
            core::ptr::copy_nonoverlapping(operand.low, low, count);
        }
        Operand { high, low }
    }
}

/// The elements in `range` by single registers, the last perhaps not full.
///
/// # Safety
/// As for [`blocks`], for the elements in `range`.
#[inline(always)]
unsafe fn singles<S: Simd, E: Element, O: Elementwise<N>, const N: usize>(
    simd: S,
    operation: O,
    x: Operand<E>,
    rest: [Operand<E>; N],
    out: Output<E>,
    range: Range<usize>,
) {
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
            let (high, low) = (out.high.add(i), out.low.add(i));
            if count == lanes {
                y.hi().store_to(high);
                y.lo().store_to(low);
            } else {
                y.hi().store_partial(core::slice::from_raw_parts_mut(high, count));
                y.lo().store_partial(core::slice::from_raw_parts_mut(low, count));
            }
        }
        i += count;
    }
}
