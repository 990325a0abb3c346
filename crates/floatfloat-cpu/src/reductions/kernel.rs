//! The loop over one segment.

use super::numbers::Numbers;
use crate::{
    accuracy::{Accuracy, Fast, Steps, Strict},
    aligned::LINE,
    dispatch::Kernel,
    number::{Number, number},
    pack::Pack,
};
use core::{marker::PhantomData, ops::Range};
use fearless_simd::Simd;
use floatfloat::{MultiWord, Word, WordArray};

/// The distance in bytes between the address that a loop reads and the address that it prefetches.
/// Processors read ahead by themselves, but not beyond the end of a page. On an AMD EPYC, arrays beyond
/// the caches are summed a fifth faster with prefetching into the second-level cache. Prefetching into the
/// first-level cache delays the reads of memory and is a fifth slower.
const AHEAD: usize = 1024;

/// The steps of an accuracy, and the accuracy that they belong to.
pub trait Method<T: Number>: Steps<T> {
    const ACCURACY: Accuracy;
}

impl<T: Number> Method<T> for Strict {
    const ACCURACY: Accuracy = Accuracy::Strict;
}

impl<T: Number> Method<T> for Fast
where
    Fast: Steps<T>,
{
    const ACCURACY: Accuracy = Accuracy::Fast;
}

/// A reduction of terms of `N` numbers each.
pub(super) trait Reduction<const N: usize, T: Number> {
    /// The steps that add terms.
    type Method: Method<T>;

    fn step<W: Word>(state: T::Over<W>, numbers: [T::Over<W>; N]) -> T::Over<W>;
}

pub(super) struct Sum<A>(PhantomData<A>);

impl<A: Method<T>, T: Number> Reduction<1, T> for Sum<A> {
    type Method = A;

    #[inline(always)]
    fn step<W: Word>(state: T::Over<W>, [x]: [T::Over<W>; 1]) -> T::Over<W> {
        A::add::<W>(state, x)
    }
}

pub(super) struct Asum<A>(PhantomData<A>);

impl<A: Method<T>, T: Number> Reduction<1, T> for Asum<A> {
    type Method = A;

    #[inline(always)]
    fn step<W: Word>(state: T::Over<W>, [x]: [T::Over<W>; 1]) -> T::Over<W> {
        A::add::<W>(state, x.abs())
    }
}

pub(super) struct Dot<A>(PhantomData<A>);

impl<A: Method<T>, T: Number> Reduction<2, T> for Dot<A> {
    type Method = A;

    #[inline(always)]
    fn step<W: Word>(state: T::Over<W>, [x, y]: [T::Over<W>; 2]) -> T::Over<W> {
        A::add_product::<W>(state, x, y)
    }
}

/// The lanes of a row, which do not depend on the size of a register. There are so many that there
/// is enough to compute while a lane waits for its last result.
pub(super) const fn lanes<E>(accuracy: Accuracy) -> usize {
    let bytes = match accuracy {
        Accuracy::Strict => 256,
        Accuracy::Fast => 128,
    };
    bytes / size_of::<E>()
}

/// Lanes of the longest row of the smallest words.
const MOST_LANES: usize = lanes::<f32>(Accuracy::Strict);

/// Blocks of a segment.
pub(super) const BLOCKS: usize = 32;

/// The elements of a segment, which one thread reduces by itself.
pub(super) const fn segment<E>(accuracy: Accuracy) -> usize {
    BLOCKS * super::bounds::ROWS * lanes::<E>(accuracy)
}

/// A reduction of at most one segment.
pub(super) struct Leaf<X, R, const N: usize> {
    operands: [X; N],
    reduction: PhantomData<R>,
}

/// A register full of numbers.
type Register<S, T> = <T as MultiWord>::Over<Pack<S, <T as MultiWord>::Word>>;

/// A register full of zeros.
#[inline(always)]
fn zeros<S: Simd, T: Number>(simd: S) -> Register<S, T> {
    MultiWord::from_word(Pack::splat(simd, T::Word::default()))
}

/// The number in a lane of a register.
#[inline(always)]
fn lane<S: Simd, T: Number>(numbers: Register<S, T>, lane: usize) -> T {
    let words = numbers.parts();
    number(WordArray::each(
        #[inline(always)]
        |m| words[m].as_slice()[lane],
    ))
}

