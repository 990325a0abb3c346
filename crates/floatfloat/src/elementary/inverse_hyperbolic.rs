//! asinh, acosh, atanh: logarithms of 1 + z.

use super::{
    elementary,
    ln::{E, natural},
    logarithm::{Reduced, artanh},
    steps::{fma, ordered_add, root, with_sign},
};
use crate::{
    double_word::{DoubleWord, div_three_words::div_three_words},
    eft::{fast_two_sum, two_prod, two_sum},
    scaling::two_to,
    unrolled,
    word::Word,
};

/// 1 + z taken apart for z ≥ 0, as in [`ln_1p`](super::ln::ln_1p); 2^shift·z where `alone` holds.
#[inline(always)]
fn one_plus<W: Word>(z: DoubleWord<W>, alone: W::Mask, shift: W) -> Reduced<W> {
    let number = |value| z.hi().constant(value);
    let one = W::select(alone, number(0.0), number(1.0));
    let (high, low) = two_sum(one, z.hi());
    let (low, third) = two_sum(low, z.lo());
    let sum = DoubleWord::from_transform(fast_two_sum(high, low));
    let mut reduced = Reduced::new(sum, third, &E);
    let near_one = reduced.near_one & !alone;
    reduced.numerator = DoubleWord::select(near_one, z, reduced.numerator);
    reduced.near_one = near_one;
    if W::any(alone) {
        let shift = W::select(alone, shift, number(0.0));
        let two = E.two.of(shift);
        reduced.centre = unrolled::map(
            [0, 1, 2],
            #[inline(always)]
            |k| fma(shift, two[k], reduced.centre[k]),
        );
    }
    reduced
}

/// Whether |x| is so large that x² + 1 rounds to x², and x² may be out of range.
#[inline(always)]
fn is_large<W: Word>(x: W) -> W::Mask {
    x.constant(two_to(W::PRECISION as i32 + 4)).less(x)
}

/// x², relative error ≤ 4u².
#[inline(always)]
fn square<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let (high, low) = two_prod(x.hi(), x.hi());
    DoubleWord::from_transform(fast_two_sum(high, fma(x.hi() + x.hi(), x.lo(), low)))
}

/// arsinh x = ±ln(1 + z), z = |x| + x²/(1 + √(1 + x²)), in which nothing cancels; ln |x| + ln 2 where x is
/// large.
///
/// Bound: ln(1 + z) has 8u², and of the error of z it has z/((1 + z)·ln(1 + z)) ≤ 1. The quotient has 4u²,
/// x² 4u² and 1 + √(1 + x²) at most 6.5u², all of which is of a part of z; the sum adds 2.5u². That is
/// 2.5u² for small x, 6u²·0.72 at x = ¾, 8.3u²·0.53 at 2, and less beyond: below 13u².
#[inline(always)]
pub fn asinh<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let size = x.abs();
    let number = |value| x.hi().constant(value);
    let one = DoubleWord::from_word(number(1.0));
    let large = is_large(size.hi());
    let argument = DoubleWord::select(large, one, size);
    let square = square(argument);
    let above = number(1.0).less(square.hi());
    let [big, small] =
        [DoubleWord::select(above, square, one), DoubleWord::select(above, one, square)];
    let hypotenuse = ordered_add(big, small).sqrt();
    let rest = div_three_words(square, ordered_add(hypotenuse, one));
    let z = DoubleWord::select(large, size, ordered_add(argument, rest));
    let result = natural(&one_plus(z, large, number(1.0)));
    let own = size.hi().less(number(two_to(-2 - W::PRECISION as i32)))
        | size.hi().equal(number(f64::INFINITY));
    with_sign(x.hi(), DoubleWord::select(own, size, result))
}

