//! Roots: ∛x, 1/√x, and √(x² + y²).

use super::{
    coefficients::roots::{INVERSE_CBRT, INVERSE_CBRT_2, INVERSE_CBRT_4},
    elementary,
    steps::{fma, mul, nearest_integer, significand},
};
use crate::{
    double_word::{DoubleWord, sqrt::sqrt},
    eft::{fast_two_sum, two_diff, two_prod, two_sum},
    scaling::two_to,
    word::Word,
};

/// ∛x.
///
/// |x| = 2^3k·m with 3/4 ≤ m < 6. A polynomial for 1/∛m and a step of fourth order make a word y with a
/// relative error of at most 4u. Then v = m·y² as a double-word, e = 1 − v·y, and c = v·(1 + 2e/3) is ∛m rounded to a
/// word, but where ∛m is within 100u² of a tie. The low word is (m − c³)/(3c²), with y²·(1 + 2e/3) for 1/c² instead of
/// a division. It is zero where ∛m is a word and m has 2p bits, since then m − c³ is computed exactly.
///
/// Bound, to first order and in units of c: the low word is at most u. m − c³ is rounded by 7u²/3; the factor has an
/// error of 3.5u, the product of u; what is left out is the square of the low word: below 8u².
#[inline(always)]
pub fn cbrt<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let number = |value| x.hi().constant(value);
    let size = x.abs();
    let (exponent, [high, low, _]) = significand([size.hi(), size.lo(), number(0.0)]);
    // Thirds are no ties, so that k = ⌊exponent/3⌋.
    let k = nearest_integer((exponent - number(1.0)) * number(1.0 / 3.0));
    let rest = exponent - k * number(3.0);
    let (one, two) = (rest.equal(number(1.0)), rest.equal(number(2.0)));
    let [of_two] = INVERSE_CBRT_2.of(x.hi());
    let [of_four] = INVERSE_CBRT_4.of(x.hi());
    let factor = W::select(two, of_four, W::select(one, of_two, number(1.0)));
    let power = W::select(two, number(4.0), W::select(one, number(2.0), number(1.0)));
    let y = inverse_cbrt(high * power, rough_inverse_cbrt(high) * factor);
    let root = of_inverse(DoubleWord::from_normalized(high, low).times_power(power), y);
    let root = root.times_power(k.power_of_two());
    let negative = x.hi().less(number(0.0));
    DoubleWord::select(negative, -root, root).fix_special_cases(x.hi())
}

/// 1/∛m for 3/4 ≤ m ≤ 3/2, to 14 bits, 7 for `f32`.
#[inline(always)]
fn rough_inverse_cbrt<W: Word>(m: W) -> W {
    let mut sum = m.constant(0.0);
    for (index, &coefficient) in INVERSE_CBRT.of::<W>().words.iter().enumerate() {
        let coefficient = m.constant(coefficient);
        sum = if index == 0 { coefficient } else { fma(sum, m, coefficient) };
    }
    sum
}

/// 1/∛m by one step of fourth order from an approximation.
#[inline(always)]
fn inverse_cbrt<W: Word>(m: W, y: W) -> W {
    let e = fma(-(m * y * y), y, m.constant(1.0));
    let series = fma(e, m.constant(14.0 / 81.0), m.constant(2.0 / 9.0));
    fma(y * e, fma(e, series, m.constant(1.0 / 3.0)), y)
}

/// ∛m from y ≈ 1/∛m.
#[inline(always)]
fn of_inverse<W: Word>(m: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let (w, w_low) = two_prod(m.hi(), y);
    let w_low = fma(m.lo(), y, w_low);
    let (v, v_low) = two_prod(w, y);
    let v_low = fma(w_low, y, v_low);
    let (q, q_low) = two_prod(v, y);
    let e = (y.constant(1.0) - q) - fma(v_low, y, q_low);
    let step = e * y.constant(2.0 / 3.0);
    let root = v + fma(v, step, v_low);
    // m − root³, zero if the root is exact.
    let (a, b) = two_prod(root, root);
    let (p, p_low) = two_prod(a, root);
    let (s, s_low) = two_prod(b, root);
    let (low, low_error) = two_diff(m.lo() - p_low, s);
    let rest = ((m.hi() - p) + low) + (low_error - s_low);
    let third = (y * y) * y.constant(1.0 / 3.0);
    DoubleWord::from_transform(fast_two_sum(root, rest * fma(third, step, third)))
}

