//! The loop over one segment.

use super::{
    numbers::Numbers,
    prefetch::{AHEAD, LINE},
};
use crate::{
    accuracy::{Accuracy, Fast, Steps, Strict},
    dispatch::Kernel,
    element::Element,
    pack::Pack,
    words::{Number, Width, Words, number, words},
};
use core::{marker::PhantomData, ops::Range};
use fearless_simd::Simd;
use floatfloat::{MultiWord, Word};

/// The steps of an accuracy, and which it is.
pub trait Method<const M: usize>: Steps<M>
where
    Width<M>: Words<M>,
{
    const ACCURACY: Accuracy;
}

impl<const M: usize> Method<M> for Strict
where
    Width<M>: Words<M>,
{
    const ACCURACY: Accuracy = Accuracy::Strict;
}

impl<const M: usize> Method<M> for Fast
where
    Width<M>: Words<M>,
    Fast: Steps<M>,
{
    const ACCURACY: Accuracy = Accuracy::Fast;
}

/// A reduction of terms that are made of `N` numbers of `M` words each.
pub(super) trait Reduction<const N: usize, const M: usize>
where
    Width<M>: Words<M>,
{
    /// How terms are gathered.
    type Method: Method<M>;

    fn step<W: Word>(state: Number<W, M>, numbers: [Number<W, M>; N]) -> Number<W, M>;
}

pub(super) struct Sum<A>(PhantomData<A>);

impl<A: Method<M>, const M: usize> Reduction<1, M> for Sum<A>
where
    Width<M>: Words<M>,
{
    type Method = A;

    #[inline(always)]
    fn step<W: Word>(state: Number<W, M>, [x]: [Number<W, M>; 1]) -> Number<W, M> {
        A::add(state, x)
    }
}

pub(super) struct Asum<A>(PhantomData<A>);

impl<A: Method<M>, const M: usize> Reduction<1, M> for Asum<A>
where
    Width<M>: Words<M>,
{
    type Method = A;

    #[inline(always)]
    fn step<W: Word>(state: Number<W, M>, [x]: [Number<W, M>; 1]) -> Number<W, M> {
        A::add(state, x.abs())
    }
}

pub(super) struct Dot<A>(PhantomData<A>);

impl<A: Method<M>, const M: usize> Reduction<2, M> for Dot<A>
where
    Width<M>: Words<M>,
{
    type Method = A;

    #[inline(always)]
    fn step<W: Word>(state: Number<W, M>, [x, y]: [Number<W, M>; 2]) -> Number<W, M> {
        A::add_product(state, x, y)
    }
}

/// Lanes of a row, whatever the size of a register: so many that there is enough to compute while a
/// lane waits for its last result.
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

/// Elements of a segment, which one thread reduces by itself.
pub(super) const fn segment<E>(accuracy: Accuracy) -> usize {
    BLOCKS * super::bounds::ROWS * lanes::<E>(accuracy)
}

/// A reduction of one segment at most.
pub(super) struct Leaf<X, R, const N: usize, const M: usize> {
    operands: [X; N],
    reduction: PhantomData<R>,
}

impl<X: Numbers<M>, R: Reduction<N, M>, const N: usize, const M: usize> Kernel for Leaf<X, R, N, M>
where
    Width<M>: Words<M>,
{
    type Output = Number<X::Element, M>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Number<X::Element, M> {
        // Constants, so that one arm only is compiled.
        if const { M > 2 } {
            return self.long_steps(simd);
        }
        match const { Self::ROW / Pack::<S, X::Element>::LANES } {
            2 => self.sum::<S, 2>(simd),
            4 => self.sum::<S, 4>(simd),
            8 => self.sum::<S, 8>(simd),
            16 => self.sum::<S, 16>(simd),
            registers => unreachable!("a row of {registers} registers"),
        }
    }
}

