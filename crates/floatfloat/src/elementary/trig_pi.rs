//! sin πx, cos πx and tan πx, for every x.
//!
//! x − n/2 is exact, so that no words of π are needed to reduce it; π·(x − n/2) has an error of at most 1.5u².
//! The other steps and the bounds are those of [`trig`](super::trig).
//!
//! Special values are those of IEEE 754-2019. sin πn is a zero with the sign of n; cos π(n + ½) is +0. tan πn
//! is sin πn/cos πn, a zero with the opposite sign where n is odd; tan π(n + ½) is +∞ for even n and −∞ for odd
//! n.

use super::{
    coefficients::trig::PI,
    elementary,
    reduction::Angle,
    steps::{fma, modulo_16, nearest_integer, times_constant},
};
use crate::{
    double_word::{DoubleWord, div_three_words::div_three_words},
    eft::{fast_two_sum, two_sum},
    scaling::two_to,
    unrolled,
    word::Word,
};

/// πx, for an x that leaves the low words in range.
#[inline(always)]
fn times_pi<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let [c0, c1, c2] = PI.of(x.hi());
    times_constant(x, [c0, c1], x.hi() * c2)
}

/// A word modulo 16; NaN for infinities. Words from 2^(p + 2) on are multiples of 8.
#[inline(always)]
fn wrapped<W: Word>(x: W) -> W {
    let small = x.abs().less(x.constant(two_to(W::PRECISION as i32 + 2)));
    modulo_16(W::select(small, x, x * x.constant(0.0)))
}

/// x = n/2 + fraction, exactly: n modulo 4 and a fraction of at most ¼ + 2^-9.
#[inline(always)]
fn split<W: Word>(x: DoubleWord<W>) -> (W, DoubleWord<W>) {
    let near = x.hi().abs().less(x.hi().constant(two_to(W::PRECISION as i32 - 8)));
    let mut x = x;
    if W::any(!near) {
        let inner = DoubleWord::from_transform(two_sum(wrapped(x.hi()), wrapped(x.lo())));
        x = DoubleWord::select(near, x, inner);
    }
    let n = nearest_integer(x.hi() + x.hi());
    let high = fma(n, n.constant(-0.5), x.hi());
    (n, DoubleWord::from_transform(two_sum(high, x.lo())))
}

/// Fractions so small that the product with π must be scaled. The sine of this product is the product itself,
/// and its cosine 1.
struct Tiny<W: Word> {
    mask: W::Mask,
    up: W,
    down: W,
    /// π·fraction·up
    angle: DoubleWord<W>,
}

impl<W: Word> Tiny<W> {
    /// Where a fraction is below 2^-3p; `None` if none is.
    #[inline(always)]
    fn of(fraction: DoubleWord<W>) -> Option<Self> {
        let exponent = 3 * W::PRECISION as i32;
        let [up, down] = unrolled::map(
            [exponent, -exponent],
            #[inline(always)]
            |exponent| fraction.hi().constant(two_to(exponent)),
        );
        let mask = fraction.hi().abs().less(down);
        if !W::any(mask) {
            return None;
        }
        Some(Tiny { mask, up, down, angle: times_pi(fraction.times_power(up)) })
    }

    /// The angle, its words rounded once where they are subnormal.
    #[inline(always)]
    fn value(&self) -> DoubleWord<W> {
        let value = self.angle.times_power(self.down);
        DoubleWord::from_transform(fast_two_sum(value.hi(), value.lo()))
    }
}

/// n quarter turns and π·fraction.
#[inline(always)]
fn angle<W: Word>((n, fraction): (W, DoubleWord<W>)) -> Angle<W> {
    let product = times_pi(fraction);
    Angle::new(
        n,
        match Tiny::of(fraction) {
            None => product,
            Some(tiny) => DoubleWord::select(tiny.mask, tiny.value(), product),
        },
    )
}

/// sin πx.
#[inline(always)]
pub fn sin_pi<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let zero = x.hi().constant(0.0);
    angle(split(x)).sine().fix_special_cases(x.hi() * zero)
}

/// cos πx.
#[inline(always)]
pub fn cos_pi<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let zero = x.hi().constant(0.0);
    angle(split(x)).cosine().fix_special_cases(x.hi().abs() * zero)
}

/// tan πx.
#[inline(always)]
pub fn tan_pi<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let (one, zero) = (x.hi().constant(1.0), x.hi().constant(0.0));
    let (n, fraction) = split(x);
    let angle = Angle::new(n, times_pi(fraction));
    let odd = angle.quarter.is_odd();
    let mut value = angle.tangent();
    if let Some(tiny) = Tiny::of(fraction) {
        // Near a pole the quotient is in range where its divisor is not.
        let near_pole =
            div_three_words(DoubleWord::from_word(-one), tiny.angle).times_power(tiny.up);
        let near_zero = tiny.value();
        value = DoubleWord::select(tiny.mask, DoubleWord::select(odd, near_pole, near_zero), value);
    }
    // For an integer, sin πx/cos πx with the signs of both; halfway between two integers, 1/0 with the sign of
    // the sine. Next to a halfway point the quotient overflows, and the result is infinite, too.
    let signed_zero = x.hi() * zero * angle.quarter.cosine_sign();
    let pole = W::select(fraction.hi().equal(zero), angle.quarter.sine_sign() / zero, value.hi());
    value.fix_special_cases(W::select(odd, pole, signed_zero))
}

impl<W: Word> DoubleWord<W> {
    /// sin πx. Relative error ≤ 4u² for every x; exactly 0 with the sign of x for integers, and exactly ±1
    /// halfway between them. NaN for ±∞.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// assert_eq!(DoubleDouble::from_word(1e300).sin_pi(), 0.0);
    /// assert_eq!(DoubleDouble::from_parts(1e18, 0.5).sin_pi(), 1.0);
    /// ```
    #[inline(always)]
    pub fn sin_pi(self) -> Self {
        W::function(
            "sin_pi",
            #[inline(always)]
            || sin_pi(self),
        )
    }

    /// cos πx. Relative error ≤ 4u² for every x; exactly ±1 for integers, and +0 halfway between them. NaN for
    /// ±∞.
    #[inline(always)]
    pub fn cos_pi(self) -> Self {
        W::function(
            "cos_pi",
            #[inline(always)]
            || cos_pi(self),
        )
    }

    /// tan πx. Relative error ≤ 12u² for every x. For an integer it is a zero, with the sign of x if the
    /// integer is even and the opposite sign if it is odd. For n + ½ it is +∞ if n is even, −∞ if it is odd.
    /// NaN for ±∞.
    #[inline(always)]
    pub fn tan_pi(self) -> Self {
        W::function(
            "tan_pi",
            #[inline(always)]
            || tan_pi(self),
        )
    }
}

elementary! {
    sin_pi as SinPi,
    operands: One,
    method: "x − n/2, polynomial of degree 10 (5) in (πr)²",
    flops: [149, 186],
    bound: 4 u2,
}

elementary! {
    cos_pi as CosPi,
    operands: One,
    method: "as sin_pi, shifted by a quarter turn",
    flops: [149, 186],
    bound: 4 u2,
}

elementary! {
    tan_pi as TanPi,
    operands: One,
    method: "quotient of sine and cosine",
    flops: [258, 332],
    bound: 12 u2,
}
