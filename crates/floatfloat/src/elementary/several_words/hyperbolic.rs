//! sinh x, cosh x and tanh x of three and four words.

use super::{
    SeveralWords,
    exp::{Parts, tiny},
    several_words,
    steps::{times_power, with_sign},
};
use crate::word::Word;

/// The least k for which e^−x is below half of the last bit of e^x.
#[inline(always)]
fn large<N: SeveralWords>(like: N::Word) -> N::Word {
    like.constant((N::WORDS as u32 * N::Word::PRECISION / 2 + 3).into())
}

/// sinh x = (t + t/(t + 1))/2, t = e^|x| − 1; e^|x|/2 where e^−|x| is negligible.
///
/// Bound: that of t, and of t/(t + 1), at most half of the sum with 72 + 6 and half of t's, and the sum's 8: 148u³;
/// 180 + (310 + 8)/2 + 16 = 355u⁴.
#[inline(always)]
pub fn sinh<N: SeveralWords>(x: N) -> N {
    let parts = Parts::of(x.abs());
    let t = parts.less_one();
    let sum = t.plus(t.over(t.plus_word(x.hi().constant(1.0))));
    let small = times_power(sum, x.hi().constant(0.5));
    let result = N::select(large::<N>(x.hi()).less(parts.k), parts.shifted(-1.0), small);
    let own = !tiny::<N>(x.hi()).less_or_equal(x.hi().abs());
    N::select(own, x, with_sign(x.hi(), result))
}

/// cosh x = (e^|x| + 1/e^|x|)/2; e^|x|/2 where e^−|x| is negligible.
///
/// Bound: that of e^|x|, that of a quotient of at most half of the sum, and the sum's: 12 + 36 + 8 = 56u³;
/// 23 + 155 + 16 = 194u⁴.
#[inline(always)]
pub fn cosh<N: SeveralWords>(x: N) -> N {
    let number = |value| x.hi().constant(value);
    let parts = Parts::of(x.abs());
    let half = parts.shifted(-1.0);
    let small = half.plus(N::from_word(number(0.25)).over(half));
    let result = N::select(large::<N>(x.hi()).less(parts.k), half, small).settled(half.hi());
    // See `keeping_nan` of two words.
    N::select(x.hi().equal(x.hi()), result, N::from_word(x.hi()))
}

/// tanh x = t/(t + 2), t = e^2|x| − 1; 1 where e^−2|x| is negligible.
///
/// Bound: that of t, of t + 2 and of a quotient, 100 + 6 + 72u³; 180 + 8 + 310u⁴.
#[inline(always)]
pub fn tanh<N: SeveralWords>(x: N) -> N {
    let number = |value| x.hi().constant(value);
    // Here 2^k is between 2^(np + 4) and 2^(np + 7).
    let limit = number(0.35 * f64::from(N::WORDS as u32 * N::Word::PRECISION + 4));
    let size = x.abs();
    let near = size.hi().less(limit);
    let double = times_power(N::select(near, size, N::from_word(number(0.0))), number(2.0));
    let t = Parts::of(double).less_one();
    let result = t.over(t.plus_word(number(2.0)));
    let result = N::select(near, result, N::from_word(number(1.0)));
    let own = !tiny::<N>(x.hi()).less_or_equal(size.hi());
    N::select(own, x, with_sign(x.hi(), result))
}

several_words! {
    /// The hyperbolic sine.
    sinh as Sinh of One,
    method: "(t + t/(t + 1))/2, t = e^|x| − 1",
    flops: [1624, 4273],
    bounds: [150 u3, 360 u4],

    /// The hyperbolic cosine.
    cosh as Cosh of One,
    method: "(e^|x| + 1/e^|x|)/2",
    flops: [1458, 3937],
    bounds: [60 u3, 200 u4],

    /// The hyperbolic tangent.
    tanh as Tanh of One,
    method: "t/(t + 2), t = e^2|x| − 1",
    flops: [1427, 3866],
    bounds: [180 u3, 500 u4],
}
