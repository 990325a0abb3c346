//! The loop over one segment.

use super::{
    bounds::ROWS,
    numbers::Numbers,
    prefetch::{AHEAD, LINE},
};
use crate::{
    accuracy::{Accuracy, Fast, Steps, Strict},
    dispatch::Kernel,
    element::Element,
    pack::Pack,
    several::{Several, each},
};
use core::{marker::PhantomData, ops::Range};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, Word, double_word::add_network::add_network};

/// The steps of an accuracy, and which it is.
pub(super) trait Method: Steps {
    const ACCURACY: Accuracy;
}

impl Method for Strict {
    const ACCURACY: Accuracy = Accuracy::Strict;
}

impl Method for Fast {
    const ACCURACY: Accuracy = Accuracy::Fast;
}

/// A reduction of terms that are made of `N` numbers each.
pub(super) trait Reduction<const N: usize> {
    /// How terms are gathered.
    type Method: Method;

    fn step<W: Word>(state: DoubleWord<W>, numbers: [DoubleWord<W>; N]) -> DoubleWord<W>;
}

pub(super) struct Sum<M>(PhantomData<M>);

impl<M: Method> Reduction<1> for Sum<M> {
    type Method = M;

    #[inline(always)]
    fn step<W: Word>(state: DoubleWord<W>, [x]: [DoubleWord<W>; 1]) -> DoubleWord<W> {
        M::add(state, x)
    }
}

pub(super) struct Asum<M>(PhantomData<M>);

impl<M: Method> Reduction<1> for Asum<M> {
    type Method = M;

    #[inline(always)]
    fn step<W: Word>(state: DoubleWord<W>, [x]: [DoubleWord<W>; 1]) -> DoubleWord<W> {
        M::add(state, x.abs())
    }
}

pub(super) struct Dot<M>(PhantomData<M>);

impl<M: Method> Reduction<2> for Dot<M> {
    type Method = M;

    #[inline(always)]
    fn step<W: Word>(state: DoubleWord<W>, [x, y]: [DoubleWord<W>; 2]) -> DoubleWord<W> {
        M::add_product(state, x, y)
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
    BLOCKS * ROWS * lanes::<E>(accuracy)
}

/// A reduction of one segment at most.
pub(super) struct Leaf<X, R, const N: usize> {
    operands: [X; N],
    reduction: PhantomData<R>,
}

impl<X: Numbers, R: Reduction<N>, const N: usize> Kernel for Leaf<X, R, N> {
    type Output = DoubleWord<X::Element>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> DoubleWord<X::Element> {
        // A constant, so that one arm only is compiled.
        match const { Self::ROW / Pack::<S, X::Element>::LANES } {
            2 => self.sum::<S, 2, 2>(simd),
            4 => self.sum::<S, 4, 4>(simd),
            8 => self.sum::<S, 8, 4>(simd),
            16 => self.sum::<S, 16, 4>(simd),
            registers => unreachable!("a row of {registers} registers"),
        }
    }
}

impl<X: Numbers, R: Reduction<N>, const N: usize> Leaf<X, R, N> {
    /// Lanes of a row.
    const ROW: usize = lanes::<X::Element>(R::Method::ACCURACY);

    pub(super) fn new(operands: [X; N]) -> Self {
        Leaf { operands, reduction: PhantomData }
    }

    /// A row is so many `REGISTERS`. Of a block, `GROUP` of them are summed down all rows before the
    /// next ones: so many that a sum has something to compute while it waits for its last term, few
    /// enough that all stay in registers.
    #[inline(always)]
    fn sum<S: Simd, const REGISTERS: usize, const GROUP: usize>(
        self,
        simd: S,
    ) -> DoubleWord<X::Element> {
        let length = self.operands.iter().map(|operand| operand.count()).min().unwrap_or(0);
        let zero = Pack::splat(simd, X::Element::default());
        let [mut high, mut low] = [[zero; REGISTERS]; 2];
        let mut start = 0;
        while start < length {
            let end = length.min(start + ROWS * Self::ROW);
            for first in (0..REGISTERS).step_by(GROUP) {
                let column = first * Pack::<S, X::Element>::LANES;
                let sum = Self::block::<S, GROUP>(simd, self.operands, start..end, column);
                for k in 0..GROUP {
                    let total = DoubleWord::from_normalized(high[first + k], low[first + k]);
                    let sum = DoubleWord::from_normalized(sum.hi().0[k], sum.lo().0[k]);
                    let total = add_network(total, sum);
                    (high[first + k], low[first + k]) = (total.hi(), total.lo());
                }
            }
            start = end;
        }
        sum_of_lanes::<R::Method, S, _, REGISTERS>(high, low)
    }

