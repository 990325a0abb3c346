//! Powers x^y and roots x^(1/n): 2^(y·log2 x), with three words of the logarithm, so that the error
//! does not grow with the exponent.

use super::{
    coefficients::pow::{ARTANH, TWO_LOG2_E},
    elementary,
    exact::{Modulo, is_integer_between, largest_exponent},
    exp::exp2_of_three_words,
    ln::TWO,
    logarithm::{Reduced, beyond_linear},
    steps::{fma, is_negative, mul, scale},
};
use crate::{
    double_word::{DoubleWord, div_three_words::remainder},
    eft::{fast_two_sum, two_prod, two_sum},
    rounding::{is_odd, trunc},
    scaling::two_to,
    unrolled,
    word::Word,
};

/// log2 x = scale·(the sum of three words), for positive finite x.
pub(super) struct Logarithm<W> {
    pub words: [W; 3],
    /// 1, or a power of two where x is so near to 1 that the words would be out of range.
    pub scale: W,
}

impl<W: Word> Logarithm<W> {
    /// As [`log2`](super::ln::log2), with three words of s, of 2/ln 2 and of the sums. Relative error
    /// ≤ 0.0005u²: that of artanh s/s − 1, 20u² of at most 1/41000.
    #[inline(always)]
    pub fn new(x: DoubleWord<W>) -> Self {
        let zero = x.hi().constant(0.0);
        let mut reduced = Reduced::new(x, zero, &TWO);
        let (tiny, scale) = reduced.enlarge_tiny();
        let [first, second, third] = reduced.quotient_of_three_words();
        let s = DoubleWord::from_normalized(first, second);
        let rest = mul(s, beyond_linear(&ARTANH, s));
        let rest = DoubleWord::select(tiny, DoubleWord::from_word(zero), rest);
        let (first, error) = fast_two_sum(first, rest.hi());
        let (second, error) = two_sum(second, error);
        let [high, low, last] = TWO_LOG2_E.of(x.hi());
        let factor = DoubleWord::from_normalized(high, low);
        let [a, b, c] = product([first, second, error + (third + rest.lo())], factor);
        let words = reduced.plus_three_words([a, b, fma(first, last, c)]);
        Logarithm { words, scale }
    }
}

/// Three words times a double-word. Relative error below 20u³.
#[inline(always)]
pub(super) fn product<W: Word>([a, b, c]: [W; 3], y: DoubleWord<W>) -> [W; 3] {
    let (first, error) = two_prod(a, y.hi());
    let (p, p_error) = two_prod(a, y.lo());
    let (q, q_error) = two_prod(b, y.hi());
    let third = (p_error + q_error) + fma(c, y.hi(), b * y.lo());
    let (second, p_error) = two_sum(error, p);
    let (second, q_error) = two_sum(second, q);
    [first, second, third + (p_error + q_error)]
}

/// Whether an exponent is an integer, and whether it is odd.
struct Integral<W: Word> {
    integer: W::Mask,
    odd: W::Mask,
}

impl<W: Word> Integral<W> {
    /// If the low word is not zero, the high word is even.
    #[inline(always)]
    fn of(y: DoubleWord<W>) -> Self {
        let [high, low] = [trunc(y.hi()), trunc(y.lo())];
        let fraction = !high.equal(y.hi()) | !low.equal(y.lo());
        let no_low = y.lo().equal(y.lo().constant(0.0));
        let odd = (no_low & is_odd(high)) | (!no_low & is_odd(low));
        Integral { integer: !fraction, odd: odd & !fraction }
    }
}

/// x^n where it has at most 2p bits, for an integer n; `power` elsewhere.
///
/// `power` errs by at most 5u², which is five units of the last place of x^n, and its words are truncated by two units more:
/// less than 2^4.
#[inline(always)]
fn exact_power<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>, power: DoubleWord<W>) -> DoubleWord<W> {
    let (n, modulo) = (y.hi(), Modulo::new::<W>(5, 2));
    let number = |value| n.constant(value);
    // The square of a number of more than a word has more than 2p bits.
    let are_words = number(0.0).equal(y.lo()) & number(0.0).equal(x.lo()) & x.hi().is_ordinary();
    let may_be_exact = are_words & is_integer_between(n, 2.0, largest_exponent::<W>(2));
    let is_first = number(1.0).equal(n) & number(0.0).equal(y.lo());
    if !W::any(may_be_exact | is_first) {
        return power;
    }
    let integer = modulo.power_of_parts(modulo.parts([x.hi()]), n);
    let (words, fits) = modulo.corrected([power.hi(), power.lo()], integer);
    let exact = scale(DoubleWord::from_normalized(words[0], words[1]), integer.exponent);
    let power = DoubleWord::select(may_be_exact & fits, exact, power);
    // A low word of −0 becomes +0: 1^1 is (1, +0), as every other power of 1.
    let low = W::select(number(0.0).equal(x.lo()), number(0.0), x.lo());
    DoubleWord::select(is_first, DoubleWord::from_normalized(x.hi(), low), power)
}

