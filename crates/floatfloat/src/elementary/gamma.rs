//! Γ, ln |Γ|.

use super::{
    coefficients::{
        Index,
        gamma::{
            LN_2, LN_GAMMA_BELOW_TWO, LOG2_E, LOG2_ROOT_TAU, PI, STIRLING_BORDERS, STIRLING_PIECES,
        },
    },
    elementary,
    exact::{is_integer_between, low_rounded},
    exp::{Parts, clamped},
    ln::ln,
    pow::{Logarithm, product},
    steps::{
        horner, keeping_nan, loose_horner, loose_product, mul, nearest_integer, ordered_add, scale,
        sum, vec_sum,
    },
    trig_pi::sin_pi,
};
use crate::{
    double_word::{DoubleWord, add_network::add_network, div_three_words::div_three_words},
    eft::{fast_two_sum, two_sum},
    scaling::two_to,
    unrolled,
    word::Word,
};

/// log2 (Γ(x)/(√(2π)·x^(x − ½)·e^−x)) for x ≥ 1, by a row of [`STIRLING_PIECES`] of which the first `words`
/// coefficients are single words. Absolute error ≤ 0.9u²; not normalised.
#[inline(always)]
fn stirling<W: Word, const N: usize>(
    row: [W; N],
    words: usize,
    x: DoubleWord<W>,
    is_far: W::Mask,
) -> DoubleWord<W> {
    // The centre is between half of x and twice x, or 0 where x is large.
    let difference = DoubleWord::from_transform(two_sum(x.hi() - row[0], x.lo()));
    let one = DoubleWord::from_word(x.hi().constant(1.0));
    let (high, error) = two_sum(x.hi(), row[0]);
    let sum = DoubleWord::from_transform(fast_two_sum(high, error + x.lo()));
    let quotient = div_three_words(DoubleWord::select(is_far, one, difference), sum);
    let argument = DoubleWord::select(is_far, loose_product(quotient, quotient), quotient);
    let value = loose_horner(
        argument,
        words,
        #[inline(always)]
        |k| row[1 + k],
        (N - 1 - words) / 2,
        #[inline(always)]
        |k| {
            let place = 1 + words + 2 * k;
            DoubleWord::from_normalized(row[place], row[place + 1])
        },
    );
    DoubleWord::select(is_far, loose_product(value, quotient), value)
}

/// log2 Γ(x) for x ≥ 1, in three words, the second and third small: x·(log2 x − log2 e) − ½·log2 x +
/// log2 √(2π) + [`stirling`]. Absolute error ≤ 1.1u² and 0.001u² of the largest term.
#[inline(always)]
fn log2_gamma<W: Word>(x: DoubleWord<W>) -> [W; 3] {
    let borders = STIRLING_BORDERS.of(x.hi());
    let index = Index::search(
        x.hi(),
        borders,
        #[inline(always)]
        |border| border,
    );
    let is_far = borders[6].less_or_equal(x.hi());
    let rest = if const { W::PRECISION == 53 } {
        stirling(index.row(&STIRLING_PIECES.wide), 9, x, is_far)
    } else {
        stirling(index.row(&STIRLING_PIECES.narrow), 4, x, is_far)
    };
    let Logarithm { words, scale } = Logarithm::new(x);
    let [a, b, c] = unrolled::map(
        words,
        #[inline(always)]
        |word| word * scale,
    );
    let [e0, e1, e2] = LOG2_E.of(x.hi());
    let mut terms = [a, -e0, b, -e1, c - e2];
    vec_sum(&mut terms);
    vec_sum(&mut terms);
    let [first, second, tail @ ..] = terms;
    let [p0, p1, p2] = product([first, second, sum(&tail)], x);
    let half = x.hi().constant(0.5);
    let [c0, c1, c2] = LOG2_ROOT_TAU.of(x.hi());
    let last = (p2 - half * c) + c2;
    let mut terms = [p0, -half * a, c0, rest.hi(), p1, -half * b, c1, rest.lo(), last];
    vec_sum(&mut terms);
    vec_sum(&mut terms);
    let [first, second, tail @ ..] = terms;
    [first, second, sum(&tail)]
}