impl<T: Number, X: Numbers<Number = T>, R: Reduction<N, T>, const N: usize> Kernel
    for Leaf<X, R, N>
{
    type Output = T;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> T {
        // Constants, so that only one arm is compiled.
        if const { T::WORDS > 2 } {
            return self.long_steps(simd);
        }
        match const { Self::ROW / Pack::<S, T::Word>::LANES } {
            2 => self.sum::<S, 2>(simd),
            4 => self.sum::<S, 4>(simd),
            8 => self.sum::<S, 8>(simd),
            16 => self.sum::<S, 16>(simd),
            registers => unreachable!("a row of {registers} registers"),
        }
    }
}

impl<T: Number, X: Numbers<Number = T>, R: Reduction<N, T>, const N: usize> Leaf<X, R, N> {
    /// Lanes of a row.
    const ROW: usize = lanes::<T::Word>(R::Method::ACCURACY);

    /// Lanes of a block.
    const BLOCK: usize = R::Method::BLOCK * Self::ROW;

    pub(super) fn new(operands: [X; N]) -> Self {
        Leaf { operands, reduction: PhantomData }
    }

    /// Sums down the rows of a block, where a row is `REGISTERS` registers.
    #[inline(always)]
    fn sum<S: Simd, const REGISTERS: usize>(self, simd: S) -> T {
        let length = self.operands.iter().map(|operand| operand.count()).min().unwrap_or(0);
        let mut totals = [zeros::<S, T>(simd); REGISTERS];
        let mut start = 0;
        while start < length {
            let end = length.min(start + Self::BLOCK);
            let sums = Self::block::<S, REGISTERS>(simd, self.operands, start..end);
            for k in 0..REGISTERS {
                totals[k] = R::Method::close::<Pack<S, T::Word>>(totals[k], sums[k]);
            }
            start = end;
        }
        sum_of_lanes::<R::Method, S, T, REGISTERS>(totals)
    }

    /// The same as [`sum`](Leaf::sum), in the same order, for steps that are long. Their states are in memory, so
    /// that a step is compiled only once. While a register waits for its last term the processor goes on to the
    /// next one.
    #[inline(always)]
    fn long_steps<S: Simd>(self, simd: S) -> T {
        let lanes = Pack::<S, T::Word>::LANES;
        let length = self.operands.iter().map(|operand| operand.count()).min().unwrap_or(0);
        let zero = zeros::<S, T>(simd);
        let mut totals = [zero; MOST_LANES / 4];
        let registers = Self::ROW / lanes;
        let mut start = 0;
        while start < length {
            let end = length.min(start + Self::BLOCK);
            let mut states = [zero; MOST_LANES / 4];
            for index in (start..end).step_by(lanes) {
                let state = &mut states[(index - start) / lanes % registers];
                let mut terms = [zero; N];
                for (k, term) in terms.iter_mut().enumerate() {
                    let operand = self.operands[k];
                    *term = if index + lanes <= end {
                        // SAFETY: no operand is shorter.
                        unsafe { operand.load(simd, index) }
                    } else {
                        partial::<S, T, X>(simd, operand, index, end)
                    };
                    operand.prefetch(index + AHEAD / size_of::<T::Word>());
                }
                *state = R::step::<Pack<S, T::Word>>(*state, terms);
            }
            for k in 0..registers {
                totals[k] = R::Method::close::<Pack<S, T::Word>>(totals[k], states[k]);
            }
            start = end;
        }
        let mut sums = [number_of_zero::<T>(); MOST_LANES];
        for (k, sum) in sums[..Self::ROW].iter_mut().enumerate() {
            *sum = lane::<S, T>(totals[k / lanes], k % lanes);
        }
        halved(&mut sums[..Self::ROW])
    }

    /// The same as [`long_steps`](Leaf::long_steps), one number at a time.
    #[inline(always)]
    pub(super) fn alone(self) -> T {
        let length = self.operands.iter().map(|operand| operand.count()).min().unwrap_or(0);
        let mut totals = [number_of_zero::<T>(); MOST_LANES];
        for start in (0..length).step_by(Self::BLOCK) {
            let end = length.min(start + Self::BLOCK);
            for (lane, total) in totals[..Self::ROW].iter_mut().enumerate() {
                let mut state = number_of_zero::<T>();
                for index in (start + lane..end).step_by(Self::ROW) {
                    let terms = self.operands.map(|operand| operand.number(index));
                    state = R::step::<T::Word>(state, terms);
                }
                *total = R::Method::close::<T::Word>(*total, state);
            }
        }
        halved(&mut totals[..Self::ROW])
    }

