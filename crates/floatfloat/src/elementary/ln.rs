//! Logarithms: ln x, log2 x, log10 x, ln(1 + x), and logarithms to any base.

use super::{
    coefficients::{
        Words,
        ln::{
            LN_2, LN_OF_EIGHTHS, LN_OF_FACTORS, LOG2_OF_EIGHTHS, LOG2_OF_FACTORS, LOG10_2,
            LOG10_OF_EIGHTHS, LOG10_OF_FACTORS, TWO_LOG2_E, TWO_LOG10_E,
        },
    },
    elementary,
    logarithm::{Base, Reduced, artanh},
    steps::mul,
};
use crate::{
    double_word::{DoubleWord, div_three_words::div_three_words},
    eft::{fast_two_sum, two_sum},
    word::Word,
};

/// `result` where x is positive and finite; elsewhere the logarithm of x: NaN for negative x, −∞ for zeros.
#[inline(always)]
fn repaired<W: Word>(x: W, result: DoubleWord<W>) -> DoubleWord<W> {
    let zero = x.constant(0.0);
    let proper = zero.less(x) & x.less(x.constant(f64::INFINITY));
    if !W::any(!proper) {
        return result;
    }
    let of_zero = W::select(x.equal(zero), x.constant(f64::NEG_INFINITY), x);
    let special = W::select(x.less(zero), x.constant(f64::NAN), of_zero);
    DoubleWord::select(proper, result, DoubleWord::from_word(special))
}

pub(super) const E: Base = Base { two: LN_2, eighths: LN_OF_EIGHTHS, factors: LN_OF_FACTORS };
/// The base 2.
pub(super) const TWO: Base = Base {
    two: Words { narrow: [1.0, 0.0, 0.0], wide: [1.0, 0.0, 0.0] },
    eighths: LOG2_OF_EIGHTHS,
    factors: LOG2_OF_FACTORS,
};
const TEN: Base = Base { two: LOG10_2, eighths: LOG10_OF_EIGHTHS, factors: LOG10_OF_FACTORS };

/// ln x.
///
/// x = 2^e·m with m in [3/4, 3/2), ln x = e·ln 2 + ln a + ln b + 2 artanh s with a = k/8 and b ≈ 1 + j/48
/// near to m and m/a, from tables of eight, and s = (m − ab)/(m + ab), |s| ≤ 1/118: one quotient and
/// a polynomial of degree 5 (2 for `f32`) in s².
///
/// Bound: where 2^e·ab = 1, 2s has an error of 4u², derived by hand, and 2 artanh s adds 3.1u² to that, which Gappa checks
/// ([`kernels`](super::kernels)): 7.1u². Elsewhere 2 artanh s is at most 0.42 of the result, and the sum adds 3.5u²: below that.
#[inline(always)]
pub fn ln<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    repaired(x.hi(), natural(&Reduced::new(x, x.hi().constant(0.0), &E)))
}

#[inline(always)]
pub(super) fn natural<W: Word>(reduced: &Reduced<W>) -> DoubleWord<W> {
    let s = reduced.quotient();
    reduced.plus(artanh(s.times_power(s.hi().constant(2.0)), s))
}

/// log2 x: as [`ln`], with 2s/ln 2 for 2s and with e itself, so that powers of two have exact logarithms.
///
/// Bound: as for [`ln`], and the product with 2/ln 2 adds at most 3.8u², or 4.8u² without a fused
/// multiply-add. A rounding costs most where its result is just above a power of two, which s, the
/// product and the sum cannot be at once: through all significands of s, by hand and with 2u² for the sum, that is
/// below 9u², and below 10u² for [`log10`]. Where both low words are at the end of their range the sum has 3.1u²,
/// which Gappa checks: 10.1u², and 11.1u².
#[inline(always)]
pub fn log2<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    to_base(x, &TWO, &TWO_LOG2_E)
}

/// log10 x: as [`log2`], with three words of log10 2.
#[inline(always)]
pub fn log10<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    to_base(x, &TEN, &TWO_LOG10_E)
}

/// The logarithm to a base; the factor is 2/ln base.
#[inline(always)]
fn to_base<W: Word>(x: DoubleWord<W>, base: &Base, factor: &Words<2>) -> DoubleWord<W> {
    let mut reduced = Reduced::new(x, x.hi().constant(0.0), base);
    let (tiny, scale) = reduced.enlarge_tiny();
    let s = reduced.quotient();
    let [high, low] = factor.of(x.hi());
    let leading = mul(s, DoubleWord::from_normalized(high, low));
    let mut result = reduced.plus(artanh(leading, s));
    if W::any(tiny) {
        let (high, low) = fast_two_sum(leading.hi() * scale, leading.lo() * scale);
        result = DoubleWord::select(tiny, DoubleWord::from_normalized(high, low), result);
    }
    repaired(x.hi(), result)
}

