//! Sums and inner products: the state that one term passes on to the next.

mod carried_out;
mod in_lanes;

pub use carried_out::{Uploaded, along, in_order, include_all};
pub use in_lanes::in_lanes;

use crate::arithmetic::{Arithmetic, Family, PlainOf};
use floatfloat::{
    Word,
    eft::{two_prod, two_sum},
};
use std::marker::PhantomData;

/// A number of a family over some words.
pub type Of<F, W> = <F as Family>::Of<W>;

/// A reduction to one number. Each term consists of a number from each of `N` arrays. States have
/// one word or two; if there is one, the second is not stored.
pub trait Reduction<const N: usize>: 'static {
    /// The numbers of the arrays.
    type Numbers: Family;

    /// The number of words of the state.
    const STATE: usize;

    /// The state after one more term.
    fn include<W: Word>(state: [W; 2], term: [Of<Self::Numbers, W>; N]) -> [W; 2];

    /// The state that combines two states.
    fn merge<W: Word>(x: [W; 2], y: [W; 2]) -> [W; 2];

    /// The words of the result.
    fn finish<W: Word>(state: [W; 2]) -> [W; 2];
}

/// The sum of numbers.
pub struct SumOf<F>(PhantomData<F>);

/// The sum of products.
pub struct DotOf<F>(PhantomData<F>);

/// Sum2 of Ogita, Rump and Oishi 2005, algorithm 4.4. Words are added, the rounding errors of the
/// additions (2Sum) are summed beside them, and both sums are added at the end. 7 flops a term.
///
/// For n terms with exact sum s and sum of magnitudes S, the error is at most u·abs(s) + γₙ₋₁²·S
/// (proposition 4.5), γₙ = n·u/(1 − n·u), in whatever order and tree the terms are added. The errors
/// of n − 1 additions are computed exactly, and are at most γₙ₋₁·S together.
pub struct Sum2;

/// Dot2, algorithm 5.3 of the same paper: Sum2 of the products and of their rounding errors
/// (2Prod). 10 flops a term with a fused multiply-add.
///
/// The error is at most u·abs(s) + γₙ²·S if terms are added one after the other (proposition 5.5),
/// and at most (u + 2γ₄ₙ₋₂²)·abs(s) + γ₄ₙ₋₂²·S in any tree (proposition 5.11), where s is the exact
/// inner product.
pub struct Dot2;

impl<F: Family> Reduction<1> for SumOf<F> {
    type Numbers = F;
    const STATE: usize = F::WORDS;

    #[inline(always)]
    fn include<W: Word>(state: [W; 2], [x]: [Of<F, W>; 1]) -> [W; 2] {
        F::words(F::from_words(&state).add(&x))
    }

    #[inline(always)]
    fn merge<W: Word>(x: [W; 2], y: [W; 2]) -> [W; 2] {
        F::words(F::from_words(&x).add(&F::from_words(&y)))
    }

    #[inline(always)]
    fn finish<W: Word>(state: [W; 2]) -> [W; 2] {
        state
    }
}

impl<F: Family> Reduction<2> for DotOf<F> {
    type Numbers = F;
    const STATE: usize = F::WORDS;

    #[inline(always)]
    fn include<W: Word>(state: [W; 2], [x, y]: [Of<F, W>; 2]) -> [W; 2] {
        F::words(F::from_words(&state).plus_product(&x, &y))
    }

    #[inline(always)]
    fn merge<W: Word>(x: [W; 2], y: [W; 2]) -> [W; 2] {
        <SumOf<F> as Reduction<1>>::merge(x, y)
    }

    #[inline(always)]
    fn finish<W: Word>(state: [W; 2]) -> [W; 2] {
        state
    }
}

impl Reduction<1> for Sum2 {
    type Numbers = PlainOf;
    const STATE: usize = 2;

    #[inline(always)]
    fn include<W: Word>([sum, rest]: [W; 2], [x]: [Of<PlainOf, W>; 1]) -> [W; 2] {
        let (sum, error) = two_sum(sum, x.0);
        [sum, rest + error]
    }

    #[inline(always)]
    fn merge<W: Word>([sum, rest]: [W; 2], [other, other_rest]: [W; 2]) -> [W; 2] {
        let (sum, error) = two_sum(sum, other);
        [sum, rest + other_rest + error]
    }

    #[inline(always)]
    fn finish<W: Word>([sum, rest]: [W; 2]) -> [W; 2] {
        [sum + rest, sum.constant(0.0)]
    }
}

impl Reduction<2> for Dot2 {
    type Numbers = PlainOf;
    const STATE: usize = 2;

    #[inline(always)]
    fn include<W: Word>([sum, rest]: [W; 2], [x, y]: [Of<PlainOf, W>; 2]) -> [W; 2] {
        let (product, lost) = two_prod(x.0, y.0);
        let (sum, error) = two_sum(sum, product);
        [sum, rest + (error + lost)]
    }

    #[inline(always)]
    fn merge<W: Word>(x: [W; 2], y: [W; 2]) -> [W; 2] {
        Sum2::merge(x, y)
    }

    #[inline(always)]
    fn finish<W: Word>(state: [W; 2]) -> [W; 2] {
        Sum2::finish(state)
    }
}
