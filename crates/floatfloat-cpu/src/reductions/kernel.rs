//! The loop over one segment.

use super::{
    method::{Method, ROWS, Strict},
    numbers::Numbers,
    prefetch::{AHEAD, LINE},
    task::Kind,
};
use crate::{
    dispatch::Kernel,
    element::Element,
    pack::Pack,
    several::{Several, each},
};
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
            2 => reduce::<S, X, R, N, 2, 2>(simd, reduction, operands),
            4 => reduce::<S, X, R, N, 4, 4>(simd, reduction, operands),
            8 => reduce::<S, X, R, N, 8, 4>(simd, reduction, operands),
            16 => reduce::<S, X, R, N, 16, 4>(simd, reduction, operands),
            registers => unreachable!("a row of {registers} registers"),
        }
    }
}

/// A row is so many `REGISTERS`. Of a block, `GROUP` of them are summed down all rows before the next
/// ones: so many that a sum has something to compute while it waits for its last term, few enough
/// that all stay in registers.
#[inline(always)]
fn reduce<
    S: Simd,
    X: Numbers,
    R: Reduction<N>,
    const N: usize,
    const REGISTERS: usize,
    const GROUP: usize,
>(
    simd: S,
    _: R,
    operands: [X; N],
) -> DoubleWord<X::Element> {
    let row = lanes::<R::Method, X::Element>();
    let length = operands.iter().map(|operand| operand.count()).min().unwrap_or(0);
    let zero = Pack::splat(simd, X::Element::default());
    let [mut high, mut low] = [[zero; REGISTERS]; 2];
    let mut start = 0;
    while start < length {
        let end = length.min(start + ROWS * row);
        for first in (0..REGISTERS).step_by(GROUP) {
            let column = start + first * Pack::<S, X::Element>::LANES;
            let sum = block::<S, X, R, N, GROUP>(simd, operands, column, end, end - start);
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

/// The sums down the rows of a block of `length` numbers that ends before `end`, of the registers from
/// `column` on; numbers beyond the end are zeros.
#[inline(always)]
fn block<S: Simd, X: Numbers, R: Reduction<N>, const N: usize, const GROUP: usize>(
    simd: S,
    operands: [X; N],
    column: usize,
    end: usize,
    length: usize,
) -> DoubleWord<Several<Pack<S, X::Element>, GROUP>> {
    let row = lanes::<R::Method, X::Element>();
    let zero = Several([Pack::splat(simd, X::Element::default()); GROUP]);
    let zero = DoubleWord::from_normalized(zero, zero);
    let mut state = zero;
    let mut numbers = [zero; N];
    let lines = GROUP * size_of::<Pack<S, X::Element>>() / LINE;
    let mut index = column;
    for _ in 0..length / row {
        for (numbers, operand) in numbers.iter_mut().zip(operands) {
            // SAFETY: the row ends at or before `end`, which no operand is shorter than.
            *numbers = unsafe { load::<S, X, GROUP>(simd, operand, index) };
            for k in 0..lines {
                operand.prefetch(index + (AHEAD + k * LINE) / size_of::<X::Element>());
            }
        }
        state = R::step(state, numbers);
        index += row;
    }
    if !length.is_multiple_of(row) {
        for (numbers, operand) in numbers.iter_mut().zip(operands) {
            *numbers = load_partial::<S, X, GROUP>(simd, operand, index, end);
        }
        state = R::step(state, numbers);
    }
    R::Method::finish(state)
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
