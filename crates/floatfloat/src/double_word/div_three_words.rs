//! Division with a third quotient word.

use crate::{
    double_word::{DoubleWord, named},
    eft::{fast_two_sum, two_prod_dekker, two_sum},
    operation::operation,
    word::Word,
};

/// x / y as the sum of three quotient words, each of which divides the remainder that the words before it
/// leave. For functions whose last step is a quotient, or in which the error of the quotient is not reduced.
/// [`DivThreeWords`] has source, bound and flops.
///
/// Derivation of the bound, p ≥ 7, in units of |x.hi|: the first word, q = RN(x.hi/y.hi), leaves exactly x.hi −
/// q·y.hi, a word of at most u. Rounding x.lo − q·y.lo costs at most 2u². The sum of these two is exact. It is
/// at most 3u, so that the error of the second word is less than 9u². The third word corrects all of this error
/// except less than 70u³. The low word of the result is rounded once, by at most u².
///
/// Two flops are divisions, which do not wait for each other. Without a fused multiply-add it takes 10 flops
/// more, and with Dekker's product 45 more. Range: that of [`two_prod`](crate::eft::two_prod) for q·y and for
/// 1/y.
#[inline(always)]
pub fn div_three_words<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let divisor = y.hi().divisor();
    let first = x.hi().over(divisor);
    let reciprocal = y.hi().constant(1.0).over(divisor);
    let exact = remainder(x.hi(), first, y.hi());
    let (rest, error) = if W::fused() {
        two_sum(exact, (-first).mul_add(y.lo(), x.lo()))
    } else {
        let (high, low) = two_prod_dekker(first, y.lo());
        let (rest, error) = two_sum(exact, x.lo() - high);
        (rest, error - low)
    };
    let second = rest * reciprocal;
    let rest = remainder(rest, second, y.hi()) + error;
    let rest = if W::fused() { (-second).mul_add(y.lo(), rest) } else { rest - second * y.lo() };
    let (high, low) = fast_two_sum(first, second);
    named::<DivThreeWords, _, _>(
        [x.hi(), x.lo(), y.hi(), y.lo()],
        DoubleWord::from_transform(fast_two_sum(high, low + rest * reciprocal)),
    )
}

/// a − b·c where b ≈ a/c, from the exact product.
#[inline(always)]
pub(crate) fn remainder<W: Word>(a: W, b: W, c: W) -> W {
    if W::fused() {
        return (-b).mul_add(c, a);
    }
    let (high, low) = two_prod_dekker(b, c);
    (a - high) - low
}

operation! {
    div_three_words as DivThreeWords,
    name: "div-three-words",
    algorithm: "quotient of three words",
    synonyms: [],
    source: "long division, as in QD's accurate quotient; bound derived here",
    function: Div of DoubleWordDoubleWord,
    flops: 22,
    bound: 3 u2 + 100 u3,
    fma: Shortens,
}
