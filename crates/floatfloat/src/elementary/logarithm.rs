//! What logarithms share: x = 2^e·m with m in [3/4, 3/2), the centre c = k/8 nearest to m on the side of
//! 1, so that nothing cancels, and ln m = ln c + 2 artanh s with s = (m − c)/(m + c), |s| ≤ 1/13.

use super::{
    coefficients::{Triples, Words, ln::ARTANH},
    steps::{fma, horner, mul, ordered_add},
};
use crate::{
    double_word::{DoubleWord, div_three_words::div_three_words},
    eft::fast_two_sum,
    scaling::two_to,
    word::Word,
};

/// An argument taken apart. Without meaning where it is not positive and finite.
pub(super) struct Reduced<W: Word> {
    exponent: W,
    centre: Centre<W>,
    /// m − c
    pub numerator: DoubleWord<W>,
    /// m + c
    denominator: DoubleWord<W>,
}

/// Which of 7/8, 1, 9/8, 10/8 and 11/8 the centre is.
struct Centre<W: Word> {
    below: W::Mask,
    /// From 9/8, 10/8, 11/8 on.
    from: [W::Mask; 3],
}

impl<W: Word> Centre<W> {
    #[inline(always)]
    fn of(m: W) -> Self {
        Centre {
            below: m.less(m.constant(7.0 / 8.0)),
            from: [9.0, 10.0, 11.0].map(
                #[inline(always)]
                |k| m.constant(k / 8.0).less_or_equal(m),
            ),
        }
    }

    /// What belongs to the centre: `one` to 1.
    #[inline(always)]
    fn select(&self, one: W, others: [f64; 4]) -> W {
        let [below, others @ ..] = others.map(
            #[inline(always)]
            |other| one.constant(other),
        );
        let mut chosen = W::select(self.below, below, one);
        for (&mask, other) in self.from.iter().zip(others) {
            chosen = W::select(mask, other, chosen);
        }
        chosen
    }
}

impl<W: Word> Reduced<W> {
    /// Of x + third, where |third| is at most half an ulp of the low word.
    #[inline(always)]
    pub fn new(x: DoubleWord<W>, third: W) -> Self {
        let (exponent, [high, low, third]) = significand([x.hi(), x.lo(), third]);
        let centre = Centre::of(high);
        let c = centre.select(high.constant(1.0), [7.0 / 8.0, 9.0 / 8.0, 10.0 / 8.0, 11.0 / 8.0]);
        // high − c is exact, and zero or at least twice the low word.
        let (difference, rest) = fast_two_sum(high - c, low);
        let (sum, error) = fast_two_sum(c, high);
        Reduced {
            exponent,
            centre,
            numerator: DoubleWord::from_transform(fast_two_sum(difference, rest + third)),
            denominator: DoubleWord::from_transform(fast_two_sum(sum, error + low)),
        }
    }

    /// Whether the centre is 1 and the exponent 0, so that the numerator is x − 1.
    #[inline(always)]
    pub fn is_near_one(&self) -> W::Mask {
        let zero = self.exponent.constant(0.0);
        self.exponent.equal(zero) & !(self.centre.below | self.centre.from[0])
    }

    /// s. Relative error ≤ 4u²: 3u² by the quotient, u² by the denominator's low word.
    #[inline(always)]
    pub fn quotient(&self) -> DoubleWord<W> {
        div_three_words(self.numerator, self.denominator)
    }

    /// e·unit + the centre's logarithm in three words, of which the first two are exact, since both
    /// constants are multiples of the same small powers of two.
    #[inline(always)]
    pub fn logarithm_of_centre(&self, unit: &Words<3>, centres: &Triples<4>) -> [W; 3] {
        let exponent = self.exponent;
        let unit = unit.of(exponent);
        [0, 1, 2].map(
            #[inline(always)]
            |k| {
                let centre = self.centre.select(exponent.constant(0.0), centres.column::<W>(k));
                fma(exponent, unit[k], centre)
            },
        )
    }
}

/// The exponent and the words divided by two to it, so that the first is in [3/4, 3/2] but for a
/// rounding.
#[inline(always)]
fn significand<W: Word>(mut words: [W; 3]) -> (W, [W; 3]) {
    let [high, ..] = words;
    let number = |value| high.constant(value);
    // Between these bounds, powers of two and low words are normal numbers.
    let (least, largest, step) =
        if W::PRECISION == 53 { (-900, 1000, 128) } else { (-60, 120, 64) };
    let small = high.less(number(two_to(least)));
    let large = number(two_to(largest)).less_or_equal(high);
    let mut shift = number(0.0);
    if W::any(small | large) {
        let one = number(1.0);
        let down = W::select(large, number(two_to(-step)), one);
        let factor = W::select(small, number(two_to(step)), down);
        words = words.map(
            #[inline(always)]
            |word| word * factor,
        );
        shift = W::select(large, number(step.into()), shift);
        shift = W::select(small, number((-step).into()), shift);
    }
    let exponent = (words[0] * number(4.0 / 3.0)).exponent();
    let power = (-exponent).power_of_two();
    let words = words.map(
        #[inline(always)]
        |word| word * power,
    );
    (exponent + shift, words)
}

/// f·2 artanh s for |s| ≤ 1/13 and `leading` = f·2s. Adds a relative error of at most 2.1u² to that of
/// `leading`: 2u² by the sum, and what is wrong with s² and the polynomial 500 times smaller.
#[inline(always)]
pub(super) fn artanh<W: Word>(leading: DoubleWord<W>, s: DoubleWord<W>) -> DoubleWord<W> {
    let square = mul(s, s);
    let rest = mul(square, horner(ARTANH.of::<W>(), square));
    ordered_add(leading, mul(leading, rest))
}

/// The three words of a centre's logarithm and the rest. The error is at most 3.5u² of a power of
/// two that the result exceeds, besides that of `rest`: three sums of low words.
#[inline(always)]
pub(super) fn total<W: Word>([first, second, third]: [W; 3], rest: DoubleWord<W>) -> DoubleWord<W> {
    let (high, error) = fast_two_sum(first, rest.hi());
    let (high, second_error) = fast_two_sum(high, second);
    let low = second_error + (error + (rest.lo() + third));
    DoubleWord::from_transform(fast_two_sum(high, low))
}
