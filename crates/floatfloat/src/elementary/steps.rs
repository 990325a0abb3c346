//! Steps that functions share: double-word arithmetic without repair of special values, Horner's
//! scheme, scaling, rounding to integers.

use super::coefficients::Series;
use crate::{
    double_word::{DoubleWord, mul_dw1::mul_dw1, mul_dw2::mul_dw2, named_step},
    eft::{fast_two_sum, two_prod, two_sum},
    scaling::two_to,
    unrolled,
    word::{Step, Word},
};

/// x·y + z, rounded once where the machine has a fused multiply-add.
#[inline(always)]
pub(super) fn fma<W: Word>(x: W, y: W, z: W) -> W {
    if W::fused() { x.mul_add(y, z) } else { x * y + z }
}

/// x·y by the shortest product: relative error ≤ 5u². 8 flops.
#[inline(always)]
pub(super) fn mul<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    if W::fused() { mul_dw2(x, y) } else { mul_dw1(x, y) }
}

/// x + y where the exponent of x.hi is at least that of y.hi, or x is zero: relative error ≤ 3u² of
/// |x| + |y|. 8 flops.
#[inline(always)]
pub(super) fn ordered_add<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (high, error) = fast_two_sum(x.hi(), y.hi());
    let sum = DoubleWord::from_transform(fast_two_sum(high, error + (x.lo() + y.lo())));
    named_step(Step::RoundedSum, [x.hi(), x.lo(), y.hi(), y.lo()], sum)
}

/// c + x·q for a small product: relative error of the product ≤ 4u², with q taken as exact. 14 flops.
#[inline(always)]
fn join<W: Word>(c: DoubleWord<W>, x: DoubleWord<W>, q: W) -> DoubleWord<W> {
    ordered_add(c, loose_product_with_word(x, q))
}

/// The polynomial at x by Horner's scheme: in single words as long as their contribution is below an ulp of the
/// result's low word, then in double-words. Not normalised. The magnitude of each coefficient must exceed eight
/// times the magnitude of x times all terms that follow.
///
/// With the last coefficient c and the rest b of the polynomial, the error is at most 3u²·|c| + 21u²·|b|:
/// the sum of low words is below 3u of c and rounded twice, and of a product, with low words of 3u,
/// roundings and what is left out come to 13u².
#[inline(always)]
pub(super) fn horner<W: Word>(series: &Series, x: DoubleWord<W>) -> DoubleWord<W> {
    loose_horner(
        x,
        series.words.len(),
        #[inline(always)]
        |k| x.hi().constant(series.words[k]),
        series.doubles.len(),
        #[inline(always)]
        |k| x.pair(series.doubles[k]),
    )
}

/// x·y, not normalised. Its high word is rounded. Relative to the high word, the low word is at most u larger
/// than the low words of x and y together. 4 flops.
#[inline(always)]
pub(super) fn loose_product<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (high, low) = two_prod(x.hi(), y.hi());
    let low = fma(x.hi(), y.lo(), fma(x.lo(), y.hi(), low));
    let product = DoubleWord::from_normalized(high, low);
    named_step(Step::RoundedProduct, [x.hi(), x.lo(), y.hi(), y.lo()], product)
}

/// x + x·y for a small y.
#[inline(always)]
pub(super) fn grown<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    ordered_add(x, loose_product(x, y))
}

/// x·y for a word y, not normalised. 3 flops.
#[inline(always)]
fn loose_product_with_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (high, low) = two_prod(x.hi(), y);
    let product = DoubleWord::from_normalized(high, fma(x.lo(), y, low));
    named_step(Step::RoundedProduct, [x.hi(), x.lo(), y], product)
}

/// x + y where the exponent of x.hi is at least that of y.hi, not normalised. 5 flops.
#[inline(always)]
fn loose_sum<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (high, error) = fast_two_sum(x.hi(), y.hi());
    let sum = DoubleWord::from_normalized(high, error + (x.lo() + y.lo()));
    named_step(Step::RoundedSum, [x.hi(), x.lo(), y.hi(), y.lo()], sum)
}

