//! arsinh x, arcosh x and artanh x of three and four words.

use super::{
    SeveralWords,
    exp::tiny,
    ln::{Reduced, ln_1p, ln_1p_shifted, repaired},
    several_words,
    steps::{root_of_product, times_power, with_sign},
};
use crate::{elementary::steps::significand, scaling::two_to, word::Word};

/// From here on the inverse hyperbolic sine and cosine of x are ln 2x.
#[inline(always)]
fn large<N: SeveralWords>(like: N::Word) -> N::Word {
    like.constant(two_to(N::WORDS as i32 * N::Word::PRECISION as i32 / 2 + 2))
}

/// ln 2x.
#[inline(always)]
fn ln_of_double<N: SeveralWords>(x: N) -> N {
    let mut reduced = Reduced::new(x);
    reduced.exponent = reduced.exponent + x.hi().constant(1.0);
    repaired(x.hi(), reduced.natural())
}

/// arsinh x = ln(1 + a + a²/(1 + √(1 + a²))), a = |x|, with the sign of x.
///
/// Bound: those of the quotient's terms, of the quotient, of a sum and of [`ln_1p`]: 25 + 16 + 24 + 6 + 72 + 8 + 100 = 251u³;
/// 65 + 37 + 115 + 8 + 310 + 16 + 350 = 901u⁴.
#[inline(always)]
pub fn asinh<N: SeveralWords>(x: N) -> N {
    let (size, one) = (x.abs(), x.hi().constant(1.0));
    let near = size.hi().less(large::<N>(x.hi()));
    let a = N::select(near, size, N::from_word(one));
    let square = a.times(a);
    let divisor = square.plus_word(one).root().plus_word(one);
    let result = N::select(near, ln_1p(a.plus(square.over(divisor))), ln_of_double(size));
    let own = !tiny::<N>(x.hi()).less_or_equal(size.hi());
    N::select(own, x, with_sign(x.hi(), result))
}

/// arcosh x = ln(1 + t + √(t·(t + 2))), t = x − 1. NaN where x < 1.
///
/// Bound: that of the root, with half of its operand's, of a sum and of [`ln_1p`]: 43 + 8 + 100 = 151u³; 156 + 16 + 350 = 522u⁴.
#[inline(always)]
pub fn acosh<N: SeveralWords>(x: N) -> N {
    let one = x.hi().constant(1.0);
    let near = !large::<N>(x.hi()).less(x.hi());
    let t = N::select(near, x, N::from_word(one)).plus_word(-one);
    let inner = t.plus(root_of_product(t, t.plus_word(one + one)));
    let result = N::select(near, ln_1p(inner), ln_of_double(x));
    result.settled(result.hi())
}

/// artanh x = ½·ln(1 + 2a/(1 − a)), a = |x|, with the sign of x; from ½ on ½·(ln((1 + a)/m) − e·ln 2) with 1 − a = 2^e·m.
/// Infinite of ±1, NaN where |x| > 1.
///
/// Bound: those of a difference, a quotient and of [`ln_1p`]: 6 + 72 + 100 = 178u³; 8 + 310 + 350 = 668u⁴.
#[inline(always)]
pub fn atanh<N: SeveralWords>(x: N) -> N {
    let number = |value| x.hi().constant(value);
    let (size, zero, one) = (x.abs(), number(0.0), number(1.0));
    let difference = (-size).plus_word(one);
    let small = size.hi().less(number(0.5));
    let (exponent, words) = significand(difference.four());
    let divisor = N::select(small, difference, N::first_of(words));
    let dividend = N::select(small, times_power(size, number(2.0)), size.plus_word(one));
    let quotient = dividend.over(divisor);
    let argument = N::select(small, quotient, quotient.plus_word(-one));
    let logarithm = ln_1p_shifted(argument, N::Word::select(small, zero, -exponent));
    let pole = difference.hi().equal(zero);
    let beyond = difference.hi().less(zero);
    let special = N::Word::select(beyond, number(f64::NAN), number(f64::INFINITY));
    let result = times_power(logarithm, number(0.5));
    let result = N::select(pole | beyond, N::from_word(special), result);
    let own = !tiny::<N>(x.hi()).less_or_equal(size.hi());
    N::select(own, x, with_sign(x.hi(), result))
}

several_words! {
    /// The inverse hyperbolic sine.
    asinh as Asinh of One,
    method: "ln_1p(a + a²/(1 + √(1 + a²)))",
    flops: [2349, 5731],
    bounds: [260 u3, 910 u4],

    /// The inverse hyperbolic cosine. NaN where x < 1.
    acosh as Acosh of One,
    method: "ln_1p(t + √(t·(t + 2))), t = x − 1",
    flops: [2357, 5676],
    bounds: [160 u3, 530 u4],

    /// The inverse hyperbolic tangent. Infinite of ±1, NaN where |x| > 1.
    atanh as Atanh of One,
    method: "½·ln_1p(2a/(1 − a)), from ½ on ½·ln((1 + a)/(1 − a))",
    flops: [1228, 2911],
    bounds: [180 u3, 670 u4],
}
