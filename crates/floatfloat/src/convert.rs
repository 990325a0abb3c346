//! From and to machine words, and between the two types.
//!
//! `From` loses nothing. What rounds has a name: `from_f64`, `from_double_double`, `to_f64`, `to_f32`.

use crate::{
    DoubleDouble, FloatFloat,
    double_word::DoubleWord,
    eft::{fast_two_sum, two_sum},
    native_word::NativeWord,
    word::Word,
};

impl<F: NativeWord> From<F> for DoubleWord<F> {
    /// Exact.
    #[inline(always)]
    fn from(word: F) -> Self {
        DoubleWord::from_word(word)
    }
}

impl From<f32> for DoubleDouble {
    /// Exact.
    #[inline(always)]
    fn from(word: f32) -> Self {
        DoubleWord::from_word(word.into())
    }
}

impl From<FloatFloat> for DoubleDouble {
    /// Exact.
    #[inline(always)]
    fn from(x: FloatFloat) -> Self {
        let high = x.hi().into();
        DoubleWord::from_transform(two_sum(high, x.lo().into())).fix_special_cases(high)
    }
}

impl<F: NativeWord> DoubleWord<F> {
    /// The number nearest to `x` (Warwick's algorithm 1, renormalised): high = RN(x),
    /// low = RN(x − high).
    ///
    /// Exact for [`DoubleDouble`]. For [`FloatFloat`] exact if x has at most 48 bits and neither
    /// word leaves the range of `f32`; relative error ≤ 2^-49 within that range; infinite beyond
    /// it.
    ///
    /// ```
    /// use floatfloat::{DoubleDouble, FloatFloat};
    /// assert_eq!(DoubleDouble::from_f64(0.1), 0.1);
    /// assert_eq!(FloatFloat::from_f64(0.1).hi(), 0.1f32);
    /// assert!((FloatFloat::from_f64(0.1).to_f64() - 0.1).abs() <= 0.1 * 2f64.powi(-49));
    /// ```
    #[inline]
    pub fn from_f64(x: f64) -> Self {
        let high = F::nearest(x);
        if !high.is_finite() || high == F::default() {
            return DoubleWord::from_word(high);
        }
        let low = F::nearest(x - high.into());
        DoubleWord::from_transform(fast_two_sum(high, low)).fix_special_cases(high + low)
    }

    /// The number nearest to `x`: high = RN(x), low = RN(x − high), normalised; infinite where x is
    /// out of range. A [`DoubleDouble`] stays what it is.
    ///
    /// ```
    /// use floatfloat::{DoubleDouble, FloatFloat};
    /// assert_eq!(FloatFloat::from_double_double(DoubleDouble::PI), FloatFloat::PI);
    /// ```
    pub fn from_double_double(x: DoubleDouble) -> Self {
        DoubleWord::from_word(F::default()).constant(x)
    }
}

impl<W: Word> DoubleWord<W> {
    /// The double-word nearest to `value`, on the same machine as `self`: for constants in code
    /// that runs over any word, such as a function recorded for a GPU. Not a computation: the parts
    /// are rounded where the code runs, high = RN(value), low = RN(value − high), normalised; infinite
    /// where the value is out of range.
    ///
    /// `value` is anything that is a double-double: `0.1` (which is the `f64`, not a tenth), an
    /// integer, a constant such as [`DoubleDouble::PI`].
    ///
    /// ```
    /// use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, Word};
    /// fn area<W: Word>(radius: DoubleWord<W>) -> DoubleWord<W> {
    ///     radius * radius * radius.constant(DoubleDouble::PI)
    /// }
    /// assert_eq!(area(DoubleDouble::from(1.0)), DoubleDouble::PI);
    /// assert_eq!(area(FloatFloat::from(1.0f32)), FloatFloat::PI);
    /// ```
    #[inline]
    pub fn constant(self, value: impl Into<DoubleDouble>) -> Self {
        let (high, low) = parts::<W>(value.into());
        DoubleWord::from_normalized(self.hi().constant(high), self.hi().constant(low))
    }
}

/// The words of the double-word over W that is nearest to x.
fn parts<W: Word>(x: DoubleDouble) -> (f64, f64) {
    let nearest = |x: DoubleDouble| {
        // Two bits more than the word are needed to round to odd first.
        W::representable(if W::PRECISION > 51 { x.hi() } else { round_to_odd(x) })
    };
    let high = nearest(x);
    if !high.is_finite() || high == 0.0 {
        return (high, 0.0);
    }
    // RN leaves a remainder that is a word, and 2Sum joins it with the low part exactly.
    let low = nearest(DoubleDouble::from_transform(two_sum(x.hi() - high, x.lo())));
    // The low part may have been rounded to half an ulp of the high one.
    let sum = DoubleDouble::from_transform(fast_two_sum(high, low));
    let high = nearest(sum);
    if !high.is_finite() {
        return (high, 0.0);
    }
    (high, W::representable((sum.hi() - high) + sum.lo()))
}

impl DoubleDouble {
    /// The nearest `f64`: the high part.
    #[inline(always)]
    pub fn to_f64(self) -> f64 {
        self.hi()
    }

    /// The nearest `f32`, ties to even, rounded once.
    #[inline]
    pub fn to_f32(self) -> f32 {
        round_to_odd(self) as f32
    }
}

impl FloatFloat {
    /// The nearest `f64`, ties to even. Exact unless the words are more than 5 bits apart.
    #[inline(always)]
    pub fn to_f64(self) -> f64 {
        f64::from(self.hi()) + f64::from(self.lo())
    }

    /// The nearest `f32`: the high part.
    #[inline(always)]
    pub fn to_f32(self) -> f32 {
        self.hi()
    }
}

/// The word above or below x, whichever has an odd significand, if x is not a word itself. Rounding
/// that to a word at least two bits narrower is rounding x (Boldo & Melquiond 2008).
fn round_to_odd(x: DoubleDouble) -> f64 {
    let bits = x.hi().to_bits();
    if x.lo() == 0.0 || !x.hi().is_finite() || bits % 2 == 1 {
        return x.hi();
    }
    let outward = x.hi().is_sign_negative() == x.lo().is_sign_negative();
    f64::from_bits(if outward { bits + 1 } else { bits - 1 })
}
