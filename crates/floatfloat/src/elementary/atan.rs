//! atan2, atan, asin, acos: one kernel.

use super::{
    coefficients::{
        Index,
        atan::{ARCTANGENTS, ATAN, FRAC_PI_2},
    },
    elementary,
    steps::{fma, grown, horner, is_negative, loose_product, ordered_add, root, scale},
};
use crate::{
    double_word::{DoubleWord, div_three_words::div_three_words},
    eft::{two_prod, two_sum},
    scaling::two_to,
    unrolled,
    word::Word,
};

/// Slopes near those of 3°·2k, with few bits; 0 is the first, so that small angles are relatively
/// accurate.
pub(super) const CENTRES: [[f64; 1]; 8] = [
    [0.0],
    [0.125],
    [31.0 / 128.0],
    [46.0 / 128.0],
    [63.0 / 128.0],
    [81.0 / 128.0],
    [103.0 / 128.0],
    [1.0],
];

/// Slopes half-way between the centres, in angle.
pub(super) const BORDERS: [f64; 7] = [
    85.0 / 1024.0,
    47.0 / 256.0,
    77.0 / 256.0,
    109.0 / 256.0,
    143.0 / 256.0,
    183.0 / 256.0,
    230.0 / 256.0,
];

/// Quotients of words between 2^-limit and 2^limit can be computed without underflow of any word.
const fn limit<W: Word>() -> f64 {
    two_to(if W::PRECISION == 53 { 400 } else { 30 })
}

/// Arctangent of y/x for finite 0 ≤ y ≤ x. `rare` holds where an operand is so large or small, or y/x so small,
/// that the operands must be scaled.
///
/// With c the centre next to y/x, it is atan c + atan u with u = (y − c·x)/(x + c·y), |u| ≤ 0.0545. The
/// difference of the high words is exact, by Sterbenz' lemma.
#[inline(always)]
fn octant<W: Word>(y: DoubleWord<W>, x: DoubleWord<W>, rare: W::Mask) -> DoubleWord<W> {
    let like = y.hi();
    let (mut y, mut x) = (y, x);
    let (mut shift, mut weight) = (like.constant(0.0), like.constant(1.0));
    if W::any(rare) {
        let zero = like.constant(0.0);
        let margin = like.constant((W::PRECISION + 8).into());
        let (rise, run) = (y.hi().exponent(), x.hi().exponent());
        // Here the arctangent is y/x; it is computed as if y/x were 2^-margin.
        let flat = rare & (rise + margin).less(run);
        let up = W::select(flat, -(rise + margin), -run);
        y = DoubleWord::select(rare, scale(y, up), y);
        x = DoubleWord::select(rare, scale(x, -run), x);
        shift = W::select(flat, -(run + up), zero);
        weight = W::select(flat, zero, weight);
    }
    let borders = unrolled::map(
        BORDERS,
        #[inline(always)]
        |border| like.constant(border),
    );
    let index = Index::search(
        y.hi(),
        borders,
        #[inline(always)]
        |border| x.hi() * border,
    );
    let [centre] = index.row(&CENTRES);
    let (high, low) = two_prod(centre, x.hi());
    let difference = two_sum(y.hi() - high, fma(-centre, x.lo(), y.lo() - low));
    let (high, low) = two_prod(centre, y.hi());
    let product = DoubleWord::from_normalized(high, fma(centre, y.lo(), low));
    let u = div_three_words(DoubleWord::from_transform(difference), ordered_add(x, product));
    let mut rest = atan_rest(u);
    if W::any(rare) {
        rest = rest.times_power(weight);
    }
    let angle = sum_with_arctangent(ARCTANGENTS.select(&index), grown(u, rest));
    if W::any(rare) {
        return DoubleWord::select(rare, scale(angle, shift), angle);
    }
    angle
}

/// atan u/u − 1 for |u| ≤ 0.0545.
#[inline(always)]
pub(super) fn atan_rest<W: Word>(u: DoubleWord<W>) -> DoubleWord<W> {
    let square = loose_product(u, u);
    loose_product(square, horner(ATAN.of::<W>(), square))
}

