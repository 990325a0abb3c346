//! Loops over blocks. Each loop is compiled once for each width.

use super::block::{Block, LANES};
use crate::{
    dispatch::{Kernel, dispatch_fused},
    uints::Uints,
};
use core::marker::PhantomData;
use fearless_simd::Simd;
use floatfloat::{
    Uint32,
    multi_precision::{Limbs, MultiPrecision, Width},
};

/// An operation on two numbers over any integers.
pub(super) trait Binary {
    fn apply<U: Uint32, const N: usize>(
        x: MultiPrecision<U, N>,
        y: MultiPrecision<U, N>,
    ) -> MultiPrecision<U, N>
    where
        Limbs: Width<N>;
}

macro_rules! operations {
    ($($name:ident: |$x:ident, $y:ident| $result:expr;)*) => {$(
        pub(super) struct $name;

        impl Binary for $name {
            #[inline(always)]
            fn apply<U: Uint32, const N: usize>(
                $x: MultiPrecision<U, N>,
                $y: MultiPrecision<U, N>,
            ) -> MultiPrecision<U, N>
            where
                Limbs: Width<N>,
            {
                $result
            }
        }
    )*};
}

operations! {
    Add: |x, y| x + y;
    Sub: |x, y| x - y;
    Mul: |x, y| x * y;
}

struct Map<'a, O, const N: usize> {
    x: &'a [Block<N>],
    y: &'a [Block<N>],
    out: &'a mut [Block<N>],
    operation: PhantomData<O>,
}

impl<O: Binary, const N: usize> Kernel for Map<'_, O, N>
where
    Limbs: Width<N>,
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for ((x, y), out) in self.x.iter().zip(self.y).zip(self.out) {
            for lane in (0..LANES).step_by(Uints::<S, f32>::LANES) {
                out.store(lane, O::apply(x.load(simd, lane), y.load(simd, lane)));
            }
        }
    }
}

/// Applies the operation to all pairs of numbers.
pub(super) fn map<O: Binary, const N: usize>(x: &[Block<N>], y: &[Block<N>], out: &mut [Block<N>])
where
    Limbs: Width<N>,
{
    let kernel = Map { x, y, out, operation: PhantomData::<O> };
    dispatch_fused(kernel, |Map { x, y, out, .. }| {
        for ((x, y), out) in x.iter().zip(y).zip(out) {
            for lane in 0..LANES {
                out.set(lane, O::apply(x.get(lane), y.get(lane)));
            }
        }
    });
}

/// The number of blocks of partial sums: additions that do not wait for each other.
const CHAINS: usize = 4;

/// The terms of a sum: numbers, or products of two numbers.
trait Terms<const N: usize> {
    fn of<U: Uint32>(x: MultiPrecision<U, N>, y: MultiPrecision<U, N>) -> MultiPrecision<U, N>;
}

struct Plain;
struct Products;

impl<const N: usize> Terms<N> for Plain {
    #[inline(always)]
    fn of<U: Uint32>(x: MultiPrecision<U, N>, _: MultiPrecision<U, N>) -> MultiPrecision<U, N> {
        x
    }
}

impl<const N: usize> Terms<N> for Products
where
    Limbs: Width<N>,
{
    #[inline(always)]
    fn of<U: Uint32>(x: MultiPrecision<U, N>, y: MultiPrecision<U, N>) -> MultiPrecision<U, N> {
        x * y
    }
}

/// The blocks that are added to all chains once.
type Round<const N: usize> = [Block<N>; CHAINS];

/// Adds terms to sixteen sums. Block k goes to chain k modulo the number of chains; at the end the chains are
/// added in pairs.
struct Accumulate<'a, T, const N: usize> {
    x: &'a [Round<N>],
    y: &'a [Round<N>],
    /// The last round, filled up so that its remaining terms are −0.
    last: [Round<N>; 2],
    sums: &'a mut Block<N>,
    terms: PhantomData<T>,
}

