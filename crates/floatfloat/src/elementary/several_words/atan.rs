//! atan2, atan, asin and acos of three and four words: one kernel.

use super::{
    SeveralWords, several_words,
    steps::{constant, root_of_product, scale, times_power, with_sign},
};
use crate::{
    elementary::{
        atan::{BORDERS, CENTRES},
        coefficients::{
            Index,
            constants::FRAC_PI_2,
            several_words::{ARCTANGENTS, ATAN, SMALL_ARCTANGENTS},
        },
        steps::{is_negative, nearest_integer},
    },
    scaling::two_to,
    unrolled,
    word::Word,
};

/// Quotients of numbers between 2^-limit and 2^limit can be computed without underflow of any word.
const fn limit<W: Word>() -> f64 {
    two_to(if W::PRECISION == 53 { 300 } else { 12 })
}

/// Arctangent of y/x for 0 ≤ y ≤ x, numbers. `rare` where one of them is so large or small that it is scaled.
///
/// The vector (x, y) is turned back by the arctangent of a centre c of eight, next to y/x, and then by that of 3k/256, k at most 7:
/// y := y − c·x, x := x + c·y. What is left is atan u, u = y/x, |u| ≤ 0.00587, by a polynomial.
///
/// Bound: the quotient has 72u³, x 2·(8 + 1)u³ by its sums and products, y 16u³ (of c·x, 3k/256·x and differences, by what of the
/// angle is in them), and the sums 8u³ and 8u³: 122u³. In u⁴: 310 + 36 + 40 + 16 + 16 = 418.
#[inline(always)]
fn octant<N: SeveralWords>(y: N, x: N, rare: <N::Word as Word>::Mask) -> N {
    let like = y.hi();
    let zero = like.constant(0.0);
    let (mut y, mut x) = (y, x);
    let (mut shift, mut weight) = (zero, like.constant(1.0));
    if N::Word::any(rare) {
        let margin = like.constant((N::WORDS as u32 * N::Word::PRECISION / 2 + 4).into());
        let (rise, run) = (y.hi().exponent(), x.hi().exponent());
        // Here the arctangent is y/x.
        let flat = rare & (rise + margin).less(run);
        let up = N::Word::select(flat, rise, run);
        y = N::select(rare, scale(y, -up), y);
        x = N::select(rare, scale(x, -run), x);
        shift = N::Word::select(flat, up - run, zero);
        weight = N::Word::select(flat, zero, weight);
    }
    let borders = unrolled::map(
        BORDERS,
        #[inline(always)]
        |border| like.constant(border),
    );
    let index = Index::search(
        y.hi() * weight,
        borders,
        #[inline(always)]
        |border| x.hi() * border,
    );
    let [centre] = index.row(&CENTRES);
    let first: N = N::first_of(ARCTANGENTS.select(&index));
    let (y, x) = turned_back(y, x, centre);
    let step = like.constant(3.0 / 256.0);
    let k = nearest_integer(y.hi() * weight / (x.hi() * step));
    let small = Index::new(k.abs());
    let second: N = N::first_of(SMALL_ARCTANGENTS.select(&small));
    let second = N::select(k.less(zero), -second, second);
    let (y, x) = turned_back(y, x, k * step);
    let u = y.over(x);
    let square = u.times(u);
    let rest = times_power(square.times(ATAN.of_number::<N>().at(square)), weight);
    let angle = first.plus(second.plus(u.plus(u.times(rest))));
    if N::Word::any(rare) {
        return N::select(rare, scale(angle, shift), angle);
    }
    angle
}

/// The vector (x, y), times a factor, turned back by the arctangent of c.
#[inline(always)]
fn turned_back<N: SeveralWords>(y: N, x: N, c: N::Word) -> (N, N) {
    (y.plus(-x.times_word(c)), x.plus(y.times_word(c)))
}

