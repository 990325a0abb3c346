//! sinh, cosh, tanh.

use super::{
    coefficients::{
        Index,
        exp::{EIGHT_LOG2_E, LN_2_EIGHTH, ROOTS_OF_TWO, ROOTS_OF_TWO_THIRD},
        hyperbolic::{COSH, INVERSE_ROOTS, INVERSE_ROOTS_THIRD, SINH},
    },
    elementary,
    exp::{clamped, reduced},
    steps::{
        horner, keeping_nan, loose_product, mul, nearest_integer, ordered_add, scale, with_sign,
    },
};
use crate::{
    double_word::{DoubleWord, div_three_words::div_three_words},
    eft::{fast_two_sum, two_sum},
    word::Word,
};

/// |x| = n·ln 2/8 + r. With a = sinh(n·ln 2/8) and b = cosh(n·ln 2/8), sinh |x| = a + (b·sinh r + a·(cosh r − 1)), cosh |x| = b + (a·sinh r + b·(cosh r − 1)).
///
/// n = 0 for |x| up to 0.13, so that b·sinh r is at most a quarter of a where they have different signs: n = 1
/// does not occur, and |r| ≤ 0.0434 where n is not zero.
struct Hyperbola<W> {
    /// a/2^k
    sinh: DoubleWord<W>,
    /// b/2^k
    cosh: DoubleWord<W>,
    k: W,
    sinh_rest: DoubleWord<W>,
    /// cosh r − 1
    cosh_rest: DoubleWord<W>,
}

/// high + low + third for two double-words and a small third word: 2u², also where they cancel.
#[inline(always)]
fn sum_and_third<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>, third: W) -> DoubleWord<W> {
    let (high, error) = two_sum(x.hi(), y.hi());
    let (low, low_error) = two_sum(x.lo(), y.lo());
    let (high, low) = fast_two_sum(high, low);
    DoubleWord::from_transform(fast_two_sum(high, (error + low_error) + third + low))
}

impl<W: Word> Hyperbola<W> {
    #[inline(always)]
    fn new(x: DoubleWord<W>) -> Self {
        let x = clamped(x.abs(), 800.0);
        let number = |value| x.hi().constant(value);
        let [rate] = EIGHT_LOG2_E.of(x.hi());
        let small = x.hi().less(number(0.13));
        let n = W::select(small, number(0.0), nearest_integer(x.hi() * rate));
        let r = reduced(x, n, LN_2_EIGHTH.of(x.hi()));
        // n − 3.5 is no tie, so that k = ⌊n/8⌋.
        let k = nearest_integer((n - number(3.5)) * number(0.125));
        let index = Index::new(n - k * number(8.0));
        let half = number(0.5);
        let root = ROOTS_OF_TWO.select(&index).times_power(half);
        let third = ROOTS_OF_TWO_THIRD.select(&index) * half;
        let power = half * (-(k + k)).power_of_two();
        let inverse = INVERSE_ROOTS.select(&index).times_power(power);
        let inverse_third = INVERSE_ROOTS_THIRD.select(&index) * power;
        let square = loose_product(r, r);
        let sine = loose_product(square, horner(SINH.of::<W>(), square));
        Hyperbola {
            sinh: sum_and_third(root, -inverse, third - inverse_third),
            cosh: ordered_add(root, inverse),
            k,
            sinh_rest: ordered_add(r, loose_product(r, sine)),
            cosh_rest: loose_product(square, horner(COSH.of::<W>(), square)),
        }
    }

    /// sinh |x|/2^k
    #[inline(always)]
    fn sinh(&self) -> DoubleWord<W> {
        let rest =
            ordered_add(mul(self.cosh, self.sinh_rest), loose_product(self.sinh, self.cosh_rest));
        ordered_add(self.sinh, rest)
    }

    /// cosh x/2^k
    #[inline(always)]
    fn cosh(&self) -> DoubleWord<W> {
        let rest =
            ordered_add(mul(self.sinh, self.sinh_rest), loose_product(self.cosh, self.cosh_rest));
        ordered_add(self.cosh, rest)
    }
}