/// A polynomial in words alone, by Horner's scheme.
#[inline(always)]
fn horner_of_words<W: Word>(x: W, words: usize, word: impl Fn(usize) -> W) -> W {
    let mut sum = word(0);
    for k in 1..words {
        sum = fma(sum, x, word(k));
    }
    sum
}

/// A polynomial by Horner's scheme, in single words first and then in double-words, as [`horner`]. `word` and
/// `double` return the coefficients, beginning with the highest power. Not normalised: 9 flops a step instead
/// of 16.
///
/// For corrections of at most an eighth of their coefficient. The low word of each sum consists of the error of
/// a Fast2Sum, the low word of the coefficient, and an eighth of the low word of the sum before. So it stays
/// below 3u of the high word.
#[inline(always)]
pub(super) fn loose_horner<W: Word>(
    x: DoubleWord<W>,
    words: usize,
    word: impl Fn(usize) -> W,
    doubles: usize,
    double: impl Fn(usize) -> DoubleWord<W>,
) -> DoubleWord<W> {
    let mut correction = loose_product_with_word(x, horner_of_words(x.hi(), words, word));
    for k in 0..doubles {
        let sum = loose_sum(double(k), correction);
        if k + 1 == doubles {
            return sum;
        }
        correction = loose_product(x, sum);
    }
    correction
}

/// x·c + rest, where c has three words and `rest` is below 2u² of the product: relative error ≤ 1.5u², of which
/// rounding the low word contributes 1.3. 18 flops.
#[inline(always)]
pub(super) fn times_constant<W: Word>(x: DoubleWord<W>, c: [W; 2], rest: W) -> DoubleWord<W> {
    let (high, error) = two_prod(x.hi(), c[0]);
    let (cross, cross_error) = two_prod(x.lo(), c[0]);
    let (low, low_error) = two_sum(error, cross);
    let tiny = low_error + (fma(x.lo(), c[1], cross_error) + rest);
    DoubleWord::from_transform(fast_two_sum(high, low + fma(x.hi(), c[1], tiny)))
}

/// Rearranges the terms without changing their sum: each term becomes the sum of itself and all terms after it,
/// and leaves its rounding error to the next (VecSum of Ogita, Rump, Oishi 2005, from the other end).
#[inline(always)]
pub(super) fn vec_sum<W: Word>(terms: &mut [W]) {
    for k in (1..terms.len()).rev() {
        (terms[k - 1], terms[k]) = two_sum(terms[k - 1], terms[k]);
    }
}

/// The sum of the terms, added from the last, which is the smallest.
#[inline(always)]
pub(super) fn sum<W: Word>(terms: &[W]) -> W {
    let last = terms.len() - 1;
    let mut sum = terms[last];
    for k in (0..last).rev() {
        sum = terms[k] + sum;
    }
    sum
}

/// As [`loose_horner`], normalised: for corrections of any size below their coefficient. 16 flops a step.
#[inline(always)]
pub(super) fn normalized_horner<W: Word>(
    x: DoubleWord<W>,
    words: usize,
    word: impl Fn(usize) -> W,
    doubles: usize,
    double: impl Fn(usize) -> DoubleWord<W>,
) -> DoubleWord<W> {
    let sum = horner_of_words(x.hi(), words, word);
    let mut result = join(double(0), x, sum);
    for k in 1..doubles {
        result = ordered_add(double(k), mul(x, result));
    }
    result
}

/// The integer nearest to x, ties to even, for |x| ≤ 2^(p-2).
#[inline(always)]
pub(super) fn nearest_integer<W: Word>(x: W) -> W {
    let magic = x.constant(1.5 * (1u64 << (W::PRECISION - 1)) as f64);
    (x + magic) - magic
}

/// x minus a multiple of 16: at most 8 in magnitude, exact for |x| ≤ 2^(p+2).
#[inline(always)]
pub(super) fn modulo_16<W: Word>(x: W) -> W {
    let magic = x.constant(24.0 * (1u64 << (W::PRECISION - 1)) as f64);
    x - ((x + magic) - magic)
}

