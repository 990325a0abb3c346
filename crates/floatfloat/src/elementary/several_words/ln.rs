//! Logarithms of three and four words: ln x, log2 x, log10 x, ln(1 + x), and logarithms to any base.

use super::{
    SeveralWords,
    exact::{is_short, modulo},
    exp::tiny,
    several_words,
    steps::{constant, times_power, with_first},
};
use crate::{
    elementary::{
        coefficients::{
            Index,
            constants::{LOG2_E, LOG10_E},
            ln::{LN_OF_EIGHTHS as EIGHTHS_OF_TWO_WORDS, LN_OF_FACTORS as FACTORS_OF_TWO_WORDS},
            several_words::{ARTANH, LN_2, LN_OF_EIGHTHS, LN_OF_FACTORS},
        },
        exact::{is_integer_between, largest_exponent_of_five},
        steps::{fma, nearest_integer, significand},
    },
    word::Word,
};

/// x = 2^e·m with m in [3/4, 3/2), and a centre c = a·b near to m; the centres are the same as for two words.
pub(super) struct Reduced<N: SeveralWords> {
    /// e.
    pub exponent: N::Word,
    /// ln c, zero where c is 1.
    pub centre: N,
    /// m − c.
    pub numerator: N,
    /// m + c.
    pub denominator: N,
    /// c − 1, a word.
    pub beyond_one: N::Word,
}

impl<N: SeveralWords> Reduced<N> {
    /// Takes x apart. The result has no meaning where x is not positive and finite.
    #[inline(always)]
    pub fn new(x: N) -> Self {
        let number = |value| x.hi().constant(value);
        let (exponent, words) = significand(x.four());
        let m = N::first_of(words);
        // Rounded to eighths.
        let magic = number(1.5 * (1u64 << (N::Word::PRECISION - 4)) as f64);
        let eighth = (m.hi() + magic) - magic;
        let index = Index::new(fma(eighth, number(8.0), number(-6.0)));
        let [rate, ..] = EIGHTHS_OF_TWO_WORDS.select(&index);
        let eighths: N = N::first_of(LN_OF_EIGHTHS.select(&index));
        // The border between the ranges of two centres: three quarters of the way away from 1.
        let away = m.hi() - eighth;
        let bias = N::Word::select(away.less(number(0.0)), number(0.25), number(-0.25));
        let factor = nearest_integer(fma(away, rate, bias));
        let index = Index::new(factor + number(3.0));
        let [factor, ..] = FACTORS_OF_TWO_WORDS.select(&index);
        let c = eighth * factor;
        Reduced {
            exponent,
            centre: eighths.plus(N::first_of(LN_OF_FACTORS.select(&index))),
            numerator: with_first(m, m.hi() - c),
            denominator: m.plus_word(c),
            beyond_one: c - number(1.0),
        }
    }

    /// 2 artanh s/(2s) − 1 for s = (m − c)/(m + c).
    #[inline(always)]
    pub fn rest(s: N) -> N {
        let square = s.times(s);
        square.times(ARTANH.of_number::<N>().at(square))
    }

    /// ln m.
    #[inline(always)]
    fn of_significand(&self) -> N {
        let s = self.numerator.over(self.denominator);
        let leading = times_power(s, s.hi().constant(2.0));
        self.centre.plus(leading.plus(leading.times(Self::rest(s))))
    }

    /// ln x.
    #[inline(always)]
    pub fn natural(&self) -> N {
        let [first, rest @ ..] = LN_2.of(self.exponent);
        let of_exponent = N::first_of(rest).times_word(self.exponent);
        self.of_significand().plus(of_exponent).plus_word(self.exponent * first)
    }

    /// Whether 2^e·c is 1.
    #[inline(always)]
    pub fn near_one(&self) -> <N::Word as Word>::Mask {
        let zero = self.exponent.constant(0.0);
        self.exponent.equal(zero) & self.beyond_one.equal(zero)
    }
}

/// `result` where x is positive and finite, the logarithm of x elsewhere.
#[inline(always)]
pub(super) fn repaired<N: SeveralWords>(x: N::Word, result: N) -> N {
    let zero = x.constant(0.0);
    let proper = zero.less(x) & x.less(x.constant(f64::INFINITY));
    let of_zero = N::Word::select(x.equal(zero), x.constant(f64::NEG_INFINITY), x);
    let special = N::Word::select(x.less(zero), x.constant(f64::NAN), of_zero);
    let result = N::select(proper, result, N::from_word(special));
    // A zero result is always +0.
    result.settled(result.hi() + zero)
}

/// ln x.
///
/// x = 2^e·m with m in [3/4, 3/2), ln x = e·ln 2 + ln a + ln b + 2 artanh s with a = k/8 and b ≈ 1 + j/48 near to m and m/a,
/// from tables of eight, and s = (m − ab)/(m + ab), |s| ≤ 1/117: one quotient and a polynomial.
///
/// Bound: where 2^e·ab = 1, 2s has an error of 72 + 6 + 6 of the quotient and its operands, and the sum adds 8u³:
/// 92u³; 310 + 8 + 8 + 16 = 342u⁴. Elsewhere 2 artanh s is at most 0.42 of the result, ln a and ln b at most four times it,
/// and the sums add their own: below that.
#[inline(always)]
pub fn ln<N: SeveralWords>(x: N) -> N {
    repaired(x.hi(), Reduced::new(x).natural())
}

