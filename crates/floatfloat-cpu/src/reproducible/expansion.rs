//! Expansions: sums of registers full of words.

use super::terms::Terms;
use crate::{dispatch::Kernel, element::Element, pack::Pack, several::Several};
use core::marker::PhantomData;
use fearless_simd::Simd;
use floatfloat::{ReproducibleSum, Word, eft::two_sum};

/// An exact sum that grows by words.
pub(super) trait Expansion {
    /// What is added at once.
    type Word: Word;

    /// Adds a word, where words of about its size are expected in place `FIRST`.
    fn add<const FIRST: usize>(&mut self, word: Self::Word);
}

/// Words of an expansion: after the first two steps words are rarely needed, but cheaper than
/// the long accumulator.
const WORDS: usize = 6;

/// Registers side by side.
const REGISTERS: usize = 2;

type Registers<S> = Several<Pack<S, f64>, REGISTERS>;

struct Lanes<'a, S: Simd> {
    words: [Registers<S>; WORDS],
    sum: &'a mut ReproducibleSum,
}

impl<S: Simd> Expansion for Lanes<'_, S> {
    type Word = Registers<S>;

    #[inline(always)]
    fn add<const FIRST: usize>(&mut self, word: Registers<S>) {
        let mut rest = word;
        for k in FIRST..WORDS {
            (self.words[k], rest) = two_sum(self.words[k], rest);
            if k > FIRST && !any_left(rest) {
                return;
            }
        }
        if any_left(rest) {
            let left = rest;
            spill(self.sum, &left);
        }
    }
}

#[inline(always)]
fn any_left<W: Word>(word: W) -> bool {
    W::any(!word.equal(word.constant(0.0)))
}

/// Adds the lanes to the long accumulator.
#[inline(always)]
fn spill<S: Simd>(sum: &mut ReproducibleSum, registers: &Registers<S>) {
    for register in &registers.0 {
        add_all(sum, register.as_slice());
    }
}

#[cold]
#[inline(never)]
fn add_all(sum: &mut ReproducibleSum, words: &[f64]) {
    for &word in words {
        sum.add_word(word);
    }
}

/// Adds terms of equally long arrays to a sum.
pub struct Feed<'a, T, E, const N: usize> {
    pub(super) arrays: [&'a [E]; N],
    pub(super) sum: &'a mut ReproducibleSum,
    pub(super) terms: PhantomData<T>,
}

impl<T: Terms<N>, E: Element, const N: usize> Kernel for Feed<'_, T, E, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Feed { arrays, sum, .. } = self;
        let lanes = Pack::<S, f64>::LANES * REGISTERS;
        let length = arrays.iter().map(|array| array.len()).min().unwrap_or(0);
        let zero = Several([Pack::splat(simd, 0.0); REGISTERS]);
        let mut expansion = Lanes { words: [zero; WORDS], sum };
        let mut rest = [[E::default(); REGISTERS * MOST_LANES]; N];
        for (rest, array) in rest.iter_mut().zip(arrays) {
            let whole = length - length % lanes;
            rest[..length - whole].copy_from_slice(&array[whole..length]);
        }
        let mut start = 0;
        while start < length {
            let mut words = [zero; N];
            for k in 0..N {
                // Zeros follow the last words.
                let whole = arrays[k].get(start..start + lanes);
                words[k] = load(simd, whole.unwrap_or(&rest[k][..lanes]));
            }
            if Registers::<S>::any(!T::safe(words)) {
                let words = words;
                add_any::<S, T, N>(expansion.sum, &words);
            } else {
                T::add(&mut expansion, words);
            }
            start += lanes;
        }
        let Lanes { words, sum } = expansion;
        for word in &words {
            if any_left(*word) {
                spill(sum, word);
            }
        }
    }
}

/// As many words as two registers hold.
#[inline(always)]
fn load<S: Simd, E: Element>(simd: S, words: &[E]) -> Registers<S> {
    let lanes = Pack::<S, f64>::LANES;
    let mut registers = [Pack::splat(simd, 0.0); REGISTERS];
    for (k, register) in registers.iter_mut().enumerate() {
        let words = &words[k * lanes..][..lanes];
        *register = match as_f64(words) {
            Some(words) => Pack::load(simd, words),
            None => {
                let mut wide = [0.0; MOST_LANES];
                for (wide, &word) in wide.iter_mut().zip(words) {
                    *wide = word.into();
                }
                Pack::load(simd, &wide)
            }
        };
    }
    Several(registers)
}

/// The same words, where they are `f64`.
#[inline(always)]
fn as_f64<E: Element>(words: &[E]) -> Option<&[f64]> {
    (size_of::<E>() == size_of::<f64>()).then(|| bytemuck::cast_slice(words))
}

/// The most lanes that a register has.
const MOST_LANES: usize = 8;

/// Adds terms one by one.
#[cold]
#[inline(never)]
fn add_any<S: Simd, T: Terms<N>, const N: usize>(
    sum: &mut ReproducibleSum,
    words: &[Registers<S>; N],
) {
    for register in 0..REGISTERS {
        let parts = words.each_ref().map(|words| words.0[register].as_slice());
        for lane in 0..parts[0].len() {
            T::add_any(sum, parts.map(|part| part[lane]));
        }
    }
}
