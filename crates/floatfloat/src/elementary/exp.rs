//! e^x, 2^x, 10^x and e^x − 1.

use super::{
    coefficients::{
        Index,
        exp::{
            EIGHT_LOG2_10, EIGHT_LOG2_E, EXPM1, LN_2, LN_2_EIGHTH, LN_10, LOG10_2_EIGHTH,
            ROOTS_OF_TWO, ROOTS_OF_TWO_THIRD,
        },
    },
    elementary,
    exact::{is_integer_between, largest_exponent_of_five, low_rounded},
    steps::{fma, grown, horner, loose_product, mul, nearest_integer, ordered_add, scale},
};
use crate::{
    double_word::{DoubleWord, add_network::add_network},
    eft::{fast_two_sum, two_prod, two_sum},
    word::Word,
};

/// An exponential 2^k·(root + root·rest), root = 2^(j/8), |rest| ≤ 0.0444.
pub(super) struct Parts<W: Word> {
    pub k: W,
    pub index: Index<W>,
    pub root: DoubleWord<W>,
    pub rest: DoubleWord<W>,
}

impl<W: Word> Parts<W> {
    /// e^(n·ln 2/8 + r) for |r| ≤ 0.0434 and an integer n. The error of `rest` is at most 3u² of |rest|: 2.4u²
    /// for the leading terms of the polynomial, and the rest for all terms below. Gappa checks that it is at
    /// most 0.6u², with an error of r of 8u² included.
    #[inline(always)]
    pub fn new(n: W, r: DoubleWord<W>) -> Self {
        // n − 3.5 is no tie, so that k = ⌊n/8⌋.
        let k = nearest_integer((n - n.constant(3.5)) * n.constant(0.125));
        let index = Index::new(n - k * n.constant(8.0));
        let root = ROOTS_OF_TWO.select(&index);
        Parts { k, index, root, rest: rest_of_exponential(r) }
    }

    /// root + root·rest: relative error ≤ 4u².
    #[inline(always)]
    pub fn significand(&self) -> DoubleWord<W> {
        significand(self.root, self.rest)
    }

    /// The exponential.
    #[inline(always)]
    pub fn value(&self) -> DoubleWord<W> {
        // As long as low words that matter are normal numbers, nothing is rounded.
        let limit = self.k.constant(if W::PRECISION == 53 { 960.0 } else { 96.0 });
        if !W::any(!self.k.abs().less_or_equal(limit)) {
            return self.significand().times_power(self.k.power_of_two());
        }
        scale(self.significand(), self.k)
    }
}

/// e^r − 1 for |r| ≤ 0.0434.
#[inline(always)]
pub(super) fn rest_of_exponential<W: Word>(r: DoubleWord<W>) -> DoubleWord<W> {
    let square = loose_product(r, r);
    ordered_add(r, loose_product(square, horner(EXPM1.of::<W>(), r)))
}

/// root + root·rest.
#[inline(always)]
pub(super) fn significand<W: Word>(root: DoubleWord<W>, rest: DoubleWord<W>) -> DoubleWord<W> {
    grown(root, rest)
}

/// x, limited to ±limit, where the exponential is zero or infinite in every format.
#[inline(always)]
pub(super) fn clamped<W: Word>(x: DoubleWord<W>, limit: f64) -> DoubleWord<W> {
    let limit = x.hi().constant(limit);
    let inside = x.hi().abs().less_or_equal(limit);
    let beyond = W::select(x.hi().less(x.hi().constant(0.0)), -limit, limit);
    // NaN stays.
    let beyond = W::select(x.hi().equal(x.hi()), beyond, x.hi());
    DoubleWord::from_normalized(
        W::select(inside, x.hi(), beyond),
        W::select(inside, x.lo(), x.hi().constant(0.0)),
    )
}

