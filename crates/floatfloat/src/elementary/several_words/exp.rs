//! e^x, 2^x, 10^x and e^x − 1 of three and four words.

use super::{
    SeveralWords,
    exact::{corrected, modulo},
    several_words,
    steps::{Steps, clamped, constant, less_multiple, scale, times_power, with_first},
};
use crate::{
    elementary::{
        coefficients::{
            Index,
            constants::{LN_2, LN_10},
            exp::{EIGHT_LOG2_10, EIGHT_LOG2_E},
            several_words::{EXPM1, LN_2_EIGHTH, LOG10_2_EIGHTH, ROOTS_OF_TWO},
        },
        exact::{is_integer_between, largest_exponent_of_five},
        steps::{fma, nearest_integer},
    },
    word::Word,
};

/// An exponential 2^k·(root + root·rest), root = 2^(j/8), |rest| ≤ 0.0444.
pub(super) struct Parts<N: Steps> {
    pub k: N::Word,
    root: N,
    rest: N,
}

impl<N: SeveralWords> Parts<N> {
    /// e^(n·ln 2/8 + r) for |r| ≤ 0.0434 and an integer n.
    #[inline(always)]
    fn new(n: N::Word, r: N) -> Self {
        // n − 3.5 is no tie, so that k = ⌊n/8⌋.
        let k = nearest_integer((n - n.constant(3.5)) * n.constant(0.125));
        let index = Index::new(n - k * n.constant(8.0));
        let square = r.times(r);
        let rest = r.plus(square.times(EXPM1.of_number::<N>().at(r)));
        Parts { k, root: N::first_of(ROOTS_OF_TWO.select(&index)), rest }
    }

    /// e^x: r = x − n·ln 2/8.
    #[inline(always)]
    pub fn of(x: N) -> Self {
        let x = clamped(x, 800.0);
        let [rate] = EIGHT_LOG2_E.of(x.hi());
        let n = nearest_integer(x.hi() * rate);
        Parts::new(n, less_multiple(x, n, &LN_2_EIGHTH))
    }

    /// root + root·rest.
    #[inline(always)]
    fn significand(&self) -> N {
        self.root.plus(self.root.times(self.rest))
    }

    /// The exponential times 2^shift.
    #[inline(always)]
    pub fn shifted(&self, shift: f64) -> N {
        scale(self.significand(), self.k + self.k.constant(shift))
    }

    /// The exponential less 1, for −(np + 9) ≤ k ≤ np + 9: 2^k·root − 1 is added last, and is exact where k = j = 0.
    #[inline(always)]
    pub fn less_one(&self) -> N {
        let limit = self.k.constant((N::WORDS as u32 * N::Word::PRECISION + 9).into());
        let k = N::Word::select(self.k.abs().less_or_equal(limit), self.k, limit.constant(0.0));
        let root = times_power(self.root, k.power_of_two());
        root.plus_word(-k.constant(1.0)).plus(root.times(self.rest))
    }
}

/// e^x.
///
/// x = n·ln 2/8 + r with |r| ≤ ln 2/16, e^x = 2^⌊n/8⌋·(t + t·(e^r − 1)) with t = 2^(j/8) from a table of eight, and
/// e^r − 1 = r + r²·q, q a polynomial.
///
/// Bound: t has been rounded to the type (1), t·(e^r − 1) is at most 0.0444t, and its error consists of those of r (less_multiple), of
/// r + r²·q (a sum, and two products and a sum of q, which count 0.03 times) and of a product; the last sum adds
/// its own. In u³: 1 + 0.0444·(14 + 8 + 3 + 25) + 8 ≤ 12; in u⁴: 1 + 0.0444·(24 + 16 + 6 + 65) + 16 ≤ 23.
#[inline(always)]
pub fn exp<N: SeveralWords>(x: N) -> N {
    Parts::of(x).shifted(0.0)
}

