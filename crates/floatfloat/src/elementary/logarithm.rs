//! The common part of the logarithms: x = 2^e·m with m in [3/4, 3/2), a centre c = a·b near to m, a = k/8 and b
//! ≈ 1 + j/48, and ln m = ln a + ln b + 2 artanh s with s = (m − c)/(m + c), |s| ≤ 1/118.
//!
//! Near 1 the centre is 1 itself. Elsewhere the centre is chosen a little farther from 1 than m needs, so that
//! 2 artanh s is at most 0.42 of the result.

use super::{
    coefficients::{Coefficients, Index, Rows, Words, ln::ARTANH},
    steps::{fma, grown, horner, loose_product, mul, nearest_integer, significand},
};
use crate::{
    double_word::{
        DoubleWord,
        div_three_words::{div_three_words, remainder},
    },
    eft::{fast_two_sum, two_prod, two_sum},
    scaling::two_to,
    unrolled,
    word::Word,
};

/// The logarithms that a base needs: of 2; of the eighths a from 6/8 on, with 48/a before them; and of eight
/// factors b, with b before them. Except for their third words they are multiples of the same small powers of
/// two, so that their sums are exact.
pub(super) struct Base {
    pub two: Words<3>,
    pub eighths: Rows<4>,
    pub factors: Rows<4>,
}

/// An argument taken apart. Meaningless where the argument is not positive and finite.
pub(super) struct Reduced<W: Word> {
    /// The logarithm of 2^e·c. The first two words are exact.
    pub centre: [W; 3],
    /// Whether 2^e·c is 1.
    pub near_one: W::Mask,
    /// m − c. Relative error ≤ 2u², none if the argument has no third word.
    pub numerator: DoubleWord<W>,
    /// m + c as three words: the sum of the high words, its error, m's low word.
    denominator: [W; 3],
}

impl<W: Word> Reduced<W> {
    /// Takes x + third apart, where |third| is at most half an ulp of the low word.
    #[inline(always)]
    pub fn new(x: DoubleWord<W>, third: W, base: &Base) -> Self {
        let number = |value| x.hi().constant(value);
        let (exponent, [high, low, third]) = significand([x.hi(), x.lo(), third]);
        // Rounded to eighths.
        let magic = number(1.5 * (1u64 << (W::PRECISION - 4)) as f64);
        let eighth = (high + magic) - magic;
        let index = Index::new(fma(eighth, number(8.0), number(-6.0)));
        let [rate, eighths @ ..] = base.eighths.select(&index);
        // The border between the ranges of two centres: three quarters of the way away from 1.
        let away = high - eighth;
        let bias = W::select(away.less(number(0.0)), number(0.25), number(-0.25));
        let factor = nearest_integer(fma(away, rate, bias));
        let index = Index::new(factor + number(3.0));
        let [factor_word, factors @ ..] = base.factors.select(&index);
        let c = eighth * factor_word;
        let two = base.two.of(exponent);
        // high − c is exact, and zero or at least twice the low word.
        let (difference, rest) = fast_two_sum(high - c, low);
        // m and c are in the same binade or the smaller one is below 1.
        let (sum, error) = fast_two_sum(c, high);
        Reduced {
            centre: unrolled::map(
                [0, 1, 2],
                #[inline(always)]
                |k| fma(exponent, two[k], eighths[k]) + factors[k],
            ),
            near_one: exponent.equal(number(0.0)) & c.equal(number(1.0)),
            numerator: DoubleWord::from_transform(fast_two_sum(difference, rest + third)),
            denominator: [sum, error, low],
        }
    }

