//! ∛x and √(x² + y²) of three and four words.

use super::{
    SeveralWords,
    exact::{is_short, modulo},
    several_words,
    steps::{scale, times_power},
};
use crate::{
    double_word::{DoubleWord, div_three_words::div_three_words},
    elementary::{
        roots::cbrt as cbrt_of_two_words,
        steps::{mul, nearest_integer, significand},
    },
    word::Word,
};

/// ∛x.
///
/// |x| = 2^3k·m with 3/4 ≤ m < 6, y = ∛m of two words and a step of Halley's method: y + y·(m − y³)/(2y³ + m), of
/// which the correction is computed in two words.
///
/// Bound: the errors of two products, and of the difference and the sum; a third of the first three counts:
/// (2·25 + 8)/3 + 8 ≤ 28u³, (2·65 + 16)/3 + 16 ≤ 65u⁴. What the step leaves of the error of y, at most 13u², is below u⁵.
/// A root that is a word is exact: where the other words may be errors, the first word is the root if its cube is m.
#[inline(always)]
pub fn cbrt<N: SeveralWords>(x: N) -> N {
    let number = |value| x.hi().constant(value);
    let (exponent, words) = significand(x.abs().four());
    // Thirds are no ties, so that k = ⌊exponent/3⌋.
    let k = nearest_integer((exponent - number(1.0)) * number(1.0 / 3.0));
    let m = times_power(N::first_of(words), (exponent - k * number(3.0)).power_of_two());
    let two = |number: N| {
        let [high, low, ..] = number.four();
        DoubleWord::from_normalized(high, low)
    };
    let root = cbrt_of_two_words(two(m));
    let y = N::first_of([root.hi(), root.lo(), number(0.0), number(0.0)]);
    let cube = y.times(y.times(y));
    let residual = two(m.plus(-cube));
    let denominator = two(times_power(cube, number(2.0)).plus(m));
    let correction = div_three_words(mul(residual, root), denominator);
    let zero = number(0.0);
    let mut y = y.plus(N::first_of([correction.hi(), correction.lo(), zero, zero]));
    let may_be_exact = is_short(y) & m.hi().is_ordinary();
    if N::Word::any(may_be_exact) {
        let modulo = modulo::<N>();
        let cube = modulo.cube_of_parts(modulo.parts([y.hi()]));
        let is_exact = may_be_exact & modulo.is(m.four(), cube);
        y = N::select(is_exact, N::from_word(y.hi()), y);
    }
    let root = scale(y, k);
    N::select(x.hi().less(zero), -root, root).settled(x.hi())
}

/// √(x² + y²), where both operands are first divided by a power of two near the larger one.
///
/// Bound: half of those of a square and a sum, and that of a root: 25/2 + 8/2 + 24 ≤ 41u³, 65/2 + 16/2 + 115 ≤ 156u⁴.
#[inline(always)]
pub fn hypot<N: SeveralWords>(x: N, y: N) -> N {
    let (x, y) = (x.abs(), y.abs());
    let steep = x.hi().less(y.hi());
    let exponent = N::Word::select(steep, y.hi(), x.hi()).exponent();
    let (a, b) = (scale(x, -exponent), scale(y, -exponent));
    let root = scale(a.times(a).plus(b.times(b)).root(), exponent);
    let infinity = x.hi().constant(f64::INFINITY);
    let infinite = x.hi().equal(infinity) | y.hi().equal(infinity);
    root.settled(N::Word::select(infinite, infinity, x.hi() + y.hi()))
}

several_words! {
    /// The cube root; that of a negative number is negative. Exact if the root is a word.
    cbrt as Cbrt of One,
    method: "∛x of two words, and a step of Halley's method",
    flops: [585, 944],
    bounds: [28 u3, 65 u4],

    /// √(x² + y²), without overflow of the squares.
    hypot as Hypot of Two (y),
    method: "squares and root, both operands scaled",
    flops: [266, 568],
    bounds: [41 u3, 156 u4],
}