/// x·2^k for an integer k of up to twice the format's range. Exact, except below the normal numbers, where it
/// is rounded once. Infinite if it is too large. Two factors are used, because 2^k may be out of range where
/// x·2^k is not.
#[inline(always)]
pub(super) fn scale<W: Word>(x: DoubleWord<W>, k: W) -> DoubleWord<W> {
    let half = nearest_integer(k * k.constant(0.5));
    let (first, second) = (half.power_of_two(), (k - half).power_of_two());
    let (high, low) = ((x.hi() * first) * second, (x.lo() * first) * second);
    // A subnormal number has been rounded, and so may be the pair.
    DoubleWord::from_transform(fast_two_sum(high, low)).fix_special_cases(high)
}

/// √x for every x: relative error ≤ 25/8 u². x is scaled where intermediate steps would underflow.
#[inline(always)]
pub(super) fn root<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let least = if W::PRECISION == 53 { -800 } else { -60 };
    let tiny = x.hi().less(x.hi().constant(two_to(least)));
    if W::any(tiny) {
        let one = x.hi().constant(1.0);
        let shift = W::PRECISION as i32;
        let up = W::select(tiny, x.hi().constant(two_to(2 * shift)), one);
        let down = W::select(tiny, x.hi().constant(two_to(-shift)), one);
        return x.times_power(up).sqrt().times_power(down);
    }
    x.sqrt()
}

/// `result` of |x| with the sign of x, for an odd function.
#[inline(always)]
pub(super) fn with_sign<W: Word>(x: W, result: DoubleWord<W>) -> DoubleWord<W> {
    let zero = x.constant(0.0);
    let result = DoubleWord::select(x.less(zero), -result, result);
    result.fix_special_cases(W::select(x.equal(zero), x, result.hi()))
}

/// `result`, or NaN where x is NaN. Compilers of shaders replace the choice between a magnitude and a limit by the
/// smaller of the two, which is the limit if the magnitude is NaN.
#[inline(always)]
pub(super) fn keeping_nan<W: Word>(x: W, result: DoubleWord<W>) -> DoubleWord<W> {
    DoubleWord::select(x.equal(x), result, DoubleWord::from_word(x))
}

/// Whether the sign of x is minus, also for zeros.
#[inline(always)]
pub(super) fn is_negative<W: Word>(x: W) -> W::Mask {
    let zero = x.constant(0.0);
    x.less(zero) | (x.equal(zero) & (x.constant(1.0) / x).less(zero))
}

/// The exponent of the first of several words, which is positive, and the words divided by that power of two.
/// The first word is then in [3/4, 3/2], up to rounding.
#[inline(always)]
pub(super) fn significand<W: Word, const N: usize>(mut words: [W; N]) -> (W, [W; N]) {
    let high = words[0];
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
        words = unrolled::map(
            words,
            #[inline(always)]
            |word| word * factor,
        );
        shift = W::select(large, number(step.into()), shift);
        shift = W::select(small, number((-step).into()), shift);
    }
    let exponent = (words[0] * number(4.0 / 3.0)).exponent();
    let power = (-exponent).power_of_two();
    let words = unrolled::map(
        words,
        #[inline(always)]
        |word| word * power,
    );
    (exponent + shift, words)
}

impl<W: Word> DoubleWord<W> {
    /// The number of these words, on the machine of `self`.
    #[inline(always)]
    pub(super) fn pair(self, [high, low]: [f64; 2]) -> Self {
        DoubleWord::from_normalized(self.hi().constant(high), self.hi().constant(low))
    }

    /// Times a power of two; exact while both words stay in range.
    #[inline(always)]
    pub(super) fn times_power(self, power: W) -> Self {
        let number = DoubleWord::from_normalized(self.hi() * power, self.lo() * power);
        named_step(Step::RoundedProduct, [self.hi(), self.lo(), power], number)
    }
}