/// arcosh x = ln(1 + z), z = t + √(2t + t²), t = x − 1; ln x + ln 2 where x is large.
///
/// Bound: ln(1 + z) has 8u². Near 1, where t is exact, 2t + t² has 3u², its root 3.1u² more and the sum
/// 2.5u²: 7.2u², of which ln(1 + z) has less the larger z is. From t = 1 on z has at most 9u², of which
/// it has 0.56 and less: below 16u².
#[inline(always)]
pub fn acosh<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let number = |value| x.hi().constant(value);
    let one = number(1.0);
    let large = is_large(x.hi());
    let argument = DoubleWord::select(large, DoubleWord::from_word(one), x);
    let (high, error) = two_sum(argument.hi(), -one);
    let (high, low) = two_sum(high, argument.lo());
    let t = DoubleWord::from_transform(fast_two_sum(high, error + low));
    let twice = t.times_power(number(2.0));
    let square = square(t);
    let above = twice.hi().less(square.hi());
    let [big, small] =
        [DoubleWord::select(above, square, twice), DoubleWord::select(above, twice, square)];
    let z = ordered_add(root(ordered_add(big, small)), t);
    let z = DoubleWord::select(large, x, z);
    let result = natural(&one_plus(z, large, one));
    let infinite = x.hi().equal(number(f64::INFINITY));
    let special = W::select(infinite, x.hi(), number(f64::NAN));
    let proper = one.less_or_equal(x.hi()) & !infinite;
    DoubleWord::select(proper, result, DoubleWord::from_word(special))
}

/// artanh x = ±½ ln(1 + z), z = 2|x|/(1 − |x|); the series of artanh at x itself where the centre is 1.
///
/// Bound: where the centre is 1, artanh has 2.01u². Elsewhere 1 − x has u² and the quotient 4u², of which
/// the result has at most all, and ln(1 + z) has 8u²: below 14u².
#[inline(always)]
pub fn atanh<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let size = x.abs();
    let number = |value| x.hi().constant(value);
    let one = number(1.0);
    let (high, error) = fast_two_sum(one, -size.hi());
    let (high, low) = two_sum(high, -size.lo());
    let mut rest = DoubleWord::from_transform(fast_two_sum(high, error + low));
    // Beyond this 1/(1 − |x|) may be out of range. |x| then differs from 1 by at most a low word.
    let exponent = if W::PRECISION == 53 { 400 } else { 64 };
    let near = rest.hi().less(number(two_to(-exponent)));
    if W::any(near) {
        rest = rest.times_power(W::select(near, number(two_to(exponent)), one));
    }
    let z = div_three_words(size.times_power(number(2.0)), rest);
    let reduced = one_plus(z, near, number(exponent.into()));
    let s = DoubleWord::select(reduced.near_one, size, reduced.quotient());
    let result = reduced.plus(artanh(s.times_power(number(2.0)), s)).times_power(number(0.5));
    let proper = size.hi().less(one) | (size.hi().equal(one) & size.lo().less(number(0.0)));
    let end = size.hi().equal(one) & size.lo().equal(number(0.0));
    let special = W::select(end, number(f64::INFINITY), number(f64::NAN));
    let result = DoubleWord::select(proper, result, DoubleWord::from_word(special));
    with_sign(x.hi(), result)
}

impl<W: Word> DoubleWord<W> {
    /// Inverse hyperbolic sine. Relative error ≤ 13u².
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let x = DoubleDouble::from(-1e-40);
    /// assert_eq!(x.asinh(), x);
    /// ```
    #[inline(always)]
    pub fn asinh(self) -> Self {
        W::function(
            "asinh",
            #[inline(always)]
            || asinh(self),
        )
    }

    /// Inverse hyperbolic cosine. Relative error ≤ 16u², also near 1. NaN below 1.
    #[inline(always)]
    pub fn acosh(self) -> Self {
        W::function(
            "acosh",
            #[inline(always)]
            || acosh(self),
        )
    }

    /// Inverse hyperbolic tangent. Relative error ≤ 14u², also near ±1. Infinite at ±1, NaN beyond.
    #[inline(always)]
    pub fn atanh(self) -> Self {
        W::function(
            "atanh",
            #[inline(always)]
            || atanh(self),
        )
    }
}

elementary! {
    asinh as Asinh,
    operands: One,
    method: "ln(1 + z), z = x + x²/(1 + √(1 + x²))",
    flops: [189, 208],
    bound: 13 u2,
}

elementary! {
    acosh as Acosh,
    operands: One,
    method: "ln(1 + z), z = t + √(2t + t²), t = x − 1",
    flops: [180, 199],
    bound: 16 u2,
}

elementary! {
    atanh as Atanh,
    operands: One,
    method: "ln(1 + z)/2, z = 2x/(1 − x)",
    flops: [167, 186],
    bound: 14 u2,
}
