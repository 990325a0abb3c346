//! Sine and cosine for |r| ≤ 0.8, a little more than π/4: polynomials in r².
//!
//! sin r = r + r³·S(r²) and cos r = 1 − r²/2 + r⁴·C(r²). S and C have the same number of coefficients. Where
//! only one of the two functions is needed, one polynomial with selected coefficients computes it.
//!
//! Gappa checks larger bounds of the same steps ([`kernels`](super::kernels)), because it assumes that every error is
//! as large as possible at the same time. The bounds here are derived by hand, in u², for an r with an error of at most
//! 1.5u². The errors are largest just below powers of two, and at π/4, where the absolute errors are:
//!
//! - sin: 0.5 by r; 1.6 by r³·S, of which r² has 1.3, each product as much again, and S 0.3; 0.5 by the sum of low words
//!   and 0.25 by the low word: 2.8 of 0.707, below 4u². Near ½ it is 1.6 of 0.48, and less below that;
//!   where r³·S is nothing, 1.5u² and half an ulp of the low word.
//! - cos: 0.4 by r; 0.7 by r²/2, 0.3 by r⁴·C, 0.75 by the sums: 2.1 of 0.697, below 3.1u².

use super::{
    coefficients::trig::{COS, SIN},
    steps::{fma, loose_horner, loose_product},
};
use crate::{
    double_word::{DoubleWord, named_step},
    eft::{fast_two_sum, two_prod, two_sum},
    word::{Step, Word},
};

/// r², not normalised.
#[inline(always)]
pub(super) fn square<W: Word>(r: DoubleWord<W>) -> DoubleWord<W> {
    let (high, error) = two_prod(r.hi(), r.hi());
    let square = DoubleWord::from_normalized(high, fma(r.hi() + r.hi(), r.lo(), error));
    named_step(Step::RoundedProduct, [r.hi(), r.lo(), r.hi(), r.lo()], square)
}

/// The leading terms, to which a correction is added: a word and two low words.
struct Leading<W> {
    high: W,
    error: W,
    low: W,
}

impl<W: Word> Leading<W> {
    /// r, of the sine.
    #[inline(always)]
    fn of_sine(r: DoubleWord<W>) -> Self {
        Leading { high: r.hi(), error: r.hi().constant(0.0), low: r.lo() }
    }

    /// 1 − z/2, of the cosine; exact.
    #[inline(always)]
    fn of_cosine(z: DoubleWord<W>) -> Self {
        let one = z.hi().constant(1.0);
        let half = z.times_power(z.hi().constant(-0.5));
        let (high, error) = fast_two_sum(one, half.hi());
        let operands = [one, half.hi(), half.lo()];
        let [high, error, low] = W::named(Step::RoundedSum, operands, [high, error, half.lo()]);
        Leading { high, error, low }
    }

    #[inline(always)]
    fn select(mask: W::Mask, yes: Self, no: Self) -> Self {
        Leading {
            high: W::select(mask, yes.high, no.high),
            error: W::select(mask, yes.error, no.error),
            low: W::select(mask, yes.low, no.low),
        }
    }

    /// Adds a correction. Only the sum of the low words and the low word of the result are rounded. The two
    /// errors are small multiples of the last place of the correction, so that their sum is exact.
    #[inline(always)]
    fn plus(self, correction: DoubleWord<W>) -> DoubleWord<W> {
        let (high, error) = fast_two_sum(self.high, correction.hi());
        let (low, rest) = two_sum(self.error + error, self.low + correction.lo());
        let (high, low) = fast_two_sum(high, low);
        let sum = DoubleWord::from_transform(fast_two_sum(high, low + rest));
        let [a, b, c] = [self.high, self.error, self.low];
        named_step(Step::RoundedSum, [a, b, c, correction.hi(), correction.lo()], sum)
    }
}

/// S(z) or C(z): `pick` chooses between their coefficients.
#[inline(always)]
fn series<W: Word>(z: DoubleWord<W>, pick: impl Fn(f64, f64) -> W) -> DoubleWord<W> {
    let (sin, cos) = (SIN.of::<W>(), COS.of::<W>());
    loose_horner(
        z,
        sin.words.len(),
        #[inline(always)]
        |k| pick(sin.words[k], cos.words[k]),
        sin.doubles.len(),
        #[inline(always)]
        |k| {
            let ([sin, sin_low], [cos, cos_low]) = (sin.doubles[k], cos.doubles[k]);
            DoubleWord::from_normalized(pick(sin, cos), pick(sin_low, cos_low))
        },
    )
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
    let leading = Leading::select(cosine, Leading::of_cosine(z), Leading::of_sine(r));
    leading.plus(loose_product(factor, sum))
}

/// sin r and cos r, to the same bits.
#[inline(always)]
pub(super) fn sine_and_cosine<W: Word>(r: DoubleWord<W>) -> (DoubleWord<W>, DoubleWord<W>) {
    let z = square(r);
    (sine(r, z, sine_series(z)), cosine(z, cosine_series(z)))
}

/// S(z).
#[inline(always)]
pub(super) fn sine_series<W: Word>(z: DoubleWord<W>) -> DoubleWord<W> {
    series(
        z,
        #[inline(always)]
        |sin, _| z.hi().constant(sin),
    )
}

/// C(z).
#[inline(always)]
pub(super) fn cosine_series<W: Word>(z: DoubleWord<W>) -> DoubleWord<W> {
    series(
        z,
        #[inline(always)]
        |_, cos| z.hi().constant(cos),
    )
}

/// sin r of r, z = r² and S(z).
#[inline(always)]
pub(super) fn sine<W: Word>(
    r: DoubleWord<W>,
    z: DoubleWord<W>,
    series: DoubleWord<W>,
) -> DoubleWord<W> {
    Leading::of_sine(r).plus(loose_product(loose_product(z, r), series))
}

/// cos r of z = r² and C(z).
#[inline(always)]
pub(super) fn cosine<W: Word>(z: DoubleWord<W>, series: DoubleWord<W>) -> DoubleWord<W> {
    Leading::of_cosine(z).plus(loose_product(loose_product(z, z), series))
}