/// sinh x, by the addition theorem at multiples of ln 2/8; polynomials of degree 17 and 16 (9 and 8 for
/// `f32`).
///
/// Bound. n = 0: r is x, r + r·(…) adds 2.1u², and the product with b = 1 is exact. Else a has 2u²; b has
/// 3u², sinh r 4.1u² and their product 5u² more, 12.1u² of what is at most 0.26a; the sum has 3u² of both.
/// Worst is x = 0.13 with r < 0, where a is 1.34 times the result: 2.7 + 0.34·12.1 + 2.9 ≤ 10u², the
/// half-ulps of the words of the sum counted.
#[inline(always)]
pub fn sinh<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let hyperbola = Hyperbola::new(x);
    keeping_nan(x.hi(), with_sign(x.hi(), scale(hyperbola.sinh(), hyperbola.k)))
}

/// cosh x: as [`sinh`].
///
/// Bound: b has 3u², a·sinh r is at most 0.0444b with an error of 12.1u², and the sum adds 3.2u², all of
/// which is at most 1.05 times the result: below 8u².
#[inline(always)]
pub fn cosh<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let hyperbola = Hyperbola::new(x);
    let result = scale(hyperbola.cosh(), hyperbola.k);
    keeping_nan(x.hi(), result.fix_special_cases(result.hi()))
}

/// tanh x: sinh x/cosh x, with one reduction for both.
///
/// Bound. n = 0: 2.1u² by sinh, 2u² by cosh, 4u² by the quotient. Worst again is x = 0.13 with r < 0: half-ulps
/// of the words counted, sinh has 8.4u² and cosh 3.6u², and the quotient adds 4u².
#[inline(always)]
pub fn tanh<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let hyperbola = Hyperbola::new(x);
    let result = div_three_words(hyperbola.sinh(), hyperbola.cosh());
    // The result is limited to 1: without this, it could be 1 plus a low word.
    let one = x.hi().constant(1.0);
    let above = one.equal(result.hi()) & x.hi().constant(0.0).less(result.lo());
    let result = DoubleWord::select(above, DoubleWord::from_word(one), result);
    keeping_nan(x.hi(), with_sign(x.hi(), result))
}

impl<W: Word> DoubleWord<W> {
    /// Hyperbolic sine. Relative error ≤ 10u². Infinite only where the result itself is too large for the
    /// format, even if e^x overflows earlier.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// assert_eq!(format!("{:.30}", DoubleDouble::ONE.sinh()), "1.175201193643801456882381850596");
    /// ```
    #[inline(always)]
    pub fn sinh(self) -> Self {
        W::function(
            "sinh",
            #[inline(always)]
            || sinh(self),
        )
    }

    /// Hyperbolic cosine. Relative error ≤ 8u². Infinite only where the result itself is too large for the
    /// format, even if e^|x| overflows earlier.
    #[inline(always)]
    pub fn cosh(self) -> Self {
        W::function(
            "cosh",
            #[inline(always)]
            || cosh(self),
        )
    }

    /// Hyperbolic tangent. Relative error ≤ 16u²; the magnitude never exceeds 1.
    #[inline(always)]
    pub fn tanh(self) -> Self {
        W::function(
            "tanh",
            #[inline(always)]
            || tanh(self),
        )
    }
}

elementary! {
    sinh as Sinh,
    operands: One,
    method: "addition theorem at n·ln 2/8, polynomials of degree 17 (9) and 16 (8)",
    flops: [180, 228],
    bound: 10 u2,
}

elementary! {
    cosh as Cosh,
    operands: One,
    method: "as sinh",
    flops: [180, 228],
    bound: 8 u2,
}

elementary! {
    tanh as Tanh,
    operands: One,
    method: "sinh x/cosh x, of one reduction",
    flops: [218, 266],
    bound: 16 u2,
}
