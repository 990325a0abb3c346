//! Loops over elements. Each loop is compiled once for each word.

use super::{number, terms::SUMS};
use crate::{
    dispatch::{Kernel, dispatch_fused},
    element::Element,
    pack::Pack,
};
use core::marker::PhantomData;
use fearless_simd::Simd;
use floatfloat::{
    Bits, WideRange,
    unrolled::{each, map},
};

/// An operation on every element.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    MulAdd,
    Sqrt,
}

/// The words of vectors of numbers with a wide range: `f32`, whose bits are one integer of 32 bits, and `f64`, whose
/// bits are two.
pub trait WideWord<const N: usize>: Element + Bits<N, Uint = u32> + loops::Loops {}

mod loops {
    use super::Operation;

    /// Loops over elements, compiled once for each word.
    pub trait Loops: Sized {
        /// An operation on elements. Operands are as long as `out`, and the operation takes as many
        /// operands as it needs.
        fn map(operation: Operation, operands: [[&[Self]; 3]; 3], out: [&mut [Self]; 3]);

        /// Adds every 64th term, or its product with the element of `y`, to each of 64 sums. There are
        /// only whole rounds.
        fn accumulate(x: [&[Self]; 3], y: Option<[&[Self]; 3]>, sums: [&mut [Self]; 3]);
    }
}

/// An operation of `K` numbers over any word.
trait Apply<const K: usize> {
    fn apply<W: Bits<N>, const N: usize>(operands: [WideRange<W, N>; K]) -> WideRange<W, N>;
}

struct Map<'a, E, O, const K: usize, const N: usize> {
    operands: [[&'a [E]; 3]; K],
    out: [&'a mut [E]; 3],
    operation: PhantomData<O>,
}

struct Accumulate<'a, E, T, const N: usize> {
    x: [&'a [E]; 3],
    y: [&'a [E]; 3],
    sums: [&'a mut [E]; 3],
    term: PhantomData<T>,
}

/// The numbers from this index on, each word in a register, with ones in the lanes behind the last
/// number.
#[inline(always)]
fn load<S: Simd, E: WideWord<N>, const N: usize>(
    simd: S,
    words: [&[E]; 3],
    index: usize,
) -> WideRange<Pack<S, E>, N> {
    let one = WideRange::<E, N>::from(E::nearest(1.0)).words();
    WideRange::from_words(each(
        #[inline(always)]
        |k| Pack::load_partial(simd, &words[k][index..], one[k]),
    ))
}

/// Writes as many numbers as there is room for.
#[inline(always)]
fn store<S: Simd, E: Element, const N: usize>(
    numbers: WideRange<Pack<S, E>, N>,
    to: &mut [&mut [E]; 3],
    index: usize,
) {
    for (word, to) in numbers.words().into_iter().zip(to) {
        word.store_partial(&mut to[index..]);
    }
}

impl<E: WideWord<N>, O: Apply<K>, const K: usize, const N: usize> Map<'_, E, O, K, N> {
    #[inline(always)]
    fn in_registers<S: Simd>(mut self, simd: S)
    where
        Pack<S, E>: Bits<N>,
    {
        for index in (0..self.out[0].len()).step_by(Pack::<S, E>::LANES) {
            let operands = each(
                #[inline(always)]
                |k| load(simd, self.operands[k], index),
            );
            store(O::apply(operands), &mut self.out, index);
        }
    }

    fn alone(mut self) {
        for index in 0..self.out[0].len() {
            let result = O::apply(map(self.operands, |words| number(words, index)));
            write(result, &mut self.out, index);
        }
    }
}

impl<E: WideWord<N>, T: Apply<2>, const N: usize> Accumulate<'_, E, T, N> {
    #[inline(always)]
    fn in_registers<S: Simd>(mut self, simd: S)
    where
        Pack<S, E>: Bits<N>,
    {
        for index in (0..self.x[0].len()).step_by(Pack::<S, E>::LANES) {
            let place = index % SUMS;
            let sum = load(simd, self.sums.each_ref().map(|words| &**words), place);
            let term = T::apply([load(simd, self.x, index), load(simd, self.y, index)]);
            store(sum + term, &mut self.sums, place);
        }
    }

    fn alone(mut self) {
        for index in 0..self.x[0].len() {
            let place = index % SUMS;
            let sum = number(self.sums.each_ref().map(|words| &**words), place);
            let term = T::apply([number(self.x, index), number(self.y, index)]);
            write(sum + term, &mut self.sums, place);
        }
    }
}

/// Writes the words of a number.
fn write<E: Copy, const N: usize>(number: WideRange<E, N>, to: &mut [&mut [E]; 3], index: usize) {
    for (word, to) in number.words().into_iter().zip(to) {
        to[index] = word;
    }
}

macro_rules! operations {
    ($($name:ident of $arity:literal: |$operands:pat_param| $result:expr;)*) => {$(
        struct $name;

        impl Apply<$arity> for $name {
            #[inline(always)]
            fn apply<W: Bits<N>, const N: usize>($operands: [WideRange<W, N>; $arity]) -> WideRange<W, N> {
                $result
            }
        }
    )*};
}

operations! {
    Add of 2: |[x, y]| x + y;
    Sub of 2: |[x, y]| x - y;
    Mul of 2: |[x, y]| x * y;
    Div of 2: |[x, y]| x / y;
    MulAdd of 3: |[x, y, z]| x.mul_add(y, z);
    Sqrt of 1: |[x]| x.sqrt();
    First of 2: |[x, _]| x;
}

macro_rules! wide_words {
    ($($word:ident of $integers:literal)*) => {$(
        impl<O: Apply<K>, const K: usize> Kernel for Map<'_, $word, O, K, $integers> {
            type Output = ();
            #[inline(always)]
            fn run<S: Simd>(self, simd: S) {
                self.in_registers(simd);
            }
        }

        impl<T: Apply<2>> Kernel for Accumulate<'_, $word, T, $integers> {
            type Output = ();
            #[inline(always)]
            fn run<S: Simd>(self, simd: S) {
                self.in_registers(simd);
            }
        }

        impl WideWord<$integers> for $word {}

        impl loops::Loops for $word {
            fn map(operation: Operation, [x, y, z]: [[&[Self]; 3]; 3], out: [&mut [Self]; 3]) {
                fn run<O: Apply<K>, const K: usize>(
                    operands: [[&[$word]; 3]; K],
                    out: [&mut [$word]; 3],
                ) {
                    let map = Map { operands, out, operation: PhantomData::<O> };
                    dispatch_fused(map, Map::alone);
                }
                match operation {
                    Operation::Add => run::<Add, 2>([x, y], out),
                    Operation::Sub => run::<Sub, 2>([x, y], out),
                    Operation::Mul => run::<Mul, 2>([x, y], out),
                    Operation::Div => run::<Div, 2>([x, y], out),
                    Operation::MulAdd => run::<MulAdd, 3>([x, y, z], out),
                    Operation::Sqrt => run::<Sqrt, 1>([x], out),
                }
            }

            fn accumulate(x: [&[Self]; 3], y: Option<[&[Self]; 3]>, sums: [&mut [Self]; 3]) {
                match y {
                    None => dispatch_fused(
                        Accumulate { x, y: x, sums, term: PhantomData::<First> },
                        Accumulate::alone,
                    ),
                    Some(y) => dispatch_fused(
                        Accumulate { x, y, sums, term: PhantomData::<Mul> },
                        Accumulate::alone,
                    ),
                }
            }
        }
    )*};
}

wide_words! {
    f32 of 1
    f64 of 2
}
