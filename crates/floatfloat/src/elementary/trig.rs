//! sin x, cos x and tan x, for every x.
//!
//! x = n·π/2 + r (`reduction`), and a polynomial for the sine or the cosine of r, depending on n. `circular`
//! derives the bound of 4u² from an error of r of at most 1.5u². Results are zero only for x = ±0, and NaN
//! where x is infinite.

use super::{
    circular::{sine_and_cosine, sine_or_cosine},
    elementary,
    reduction::{Angle, reduced},
};
use crate::{
    double_word::{DoubleWord, div_three_words::div_three_words},
    word::Word,
};

impl<W: Word> Angle<W> {
    /// sin of the angle.
    #[inline(always)]
    pub fn sine(self) -> DoubleWord<W> {
        sine_or_cosine(self.rest, self.quarter.is_odd()).times_power(self.quarter.sine_sign())
    }

    /// cos of the angle.
    #[inline(always)]
    pub fn cosine(self) -> DoubleWord<W> {
        sine_or_cosine(self.rest, !self.quarter.is_odd()).times_power(self.quarter.cosine_sign())
    }

    /// Sine and cosine, with the same bits as separately.
    #[inline(always)]
    pub fn sine_and_cosine(self) -> (DoubleWord<W>, DoubleWord<W>) {
        let (sine, cosine) = sine_and_cosine(self.rest);
        let odd = self.quarter.is_odd();
        (
            DoubleWord::select(odd, cosine, sine).times_power(self.quarter.sine_sign()),
            DoubleWord::select(odd, sine, cosine).times_power(self.quarter.cosine_sign()),
        )
    }

    /// tan of the angle.
    #[inline(always)]
    pub fn tangent(self) -> DoubleWord<W> {
        let (sine, cosine) = sine_and_cosine(self.rest);
        let odd = self.quarter.is_odd();
        div_three_words(
            DoubleWord::select(odd, cosine, sine),
            DoubleWord::select(odd, -sine, cosine),
        )
    }
}

/// x·0: the special result of an odd function, which is zero for zeros, and NaN for infinities and NaN.
#[inline(always)]
pub(super) fn special<W: Word>(x: DoubleWord<W>) -> W {
    x.hi() * x.hi().constant(0.0)
}

/// sin x: one polynomial of degree 10 in r² (5 for `f32`), with selected coefficients.
#[inline(always)]
pub fn sin<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    reduced(x).sine().fix_special_cases(special(x))
}

/// cos x: as [`sin`], shifted by a quarter turn.
#[inline(always)]
pub fn cos<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    reduced(x).cosine().fix_special_cases(special(x))
}

/// [`sin`] and [`cos`] from one reduction, with the same bits.
#[inline(always)]
pub fn sin_cos<W: Word>(x: DoubleWord<W>) -> (DoubleWord<W>, DoubleWord<W>) {
    let (sine, cosine) = reduced(x).sine_and_cosine();
    (sine.fix_special_cases(special(x)), cosine.fix_special_cases(special(x)))
}

/// tan x: sin r/cos r or −cos r/sin r.
///
/// Bound: 4u² each of sine and cosine, 4u² of a quotient of three words.
#[inline(always)]
pub fn tan<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    reduced(x).tangent().fix_special_cases(special(x))
}

impl<W: Word> DoubleWord<W> {
    /// The sine. Relative error ≤ 4u² for every finite x, for the exact value of both its words. NaN for ±∞.
    /// [`sin_bounded`](Self::sin_bounded) is shorter where arguments are known to be small.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let x = DoubleDouble::from_word(1e22);
    /// assert_eq!(format!("{:.30}", x.sin()), "-0.852200849767188801772705893753");
    /// ```
    #[inline(always)]
    pub fn sin(self) -> Self {
        W::function(
            "sin",
            #[inline(always)]
            || sin(self),
        )
    }

    /// The cosine. Relative error ≤ 4u² for every finite x, as for [`sin`](Self::sin). NaN for ±∞.
    #[inline(always)]
    pub fn cos(self) -> Self {
        W::function(
            "cos",
            #[inline(always)]
            || cos(self),
        )
    }

    /// Sine and cosine together: the same bits as separately, in less time.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let x = DoubleDouble::from_word(0.5);
    /// assert_eq!(x.sin_cos(), (x.sin(), x.cos()));
    /// ```
    #[inline(always)]
    pub fn sin_cos(self) -> (Self, Self) {
        W::function(
            "sin",
            #[inline(always)]
            || {
                W::function(
                    "cos",
                    #[inline(always)]
                    || sin_cos(self),
                )
            },
        )
    }

    /// The tangent. Relative error ≤ 12u² for every finite x, as for [`sin`](Self::sin). NaN for ±∞; never
    /// infinite, because no number is an odd multiple of π/2.
    #[inline(always)]
    pub fn tan(self) -> Self {
        W::function(
            "tan",
            #[inline(always)]
            || tan(self),
        )
    }
}

elementary! {
    sin as Sin,
    operands: One,
    method: "x − n·π/2 (Payne–Hanek where x is huge), polynomial of degree 10 (5) in r²",
    flops: [882, 923],
    bound: 4 u2,
}

elementary! {
    cos as Cos,
    operands: One,
    method: "as sin, shifted by a quarter turn",
    flops: [882, 923],
    bound: 4 u2,
}

elementary! {
    tan as Tan,
    operands: One,
    method: "quotient of sine and cosine",
    flops: [963, 1041],
    bound: 12 u2,
}