/// 1/√x: one step of third order from the word y = 1/√x.hi: y + y·(e/2 + 3e²/8) with e = 1 − x·y².
///
/// Bound: e is at most 5u. The sum of its low parts is rounded by 4u², e itself by 4u², of which half
/// counts, and the correction by 2u²: below 7u². Without a fused multiply-add products are rounded,
/// too: below 10u².
#[inline(always)]
pub fn rsqrt<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let number = |value| x.hi().constant(value);
    let plain = number(1.0) / x.hi().sqrt();
    let (mut scaled, mut back) = (x, number(1.0));
    if !W::fused() {
        // Dekker's product must not overflow.
        let (largest, half) = if W::PRECISION == 53 { (900, 64) } else { (100, 20) };
        let large = number(two_to(largest)).less(x.hi());
        if W::any(large) {
            back = W::select(large, number(two_to(-half)), back);
            scaled = scaled.times_power(back * back);
        }
    }
    let y = number(1.0) / scaled.hi().sqrt();
    let (w, w_low) = two_prod(scaled.hi(), y);
    let (q, q_low) = two_prod(w, y);
    let rest = fma(scaled.lo() * y, y, fma(w_low, y, q_low));
    let e = (number(1.0) - q) - rest;
    let half = e * number(0.5);
    let correction = fma(y, half, (y * half) * (e * number(0.75)));
    let root = DoubleWord::from_transform(fast_two_sum(y, correction));
    root.times_power(back).fix_special_cases(plain)
}

/// x + y for x, y ≥ 0: relative error ≤ 3u², and exact if the sum of two squares of words is the square of a word.
/// Then the low words are integers of at most p − 1 bits in units of the sum's last bit, of at most p + 1 bits with
/// the error of the high words.
#[inline(always)]
fn sum_of_squares<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let (high, error) = two_sum(x.hi(), y.hi());
    let (low, last) = two_sum(error, x.lo() + y.lo());
    let (high, low) = fast_two_sum(high, low);
    DoubleWord::from_transform(fast_two_sum(high, low + last))
}

/// √(x² + y²), scaled where squares or their low words would be out of range.
///
/// Bound: 5u² by the squares and 3u² by their sum, which the root halves, and 3.125u² by the root: below
/// 8u².
#[inline(always)]
pub fn hypot<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let number = |value| x.hi().constant(value);
    let (x, y) = (x.abs(), y.abs());
    let swapped = x.hi().less(y.hi());
    let mut large = DoubleWord::select(swapped, y, x);
    let mut small = DoubleWord::select(swapped, x, y);
    let (least, largest, up, down) =
        if W::PRECISION == 53 { (-400, 500, 600, 600) } else { (-40, 60, 101, 66) };
    let tiny = large.hi().less(number(two_to(least)));
    let huge = number(two_to(largest)).less(large.hi());
    let mut back = number(1.0);
    if W::any(tiny | huge) {
        let factor = W::select(huge, number(two_to(-down)), back);
        let factor = W::select(tiny, number(two_to(up)), factor);
        back = W::select(huge, number(two_to(down)), back);
        back = W::select(tiny, number(two_to(-up)), back);
        (large, small) = (large.times_power(factor), small.times_power(factor));
    }
    let mut root = sqrt(sum_of_squares(mul(large, large), mul(small, small)));
    if W::any(tiny | huge) {
        // Scaling back may have rounded subnormal words.
        let scaled = root.times_power(back);
        root = DoubleWord::from_transform(fast_two_sum(scaled.hi(), scaled.lo()));
    }
    let infinity = number(f64::INFINITY);
    let infinite = x.hi().equal(infinity) | y.hi().equal(infinity);
    root.fix_special_cases(W::select(infinite, infinity, x.hi() + y.hi()))
}

impl<W: Word> DoubleWord<W> {
    /// The cube root; that of a negative number is negative. Relative error ≤ 8u²; exact if the root is a word.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let root = DoubleDouble::from(-2.0).cbrt();
    /// assert_eq!(format!("{root:.30}"), "-1.259921049894873164767210607278");
    /// ```
    #[inline(always)]
    pub fn cbrt(self) -> Self {
        W::function(
            "cbrt",
            #[inline(always)]
            || cbrt(self),
        )
    }

    /// 1/√x. Relative error ≤ 10u², less than [`sqrt`](DoubleWord::sqrt) and [`recip`](DoubleWord::recip) one
    /// after the other. ±∞ for ±0, NaN for negative numbers.
    #[inline(always)]
    pub fn rsqrt(self) -> Self {
        W::function(
            "rsqrt",
            #[inline(always)]
            || rsqrt(self),
        )
    }

    /// √(x² + y²); no intermediate step overflows or underflows. Relative error ≤ 8u²; exact if the operands and the
    /// root are words. Infinite if either operand is infinite, even if the other is NaN.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let [a, b] = [3e300, 4e300].map(DoubleDouble::from);
    /// assert_eq!(a.hypot(b), DoubleDouble::from(5e300));
    /// ```
    #[inline(always)]
    pub fn hypot(self, other: Self) -> Self {
        W::function(
            "hypot",
            #[inline(always)]
            || hypot(self, other),
        )
    }
}

elementary! {
    cbrt as Cbrt,
    operands: One,
    method: "m·y² for y = 1/∛m, polynomial, two steps and an exact remainder",
    flops: [68, 70],
    bound: 8 u2,
}

elementary! {
    rsqrt as Rsqrt,
    operands: One,
    method: "1/√x as a word and one step",
    flops: [24, 24],
    bound: 10 u2,
}

elementary! {
    hypot as Hypot,
    operands: Two,
    method: "√(x² + y²), scaled",
    flops: [55, 55],
    bound: 8 u2,
}