/// 2^x: as [`exp`], with r = (x − n/8)·ln 2, in which x − n/8 is exact.
///
/// Bound: that of [`exp`], and that of a product with ln 2, 0.0444 times.
#[inline(always)]
pub fn exp2<N: SeveralWords>(x: N) -> N {
    let x = clamped(x, 1200.0);
    let n = nearest_integer(x.hi() * x.hi().constant(8.0));
    let rest = with_first(x, fma(-n, n.constant(0.125), x.hi()));
    Parts::new(n, rest.times(constant(&LN_2, n))).shifted(0.0)
}

/// 10^x: as [`exp`], with r = (x − n·log10 2/8)·ln 10.
///
/// Bound: that of [`exp2`]. Powers that have at most np bits are exact.
#[inline(always)]
pub fn exp10<N: SeveralWords>(x: N) -> N {
    let x = clamped(x, 360.0);
    let [rate] = EIGHT_LOG2_10.of(x.hi());
    let n = nearest_integer(x.hi() * rate);
    let rest = less_multiple(x, n, &LOG10_2_EIGHTH);
    let power = Parts::new(n, rest.times(constant(&LN_10, n))).shifted(0.0);
    let (n, zero) = (x.hi(), x.hi().constant(0.0));
    let most = largest_exponent_of_five::<N::Word>(N::WORDS);
    let is_exact = is_integer_between(n, 0.0, most) & zero.equal(x.four()[1]);
    if !N::Word::any(is_exact) {
        return power;
    }
    let (exact, fits) = corrected(power, modulo::<N>().power_of_ten(n));
    N::select(is_exact & fits, exact, power)
}

/// e^x − 1: as [`exp`], with 2^k·t − 1 added last. It is e^x above 2^np, and −1 where e^x is below 2^-np.
///
/// Bound: worst is |x| a little above ln 2/16, where 2^k·t − 1 = 0.0905 and the product, at most 0.0472, leave
/// 0.0433. In u³ the first has 1/0.0905 + 6, the product 25 + 25, the sum 8 of what is left: 2.1·17 + 1.1·50 + 8 ≤ 100; in
/// u⁴ 2.1·(11 + 8) + 1.1·(46 + 65) + 16 ≤ 180.
#[inline(always)]
pub fn exp_m1<N: SeveralWords>(x: N) -> N {
    let parts = Parts::of(x);
    let bits = N::WORDS as u32 * N::Word::PRECISION;
    let one = x.hi().constant(1.0);
    let large = x.hi().constant((bits + 2).into()).less(parts.k);
    let low = parts.k.less(-x.hi().constant((bits + 4).into()));
    let value = parts.shifted(0.0);
    let result = N::select(large, value, parts.less_one());
    let result = N::select(low, N::from_word(-one), result);
    // x is its own result where it is zero or NaN, or very small.
    let own = !tiny::<N>(x.hi()).less_or_equal(x.hi().abs());
    N::select(own, x, result)
}

/// Below this, x + x² equals x up to an eighth of the last bit.
#[inline(always)]
pub(super) fn tiny<N: Steps>(like: N::Word) -> N::Word {
    let u = 1.0 / (1u64 << N::Word::PRECISION) as f64;
    let power = if N::WORDS == 3 { u * u * u } else { u * u * u * u };
    like.constant(0.125 * power)
}

several_words! {
    /// e^x. e^−∞ is 0; the result is infinite above the logarithm of the largest number.
    exp as Exp of One,
    method: "x − n·ln 2/8, table of 8, polynomial",
    flops: [1342, 3679],
    bounds: [12 u3, 23 u4],

    /// 2^x; exact for integers.
    exp2 as Exp2 of One,
    method: "x − n/8, table of 8, polynomial",
    flops: [1303, 3631],
    bounds: [13 u3, 26 u4],

    /// 10^x; exact where the power has at most as many bits as the words.
    exp10 as Exp10 of One,
    method: "x − n·log10 2/8, table of 8, polynomial",
    flops: [1615, 4102],
    bounds: [13 u3, 26 u4],

    /// e^x − 1, accurate also for small x, where computing e^x first would cancel.
    exp_m1 as ExpM1 of One,
    method: "as exp, with 2^k·t − 1 joined last",
    flops: [1479, 3971],
    bounds: [100 u3, 180 u4],
}