    /// The sums down the rows of a block of numbers, of the registers from `column` on; numbers beyond
    /// the end are zeros.
    #[inline(always)]
    fn block<S: Simd, const GROUP: usize>(
        simd: S,
        operands: [X; N],
        numbers: Range<usize>,
        column: usize,
    ) -> DoubleWord<Several<Pack<S, X::Element>, GROUP>> {
        let length = numbers.end - numbers.start;
        let zero = Several([Pack::splat(simd, X::Element::default()); GROUP]);
        let zero = DoubleWord::from_normalized(zero, zero);
        let mut state = zero;
        let mut terms = [zero; N];
        let lines = GROUP * size_of::<Pack<S, X::Element>>() / LINE;
        let mut index = numbers.start + column;
        for _ in 0..length / Self::ROW {
            for (term, operand) in terms.iter_mut().zip(operands) {
                // SAFETY: the row ends at or before the numbers, which no operand is shorter than.
                *term = unsafe { load::<S, X, GROUP>(simd, operand, index) };
                for k in 0..lines {
                    operand.prefetch(index + (AHEAD + k * LINE) / size_of::<X::Element>());
                }
            }
            state = R::step(state, terms);
            index += Self::ROW;
        }
        if !length.is_multiple_of(Self::ROW) {
            for (term, operand) in terms.iter_mut().zip(operands) {
                *term = load_partial::<S, X, GROUP>(simd, operand, index, numbers.end);
            }
            state = R::step(state, terms);
        }
        R::Method::finish(state)
    }
}

/// # Safety
/// There must be so many registers full of numbers from `index` on.
#[inline(always)]
unsafe fn load<S: Simd, X: Numbers, const GROUP: usize>(
    simd: S,
    operand: X,
    index: usize,
) -> DoubleWord<Several<Pack<S, X::Element>, GROUP>> {
    let numbers: [DoubleWord<_>; GROUP] = each(
        #[inline(always)]
        // SAFETY: by the caller.
        |k| unsafe { operand.load(simd, index + k * Pack::<S, X::Element>::LANES) },
    );
    several(numbers)
}

/// The numbers from `start` on that come before `end`, and zeros in the lanes beyond them.
#[inline(always)]
fn load_partial<S: Simd, X: Numbers, const GROUP: usize>(
    simd: S,
    operand: X,
    start: usize,
    end: usize,
) -> DoubleWord<Several<Pack<S, X::Element>, GROUP>> {
    let lanes = Pack::<S, X::Element>::LANES;
    let [mut high, mut low] = [[X::Element::default(); MOST_LANES]; 2];
    for (k, index) in (start..end).take(GROUP * lanes).enumerate() {
        let number = operand.number(index);
        (high[k], low[k]) = (number.hi(), number.lo());
    }
    several(each(
        #[inline(always)]
        |k| {
            let (high, low) = (&high[k * lanes..], &low[k * lanes..]);
            DoubleWord::from_normalized(Pack::load(simd, high), Pack::load(simd, low))
        },
    ))
}

#[inline(always)]
fn several<W: Word, const GROUP: usize>(
    numbers: [DoubleWord<W>; GROUP],
) -> DoubleWord<Several<W, GROUP>> {
    let high = each(
        #[inline(always)]
        |k| numbers[k].hi(),
    );
    let low = each(
        #[inline(always)]
        |k| numbers[k].lo(),
    );
    DoubleWord::from_normalized(Several(high), Several(low))
}

/// Adds the upper half of the lanes to the lower half until there is one.
#[inline(always)]
fn sum_of_lanes<M: Method, S: Simd, E: Element, const REGISTERS: usize>(
    mut high: [Pack<S, E>; REGISTERS],
    mut low: [Pack<S, E>; REGISTERS],
) -> DoubleWord<E> {
    let mut registers = REGISTERS;
    while registers > 1 {
        registers /= 2;
        for k in 0..registers {
            let upper = DoubleWord::from_normalized(high[k + registers], low[k + registers]);
            let sum = M::merge(DoubleWord::from_normalized(high[k], low[k]), upper);
            (high[k], low[k]) = (sum.hi(), sum.lo());
        }
    }
    let mut numbers = [DoubleWord::from_word(E::default()); MOST_LANES];
    let mut lanes = Pack::<S, E>::LANES;
    for (k, number) in numbers[..lanes].iter_mut().enumerate() {
        *number = DoubleWord::from_normalized(high[0].as_slice()[k], low[0].as_slice()[k]);
    }
    while lanes > 1 {
        lanes /= 2;
        for k in 0..lanes {
            numbers[k] = M::merge(numbers[k], numbers[k + lanes]);
        }
    }
    M::finish(numbers[0])
}
