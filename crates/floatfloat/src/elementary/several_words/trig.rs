//! sin x, cos x and tan x of three and four words, for every x.

use super::{
    SeveralWords,
    payne_hanek::Long,
    several_words,
    steps::{Steps, times_power, with_first},
};
use crate::{
    elementary::{
        coefficients::{
            several_words::{COS, SIN},
            trig::HALF_PI,
        },
        reduction::{Quarter, quarters},
    },
    multi_word::{QuadWord, TripleWord},
    word::Word,
};

/// An angle: quarter turns, and a rest in radians.
struct Angle<N: Steps> {
    quarter: Quarter<N::Word>,
    rest: N,
}

impl<N: SeveralWords> Angle<N> {
    /// x = n·π/2 + r, where |r| is at most a little more than π/4. r is NaN for ±∞ and NaN.
    ///
    /// With one word more of π/2 than x has, where x is at most 2^(p-8) and more than 20u·n is left of it: what is left
    /// after the first word is exact, and r has the errors of two sums, 14u³ or 24u⁴, and of n·c after the
    /// first word, which is at most a tenth of r, 1u³ or 2u⁴. Elsewhere by Payne and Hanek, 25u³ or 65u⁴.
    #[inline(always)]
    fn of(x: N) -> Self {
        let (n, high) = quarters(x.hi());
        let [_, rest @ ..] = HALF_PI.of(n);
        let short = with_first(x, high).plus(-N::first_of(rest).times_word(n));
        let p = N::Word::PRECISION;
        let least = n.abs() * n.constant(20.0 / (1u64 << p) as f64);
        let moderate = x.hi().abs().less_or_equal(n.constant((1u64 << (p - 8)) as f64));
        let enough = moderate & least.less_or_equal(high.abs());
        if !N::Word::any(!enough) {
            return Angle { quarter: Quarter::new(n), rest: short };
        }
        let [long_n, long @ ..] = x.rarely_reduced();
        let n = N::Word::select(enough, n, long_n);
        Angle { quarter: Quarter::new(n), rest: N::select(enough, short, N::first_of(long)) }
    }

    /// The sine of the rest r or, where the mask holds, its cosine: r + r·(r²·S(r²)) or 1 + r²·C(r²), with
    /// selected coefficients.
    ///
    /// Bound, with r² at most 0.617 and thus r²·S at most 0.103 and r²·C at most 0.308: the errors of two products and of
    /// the polynomial's last sum and product, 0.103·(25 + 25 + 25 + 25 + 8) or at most 0.44·(25 + 25 + 25 + 8) in u³,
    /// and the last sum's 8: 45u³ with that of r; 0.44·(65 + 65 + 65 + 16) + 16 = 109u⁴ and 174u⁴ with that of r.
    #[inline(always)]
    fn sine_or_cosine(&self, cosine: <N::Word as Word>::Mask) -> N {
        let square = self.rest.times(self.rest);
        let mut polynomial = SIN.of_number::<N>();
        polynomial.other = Some((cosine, COS.of_number::<N>().series));
        let one = N::from_word(square.hi().constant(1.0));
        let leading = N::select(cosine, one, self.rest);
        leading.plus(leading.times(square.times(polynomial.at(square))))
    }

    #[inline(always)]
    fn sine(&self) -> N {
        times_power(self.sine_or_cosine(self.quarter.is_odd()), self.quarter.sine_sign())
    }

    #[inline(always)]
    fn cosine(&self) -> N {
        times_power(self.sine_or_cosine(!self.quarter.is_odd()), self.quarter.cosine_sign())
    }
}

/// The reduction for a fixed number of words.
pub trait Reduced: Steps {
    /// n modulo 4 and r of x = n·π/2 + r, where the short reduction is not enough.
    fn rarely_reduced(self) -> [Self::Word; 5];
}

macro_rules! reduced {
    ($($number:ident: $words:literal;)*) => {$(
        impl<W: Word> Reduced for $number<W> {
            #[inline(always)]
            fn rarely_reduced(self) -> [W; 5] {
                W::rarely::<Long<$words>, 4, 5>(self.four())
            }
        }
    )*};
}

reduced! {
    TripleWord: 3;
    QuadWord: 4;
}

/// `result`; where it is zero or NaN, the special result of an odd function instead: a zero for a zero x, NaN
/// for infinite x and NaN.
#[inline(always)]
fn repaired<N: SeveralWords>(x: N, result: N) -> N {
    result.settled(x.hi() * x.hi().constant(0.0))
}

/// sin x: x = n·π/2 + r, and a polynomial in r² for the sine or the cosine of r, its coefficients selected.
///
/// Bound: that of the kernel and of r.
#[inline(always)]
pub fn sin<N: SeveralWords>(x: N) -> N {
    repaired(x, Angle::of(x).sine())
}

/// cos x: as [`sin`], shifted by a quarter turn.
#[inline(always)]
pub fn cos<N: SeveralWords>(x: N) -> N {
    repaired(x, Angle::of(x).cosine())
}

/// [`sin`] and [`cos`] from one reduction, with the same bits.
#[inline(always)]
fn sin_cos<N: SeveralWords>(x: N) -> (N, N) {
    let angle = Angle::of(x);
    (repaired(x, angle.sine()), repaired(x, angle.cosine()))
}

/// tan x: the quotient of sine and cosine.
///
/// Bound: those of [`sin`], [`cos`] and a quotient.
#[inline(always)]
pub fn tan<N: SeveralWords>(x: N) -> N {
    let angle = Angle::of(x);
    repaired(x, angle.sine().over(angle.cosine()))
}

several_words! {
    /// The sine. The bound holds for every finite x, for the exact value of all its words. NaN for ±∞.
    sin as Sin of One,
    method: "x − n·π/2 (Payne–Hanek where x is huge), polynomial in r²",
    flops: [3689, 8457],
    bounds: [70 u3, 180 u4],

    /// The cosine, for every x. NaN for ±∞.
    cos as Cos of One,
    method: "as sin, shifted by a quarter turn",
    flops: [3689, 8457],
    bounds: [70 u3, 180 u4],

    /// The tangent, for every x. NaN for ±∞; never infinite, because no number is an odd multiple of π/2. For
    /// words of 24 bits the bound holds for |tan x| ≤ 2^54 (three words) or 2^30 (four words): beyond that the
    /// cosine is below its range.
    tan as Tan of One,
    method: "quotient of sine and cosine",
    flops: [4955, 11893],
    bounds: [220 u3, 680 u4],
}

macro_rules! both {
    ($($number:ident)*) => {$(
        impl<W: Word> $number<W> {
            /// Sine and cosine together: the same bits as separately, in less time.
            #[inline]
            pub fn sin_cos(self) -> (Self, Self) {
                W::dispatch(
                    #[inline(always)]
                    || sin_cos(self),
                )
            }
        }
    )*};
}

both!(TripleWord QuadWord);