/// x^y.
///
/// log2 |x| in three words as in [`log2`](super::ln::log2), times y in three words, and 2 to it as in
/// [`exp2`](super::exp::exp2).
///
/// Bound: |y·log2 x| is below 1075, or the result is zero or infinite. Therefore the 0.0005u² of the logarithm
/// become at most 0.4u², and the terms below its third word less than 0.1u²; 2^x adds 4u². The sum is below
/// 5u², for every y. Integer powers of at most 2p bits are exact.
#[inline(always)]
pub fn powf<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let size = x.abs();
    let logarithm = Logarithm::new(size);
    let power = exp2_of_three_words(product(logarithm.words, y.times_power(logarithm.scale)));
    let power = exact_power(size, y, power);
    let (zero, one) = (x.hi().constant(0.0), x.hi().constant(1.0));
    let proper = zero.less(x.hi()) & x.hi().is_ordinary() & y.hi().is_ordinary();
    if !W::any(!proper) {
        return power;
    }
    let infinity = x.hi().constant(f64::INFINITY);
    let number = |word| DoubleWord::from_word(word);
    // Where an operand is zero or infinite, the power is zero, infinite or 1.
    let above = one.less(size.hi()) | (one.equal(size.hi()) & zero.less(size.lo()));
    let is_one = one.equal(size.hi()) & zero.equal(size.lo());
    let (up, down) = (zero.less(y.hi()), y.hi().less(zero));
    let limit = W::select((above & up) | (!above & down), infinity, zero);
    let limit = W::select(is_one | zero.equal(y.hi()), one, limit);
    let power =
        DoubleWord::select(size.hi().is_ordinary() & y.hi().is_ordinary(), power, number(limit));
    // Negative bases. Infinite exponents are even.
    let Integral { integer, odd } = Integral::of(y);
    let unbounded = infinity.equal(y.hi().abs());
    let negative = is_negative(x.hi());
    let power = DoubleWord::select(negative & odd & !unbounded, -power, power);
    let undefined = x.hi().less(zero) & size.hi().less(infinity) & !integer & !unbounded;
    let nan = !x.hi().equal(x.hi()) | !y.hi().equal(y.hi()) | undefined;
    let power = DoubleWord::select(nan, number(x.hi().constant(f64::NAN)), power);
    let always_one = zero.equal(y.hi()) | (one.equal(x.hi()) & zero.equal(x.lo()));
    DoubleWord::select(always_one, number(one), power)
}

/// x^(1/n) for an integer n.
#[inline(always)]
pub fn rootn<W: Word>(x: DoubleWord<W>, n: W) -> DoubleWord<W> {
    root(x, DoubleWord::from_word(n))
}