/// atan c + atan u.
#[inline(always)]
pub(super) fn sum_with_arctangent<W: Word>(
    arctangent: DoubleWord<W>,
    angle: DoubleWord<W>,
) -> DoubleWord<W> {
    ordered_add(arctangent, angle)
}

/// The angle of the point (x, y), from −π to π.
///
/// The smaller of |y| and |x| over the larger has the arctangent atan c + atan u. Here c is the next of eight
/// centres, u = (y − c·x)/(x + c·y) with |u| ≤ 0.0545, and atan u is a polynomial of degree 21 (9 for `f32`) in
/// u. The angle is this arctangent, or π/2 ∓ it, or π − it.
///
/// Bound, in units of the angle a ≤ π/4 of the smaller over the larger, half-ulps of all words counted. Gappa checks what atan u
/// adds to the error of u, and atan c + atan u to that of atan u ([`kernels`](super::kernels)); the rest is derived by hand:
///
/// - c = 0: the quotient of exact numbers has 3u², atan u adds 3.6u² (3u² by the sum): 7u².
/// - else atan u has 9u²·|u| by x + c·y, the quotient and the sum of the polynomial. c = 1/8: c·x is
///   exact, y − c·x has 1.5u², |u| ≤ 0.5a, and atan c + atan u 2.3u²: 8.3u². Larger c: y − c·x has 4.5u²,
///   |u| ≤ 0.31a, the sum 2.1u²: 9.4u²; 7u² near π/4, where |u| ≤ 0.07a and y − c·x has 4u².
/// - π/2 ∓ a and π − a: the error of a counts at most whole at π/4, and less elsewhere; π/2 has 0.6u²
///   and the difference 2.5u²: 10.1u².
///
/// Special values are those of IEEE 754-2019: atan2(±0, x) is ±0 for x > 0 or +0, ±π for x < 0 or −0;
/// atan2(y, ±0) is ±π/2; of infinities the angle is a multiple of π/4.
#[inline(always)]
pub fn atan2<W: Word>(y: DoubleWord<W>, x: DoubleWord<W>) -> DoubleWord<W> {
    let like = y.hi();
    let zero = like.constant(0.0);
    let (rise, run) = (y.abs(), x.abs());
    let steep = run.hi().less(rise.hi());
    let small = DoubleWord::select(steep, run, rise);
    let large = DoubleWord::select(steep, rise, run);
    let usual = like.constant(1.0 / limit::<W>()).less_or_equal(small.hi())
        & large.hi().less_or_equal(like.constant(limit::<W>()));
    let rare = !usual;
    let (mut down, mut back) = (y.hi().less(zero), x.hi().less(zero));
    let mut angle = octant(small, large, rare);
    let [high, low] = FRAC_PI_2.of(like);
    let quarter_turn = DoubleWord::from_normalized(high, low);
    if W::any(rare) {
        down = down | (rare & is_negative(y.hi()));
        back = back | (rare & is_negative(x.hi()));
        let special = !(y.hi().is_ordinary() & x.hi().is_ordinary());
        let infinite = small.hi().equal(like.constant(f64::INFINITY));
        let zero = DoubleWord::from_word(zero);
        let plain =
            DoubleWord::select(infinite, quarter_turn.times_power(like.constant(0.5)), zero);
        // NaN if either operand is NaN.
        let nan = !(y.hi().equal(y.hi()) & x.hi().equal(x.hi()));
        let plain = DoubleWord::select(nan, DoubleWord::from_word(y.hi() + x.hi()), plain);
        angle = DoubleWord::select(special, plain, angle);
    }
    let base = DoubleWord::select(
        steep,
        quarter_turn,
        DoubleWord::select(
            back,
            quarter_turn.times_power(like.constant(2.0)),
            DoubleWord::from_word(zero),
        ),
    );
    let backwards = (steep & !back) | (!steep & back);
    let angle = ordered_add(base, DoubleWord::select(backwards, -angle, angle));
    let angle = DoubleWord::select(down, -angle, angle);
    if W::any(rare) {
        return angle.fix_special_cases(angle.hi());
    }
    angle
}

/// Arctangent: [`atan2`] with 1.
#[inline(always)]
pub fn atan<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    atan2(x, DoubleWord::from_word(x.hi().constant(1.0)))
}

