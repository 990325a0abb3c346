//! Polynomials at many points: schemes to evaluate them.

use crate::arithmetic::{Arithmetic, Family, Plain, PlainOf};
use floatfloat::{
    Word,
    eft::{two_prod, two_sum},
};
use std::marker::PhantomData;

/// A number of a scheme over some words.
pub type Of<S, W> = <<S as Scheme>::Numbers as Family>::Of<W>;

/// A way to evaluate a polynomial.
pub trait Scheme: 'static {
    /// The numbers of the computation.
    type Numbers: Family;

    /// The value at x. The coefficient of the highest power is the first.
    fn evaluate<W: Word>(coefficients: &[Of<Self, W>], x: Of<Self, W>) -> Of<Self, W>;
}

/// Horner's scheme in a number type.
pub struct HornerOf<F>(PhantomData<F>);

/// Compensated Horner, algorithm 8 of Graillat, Langlois, Louvet, *Algorithms for accurate, validated
/// and fast polynomial evaluation*, Japan J. Indust. Appl. Math. 26 (2009). The rounding errors of
/// products and additions of words are the coefficients of a second polynomial, whose value is added
/// at the end. 11 flops a coefficient with a fused multiply-add.
///
/// For degree n the error is at most u·abs(p(x)) + γ₂ₙ²·p̃(abs(x)), where p̃ has the magnitudes of
/// the coefficients (theorem 8).
pub struct CompensatedHorner;

impl<F: Family> Scheme for HornerOf<F> {
    type Numbers = F;

    #[inline(always)]
    fn evaluate<W: Word>(coefficients: &[F::Of<W>], x: F::Of<W>) -> F::Of<W> {
        let mut value = coefficients[0];
        for coefficient in &coefficients[1..] {
            value = coefficient.plus_product(&value, &x);
        }
        value
    }
}

impl Scheme for CompensatedHorner {
    type Numbers = PlainOf;

    #[inline(always)]
    fn evaluate<W: Word>(coefficients: &[Plain<W>], x: Plain<W>) -> Plain<W> {
        let mut value = coefficients[0].0;
        let mut rest = x.constant(0.0);
        for coefficient in &coefficients[1..] {
            let (product, lost) = two_prod(value, x.0);
            let (sum, error) = two_sum(product, coefficient.0);
            rest = Plain(lost + error).plus_product(&rest, &x);
            value = sum;
        }
        Plain(value).add(&rest)
    }
}
