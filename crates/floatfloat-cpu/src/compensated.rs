//! Sums and dot products of plain words, computed with several times their precision and rounded to
//! a word.
//!
//! Sum2, SumK, Dot2 and DotK of Ogita, Rump and Oishi, *Accurate sum and dot product*, SIAM J. Sci.
//! Comput. 26 (2005). Each term passes through a cascade of K words. 2Sum adds it to the first
//! word, adds the rounding error to the second word, and so on; the last word takes what is left in
//! plain arithmetic. This is VecSum, K − 1 times in one pass. Of a product, 2Prod first computes
//! the rounded value and the error.
//!
//! Bounds, with γₙ = n·u/(1 − n·u), s the exact result, S the sum of the magnitudes of the terms, as
//! long as nothing overflows and no error of a product underflows:
//!
//! | | flops a term | error at most |
//! |---|---|---|
//! | [`sum2`] | 7 | u·abs(s) + γₙ₋₁²·S (proposition 4.5) |
//! | [`sum_k`] | 6K − 5 | (u + 3γ²)·abs(s) + γ₂ₙ₋₂ᴷ·S (proposition 4.10), γ being γₘ, m = max(n, K) − 1 |
//! | [`dot2`] | 10 | as `dot_k` |
//! | [`dot_k`] | 12K − 14 | (u + 2γ₄ₙ₋₂²)·abs(s) + γ₄ₙ₋₂ᴷ·S (proposition 5.11) |
//!
//! The propositions state the error of adding one term after the other. Here each lane and each
//! segment has a cascade of its own, and a binary tree merges the cascades at the end. The same
//! bounds hold: in each of the K words at most n − 1 terms follow the first one, and all terms are
//! the leaves of a tree of additions. The errors of this tree together are at most γₙ₋₁ times the sum
//! of the magnitudes, and they are the terms of the next word. For products, the first word has n
//! terms and every other word at most 2n − 1.
//!
//! The tree depends on the length alone. The bits are therefore the same on every instruction set
//! and for any number of threads. Special values are those of [`crate::reductions`].

mod kernel;

use crate::{
    dispatch::dispatch,
    element::Element,
    error::Error,
    reductions::{
        careful::{scale, scaling, sum_of_special, zero},
        same_length, tree,
    },
};
use floatfloat::DoubleWord;
use kernel::{Leaf, Products, SEGMENT, Terms, Words, finish, pour};

/// The sum in twice the precision, rounded to a word: Sum2.
///
/// ```
/// assert_eq!(floatfloat_cpu::compensated::sum2(&[1.0, 1e-20, -1.0]), 1e-20);
/// ```
pub fn sum2<E: Element>(x: &[E]) -> E {
    sum_k::<2, E>(x)
}

/// The sum in K times the precision, rounded to a word: SumK. K is at least 2.
///
/// ```
/// let terms = [1e40, 1.0, 1e20, -1e40, -1e20];
/// assert_eq!(floatfloat_cpu::compensated::sum_k::<3, f64>(&terms), 1.0);
/// ```
pub fn sum_k<const K: usize, E: Element>(x: &[E]) -> E {
    reduce::<Words, E, K, 1>([x])
}

/// The dot product in twice the precision, rounded to a word: Dot2.
///
/// # Errors
/// If `y` has more or fewer elements than `x`.
pub fn dot2<E: Element>(x: &[E], y: &[E]) -> Result<E, Error> {
    dot_k::<2, E>(x, y)
}

/// The dot product in K times the precision, rounded to a word: DotK. K is at least 2.
///
/// # Errors
/// If `y` has more or fewer elements than `x`.
pub fn dot_k<const K: usize, E: Element>(x: &[E], y: &[E]) -> Result<E, Error> {
    same_length("dot", x.len(), y.len())?;
    Ok(reduce::<Products, E, K, 2>([x, y]))
}

fn reduce<T: Terms<N>, E: Element, const K: usize, const N: usize>(operands: [&[E]; N]) -> E {
    const { assert!(K >= 2, "the precision is at least twice that of the word") };
    let result = unchecked::<T, E, K, N>(operands);
    if result.is_ordinary() { result } else { careful::<T, E, K, N>(operands, result) }
}

fn unchecked<T: Terms<N>, E: Element, const K: usize, const N: usize>(operands: [&[E]; N]) -> E {
    let cascade = tree::reduce(
        0..operands[0].len(),
        SEGMENT,
        &|range| {
            let operands = operands.map(|words| &words[range.clone()]);
            dispatch(Leaf::<T, E, K, N>::new(operands))
        },
        &pour::<E, K>,
    );
    finish(cascade)
}

/// The correct result where `found` is zero, infinite or NaN.
#[cold]
fn careful<T: Terms<N>, E: Element, const K: usize, const N: usize>(
    operands: [&[E]; N],
    found: E,
) -> E {
    let length = operands[0].len();
    let terms = || (0..length).map(|i| operands.map(|words| words[i]));
    if let Some(sum) = sum_of_special(terms(), T::plain) {
        return sum;
    }
    if found.is_finite() {
        return zero(terms().map(T::plain));
    }
    let exponent = scaling::<E>(length, N);
    let scaled = |word: E, exponent| scale(DoubleWord::from_word(word), exponent).hi();
    let words =
        operands.map(|words| words.iter().map(|&word| scaled(word, -exponent)).collect::<Vec<_>>());
    let mut result = unchecked::<T, E, K, N>(words.each_ref().map(Vec::as_slice));
    for _ in 0..N {
        result = scaled(result, exponent);
    }
    result
}