/// x − n·c for the three words of c, where n·c.0 is so near to x.hi that their difference is exact. The error
/// is below 2u²·|result| + 2^-3p·|x|.
#[inline(always)]
pub(super) fn reduced<W: Word>(x: DoubleWord<W>, n: W, [c0, c1, c2]: [W; 3]) -> DoubleWord<W> {
    let (h0, l0) = two_prod(n, c0);
    let (h1, l1) = two_prod(n, c1);
    let (a, a_error) = two_sum(x.lo(), -l0);
    let (b, b_error) = two_sum(a, -h1);
    let (high, error) = two_sum(x.hi() - h0, b);
    let tiny = (a_error + b_error) - fma(n, c2, l1);
    DoubleWord::from_transform(fast_two_sum(high, error + tiny))
}

/// The parts of e^x: r = x − n·ln 2/8 with three words of ln 2/8.
#[inline(always)]
pub(super) fn parts<W: Word>(x: DoubleWord<W>) -> Parts<W> {
    let x = clamped(x, 800.0);
    let [rate] = EIGHT_LOG2_E.of(x.hi());
    let n = nearest_integer(x.hi() * rate);
    Parts::new(n, reduced(x, n, LN_2_EIGHTH.of(x.hi())))
}

/// e^x.
///
/// x = n·ln 2/8 + r with |r| ≤ ln 2/16, e^x = 2^⌊n/8⌋·(t + t·(e^r − 1)) with t = 2^(j/8) from a table
/// of eight, e^r − 1 a polynomial of degree 13 (7 for `f32`).
///
/// Bound: Gappa checks all from r on, for each t ([`kernels`](super::kernels)), with an error of r of at most 8u²; here it is 2u²,
/// with three words of ln 2/8. For [`exp2`] it is 6u², by the product with ln 2, and for [`exp10`] 8u², by both. By
/// hand: t has been rounded to a double-word (0.5u²), t·(e^r − 1) is at most 0.0444t and has an
/// error of 5u² of its own by the product, 3u² by the polynomial and 2u² by r, and the last sum
/// adds 3u²: below 0.5 + 0.0444·10 + 3.1 ≤ 4u².
#[inline(always)]
pub fn exp<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    parts(x).value()
}

/// 2^x: as [`exp`], with r = (x − n/8)·ln 2, in which x − n/8 is exact.
#[inline(always)]
pub fn exp2<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let x = clamped(x, 1200.0);
    let eighth = x.hi().constant(0.125);
    let n = nearest_integer(x.hi() * x.hi().constant(8.0));
    let rest = DoubleWord::from_transform(two_sum(x.hi() - n * eighth, x.lo()));
    let [high, low, _] = LN_2.of(x.hi());
    Parts::new(n, mul(rest, DoubleWord::from_normalized(high, low))).value()
}

/// 2 to the sum of three words, each smaller than the one before: as [`exp2`]. The third word makes the error
/// independent of the size of the sum.
#[inline(always)]
pub(super) fn exp2_of_three_words<W: Word>([high, low, third]: [W; 3]) -> DoubleWord<W> {
    let x = clamped(DoubleWord::from_normalized(high, low), 1200.0);
    let third = W::select(x.hi().equal(high), third, high.constant(0.0));
    let n = nearest_integer(x.hi() * high.constant(8.0));
    let (rest, error) = two_sum(x.hi() - n * high.constant(0.125), x.lo());
    let rest = DoubleWord::from_transform(fast_two_sum(rest, error + third));
    let [high, low, _] = LN_2.of(x.hi());
    Parts::new(n, mul(rest, DoubleWord::from_normalized(high, low))).value()
}

/// 10^x: as [`exp`], with r = (x − n·log10 2/8)·ln 10. A double-word product with log2 10 would lose ten bits. Powers
/// that are double-words are exact.
#[inline(always)]
pub fn exp10<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let x = clamped(x, 360.0);
    let [rate] = EIGHT_LOG2_10.of(x.hi());
    let n = nearest_integer(x.hi() * rate);
    let rest = reduced(x, n, LOG10_2_EIGHTH.of(x.hi()));
    let [high, low] = LN_10.of(x.hi());
    let power = Parts::new(n, mul(rest, DoubleWord::from_normalized(high, low))).value();
    // 10^n is an integer times 2^n, and the high word is right.
    let is_word = x.lo().equal(x.lo().constant(0.0));
    let is_exact = is_word & is_integer_between(x.hi(), 0.0, largest_exponent_of_five::<W>(2));
    if !W::any(is_exact) {
        return power;
    }
    DoubleWord::select(is_exact, low_rounded(power, x.hi()), power)
}