/// log2 x = e + log2 e·ln m, so that powers of two have exact logarithms.
///
/// Bound: that of [`ln`], of a product with log2 e, and of a sum in which at most a third cancels: 92 + 25 + 1 and 6u³;
/// 342 + 65 + 1 and 8u⁴, times 1.5.
#[inline(always)]
pub fn log2<N: SeveralWords>(x: N) -> N {
    let reduced = Reduced::new(x);
    let of_significand = reduced.of_significand().times(constant(&LOG2_E, x.hi()));
    repaired(x.hi(), of_significand.plus_word(reduced.exponent))
}

/// log10 x = log10 e·ln x.
///
/// Bound: that of [`ln`] and of a product with log10 e. Powers of ten have exact logarithms: where the logarithm may be an
/// integer n, it is n if x is 10^n.
#[inline(always)]
pub fn log10<N: SeveralWords>(x: N) -> N {
    let natural = Reduced::new(x).natural();
    let mut logarithm = natural.times(constant(&LOG10_E, x.hi()));
    let n = logarithm.hi();
    let most = largest_exponent_of_five::<N::Word>(N::WORDS);
    let may_be_exact = is_short(logarithm) & is_integer_between(n, 1.0, most);
    if N::Word::any(may_be_exact) {
        let modulo = modulo::<N>();
        let is_exact = may_be_exact & modulo.is(x.four(), modulo.power_of_ten(n));
        logarithm = N::select(is_exact, N::from_word(n), logarithm);
    }
    repaired(x.hi(), logarithm)
}

/// ln(1 + x): as [`ln`] of 1 + x. Where 2^e is 1 the numerator is x + (1 − c), so that x loses no digits.
///
/// Bound: that of [`ln`]. Where 2^e is not 1, the rounding of 1 + x adds at most 6u³, 8u⁴, of what is at least 0.28.
#[inline(always)]
pub fn ln_1p<N: SeveralWords>(x: N) -> N {
    ln_1p_shifted(x, x.hi().constant(0.0))
}

/// ln(1 + x) + shift·ln 2 for an integer `shift` ≥ 0.
#[inline(always)]
pub(super) fn ln_1p_shifted<N: SeveralWords>(x: N, shift: N::Word) -> N {
    let high = x.hi();
    let sum = x.plus_word(high.constant(1.0));
    let mut reduced = Reduced::new(sum);
    let near_one = reduced.exponent.equal(high.constant(0.0));
    let numerator = x.plus_word(-reduced.beyond_one);
    reduced.numerator = N::select(near_one, numerator, reduced.numerator);
    reduced.exponent = reduced.exponent + shift;
    let result = repaired(sum.hi(), reduced.natural());
    // x is its own result where it is zero, infinite or NaN, or very small.
    let own = shift.equal(high.constant(0.0)) & !tiny::<N>(high).less_or_equal(high.abs());
    N::select(own | high.equal(high.constant(f64::INFINITY)), x, result)
}

/// The logarithm of x to any base: ln x/ln base.
///
/// Bound: the bounds of two logarithms and of a quotient, added.
#[inline(always)]
fn log<N: SeveralWords>(x: N, base: N) -> N {
    let (x, base) = (ln(x), ln(base));
    x.over(base).settled(x.hi() / base.hi())
}

several_words! {
    /// The natural logarithm. −∞ for ±0, NaN for negative numbers.
    ln as Ln of One,
    method: "e·ln 2, two tables of 8, 2 artanh s by a polynomial in s²",
    flops: [1031, 2558],
    bounds: [100 u3, 350 u4],

    /// The logarithm to base 2; exact for powers of two.
    log2 as Log2 of One,
    method: "e + log2 e·ln m",
    flops: [991, 2509],
    bounds: [190 u3, 640 u4],

    /// The logarithm to base 10; exact for powers of ten.
    log10 as Log10 of One,
    method: "log10 e·ln x",
    flops: [1283, 2907],
    bounds: [130 u3, 420 u4],

    /// ln(1 + x), accurate also for small x, where 1 + x would lose digits. −∞ for −1, NaN below −1.
    ln_1p as Ln1p of One,
    method: "as ln, of 1 + x",
    flops: [1082, 2639],
    bounds: [100 u3, 350 u4],
}

macro_rules! of_any_base {
    ($($number:ident: $bound:literal;)*) => {$(
        impl<W: Word> crate::multi_word::$number<W> {
            /// The logarithm to any base, ln x/ln base: two logarithms and a quotient.
            #[doc = concat!("Relative error ≤ ", $bound, ".")]
            #[inline]
            pub fn log(self, base: Self) -> Self {
                W::dispatch(
                    #[inline(always)]
                    || log(self, base),
                )
            }
        }
    )*};
}

of_any_base! {
    TripleWord: "280u³";
    QuadWord: "1010u⁴";
}