    /// The sums down the rows of a block of numbers. Numbers beyond the end are zeros. Each register goes
    /// through all its steps before the next one: the processor looks ahead far enough to compute several at a
    /// time, and values between two steps stay in registers.
    #[inline(always)]
    fn block<S: Simd, const REGISTERS: usize>(
        simd: S,
        operands: [X; N],
        numbers: Range<usize>,
    ) -> [Register<S, T>; REGISTERS] {
        let length = numbers.end - numbers.start;
        let lanes = Pack::<S, T::Word>::LANES;
        let zero = zeros::<S, T>(simd);
        let mut states = [zero; REGISTERS];
        let mut terms = [zero; N];
        let lines = REGISTERS * size_of::<Pack<S, T::Word>>() / LINE;
        let mut index = numbers.start;
        for _ in 0..length / Self::ROW {
            for (k, state) in states.iter_mut().enumerate() {
                for n in 0..N {
                    // SAFETY: the row ends at or before the last number, and no operand is shorter.
                    terms[n] = unsafe { operands[n].load(simd, index + k * lanes) };
                    if k < lines {
                        operands[n].prefetch(index + (AHEAD + k * LINE) / size_of::<T::Word>());
                    }
                }
                *state = R::step::<Pack<S, T::Word>>(*state, terms);
            }
            index += Self::ROW;
        }
        if !length.is_multiple_of(Self::ROW) {
            for (k, state) in states.iter_mut().enumerate() {
                for n in 0..N {
                    terms[n] =
                        partial::<S, T, X>(simd, operands[n], index + k * lanes, numbers.end);
                }
                *state = R::step::<Pack<S, T::Word>>(*state, terms);
            }
        }
        states
    }
}

/// Zero, with +0 in all words.
fn number_of_zero<T: Number>() -> T {
    T::from_word(T::Word::default())
}

/// A register of the numbers from `start` to `end`, with zeros in the lanes beyond them.
#[inline(never)]
fn partial<S: Simd, T: Number, X: Numbers<Number = T>>(
    simd: S,
    operand: X,
    start: usize,
    end: usize,
) -> Register<S, T> {
    let mut loaded = zeros::<S, T>(simd).parts();
    for (k, index) in (start..end).take(Pack::<S, T::Word>::LANES).enumerate() {
        for (register, word) in loaded.as_mut().iter_mut().zip(operand.number(index).parts()) {
            register.as_mut_slice()[k] = word;
        }
    }
    number(loaded)
}

/// Adds the upper half of the numbers to the lower half until one is left. Their count is a power of
/// two.
#[inline(never)]
fn halved<T: Number>(numbers: &mut [T]) -> T {
    let mut count = numbers.len();
    while count > 1 {
        count /= 2;
        for k in 0..count {
            numbers[k] = T::finite_sum::<T::Word>(numbers[k], numbers[k + count]);
        }
    }
    numbers[0]
}

/// Adds the upper half of the lanes to the lower half until one is left.
#[inline(always)]
fn sum_of_lanes<A: Method<T>, S: Simd, T: Number, const REGISTERS: usize>(
    mut totals: [Register<S, T>; REGISTERS],
) -> T {
    let mut registers = REGISTERS;
    while registers > 1 {
        registers /= 2;
        for k in 0..registers {
            totals[k] = A::merge::<Pack<S, T::Word>>(totals[k], totals[k + registers]);
        }
    }
    let mut numbers = [number_of_zero::<T>(); MOST_LANES];
    let mut lanes = Pack::<S, T::Word>::LANES;
    for (k, number) in numbers[..lanes].iter_mut().enumerate() {
        *number = lane::<S, T>(totals[0], k);
    }
    while lanes > 1 {
        lanes /= 2;
        for k in 0..lanes {
            numbers[k] = A::merge::<T::Word>(numbers[k], numbers[k + lanes]);
        }
    }
    A::finish::<T::Word>(numbers[0])
}
