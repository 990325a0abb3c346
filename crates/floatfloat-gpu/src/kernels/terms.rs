//! The terms of exact sums and dot products, as circuits of integers.

use crate::{
    circuit::Circuit,
    wire::{Flag, UintWire, record_integers},
};
use floatfloat::reproducible::digits::{self, Layout, Term};
use std::{array, iter};

/// The terms of a sum of numbers of `words` words, of `N` integers each.
pub(super) fn sums<const N: usize>(words: usize) -> Circuit {
    terms(&[words * N], Layout::of_words(N), words, |integers| {
        let bits = word::<N>(integers);
        let finite = digits::is_finite(bits(0));
        (0..words).map(|k| within(digits::of_word(bits(k)), finite, k)).collect()
    })
}

/// The terms of a sum of products of two numbers of `words` words, of `N` integers each.
pub(super) fn products<const N: usize, const D: usize>(words: usize) -> Circuit {
    terms(&[words * N; 2], Layout::of_products(N), words * words, |integers| {
        let bits = word::<N>(integers);
        let finite = digits::is_finite(bits(0)) & digits::is_finite(bits(words));
        let pairs = (0..words).flat_map(|x| (0..words).map(move |y| (x, y)));
        pairs
            .map(|(x, y)| {
                let product = digits::of_product::<_, N, D>(bits(x), bits(words + y));
                within(product, finite, x + y)
            })
            .collect()
    })
}

/// The integers of a word, from the integers of all words.
fn word<const N: usize>(integers: &[UintWire]) -> impl Fn(usize) -> [UintWire; N] {
    move |word| array::from_fn(|k| integers[word * N + k])
}

/// A term of the words at these places together. Words after the first of a number count only where the first is
/// finite.
fn within(term: Term<UintWire>, finite: Flag, places: usize) -> Term<UintWire> {
    if places == 0 { term } else { term.only(finite) }
}

/// A function that returns so many terms, one after another.
fn terms(
    parameters: &[usize],
    layout: Layout,
    count: usize,
    terms: impl FnOnce(&[UintWire]) -> Vec<Term<UintWire>>,
) -> Circuit {
    let words = |term: Term<UintWire>| {
        iter::once(term.digit).chain(term.pieces.into_iter().take(layout.pieces))
    };
    let results = vec![1 + layout.pieces; count];
    record_integers(parameters, &results, |integers, _| {
        terms(integers).into_iter().flat_map(words).collect()
    })
    .expect("functions of the operands")
}
