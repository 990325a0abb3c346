//! The loop over one segment.

use super::{
    method::{Method, ROWS, Strict},
    numbers::Numbers,
    task::Kind,
};
use crate::{dispatch::Kernel, element::Element, pack::Pack, several::Several};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, Word, double_word::add_network::add_network};

/// A reduction of terms that are made of `N` numbers each.
pub(super) trait Reduction<const N: usize>: Copy + Send + Sync {
    /// How terms are gathered.
    type Method: Method;

    const KIND: Kind;

    fn step<W: Word>(state: DoubleWord<W>, numbers: [DoubleWord<W>; N]) -> DoubleWord<W>;

    /// The term as a word, of the high words.
    fn plain<W: Word>(high: [W; N]) -> W;
}

#[derive(Clone, Copy)]
pub(super) struct Sum<M>(pub(super) M);

impl<M: Method> Reduction<1> for Sum<M> {
    type Method = M;
    const KIND: Kind = Kind::Sum;

    #[inline(always)]
    fn step<W: Word>(state: DoubleWord<W>, [x]: [DoubleWord<W>; 1]) -> DoubleWord<W> {
        M::add(state, x)
    }
    #[inline(always)]
    fn plain<W: Word>([x]: [W; 1]) -> W {
        x
    }
}

#[derive(Clone, Copy)]
pub(super) struct Asum<M>(pub(super) M);

impl<M: Method> Reduction<1> for Asum<M> {
    type Method = M;
    const KIND: Kind = Kind::Asum;

    #[inline(always)]
    fn step<W: Word>(state: DoubleWord<W>, [x]: [DoubleWord<W>; 1]) -> DoubleWord<W> {
        M::add(state, x.abs())
    }
    #[inline(always)]
    fn plain<W: Word>([x]: [W; 1]) -> W {
        x.abs()
    }
}

#[derive(Clone, Copy)]
pub(super) struct Dot<M>(pub(super) M);

impl<M: Method> Reduction<2> for Dot<M> {
    type Method = M;
    const KIND: Kind = Kind::Dot;

    #[inline(always)]
    fn step<W: Word>(state: DoubleWord<W>, [x, y]: [DoubleWord<W>; 2]) -> DoubleWord<W> {
        M::add_product(state, x, y)
    }
    #[inline(always)]
    fn plain<W: Word>([x, y]: [W; 2]) -> W {
        x * y
    }
}

/// Lanes of a row, whatever the size of a register.
pub(super) const fn lanes<M: Method, E>() -> usize {
    M::ROW_BYTES / size_of::<E>()
}

/// Lanes of the longest row of the smallest words.
const MOST_LANES: usize = lanes::<Strict, f32>();

/// Blocks of a segment.
pub(super) const BLOCKS: usize = 32;

/// Elements of a segment, which one thread reduces by itself.
pub(super) const fn segment<M: Method, E>() -> usize {
    BLOCKS * ROWS * lanes::<M, E>()
}

/// A reduction of one segment at most.
pub(super) struct Leaf<X, R, const N: usize> {
    pub(super) reduction: R,
    pub(super) operands: [X; N],
}

impl<X: Numbers, R: Reduction<N>, const N: usize> Kernel for Leaf<X, R, N> {
    type Output = DoubleWord<X::Element>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> DoubleWord<X::Element> {
        let Leaf { reduction, operands } = self;
        // A constant, so that one arm only is compiled.
        match const { lanes::<R::Method, X::Element>() / Pack::<S, X::Element>::LANES } {
            2 => reduce::<S, X, R, N, 2>(simd, reduction, operands),
            4 => reduce::<S, X, R, N, 4>(simd, reduction, operands),
            8 => reduce::<S, X, R, N, 8>(simd, reduction, operands),
            16 => reduce::<S, X, R, N, 16>(simd, reduction, operands),
            registers => unreachable!("a row of {registers} registers"),
        }
    }
}

#[inline(always)]
fn reduce<S: Simd, X: Numbers, R: Reduction<N>, const N: usize, const REGISTERS: usize>(
    simd: S,
    _: R,
    operands: [X; N],
) -> DoubleWord<X::Element> {
    let row = lanes::<R::Method, X::Element>();
    let length = operands.iter().map(|operand| operand.count()).min().unwrap_or(0);
    let zero = Several([Pack::splat(simd, X::Element::default()); REGISTERS]);
    let zero = DoubleWord::from_normalized(zero, zero);
    let (mut total, mut start) = (zero, 0);
    while start < length {
        let end = length.min(start + ROWS * row);
        let mut state = zero;
        let mut numbers = [zero; N];
        while start + row <= end {
            for (numbers, operand) in numbers.iter_mut().zip(operands) {
                // SAFETY: the row ends at or before `length`, which no operand is shorter than.
                *numbers = unsafe { load::<S, X, REGISTERS>(simd, operand, start) };
            }
            state = R::step(state, numbers);
            start += row;
        }
        if start < end {
            for (numbers, operand) in numbers.iter_mut().zip(operands) {
                *numbers = load_partial::<S, X, REGISTERS>(simd, operand, start, end);
            }
            state = R::step(state, numbers);
            start = end;
        }
        total = add_network(total, R::Method::finish(state));
    }
    sum_of_lanes::<R::Method, S, _, REGISTERS>(total)
}

/// # Safety
/// There must be a row of numbers from `index` on.
#[inline(always)]
unsafe fn load<S: Simd, X: Numbers, const REGISTERS: usize>(
    simd: S,
    operand: X,
    index: usize,
) -> DoubleWord<Several<Pack<S, X::Element>, REGISTERS>> {
    let zero = Pack::splat(simd, X::Element::default());
    let [mut high, mut low] = [[zero; REGISTERS]; 2];
    for k in 0..REGISTERS {
        // SAFETY: by the caller.
        let number = unsafe { operand.load(simd, index + k * Pack::<S, X::Element>::LANES) };
        (high[k], low[k]) = (number.hi(), number.lo());
    }
    DoubleWord::from_normalized(Several(high), Several(low))
}

/// The last numbers, and zeros in the lanes beyond them.
#[inline(always)]
fn load_partial<S: Simd, X: Numbers, const REGISTERS: usize>(
    simd: S,
    operand: X,
    start: usize,
    end: usize,
) -> DoubleWord<Several<Pack<S, X::Element>, REGISTERS>> {
    let [mut high, mut low] = [[X::Element::default(); MOST_LANES]; 2];
    for (k, index) in (start..end).enumerate() {
        let number = operand.number(index);
        (high[k], low[k]) = (number.hi(), number.lo());
    }
    DoubleWord::from_normalized(registers(simd, &high), registers(simd, &low))
}

#[inline(always)]
fn registers<S: Simd, E: Element, const REGISTERS: usize>(
    simd: S,
    words: &[E; MOST_LANES],
) -> Several<Pack<S, E>, REGISTERS> {
    Several(core::array::from_fn(
        #[inline(always)]
        |k| Pack::load(simd, &words[k * Pack::<S, E>::LANES..]),
    ))
}

/// Adds the upper half of the lanes to the lower half until there is one.
#[inline(always)]
fn sum_of_lanes<M: Method, S: Simd, E: Element, const REGISTERS: usize>(
    total: DoubleWord<Several<Pack<S, E>, REGISTERS>>,
) -> DoubleWord<E> {
    let (mut high, mut low) = (total.hi().0, total.lo().0);
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
