//! Sums and dot products: the order in which terms are added.

use super::{Operation, WideWord, number, part};
use crate::reductions::tree;
use core::ops::Range;
use floatfloat::WideRange;

/// The number of sums that take terms in turn: enough for additions that do not wait for each other, in the
/// widest registers.
pub(super) const SUMS: usize = 64;

/// The number of terms of a segment.
const SEGMENT: usize = 1 << 14;

pub(super) fn additions(terms: usize) -> usize {
    let levels = SUMS.ilog2() + tree::depth(terms, SEGMENT);
    terms.min(SEGMENT).div_ceil(SUMS) + levels as usize
}

pub(super) fn sum<E: WideWord<N>, const N: usize>(x: [&[E]; 3]) -> WideRange<E, N> {
    reduce(x, None)
}

pub(super) fn dot<E: WideWord<N>, const N: usize>(x: [&[E]; 3], y: [&[E]; 3]) -> WideRange<E, N> {
    reduce(x, Some(y))
}

fn reduce<E: WideWord<N>, const N: usize>(x: [&[E]; 3], y: Option<[&[E]; 3]>) -> WideRange<E, N> {
    tree::reduce(
        0..x[0].len(),
        SEGMENT,
        &|range: Range<usize>| segment(part(x, range.clone()), y.map(|y| part(y, range))),
        &|x, y| x + y,
    )
}

/// The sum of a segment.
fn segment<E: WideWord<N>, const N: usize>(x: [&[E]; 3], y: Option<[&[E]; 3]>) -> WideRange<E, N> {
    // −0 is neutral: added to any number, it changes nothing.
    let neutral = (-WideRange::<E, N>::default()).words();
    let mut sums = neutral.map(|word| [word; SUMS]);
    let whole = x[0].len() - x[0].len() % SUMS;
    let in_rounds = |words| part(words, 0..whole);
    E::accumulate(in_rounds(x), y.map(in_rounds), sums.each_mut().map(|words| &mut words[..]));

    for index in whole..x[0].len() {
        let x = number(x, index);
        let term = y.map_or(x, |y| x * number(y, index));
        let sum = number(sums.each_ref().map(|words| &words[..]), index - whole) + term;
        for (words, word) in sums.iter_mut().zip(sum.words()) {
            words[index - whole] = word;
        }
    }
    let mut half = SUMS / 2;
    while half > 0 {
        let pairs = sums;
        let [first, second] =
            [0, half].map(|from| pairs.each_ref().map(|words| &words[from..from + half]));
        E::map(
            Operation::Add,
            [first, second, second],
            sums.each_mut().map(|words| &mut words[..half]),
        );
        half /= 2;
    }
    number(sums.each_ref().map(|words| &words[..]), 0)
}