/// √(1 − x²), with a relative error of at most 5.2u²: as 1 − x² where |x| < ½, else as 2t − t²,
/// t = 1 − |x|, where t is exact. What is subtracted is at most a quarter of the rest.
#[inline(always)]
fn cosine<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let one = x.hi().constant(1.0);
    let size = x.abs();
    let (high, low) = two_sum(one - size.hi(), -size.lo());
    let near_one = x.hi().constant(0.5).less_or_equal(size.hi());
    let rest = DoubleWord::from_normalized(high, low);
    let double = rest.times_power(x.hi().constant(2.0));
    let minuend = DoubleWord::select(near_one, double, DoubleWord::from_word(one));
    let factor = DoubleWord::select(near_one, rest, size);
    let (high, low) = two_prod(factor.hi(), factor.hi());
    let low = fma(factor.hi() + factor.hi(), factor.lo(), low);
    root(ordered_add(minuend, DoubleWord::from_normalized(-high, -low)))
}

/// Arcsine: the angle of the point (√(1 − x²), x).
///
/// Bound: to what [`atan2`] has comes sin θ·cos θ/θ of the error of √(1 − x²), which is at most 4.6u²
/// below θ = π/6 and 5.2u² above: 7 + 4.6 for c = 0; 7.3 + 4.6 for c = 1/8; for the next, since x is just
/// below 1 and y − c·x then has 2u² only, 6 + 4.6; 7.6 + 4.4 up to π/4; there 4 + 3.4 by a and the root, and
/// 3.1 by π/2 − a; beyond, 5.5 + 3.1 + 3.1.
///
/// NaN where |x| > 1.
#[inline(always)]
pub fn asin<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    atan2(x, cosine(x))
}

/// Arccosine: the angle of the point (x, √(1 − x²)). Bound: as [`asin`].
///
/// NaN where |x| > 1.
#[inline(always)]
pub fn acos<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    atan2(cosine(x), x)
}

impl<W: Word> DoubleWord<W> {
    /// Arctangent, between −π/2 and π/2. Relative error ≤ 12u².
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// assert_eq!(format!("{:.30}", DoubleDouble::ONE.atan() * 4.0), "3.141592653589793238462643383280");
    /// ```
    #[inline(always)]
    pub fn atan(self) -> Self {
        W::function(
            "atan",
            #[inline(always)]
            || atan(self),
        )
    }

    /// The angle of the point (`x`, `self`), from −π to π. Relative error ≤ 12u². Zeros with signs and infinite
    /// coordinates have the angles of IEEE 754.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let [zero, one] = [0.0, 1.0].map(DoubleDouble::from);
    /// assert_eq!(zero.atan2(-one), DoubleDouble::PI);
    /// assert_eq!((-zero).atan2(-zero), -DoubleDouble::PI);
    /// ```
    #[inline(always)]
    pub fn atan2(self, x: Self) -> Self {
        W::function(
            "atan2",
            #[inline(always)]
            || atan2(self, x),
        )
    }

    /// Arcsine, between −π/2 and π/2. Relative error ≤ 12u². NaN where |x| > 1.
    #[inline(always)]
    pub fn asin(self) -> Self {
        W::function(
            "asin",
            #[inline(always)]
            || asin(self),
        )
    }

    /// Arccosine, between 0 and π. Relative error ≤ 12u², also near 1. NaN where |x| > 1.
    #[inline(always)]
    pub fn acos(self) -> Self {
        W::function(
            "acos",
            #[inline(always)]
            || acos(self),
        )
    }
}

elementary! {
    atan as Atan,
    operands: One,
    method: "atan2 of x and 1",
    flops: [155, 193],
    bound: 12 u2,
}

elementary! {
    atan2 as Atan2,
    operands: Two,
    method: "eight centres c, polynomial of degree 21 (9) in (y − c·x)/(x + c·y)",
    flops: [155, 193],
    bound: 12 u2,
}

elementary! {
    asin as Asin,
    operands: One,
    method: "atan2 of x and √(1 − x²)",
    flops: [190, 228],
    bound: 12 u2,
}

elementary! {
    acos as Acos,
    operands: One,
    method: "atan2 of √(1 − x²) and x",
    flops: [190, 228],
    bound: 12 u2,
}
