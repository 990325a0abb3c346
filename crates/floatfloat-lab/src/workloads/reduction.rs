//! Sums and inner products: the state that one term passes on to the next.

mod carried_out;
mod in_lanes;

pub use carried_out::{Uploaded, along, in_order};
pub use in_lanes::in_lanes;

use crate::arithmetic::{Arithmetic, Family, PlainOf};
use floatfloat::{
    Word,
    eft::{two_prod, two_sum},
};
use std::marker::PhantomData;

/// A number of a family over some words.
pub type Of<F, W> = <F as Family>::Of<W>;

/// A reduction of terms, made of a number of each of `N` arrays, to one number. States have one word
/// or two; the second is not kept where there is one.
pub trait Reduction<const N: usize>: 'static {
    /// What the arrays hold.
    type Numbers: Family;

    /// Words of the state.
    const STATE: usize;

    /// The state after one more term.
    fn include<W: Word>(state: [W; 2], term: [Of<Self::Numbers, W>; N]) -> [W; 2];

    /// One state of two.
    fn merge<W: Word>(x: [W; 2], y: [W; 2]) -> [W; 2];

    /// The words of the result.
    fn finish<W: Word>(state: [W; 2]) -> [W; 2];
}

/// The sum of numbers.
pub struct SumOf<F>(PhantomData<F>);

/// The sum of products.
pub struct DotOf<F>(PhantomData<F>);

/// Sum2 of Ogita, Rump and Oishi 2005, algorithm 4.4: words are added, what each addition rounds off
/// (2Sum) is added up beside them, and the two are added at the end. 7 flops a term.
///
/// Of n terms with exact sum s and sum of magnitudes S it gives s within u·abs(s) + γₙ₋₁²·S
/// (proposition 4.5), γₙ = n·u/(1 − n·u), in whatever order and tree the terms are added: the errors
/// of n − 1 additions are exact, and at most γₙ₋₁·S together.
pub struct Sum2;

/// Dot2, algorithm 5.3 there: Sum2 of the products and of what each product rounds off (2Prod). 10
/// flops a term with a fused multiply-add.
///
/// Within u·abs(s) + γₙ²·S of the exact inner product where terms are added one after the other
/// (proposition 5.5), and within (u + 2γ₄ₙ₋₂²)·abs(s) + γ₄ₙ₋₂²·S in any tree (proposition 5.11).
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