    /// Enlarges the numerator where it is so small that low words would be out of range and that artanh s = s.
    /// Returns where this happened, and the factor for the logarithm, which is 1 elsewhere.
    #[inline(always)]
    pub fn enlarge_tiny(&mut self) -> (W::Mask, W) {
        let high = self.numerator.hi();
        let number = |value| high.constant(value);
        let (least, power) = if W::PRECISION == 53 { (-400, 500) } else { (-40, 64) };
        let tiny = self.near_one & high.abs().less(number(two_to(least)));
        if !W::any(tiny) {
            return (tiny, number(1.0));
        }
        let factor = W::select(tiny, number(two_to(power)), number(1.0));
        self.numerator = self.numerator.times_power(factor);
        (tiny, W::select(tiny, number(two_to(-power)), number(1.0)))
    }

    /// s. Relative error ≤ 4u²: 3u² by the quotient, u² by the denominator's low word.
    #[inline(always)]
    pub fn quotient(&self) -> DoubleWord<W> {
        let [sum, error, low] = self.denominator;
        let denominator = DoubleWord::from_transform(fast_two_sum(sum, error + low));
        div_three_words(self.numerator, denominator)
    }

    /// s in three words, of which the first two are a double-word. Relative error below 100u³.
    #[inline(always)]
    pub fn quotient_of_three_words(&self) -> [W; 3] {
        let [first, error, low] = self.denominator;
        let (second, third) = two_sum(error, low);
        let divisor = first.divisor();
        let q = self.numerator.hi().over(divisor);
        let reciprocal = first.constant(1.0).over(divisor);
        let (product, product_error) = two_prod(q, second);
        let (rest, a) = two_sum(remainder(self.numerator.hi(), q, first), self.numerator.lo());
        let (rest, b) = two_sum(rest, -product);
        let tail = (a + b) - fma(q, third, product_error);
        let next = rest * reciprocal;
        let last = (remainder(rest, next, first) + fma(-next, second, tail)) * reciprocal;
        let (q, next) = fast_two_sum(q, next);
        [q, next, last]
    }

    /// The logarithm of the argument, from that of m/c. The error is at most 3.5u² of a power of two
    /// that the result exceeds, besides that of `rest`: three sums of low words.
    #[inline(always)]
    pub fn plus(&self, rest: DoubleWord<W>) -> DoubleWord<W> {
        let [first, second, third] = self.centre;
        // Both of these are zero if the first is.
        let (high, error) = fast_two_sum(first, rest.hi());
        let (high, second_error) = fast_two_sum(high, second);
        let low = second_error + (error + (rest.lo() + third));
        DoubleWord::from_transform(fast_two_sum(high, low))
    }

    /// The same in three words, from three. Error below 10u³.
    #[inline(always)]
    pub fn plus_three_words(&self, [rest, next, last]: [W; 3]) -> [W; 3] {
        let [first, second, third] = self.centre;
        let (high, a) = fast_two_sum(first, rest);
        let (high, b) = fast_two_sum(high, second);
        let (low, a) = two_sum(a, b);
        let (low, b) = two_sum(low, next);
        [high, low, (a + b) + (third + last)]
    }
}

/// f·2 artanh s for |s| ≤ 1/117 and `leading` = f·2s. Adds a relative error of at most 3.1u² to
/// that of `leading`, as Gappa checks: 3u² by the sum, and what is wrong with s² and the polynomial, 40000 times
/// smaller. (2u² but where both low words are at the end of their range.)
#[inline(always)]
pub(super) fn artanh<W: Word>(leading: DoubleWord<W>, s: DoubleWord<W>) -> DoubleWord<W> {
    grown(leading, artanh_rest(s))
}

/// artanh s/s − 1 for |s| ≤ 1/117.
#[inline(always)]
pub(super) fn artanh_rest<W: Word>(s: DoubleWord<W>) -> DoubleWord<W> {
    let square = loose_product(s, s);
    loose_product(square, horner(ARTANH.of::<W>(), square))
}

/// artanh s/s − 1, at most 2^-15. Relative error below 15u².
#[inline(always)]
pub(super) fn beyond_linear<W: Word>(series: &Coefficients, s: DoubleWord<W>) -> DoubleWord<W> {
    let square = mul(s, s);
    mul(square, horner(series.of::<W>(), square))
}