impl<X: Numbers<M>, R: Reduction<N, M>, const N: usize, const M: usize> Leaf<X, R, N, M>
where
    Width<M>: Words<M>,
{
    /// Lanes of a row.
    const ROW: usize = lanes::<X::Element>(R::Method::ACCURACY);

    /// Lanes of a block.
    const BLOCK: usize = R::Method::BLOCK * Self::ROW;

    pub(super) fn new(operands: [X; N]) -> Self {
        Leaf { operands, reduction: PhantomData }
    }

    /// A row is so many `REGISTERS`, which are summed down the rows of a block.
    #[inline(always)]
    fn sum<S: Simd, const REGISTERS: usize>(self, simd: S) -> Number<X::Element, M> {
        let length = self.operands.iter().map(|operand| operand.count()).min().unwrap_or(0);
        let zero = Pack::splat(simd, X::Element::default());
        let mut totals = [[zero; M]; REGISTERS];
        let mut start = 0;
        while start < length {
            let end = length.min(start + Self::BLOCK);
            let sums = Self::block::<S, REGISTERS>(simd, self.operands, start..end);
            for (total, sum) in totals.iter_mut().zip(sums) {
                let sum = R::Method::close(number(*total), number(sum));
                *total = words::<Pack<S, X::Element>, M>(sum);
            }
            start = end;
        }
        sum_of_lanes::<R::Method, S, _, REGISTERS, M>(totals)
    }

    /// As [`sum`](Leaf::sum), in the same order, for steps that are long: their states are in memory, so that a
    /// step is compiled once, and while a register waits for its last term the processor goes on to the next one.
    #[inline(always)]
    fn long_steps<S: Simd>(self, simd: S) -> Number<X::Element, M> {
        let lanes = Pack::<S, X::Element>::LANES;
        let length = self.operands.iter().map(|operand| operand.count()).min().unwrap_or(0);
        let zero = [Pack::splat(simd, X::Element::default()); M];
        let mut totals = [zero; MOST_LANES / 4];
        let registers = Self::ROW / lanes;
        let mut start = 0;
        while start < length {
            let end = length.min(start + Self::BLOCK);
            let mut states = [zero; MOST_LANES / 4];
            for index in (start..end).step_by(lanes) {
                let state = &mut states[(index - start) / lanes % registers];
                let mut terms = [number(zero); N];
                for (term, &operand) in terms.iter_mut().zip(&self.operands) {
                    *term = if index + lanes <= end {
                        // SAFETY: no operand is shorter.
                        unsafe { operand.load(simd, index) }
                    } else {
                        number(partial::<S, X, M>(simd, operand, index, end))
                    };
                    operand.prefetch(index + AHEAD / size_of::<X::Element>());
                }
                let sum = R::step(number(*state), terms);
                *state = words::<Pack<S, X::Element>, M>(sum);
            }
            for (total, &state) in totals[..registers].iter_mut().zip(&states) {
                let sum = R::Method::close(number(*total), number(state));
                *total = words::<Pack<S, X::Element>, M>(sum);
            }
            start = end;
        }
        let mut sums = [[X::Element::default(); M]; MOST_LANES];
        for (k, sum) in sums[..Self::ROW].iter_mut().enumerate() {
            *sum = totals[k / lanes].map(|words| words.as_slice()[k % lanes]);
        }
        halved(&mut sums[..Self::ROW])
    }

    /// As [`long_steps`](Leaf::long_steps), one number at a time.
    #[inline(always)]
    pub(super) fn alone(self) -> Number<X::Element, M> {
        let length = self.operands.iter().map(|operand| operand.count()).min().unwrap_or(0);
        let mut totals = [[X::Element::default(); M]; MOST_LANES];
        for start in (0..length).step_by(Self::BLOCK) {
            let end = length.min(start + Self::BLOCK);
            for (lane, total) in totals[..Self::ROW].iter_mut().enumerate() {
                let mut state = number([X::Element::default(); M]);
                for index in (start + lane..end).step_by(Self::ROW) {
                    state = R::step(state, self.operands.map(|operand| operand.number(index)));
                }
                let sum = R::Method::close(number(*total), state);
                *total = words::<X::Element, M>(sum);
            }
        }
        halved(&mut totals[..Self::ROW])
    }

    /// The sums down the rows of a block of numbers; numbers beyond the end are zeros. One register after
    /// the other, each through all its steps: the processor looks ahead far enough to compute several at a time,
    /// and what lies between two steps stays in registers.
    #[inline(always)]
    fn block<S: Simd, const REGISTERS: usize>(
        simd: S,
        operands: [X; N],
        numbers: Range<usize>,
    ) -> [[Pack<S, X::Element>; M]; REGISTERS] {
        let length = numbers.end - numbers.start;
        let lanes = Pack::<S, X::Element>::LANES;
        let zero = [Pack::splat(simd, X::Element::default()); M];
        let mut states = [zero; REGISTERS];
        let mut terms = [number(zero); N];
        let lines = REGISTERS * size_of::<Pack<S, X::Element>>() / LINE;
        let mut index = numbers.start;
        for _ in 0..length / Self::ROW {
            for (k, state) in states.iter_mut().enumerate() {
                for (term, operand) in terms.iter_mut().zip(operands) {
                    // SAFETY: the row ends at or before the numbers, which no operand is shorter than.
                    *term = unsafe { operand.load(simd, index + k * lanes) };
                    if k < lines {
                        operand.prefetch(index + (AHEAD + k * LINE) / size_of::<X::Element>());
                    }
                }
                *state = words::<Pack<S, X::Element>, M>(R::step(number(*state), terms));
            }
            index += Self::ROW;
        }
        if !length.is_multiple_of(Self::ROW) {
            for (k, state) in states.iter_mut().enumerate() {
                for (term, operand) in terms.iter_mut().zip(operands) {
                    let words = partial::<S, X, M>(simd, operand, index + k * lanes, numbers.end);
                    *term = number(words);
                }
                *state = words::<Pack<S, X::Element>, M>(R::step(number(*state), terms));
            }
        }
        states
    }
}