/// 2 to the sum of three words.
#[inline(always)]
fn exp2<W: Word>([first, second, third]: [W; 3]) -> Parts<W> {
    let n = nearest_integer(first * first.constant(8.0));
    let (rest, error) = two_sum(first - n * first.constant(0.125), second);
    let rest = DoubleWord::from_transform(fast_two_sum(rest, error + third));
    let [high, low] = LN_2.of(first);
    Parts::new(n, mul(rest, DoubleWord::from_normalized(high, low)))
}

/// 2^up·|sin πx|, and up where it is not zero: next to an integer, the low word of the distance may be too
/// small for the low word of the sine.
#[inline(always)]
fn sine<W: Word>(x: DoubleWord<W>, is_negative: W::Mask) -> (DoubleWord<W>, W) {
    let number = |value| x.hi().constant(value);
    let (one, zero) = (number(1.0), number(0.0));
    if !W::any(is_negative) {
        return (DoubleWord::from_word(one), zero);
    }
    let value = sin_pi(x);
    let (least, up) = if W::PRECISION == 53 { (-800, 300) } else { (-60, 60) };
    let tiny = is_negative & value.hi().abs().less(number(two_to(least))) & !value.hi().equal(zero);
    if !W::any(tiny) {
        return (value, zero);
    }
    let [high, low] = PI.of(x.hi());
    let fraction = x.lo().abs() * number(two_to(up));
    let enlarged = mul(DoubleWord::from_normalized(high, low), DoubleWord::from_word(fraction));
    let enlarged = DoubleWord::select(value.hi().less(zero), -enlarged, enlarged);
    (DoubleWord::select(tiny, enlarged, value), W::select(tiny, number(up.into()), zero))
}

/// Whether x is so near to zero that Γ(x) is 1/x.
#[inline(always)]
fn is_pole<W: Word>(x: W) -> W::Mask {
    x.less(x.constant(two_to(-6 - 2 * W::PRECISION as i32)))
}

/// Γ(x). For x ≥ 1 it is 2^(log2 Γ(x)) by Stirling's formula, with three words of the logarithm; one of eight
/// polynomials of degree 24 (10 for `f32`) is the remainder of the formula. It is Γ(1 + x)/x for x from 0 to 1,
/// and −π/(|x|·sin π|x|·Γ(|x|)) for negative x.
///
/// Bound: for x ≥ 1 the exponent has 0.9u² and 2^… 4u²: 5u². Below, 1 + x has 2u², of which Γ(1 + x) has at most
/// 0.85, and the quotient 4u²: 11u². For negative x sin πx has 4u², π 0.5u² and the two products 5u²:
/// 27u². Factorials up to 35! (19! for `f32`) are exact: 5u² of them is less than half of the integer's last place.
#[inline(always)]
pub fn gamma<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let number = |value| x.hi().constant(value);
    let (zero, one) = (number(0.0), number(1.0));
    // For negative x beyond this, Γ(x) is zero, however near x is to an integer.
    let size = clamped(x.abs(), 320.0);
    let below_one = size.hi().less(one);
    let unit = DoubleWord::from_word(one);
    let shifted = DoubleWord::select(below_one, ordered_add(unit, size), size);
    let parts = exp2(log2_gamma(shifted));
    let value = parts.significand();
    let is_pole = is_pole(size.hi());
    let is_negative = x.hi().less(zero);
    let reflected = is_negative & !is_pole;
    let (sine, up) = sine(x.abs(), reflected);
    let (numerator, denominator) = (value, DoubleWord::select(below_one, size, unit));
    let (mut numerator, mut denominator, mut k) = (numerator, denominator, parts.k);
    let enlarging = if W::PRECISION == 53 { 300 } else { 60 };
    let tiny = size.hi().less(number(two_to(-enlarging)));
    if W::any(tiny) {
        let factor = W::select(tiny, number(two_to(enlarging)), one);
        denominator = denominator.times_power(factor);
        k = W::select(tiny, number(enlarging.into()), k);
    }
    if W::any(reflected) {
        let [high, low] = PI.of(x.hi());
        let product = mul(mul(value, sine), DoubleWord::select(below_one, unit, size));
        numerator =
            DoubleWord::select(reflected, DoubleWord::from_normalized(-high, -low), numerator);
        denominator = DoubleWord::select(reflected, product, denominator);
        k = W::select(reflected, up - parts.k, k);
    }
    let result = scale(div_three_words(numerator, denominator), k);
    let mut result = DoubleWord::select(is_negative & is_pole, -result, result);
    // (n − 1)! is an integer times 2^(n − 6).
    let largest = if W::PRECISION == 53 { 36.0 } else { 20.0 };
    let is_factorial = zero.equal(x.lo()) & is_integer_between(x.hi(), 1.0, largest);
    if W::any(is_factorial) {
        let exponent = x.hi() - number(6.0);
        let exponent = W::select(exponent.less(zero), zero, exponent);
        result = DoubleWord::select(is_factorial, low_rounded(result, exponent), result);
    }
    let at_zero = x.hi().equal(zero);
    let undefined = reflected & (sine.hi().equal(zero) | !sine.hi().equal(sine.hi()));
    let special = W::select(at_zero, one / x.hi(), number(f64::NAN));
    let result = DoubleWord::select(at_zero | undefined, DoubleWord::from_word(special), result);
    keeping_nan(x.hi(), result.fix_special_cases(result.hi()))
}

