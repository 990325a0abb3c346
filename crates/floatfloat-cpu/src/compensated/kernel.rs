//! The loop over one segment, with a cascade of words in each lane.

use crate::{dispatch::Kernel, element::Element, pack::Pack, several::Several};
use core::marker::PhantomData;
use fearless_simd::Simd;
use floatfloat::{
    Word,
    eft::{two_prod, two_sum},
};

/// Elements that one thread reduces by itself.
pub(super) const SEGMENT: usize = 1 << 14;

/// Bytes of a row of lanes. They do not depend on the size of a register.
const ROW_BYTES: usize = 128;

/// Lanes of a row of the smallest words.
const MOST_LANES: usize = ROW_BYTES / size_of::<f32>();

/// Terms that are made of `N` words each.
pub(super) trait Terms<const N: usize>: Send + Sync {
    fn add<W: Word, const K: usize>(cascade: [W; K], words: [W; N]) -> [W; K];

    fn plain<W: Word>(words: [W; N]) -> W;
}

pub(super) struct Words;

impl Terms<1> for Words {
    #[inline(always)]
    fn add<W: Word, const K: usize>(cascade: [W; K], [x]: [W; 1]) -> [W; K] {
        add_at(cascade, 0, x)
    }
    #[inline(always)]
    fn plain<W: Word>([x]: [W; 1]) -> W {
        x
    }
}

pub(super) struct Products;

impl Terms<2> for Products {
    #[inline(always)]
    fn add<W: Word, const K: usize>(cascade: [W; K], [x, y]: [W; 2]) -> [W; K] {
        let (product, error) = two_prod(x, y);
        add_at(add_at(cascade, 0, product), 1, error)
    }
    #[inline(always)]
    fn plain<W: Word>([x, y]: [W; 2]) -> W {
        x * y
    }
}

/// Adds a term to the word at `first`, and each rounding error to the word after it.
#[inline(always)]
fn add_at<W: Word, const K: usize>(mut cascade: [W; K], first: usize, term: W) -> [W; K] {
    let mut rest = term;
    for word in &mut cascade[first..K - 1] {
        (*word, rest) = two_sum(*word, rest);
    }
    cascade[K - 1] = cascade[K - 1] + rest;
    cascade
}

/// Adds one cascade to another.
#[inline(always)]
pub(super) fn pour<W: Word, const K: usize>(mut into: [W; K], from: [W; K]) -> [W; K] {
    for (first, word) in from.into_iter().enumerate() {
        into = add_at(into, first, word);
    }
    into
}

/// The sum of the words: SumK with so many passes that its error is negligible.
pub(super) fn finish<E: Element, const K: usize>(mut words: [E; K]) -> E {
    for _ in 0..2 * K - 3 {
        for k in 1..K {
            (words[k], words[k - 1]) = two_sum(words[k], words[k - 1]);
        }
    }
    words.into_iter().fold(-E::default(), |sum, word| sum + word)
}

/// The cascade of at most one segment.
pub(super) struct Leaf<'a, T, E, const K: usize, const N: usize> {
    operands: [&'a [E]; N],
    terms: PhantomData<T>,
}

impl<'a, T, E, const K: usize, const N: usize> Leaf<'a, T, E, K, N> {
    pub(super) fn new(operands: [&'a [E]; N]) -> Self {
        Leaf { operands, terms: PhantomData }
    }
}

impl<T: Terms<N>, E: Element, const K: usize, const N: usize> Kernel for Leaf<'_, T, E, K, N> {
    type Output = [E; K];

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> [E; K] {
        // A constant, so that only one arm is compiled.
        match const { ROW_BYTES / size_of::<E>() / Pack::<S, E>::LANES } {
            2 => cascade::<S, T, E, K, N, 2>(simd, self.operands),
            4 => cascade::<S, T, E, K, N, 4>(simd, self.operands),
            8 => cascade::<S, T, E, K, N, 8>(simd, self.operands),
            registers => unreachable!("a row of {registers} registers"),
        }
    }
}

#[inline(always)]
fn cascade<S: Simd, T: Terms<N>, E: Element, const K: usize, const N: usize, const R: usize>(
    simd: S,
    operands: [&[E]; N],
) -> [E; K] {
    let row = ROW_BYTES / size_of::<E>();
    let length = operands.iter().map(|words| words.len()).min().unwrap_or(0);
    let zero = Several([Pack::splat(simd, E::default()); R]);
    let (mut words, mut cascade, mut start) = ([zero; N], [zero; K], 0);
    while start + row <= length {
        for (n, words) in words.iter_mut().enumerate() {
            for (k, register) in words.0.iter_mut().enumerate() {
                // SAFETY: the row ends at or before `length`, and no operand is shorter than
                // `length`.
                *register = unsafe {
                    Pack::load_from(simd, operands[n].as_ptr().add(start + k * Pack::<S, E>::LANES))
                };
            }
        }
        cascade = T::add(cascade, words);
        start += row;
    }
    if start < length {
        for (n, words) in words.iter_mut().enumerate() {
            let mut rest = [E::default(); MOST_LANES];
            rest[..length - start].copy_from_slice(&operands[n][start..length]);
            for (k, register) in words.0.iter_mut().enumerate() {
                *register = Pack::load(simd, &rest[k * Pack::<S, E>::LANES..]);
            }
        }
        cascade = T::add(cascade, words);
    }
    pour_lanes(cascade)
}

/// Pours the upper half of the lanes into the lower half until one lane is left.
#[inline(always)]
fn pour_lanes<S: Simd, E: Element, const K: usize, const R: usize>(
    cascade: [Several<Pack<S, E>, R>; K],
) -> [E; K] {
    let mut lanes = [[E::default(); K]; MOST_LANES];
    for (level, registers) in cascade.iter().enumerate() {
        let words = registers.0.iter().flat_map(|register| register.as_slice());
        for (lane, &word) in lanes.iter_mut().zip(words) {
            lane[level] = word;
        }
    }
    let mut half = R * Pack::<S, E>::LANES;
    while half > 1 {
        half /= 2;
        for k in 0..half {
            lanes[k] = pour(lanes[k], lanes[k + half]);
        }
    }
    lanes[0]
}