/// A register of numbers from `start` on that come before `end`, and zeros in the lanes beyond them.
#[inline(never)]
fn partial<S: Simd, X: Numbers<M>, const M: usize>(
    simd: S,
    operand: X,
    start: usize,
    end: usize,
) -> [Pack<S, X::Element>; M]
where
    Width<M>: Words<M>,
{
    let mut loaded = [Pack::splat(simd, X::Element::default()); M];
    for (k, index) in (start..end).take(Pack::<S, X::Element>::LANES).enumerate() {
        for (register, word) in loaded.iter_mut().zip(words::<X::Element, M>(operand.number(index)))
        {
            register.as_mut_slice()[k] = word;
        }
    }
    loaded
}

/// Adds the upper half of the numbers, as many as a power of two, to the lower half until there is one.
#[inline(never)]
fn halved<E: Element, const M: usize>(numbers: &mut [[E; M]]) -> Number<E, M>
where
    Width<M>: Words<M>,
{
    let mut count = numbers.len();
    while count > 1 {
        count /= 2;
        for k in 0..count {
            let sum = Width::<M>::sum(number(numbers[k]), number(numbers[k + count]));
            numbers[k] = words::<E, M>(sum);
        }
    }
    number(numbers[0])
}

/// Adds the upper half of the lanes to the lower half until there is one.
#[inline(always)]
fn sum_of_lanes<A: Method<M>, S: Simd, E: Element, const REGISTERS: usize, const M: usize>(
    mut totals: [[Pack<S, E>; M]; REGISTERS],
) -> Number<E, M>
where
    Width<M>: Words<M>,
{
    let mut registers = REGISTERS;
    while registers > 1 {
        registers /= 2;
        for k in 0..registers {
            let sum = A::merge(number(totals[k]), number(totals[k + registers]));
            totals[k] = words::<Pack<S, E>, M>(sum);
        }
    }
    let mut numbers = [[E::default(); M]; MOST_LANES];
    let mut lanes = Pack::<S, E>::LANES;
    for (k, number) in numbers[..lanes].iter_mut().enumerate() {
        *number = totals[0].map(|words| words.as_slice()[k]);
    }
    while lanes > 1 {
        lanes /= 2;
        for k in 0..lanes {
            let sum = A::merge(number(numbers[k]), number(numbers[k + lanes]));
            numbers[k] = words::<E, M>(sum);
        }
    }
    A::finish(number(numbers[0]))
}
