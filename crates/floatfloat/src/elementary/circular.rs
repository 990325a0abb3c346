//! Sine and cosine on |r| ≤ 0.8, a little over π/4: polynomials in r².
//!
//! sin r = r + r³·S(r²) and cos r = 1 − r²/2 + r⁴·C(r²), where S and C have as many coefficients, so that one
//! polynomial with selected coefficients serves where only one of the two is wanted. Horner's scheme
//! leaves its intermediate results unnormalised: each is a coefficient and a correction of at most a twelfth
//! of it, so that low words stay below 3u of high ones. A step takes 9 flops so, instead of 16.
//!
//! Error, in u² of the result: the correction r³·S is at most 0.12 of sin r and has an error of at
//! most 18u² of its own (each product 4u², S 4u², r² thrice); the sum rounds low words three times, of which
//! the first two are at most half an ulp of a word of magnitude u·2^⌊log2 r⌋. That is 2.5 for r up to ½
//! and 3.3 at π/4. For the cosine, −r²/2 has an absolute error of 1u² at π/4, the correction below 0.3u², and
//! the sum 1u²: 3.3 of cos π/4 as well, and 1.5 for r up to ½.

use super::{
    coefficients::trig::{COS, SIN},
    steps::{add_smaller, fma, loose_product},
};
use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod},
    word::Word,
};

/// r², not normalised.
#[inline(always)]
fn square<W: Word>(r: DoubleWord<W>) -> DoubleWord<W> {
    let (high, error) = two_prod(r.hi(), r.hi());
    DoubleWord::from_normalized(high, fma(r.hi() + r.hi(), r.lo(), error))
}

/// 1 − z/2, not normalised; nothing is rounded but its low word.
#[inline(always)]
fn one_minus_half<W: Word>(z: DoubleWord<W>) -> DoubleWord<W> {
    let half = z.hi().constant(0.5);
    let (high, error) = fast_two_sum(z.hi().constant(1.0), -(z.hi() * half));
    DoubleWord::from_normalized(high, fma(-half, z.lo(), error))
}

/// c + z·sum for a correction z·sum, where neither is normalised.
#[inline(always)]
fn corrected<W: Word>(c: DoubleWord<W>, correction: DoubleWord<W>) -> DoubleWord<W> {
    let (high, error) = fast_two_sum(c.hi(), correction.hi());
    DoubleWord::from_normalized(high, error + (c.lo() + correction.lo()))
}

/// S(z) or C(z): `pick` chooses between their coefficients.
#[inline(always)]
fn series<W: Word>(z: DoubleWord<W>, pick: impl Fn(f64, f64) -> W) -> DoubleWord<W> {
    let (sin, cos) = (SIN.of::<W>(), COS.of::<W>());
    let mut word = pick(sin.words[0], cos.words[0]);
    for k in 1..sin.words.len() {
        word = fma(word, z.hi(), pick(sin.words[k], cos.words[k]));
    }
    let (high, error) = two_prod(z.hi(), word);
    let mut correction = DoubleWord::from_normalized(high, fma(z.lo(), word, error));
    let mut sum = correction;
    for k in 0..sin.doubles.len() {
        let ([sin, sin_low], [cos, cos_low]) = (sin.doubles[k], cos.doubles[k]);
        let coefficient = DoubleWord::from_normalized(pick(sin, cos), pick(sin_low, cos_low));
        sum = corrected(coefficient, correction);
        correction = loose_product(z, sum);
    }
    sum
}

/// sin r where `cosine` does not hold, cos r where it does.
#[inline(always)]
pub(super) fn sine_or_cosine<W: Word>(r: DoubleWord<W>, cosine: W::Mask) -> DoubleWord<W> {
    let z = square(r);
    let sum = series(
        z,
        #[inline(always)]
        |sin, cos| W::select(cosine, r.hi().constant(cos), r.hi().constant(sin)),
    );
    let factor = loose_product(z, DoubleWord::select(cosine, z, r));
    let first = DoubleWord::select(cosine, one_minus_half(z), r);
    add_smaller(first, loose_product(factor, sum))
}

/// sin r and cos r, to the same bits.
#[inline(always)]
pub(super) fn sine_and_cosine<W: Word>(r: DoubleWord<W>) -> (DoubleWord<W>, DoubleWord<W>) {
    let z = square(r);
    let sine = series(
        z,
        #[inline(always)]
        |sin, _| r.hi().constant(sin),
    );
    let cosine = series(
        z,
        #[inline(always)]
        |_, cos| r.hi().constant(cos),
    );
    (
        add_smaller(r, loose_product(loose_product(z, r), sine)),
        add_smaller(one_minus_half(z), loose_product(loose_product(z, z), cosine)),
    )
}
