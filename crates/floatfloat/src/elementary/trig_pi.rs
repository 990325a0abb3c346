//! sin πx, cos πx and tan πx, for every x.
//!
//! x − n/2 is exact, so that no words of π are needed to reduce it; π·(x − n/2) has an error of 1.3u², and the
//! rest is as in [`trig`](super::trig), with the same bounds.
//!
//! Special values are those of IEEE 754-2019: sin πn is a zero with the sign of n, cos π(n + ½) is +0, tan πn is
//! sin πn/cos πn, a zero of the other sign where n is odd, and tan π(n + ½) is +∞ for even n and −∞ for odd n.

use super::{
    coefficients::trig::PI,
    elementary,
    reduction::Angle,
    steps::{fma, modulo_16, nearest_integer, times_constant},
};
use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_sum},
    scaling::two_to,
    word::Word,
};

/// πx, for an x that leaves the low words in range.
#[inline(always)]
fn times_pi<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let [c0, c1, c2] = PI.of(x.hi());
    times_constant(x, [c0, c1], x.hi() * c2)
}

/// A word modulo 4; NaN of what is infinite. From 2^(p + 2) on words are multiples of 8.
#[inline(always)]
fn wrapped_word<W: Word>(x: W) -> W {
    let small = x.abs().less(x.constant(two_to(W::PRECISION as i32 + 2)));
    modulo_16(W::select(small, x, x * x.constant(0.0)))
}

/// x = n/2 + rest, exactly, and n quarter turns with π·rest.
#[inline(always)]
fn reduced<W: Word>(x: DoubleWord<W>) -> Angle<W> {
    let near = x.hi().abs().less(x.hi().constant(two_to(W::PRECISION as i32 - 8)));
    let mut x = x;
    if W::any(!near) {
        let (high, low) = (wrapped_word(x.hi()), wrapped_word(x.lo()));
        x = DoubleWord::select(near, x, DoubleWord::from_transform(two_sum(high, low)));
    }
    let n = nearest_integer(x.hi() + x.hi());
    let high = fma(n, n.constant(-0.5), x.hi());
    Angle::new(n, times_pi(DoubleWord::from_transform(two_sum(high, x.lo()))))
}

/// `value` of a function that is πx near zero; there, if x is below 2^-3p, that product itself, from words that
/// are in range.
#[inline(always)]
fn with_tiny<W: Word>(x: DoubleWord<W>, value: DoubleWord<W>) -> DoubleWord<W> {
    let p = W::PRECISION as i32;
    let tiny = x.hi().abs().less(x.hi().constant(two_to(-3 * p)));
    if !W::any(tiny) {
        return value;
    }
    let up = x.hi().constant(two_to(3 * p));
    let down = x.hi().constant(two_to(-3 * p));
    let product = times_pi(x.times_power(up)).times_power(down);
    let product = DoubleWord::from_transform(fast_two_sum(product.hi(), product.lo()));
    DoubleWord::select(tiny, product, value)
}

/// sin πx.
#[inline(always)]
pub fn sin_pi<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let zero = x.hi().constant(0.0);
    with_tiny(x, reduced(x).sine()).fix_special_cases(x.hi() * zero)
}

/// cos πx.
#[inline(always)]
pub fn cos_pi<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let zero = x.hi().constant(0.0);
    reduced(x).cosine().fix_special_cases(x.hi().abs() * zero)
}

/// tan πx.
#[inline(always)]
pub fn tan_pi<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let angle = reduced(x);
    let zero = x.hi().constant(0.0);
    let value = with_tiny(x, angle.tangent());
    // Of an integer, sin πx/cos πx with the signs of both; halfway between two, 1/0 with the sign of the sine.
    let signed_zero = x.hi() * zero * angle.cosine_sign();
    let pole = angle.sine_sign() / zero;
    value.fix_special_cases(W::select(angle.is_odd(), pole, signed_zero))
}

impl<W: Word> DoubleWord<W> {
    /// sin πx. Relative error ≤ 4u² for every x; exactly 0 with the sign of x for integers, and ±1 halfway
    /// between them. NaN of ±∞.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// assert_eq!(DoubleDouble::from_word(1e300).sin_pi(), 0.0);
    /// assert_eq!(DoubleDouble::from_parts(1e18, 0.5).sin_pi(), 1.0);
    /// ```
    #[inline(always)]
    pub fn sin_pi(self) -> Self {
        W::dispatch(
            #[inline(always)]
            || sin_pi(self),
        )
    }

    /// cos πx. Relative error ≤ 4u² for every x; exactly ±1 for integers, and +0 halfway between them. NaN of
    /// ±∞.
    #[inline(always)]
    pub fn cos_pi(self) -> Self {
        W::dispatch(
            #[inline(always)]
            || cos_pi(self),
        )
    }

    /// tan πx. Relative error ≤ 12u² for every x. Of an integer 0, with the sign of x if it is even and the other if
    /// it is odd; of n + ½ +∞ if n is even, −∞ if it is odd. NaN of ±∞.
    #[inline(always)]
    pub fn tan_pi(self) -> Self {
        W::dispatch(
            #[inline(always)]
            || tan_pi(self),
        )
    }
}

elementary! {
    sin_pi as SinPi,
    operands: One,
    method: "x − n/2, polynomial of degree 10 (5) in (πr)²",
    flops: [0, 0],
    bound: 4 u2,
}

elementary! {
    cos_pi as CosPi,
    operands: One,
    method: "as sin_pi, a quarter turn on",
    flops: [0, 0],
    bound: 4 u2,
}

elementary! {
    tan_pi as TanPi,
    operands: One,
    method: "quotient of sine and cosine",
    flops: [0, 0],
    bound: 12 u2,
}