/// x^(1/n) for an integer n: 2^(log2 |x|/n), as [`powf`].
///
/// Bound: below 5u², that of [`powf`]. n = 1 gives x itself. Roots of at most p bits are exact: where the low word
/// may be an error, the high word is the root if its power is x, from which it differs by at most 10n units.
#[inline(always)]
fn root<W: Word>(x: DoubleWord<W>, n: DoubleWord<W>) -> DoubleWord<W> {
    let size = x.abs();
    let Logarithm { words: [a, b, c], scale } = Logarithm::new(size);
    let divisor = n.hi().divisor();
    let first = a.over(divisor);
    let (rest, error) = two_sum(remainder(a, first, n.hi()), b);
    let second = rest.over(divisor);
    let rest = (remainder(rest, second, n.hi()) + error) + fma(-first, n.lo(), c);
    let quotient = unrolled::map(
        [first, second, rest.over(divisor)],
        #[inline(always)]
        |word| word * scale,
    );
    let mut power = exp2_of_three_words(quotient);
    let (zero, one) = (x.hi().constant(0.0), x.hi().constant(1.0));
    let is_short = power
        .lo()
        .abs()
        .less_or_equal(power.hi() * n.hi().constant(two_to(3 - 2 * W::PRECISION as i32)));
    let most = n.hi().constant(largest_exponent::<W>(2));
    let may_be_exact =
        is_short & one.less(n.hi()) & n.hi().less_or_equal(most) & size.hi().is_ordinary();
    if W::any(may_be_exact) {
        let modulo = Modulo::new::<W>(12, 2);
        let expected = modulo.power_of_parts(modulo.parts([power.hi()]), n.hi());
        let is_exact = may_be_exact & modulo.is([size.hi(), size.lo()], expected);
        power = DoubleWord::select(is_exact, DoubleWord::from_word(power.hi()), power);
    }
    // Here every root rounds to 1, and steps of the quotient may overflow.
    let huge = n.hi().constant(two_to(2 * W::PRECISION as i32 + 12)).less(n.hi().abs());
    let undefined_root = zero.equal(n.hi()) | !n.hi().equal(n.hi());
    let trivial = undefined_root | one.equal(n.hi()) | huge;
    let proper = zero.less(x.hi()) & x.hi().is_ordinary() & !trivial;
    if !W::any(!proper) {
        return power;
    }
    let infinity = x.hi().constant(f64::INFINITY);
    let nan = x.hi().constant(f64::NAN);
    let number = |word| DoubleWord::from_word(word);
    let large = size.hi().equal(infinity);
    let up = zero.less(n.hi());
    let limit = number(W::select((large & up) | !(large | up), infinity, zero));
    let power = DoubleWord::select(huge, number(one), power);
    let power = DoubleWord::select(size.hi().is_ordinary(), power, limit);
    let odd = Integral::of(n).odd;
    let power = DoubleWord::select(is_negative(x.hi()) & odd, -power, power);
    let unbounded = infinity.equal(n.hi().abs());
    let undefined = (x.hi().less(zero) & !odd) | undefined_root | unbounded | !x.hi().equal(x.hi());
    let power = DoubleWord::select(undefined, number(nan), power);
    DoubleWord::select(one.equal(n.hi()), x, power)
}

impl<W: Word> DoubleWord<W> {
    /// The power `self^exponent`. Relative error ≤ 5u² for every exponent, whereas the error of
    /// [`powi`](DoubleWord::powi) grows with the exponent; overflow and underflow as for `f64`.
    ///
    /// A power of a negative number is NaN unless the exponent is an integer. x^0 = 1 and 1^y = 1 for every x
    /// and y, NaN included. Powers of zeros and infinities are those of IEEE 754.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let two = DoubleDouble::from(2.0);
    /// assert_eq!(format!("{:.30}", two.powf(0.5.into())), "1.414213562373095048801688724210");
    /// assert_eq!(two.powf((-1074.0).into()).hi(), 5e-324);
    /// ```
    #[inline(always)]
    pub fn powf(self, exponent: Self) -> Self {
        W::function(
            "powf",
            #[inline(always)]
            || powf(self, exponent),
        )
    }

    /// The root `self^(1/n)`. Relative error ≤ 5u².
    ///
    /// The root of a negative number is NaN for even n; for n = 0 every root is NaN. For negative n the root of
    /// zero is infinite and the root of infinity is zero; the sign is kept if n is odd.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let root = DoubleDouble::from(-2.0).rootn(5);
    /// assert_eq!(format!("{root:.30}"), "-1.148698354997035006798626946778");
    /// ```
    #[inline(always)]
    pub fn rootn(self, n: i32) -> Self {
        let (high, low) = (f64::from(n), f64::from(n) - W::representable(f64::from(n)));
        let n = DoubleWord::from_normalized(self.hi().constant(high), self.hi().constant(low));
        W::function(
            "rootn",
            #[inline(always)]
            || root(self, n),
        )
    }
}

elementary! {
    powf as Powf,
    operands: Two,
    method: "2^(y·log2 x), both in three words",
    flops: [482, 544],
    bound: 5 u2,
}

elementary! {
    rootn as Rootn,
    operands: Integer,
    method: "2^(log2 x/n), both in three words",
    flops: [503, 605],
    bound: 5 u2,
}