/// ln |Γ(x)|: log2 Γ(x)·ln 2 as in [`gamma`] for x ≥ 1; ln Γ(1 + x) − ln x for x from 0 to 1; −ln Γ(|x|) −
/// ln(|x|·|sin πx|/π) for negative x. x·(ln x − 1) where x is so large that the other terms do not count. Within 1/8 of 1
/// and 2, where the logarithm is zero: z·P(z) for x = 2 − z, with a polynomial of degree 22 (10 for `f32`), and z·P(z) −
/// ln x for x = 1 − z.
///
/// Bound, of 1 + |ln Γ(x)| for positive and of 1 + |ln Γ(|x|)| + |ln Γ(x)| for negative x, since it has zeros: the
/// product has 5u² and log2 Γ u², the second logarithm 7.1u², its argument 10u² and the sum 2u²: 26u².
///
/// Bound near 1 and 2, relative to the result: P(z) has 6u² (its terms after the first are at most an eighth of it) and the
/// product 5u². Near 1 they are at most 1.0 of the result, and ln x, of 7.1u², at most 2.0; the sum adds 2u²: 27u².
#[inline(always)]
pub fn ln_gamma<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let number = |value| x.hi().constant(value);
    let (zero, one) = (number(0.0), number(1.0));
    let size = x.abs();
    let infinite = size.hi().equal(number(f64::INFINITY));
    let is_huge = number(two_to(2 * W::PRECISION as i32 + 20)).less(size.hi());
    let below_one = size.hi().less(one);
    let unit = DoubleWord::from_word(one);
    let shifted = DoubleWord::select(below_one, ordered_add(unit, size), size);
    let shifted = DoubleWord::select(is_huge, unit, shifted);
    let is_pole = is_pole(size.hi());
    let reflected = x.hi().less(zero) & !is_pole;
    let (sine, up) = sine(size, reflected);
    let [first, second, third] = log2_gamma(shifted);
    let (first, error) = two_sum(first, -up);
    let (high, low) = fast_two_sum(first, error + second + third);
    let [ln_2, ln_2_low] = LN_2.of(x.hi());
    let mut main =
        mul(DoubleWord::from_normalized(high, low), DoubleWord::from_normalized(ln_2, ln_2_low));
    let mut argument = DoubleWord::select(below_one | is_huge, size, unit);
    if W::any(reflected) {
        let [pi, pi_low] = PI.of(x.hi());
        let by_pi = div_three_words(sine.abs(), DoubleWord::from_normalized(pi, pi_low));
        let product = mul(by_pi, DoubleWord::select(below_one, unit, shifted));
        argument = DoubleWord::select(reflected & !is_huge, product, argument);
    }
    // Near 1 and 2, where the logarithm is zero.
    let eighth = number(0.125);
    let near_one = (one - x.hi()).abs().less_or_equal(eighth);
    let near_two = (number(2.0) - x.hi()).abs().less_or_equal(eighth);
    if W::any(near_one | near_two) {
        let root = W::select(near_one, one, number(2.0));
        let z = DoubleWord::from_transform(two_sum(root - x.hi(), -x.lo()));
        let series = mul(-z, horner(LN_GAMMA_BELOW_TWO.of::<W>(), z));
        main = DoubleWord::select(near_one | near_two, series, main);
        argument = DoubleWord::select(near_one, x, argument);
    }
    let logarithm = ln(argument);
    let main = DoubleWord::select(reflected, -main, main);
    let mut result = add_network(main, -logarithm);
    if W::any(is_huge) {
        let power = number(two_to(64));
        let small = size.times_power(number(two_to(-64)));
        let large = mul(small, add_network(logarithm, -unit)).times_power(power);
        let large = DoubleWord::select(reflected, -large, large);
        result = DoubleWord::select(is_huge, large, result);
    }
    let is_root = x.lo().equal(zero) & (x.hi().equal(one) | x.hi().equal(number(2.0)));
    let result = DoubleWord::select(is_root, DoubleWord::from_word(zero), result);
    let at_pole = x.hi().equal(zero) | (reflected & sine.hi().equal(zero)) | infinite;
    let infinity = DoubleWord::from_word(number(f64::INFINITY));
    let result = DoubleWord::select(at_pole, infinity, result);
    keeping_nan(x.hi(), result.fix_special_cases(result.hi()))
}