/// ln(1 + x): as [`ln`], for the three words of 1 + x; where 1 + x is near to 1 the numerator is x itself.
///
/// Bound, by hand: that of [`ln`], and half a u² more for the denominator, whose third word is left out. Away
/// from 1 the numerator's low word adds 2u² to what is less than half of the result: below 8u².
#[inline(always)]
pub fn ln_1p<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let (high, low) = two_sum(x.hi().constant(1.0), x.hi());
    let (low, third) = two_sum(low, x.lo());
    let sum = DoubleWord::from_transform(fast_two_sum(high, low));
    let mut reduced = Reduced::new(sum, third, &E);
    reduced.numerator = DoubleWord::select(reduced.near_one, x, reduced.numerator);
    let result = repaired(sum.hi(), natural(&reduced));
    // x is its own result where it is zero, infinite or NaN, or very small.
    let u = 1.0 / (1u64 << W::PRECISION) as f64;
    let tiny = x.hi().constant(0.25 * u * u);
    let infinite = x.hi().equal(x.hi().constant(f64::INFINITY));
    DoubleWord::select(x.hi().abs().less(tiny) | infinite, x, result)
}

impl<W: Word> DoubleWord<W> {
    /// The natural logarithm. Relative error ≤ 7.1u². −∞ for ±0, NaN for negative numbers.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let ten = DoubleDouble::from(10.0);
    /// assert_eq!(format!("{:.30}", ten.ln()), "2.302585092994045684017991454684");
    /// ```
    #[inline(always)]
    pub fn ln(self) -> Self {
        W::function(
            "ln",
            #[inline(always)]
            || ln(self),
        )
    }

    /// The logarithm to base 2. Relative error ≤ 10.1u²; exact for powers of two.
    #[inline(always)]
    pub fn log2(self) -> Self {
        W::function(
            "log2",
            #[inline(always)]
            || log2(self),
        )
    }

    /// The logarithm to base 10. Relative error ≤ 11.1u²; exact for powers of ten that are double-words.
    #[inline(always)]
    pub fn log10(self) -> Self {
        W::function(
            "log10",
            #[inline(always)]
            || log10(self),
        )
    }

    /// ln(1 + x), accurate also for small x, where 1 + x would lose digits. Relative error ≤ 8u². −∞ for −1,
    /// NaN below −1.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// assert_eq!(DoubleDouble::from(1e-300).ln_1p(), DoubleDouble::from(1e-300));
    /// ```
    #[inline(always)]
    pub fn ln_1p(self) -> Self {
        W::function(
            "ln_1p",
            #[inline(always)]
            || ln_1p(self),
        )
    }

    /// The logarithm to any base, ln x/ln base. Relative error ≤ 18u²: two logarithms and a quotient.
    /// [`log2`](DoubleWord::log2) and [`log10`](DoubleWord::log10) are more accurate.
    #[inline(always)]
    pub fn log(self, base: Self) -> Self {
        W::function(
            "ln",
            #[inline(always)]
            || {
                let (x, base) = (ln(self), ln(base));
                div_three_words(x, base).fix_special_cases(x.hi() / base.hi())
            },
        )
    }
}

elementary! {
    ln as Ln,
    operands: One,
    method: "e·ln 2, two tables of 8, 2 artanh s by a polynomial of degree 5 (2) in s²",
    flops: [107, 126],
    bound: 7.1 u2,
}

elementary! {
    log2 as Log2,
    operands: One,
    method: "e, two tables of 8, 2/ln 2·artanh s by a polynomial of degree 5 (2) in s²",
    flops: [120, 139],
    bound: 10.1 u2,
}

elementary! {
    log10 as Log10,
    operands: One,
    method: "e·log10 2, two tables of 8, 2/ln 10·artanh s by a polynomial of degree 5 (2) in s²",
    flops: [120, 139],
    bound: 11.1 u2,
}

elementary! {
    ln_1p as Ln1p,
    operands: One,
    method: "as ln, of the three words of 1 + x",
    flops: [122, 141],
    bound: 8 u2,
}