/// e^x − 1: 2^k·t − 1, with a third word of t, is added last. It is exact where k = j = 0, so that no rounded
/// terms cancel. The result is e^x above 2^2p, and −1 where e^x is below 2^-2p.
///
/// Bound, by hand: worst is |x| a little above ln 2/16, where 2^k·t − 1 = 0.0905 and the product, −0.0462, leave
/// 0.0443. The product has an error of 5u² of its own, 4.3u² by the polynomial, and the sum adds 2u²
/// and what 2^k·t − 1 has, 1u² at most: 9.3·0.0462/0.0443 + 3 ≤ 13u².
#[inline(always)]
pub fn exp_m1<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let parts = parts(x);
    let value = parts.value();
    let large = parts.k.constant((2 * W::PRECISION + 2).into()).less(parts.k);
    let low = parts.k.less(parts.k.constant(-f64::from(2 * W::PRECISION + 4)));
    let one = parts.k.constant(1.0);
    let k = W::select(large | low, one, parts.k);
    let power = k.power_of_two();
    let root = parts.root.times_power(power);
    let third = ROOTS_OF_TWO_THIRD.select(&parts.index) * power;
    let (high, error) = two_sum(root.hi(), -one);
    let (high, low_error) = two_sum(high, root.lo());
    let first = DoubleWord::from_transform(fast_two_sum(high, low_error + (error + third)));
    let result = add_network(first, mul(root, parts.rest));
    let result = DoubleWord::select(large, value, result);
    let result = DoubleWord::select(low, DoubleWord::from_word(-one), result);
    // x is its own result where it is zero, infinite or NaN, or very small.
    let u = 1.0 / (1u64 << W::PRECISION) as f64;
    let own = x.hi().abs().less(x.hi().constant(0.25 * u * u * u));
    DoubleWord::select(own, x, result).fix_special_cases(W::select(own, x.hi(), value.hi()))
}

impl<W: Word> DoubleWord<W> {
    /// e^x. Relative error ≤ 4u². e^−∞ is 0; the result is infinite above the logarithm of the largest number.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let e = DoubleDouble::ONE.exp();
    /// assert_eq!(format!("{e:.30}"), "2.718281828459045235360287471353");
    /// ```
    #[inline(always)]
    pub fn exp(self) -> Self {
        W::function(
            "exp",
            #[inline(always)]
            || exp(self),
        )
    }

    /// 2^x. Relative error ≤ 4u²; exact for integers.
    #[inline(always)]
    pub fn exp2(self) -> Self {
        W::function(
            "exp2",
            #[inline(always)]
            || exp2(self),
        )
    }

    /// 10^x. Relative error ≤ 4u²; exact where the power has at most 2p bits.
    #[inline(always)]
    pub fn exp10(self) -> Self {
        W::function(
            "exp10",
            #[inline(always)]
            || exp10(self),
        )
    }

    /// e^x − 1, accurate also for small x, where computing e^x first would cancel. Relative error ≤ 13u² (the
    /// largest error found is 3u²).
    #[inline(always)]
    pub fn exp_m1(self) -> Self {
        W::function(
            "exp_m1",
            #[inline(always)]
            || exp_m1(self),
        )
    }
}

elementary! {
    exp as Exp,
    operands: One,
    method: "x − n·ln 2/8, table of 8, polynomial of degree 13 (7)",
    flops: [117, 155],
    bound: 4 u2,
}

elementary! {
    exp2 as Exp2,
    operands: One,
    method: "x − n/8, table of 8, polynomial of degree 13 (7)",
    flops: [103, 141],
    bound: 4 u2,
}

elementary! {
    exp10 as Exp10,
    operands: One,
    method: "x − n·log10 2/8, table of 8, polynomial of degree 13 (7)",
    flops: [130, 168],
    bound: 4 u2,
}

elementary! {
    exp_m1 as ExpM1,
    operands: One,
    method: "as exp, with 2^k·t − 1 joined last",
    flops: [166, 204],
    bound: 13 u2,
}