impl<T, const N: usize> Accumulate<'_, T, N> {
    fn rounds(&self) -> impl Iterator<Item = (&Round<N>, &Round<N>)> {
        self.x.iter().zip(self.y).chain([(&self.last[0], &self.last[1])])
    }
}

impl<T: Terms<N>, const N: usize> Kernel for Accumulate<'_, T, N>
where
    Limbs: Width<N>,
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        // Sums stay in memory: a loop whose body is one operation is small enough for the instruction cache.
        let lanes = || (0..LANES).step_by(Uints::<S, f32>::LANES);
        let mut sums = [Block::NEUTRAL; CHAINS];
        for (x, y) in self.rounds() {
            for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
                for lane in lanes() {
                    let term = T::of(x.load(simd, lane), y.load(simd, lane));
                    sum.store(lane, sum.load(simd, lane) + term);
                }
            }
        }
        for (one, other) in [(0, 2), (1, 3), (0, 1)] {
            for lane in lanes() {
                let sum = sums[one].load(simd, lane) + sums[other].load(simd, lane);
                sums[one].store(lane, sum);
            }
        }
        *self.sums = sums[0];
    }
}

/// The same, one number at a time.
fn one_by_one<T: Terms<N>, const N: usize>(work: Accumulate<'_, T, N>)
where
    Limbs: Width<N>,
{
    for lane in 0..LANES {
        let mut sums = [Block::NEUTRAL.get(lane); CHAINS];
        for (x, y) in work.rounds() {
            for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
                *sum += T::of(x.get(lane), y.get(lane));
            }
        }
        let [a, b, c, d] = sums;
        work.sums.set(lane, (a + c) + (b + d));
    }
}

/// The blocks behind the last whole round, filled up.
fn last_round<const N: usize>(blocks: &[Block<N>], fill: Block<N>, count: usize) -> Round<N>
where
    Limbs: Width<N>,
{
    let mut round = [fill; CHAINS];
    for k in 0..count {
        round[k / LANES].set(k % LANES, blocks[k / LANES].get(k % LANES));
    }
    round
}

fn accumulated<T: Terms<N>, const N: usize>(
    x: &[Block<N>],
    y: &[Block<N>],
    length: usize,
) -> MultiPrecision<u32, N>
where
    Limbs: Width<N>,
{
    let (x, rest_of_x) = x.as_chunks::<CHAINS>();
    let (y, rest_of_y) = y.as_chunks::<CHAINS>();
    // The last round may not be full.
    let whole = length / (CHAINS * LANES);
    let count = length - whole * CHAINS * LANES;
    let rest = |chunks: &[Round<N>], rest: &[Block<N>], fill| match chunks.get(whole) {
        Some(round) => last_round(round, fill, count),
        None => last_round(rest, fill, count),
    };
    let last = [rest(x, rest_of_x, Block::NEUTRAL), rest(y, rest_of_y, Block::ZEROS)];
    let mut sums = Block::ZEROS;
    let terms = PhantomData::<T>;
    let kernel = Accumulate { x: &x[..whole], y: &y[..whole], last, sums: &mut sums, terms };
    dispatch_fused(kernel, one_by_one);
    let mut partial: [_; LANES] = core::array::from_fn(|lane| sums.get(lane));
    for half in [8, 4, 2, 1] {
        for k in 0..half {
            let other = partial[k + half];
            partial[k] += other;
        }
    }
    partial[0]
}

/// The sum of the first `length` numbers.
pub(super) fn sum<const N: usize>(x: &[Block<N>], length: usize) -> MultiPrecision<u32, N>
where
    Limbs: Width<N>,
{
    accumulated::<Plain, N>(x, x, length)
}

/// The sum of the first `length` products.
pub(super) fn dot<const N: usize>(
    x: &[Block<N>],
    y: &[Block<N>],
    length: usize,
) -> MultiPrecision<u32, N>
where
    Limbs: Width<N>,
{
    accumulated::<Products, N>(x, y, length)
}