impl<W: Word> DoubleWord<W> {
    /// The gamma function Γ(x), which is (x − 1)! for positive integers, exact up to 35! (19! for `f32`). Relative error ≤ 5u² for x ≥ 1, 11u²
    /// for x from 0 to 1, 27u² for negative x. ±∞ for ±0, NaN for negative integers and −∞.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let half = DoubleDouble::from(0.5);
    /// assert_eq!(format!("{:.30}", half.gamma()), "1.772453850905516027298167483341");
    /// ```
    #[inline(always)]
    pub fn gamma(self) -> Self {
        W::function(
            "gamma",
            #[inline(always)]
            || gamma(self),
        )
    }

    /// ln |Γ(x)|. Error ≤ 26u²·(1 + |ln Γ(x)|) for positive x, and ≤ 26u²·(1 + |ln Γ(|x|)| + |ln Γ(x)|) for
    /// negative x; near zeros of the function for negative x this is an absolute error. Within 1/8 of 1 and 2 the relative
    /// error is ≤ 27u². +∞ for zeros, negative integers and
    /// ±∞.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let hundred = DoubleDouble::from(100.0);
    /// assert_eq!(format!("{:.27}", hundred.ln_gamma()), "359.134205369575398776044010460");
    /// ```
    #[inline(always)]
    pub fn ln_gamma(self) -> Self {
        W::function(
            "ln_gamma",
            #[inline(always)]
            || ln_gamma(self),
        )
    }
}

elementary! {
    gamma as Gamma,
    operands: One,
    method: "Stirling's formula, three words of log2 x, eight polynomials of degree 24 (10)",
    flops: [793, 974],
    bound: 27 u2,
}

elementary! {
    ln_gamma as LnGamma,
    operands: One,
    method: "as gamma; ln |Γ(|x|)| and ln |x sin πx| for negative x",
    flops: [920, 1150],
    bound: 26 u2,
}