/// The angle of the point (x, y), from −π to π.
///
/// The smaller of |y| and |x| over the larger has the angle that `octant` computes. The result is this angle,
/// π/2 ∓ it, or π − it.
///
/// Bound: that of `octant`, and that of the last sum, 8u³ or 16u⁴.
///
/// Special values are those of IEEE 754-2019, as for two words.
#[inline(always)]
pub fn atan2<N: SeveralWords>(y: N, x: N) -> N {
    let like = y.hi();
    let zero = like.constant(0.0);
    let (rise, run) = (y.abs(), x.abs());
    let steep = run.hi().less(rise.hi());
    let small = N::select(steep, run, rise);
    let large = N::select(steep, rise, run);
    let limit = like.constant(limit::<N::Word>());
    let least = like.constant(1.0) / limit;
    let usual = least.less_or_equal(small.hi()) & large.hi().less_or_equal(limit);
    let rare = !usual;
    let (mut down, mut back) = (y.hi().less(zero), x.hi().less(zero));
    let mut angle = octant(small, large, rare);
    let quarter_turn: N = constant(&FRAC_PI_2, like);
    if N::Word::any(rare) {
        down = down | (rare & is_negative(y.hi()));
        back = back | (rare & is_negative(x.hi()));
        let special = !(y.hi().is_ordinary() & x.hi().is_ordinary());
        let infinite = small.hi().equal(like.constant(f64::INFINITY));
        let eighth_turn = times_power(quarter_turn, like.constant(0.5));
        let plain = N::select(infinite, eighth_turn, N::from_word(zero));
        // NaN if either operand is NaN.
        let nan = !(y.hi().equal(y.hi()) & x.hi().equal(x.hi()));
        let plain = N::select(nan, N::from_word(y.hi() + x.hi()), plain);
        angle = N::select(special, plain, angle);
    }
    let half_turn = times_power(quarter_turn, like.constant(2.0));
    let base = N::select(steep, quarter_turn, N::select(back, half_turn, N::from_word(zero)));
    let backwards = (steep & !back) | (!steep & back);
    let angle = base.plus(N::select(backwards, -angle, angle));
    // A zero has the sign of y.
    with_sign(N::Word::select(down, like.constant(-1.0), like.constant(1.0)), angle)
}

/// Arctangent: [`atan2`] with 1.
#[inline(always)]
pub fn atan<N: SeveralWords>(x: N) -> N {
    atan2(x, N::from_word(x.hi().constant(1.0)))
}

/// √(1 − x²) = √((1 − |x|)·(1 + |x|)).
///
/// Bound: half of the bounds of two sums and a product, and the bound of a root: 43u³, 156u⁴.
#[inline(always)]
fn cosine<N: SeveralWords>(x: N) -> N {
    let (size, one) = (x.abs(), x.hi().constant(1.0));
    root_of_product((-size).plus_word(one), size.plus_word(one))
}

/// Arcsine: the angle of the point (√(1 − x²), x). NaN where |x| > 1.
///
/// Bound: those of [`atan2`] and of the root.
#[inline(always)]
pub fn asin<N: SeveralWords>(x: N) -> N {
    atan2(x, cosine(x))
}

/// Arccosine: the angle of the point (x, √(1 − x²)). NaN where |x| > 1.
///
/// Bound: as [`asin`].
#[inline(always)]
pub fn acos<N: SeveralWords>(x: N) -> N {
    atan2(cosine(x), x)
}

several_words! {
    /// The angle of the point (x, `self`), from −π to π; as for `f64`, `self` is y. Special values are those of
    /// IEEE 754-2019.
    atan2 as Atan2 of Two (x),
    method: "arctangents of two tables of 8, polynomial of (y − c·x)/(x + c·y)",
    flops: [1249, 3034],
    bounds: [140 u3, 440 u4],

    /// The arctangent.
    atan as Atan of One,
    method: "atan2(x, 1)",
    flops: [1249, 3034],
    bounds: [140 u3, 440 u4],

    /// The arcsine. NaN where |x| > 1.
    asin as Asin of One,
    method: "atan2(x, √(1 − x²))",
    flops: [1415, 3365],
    bounds: [190 u3, 600 u4],

    /// The arccosine. NaN where |x| > 1.
    acos as Acos of One,
    method: "atan2(√(1 − x²), x)",
    flops: [1415, 3365],
    bounds: [190 u3, 600 u4],
}
