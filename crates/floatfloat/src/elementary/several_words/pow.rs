//! Powers x^y of three and four words: 2^(y·log2 x).

use super::{
    SeveralWords,
    exact::{corrected, modulo},
    exp::exp2,
    ln::Reduced,
    several_words,
    steps::{constant, times_power},
};
use crate::{
    elementary::{
        coefficients::constants::LOG2_E,
        exact::{is_integer_between, largest_exponent},
        steps::is_negative,
    },
    rounding::{is_odd, trunc},
    scaling::two_to,
    word::Word,
};

/// log2 x = (the number)·2^-2·shift, for positive finite x.
struct Logarithm<N: SeveralWords> {
    number: N,
    /// 1, or 2^-shift where x is so near to 1 that the last words would be out of range.
    half_scale: N::Word,
}

impl<N: SeveralWords> Logarithm<N> {
    #[inline(always)]
    fn new(x: N) -> Self {
        let number = |value| x.hi().constant(value);
        let (least, shift) = if N::Word::PRECISION == 53 { (-400, 250) } else { (-20, 55) };
        let reduced = Reduced::new(x);
        let tiny = reduced.near_one() & reduced.numerator.hi().abs().less(number(two_to(least)));
        let up = N::Word::select(tiny, number(two_to(shift)), number(1.0));
        let half_scale = N::Word::select(tiny, number(two_to(-shift)), number(1.0));
        let leading = times_power(times_power(reduced.numerator, up), up).over(reduced.denominator);
        let s = times_power(times_power(leading, half_scale), half_scale);
        let double = times_power(leading, number(2.0));
        let significand = reduced.centre.plus(double.plus(double.times(Reduced::rest(s))));
        let logarithm = significand.times(constant(&LOG2_E, x.hi())).plus_word(reduced.exponent);
        Logarithm { number: logarithm, half_scale }
    }

    /// The product with y, limited where the exponential is zero or infinite.
    #[inline(always)]
    fn times(&self, y: N) -> N {
        let limit = y.hi().constant(4096.0);
        let half = y.hi() * self.half_scale;
        let plain = (half * self.number.hi()) * self.half_scale;
        let beyond = N::Word::select(plain.less(y.hi().constant(0.0)), -limit, limit);
        let product = times_power(y, self.half_scale).times(self.number);
        let product = times_power(product, self.half_scale);
        // A zero has no other words.
        N::select(plain.abs().less(limit), product, N::from_word(beyond))
    }
}

/// Whether an exponent is an integer, and whether it is odd.
struct Integral<M> {
    integer: M,
    odd: M,
}

/// If a word is not zero, all words before it are even.
#[inline(always)]
fn integral<N: SeveralWords>(y: N) -> Integral<<N::Word as Word>::Mask> {
    let words = y.four();
    let zero = y.hi().constant(0.0);
    let (mut integer, mut odd) = (y.hi().equal(y.hi()), zero.less(zero));
    for word in words {
        let none = word.equal(zero);
        integer = integer & trunc(word).equal(word);
        odd = (none & odd) | (!none & is_odd(trunc(word)));
    }
    Integral { integer, odd: odd & integer }
}

/// x^n where it has at most as many bits as the words, for an integer n; `power` elsewhere.
#[inline(always)]
fn exact_power<N: SeveralWords>(x: N, y: N, power: N) -> N {
    let ([n, n_low, ..], [first, second, third, _]) = (y.four(), x.four());
    let zero = n.constant(0.0);
    let is_word = zero.equal(n_low);
    let most = largest_exponent::<N::Word>(N::WORDS);
    // The square of a number of more than two words has more than 4p bits.
    let may_be_exact = is_word & zero.equal(third) & is_integer_between(n, 2.0, most);
    let is_first = is_word & n.equal(n.constant(1.0));
    if !N::Word::any(may_be_exact | is_first) {
        return power;
    }
    let modulo = modulo::<N>();
    let integer = modulo.power_of_parts(modulo.parts([first, second]), n);
    let (exact, fits) = corrected(power, integer);
    let power = N::select(may_be_exact & fits, exact, power);
    N::select(is_first, x, power)
}

/// x^y.
///
/// Bound: |y·log2 x| is at most 1075 (150 of `f32`), or the result is zero or infinite, so that the relative errors of log2 |x|, 190u³
/// or 640u⁴, and of the product, 25u³ or 65u⁴, count 746 times: 2^17.4·u³, 2^19.1·u⁴. Those of 2^x are small beside them.
/// Integer powers that have at most np bits are exact.
#[inline(always)]
pub fn powf<N: SeveralWords>(x: N, y: N) -> N {
    let size = x.abs();
    let (zero, one) = (x.hi().constant(0.0), x.hi().constant(1.0));
    let proper = size.hi().is_ordinary() & y.hi().is_ordinary();
    let base = N::select(size.hi().is_ordinary(), size, N::from_word(one));
    let power = exact_power(base, y, exp2(Logarithm::new(base).times(y)));
    let infinity = x.hi().constant(f64::INFINITY);
    let number = |word| N::from_word(word);
    // Where an operand is zero or infinite, the power is zero, infinite or 1.
    let beyond_one = size.plus_word(-one).hi();
    let (is_one, above) = (beyond_one.equal(zero), zero.less(beyond_one));
    let above = above | infinity.equal(size.hi());
    let (up, down) = (zero.less(y.hi()), y.hi().less(zero));
    let limit = N::Word::select((above & up) | (!above & down), infinity, zero);
    let limit = N::Word::select(is_one | zero.equal(y.hi()), one, limit);
    let power = N::select(proper, power, number(limit));
    // Negative bases. Infinite exponents are even.
    let Integral { integer, odd } = integral(y);
    let unbounded = infinity.equal(y.hi().abs());
    let negative = is_negative(x.hi());
    let power = N::select(negative & odd & !unbounded, -power, power);
    let undefined = x.hi().less(zero) & size.hi().less(infinity) & !integer & !unbounded;
    let nan = !x.hi().equal(x.hi()) | !y.hi().equal(y.hi()) | undefined;
    let power = N::select(nan, number(x.hi().constant(f64::NAN)), power);
    let always_one = zero.equal(y.hi()) | (is_one & !x.hi().less(zero));
    N::select(always_one, number(one), power)
}

several_words! {
    /// x^y. A power of a negative number is NaN unless y is an integer. x^0 and 1^y are 1, even for NaN.
    powf as Powf of Two (y),
    method: "2^(y·log2 x)",
    flops: [2718, 6720],
    bounds: [173000 u3, 563000 u4],
}
