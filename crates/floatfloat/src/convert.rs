//! Conversions from and to machine words, and between the number types.
//!
//! `From` is exact. Conversions that round are named functions: `from_f64`, `from_double_double`, `from_number`,
//! `to_f64`, `to_f32`.

use crate::{
    DoubleDouble, FloatFloat, QuadDouble, QuadFloat, TripleDouble, TripleFloat,
    double_word::DoubleWord,
    eft::{fast_two_sum, two_sum},
    exact::{Big, Quotient, Rational, magnitude, unit},
    multi_word::{MultiWord, QuadWord, TripleWord},
    native_word::NativeWord,
    unrolled,
    word::Word,
};

macro_rules! any_count {
    ($($number:ident)*) => {$(
        impl<F: NativeWord> From<F> for $number<F> {
            /// Exact.
            #[inline(always)]
            fn from(word: F) -> Self {
                $number::from_word(word)
            }
        }

        impl<F: NativeWord> $number<F> {
            /// The number nearest to `x`, which may have any number of words of any format. Each word is what
            /// the words before it leave, rounded. Infinite where the value is out of range. Computed with
            /// exact integers.
            ///
            /// ```
            /// use floatfloat::{DoubleDouble, FloatFloat, QuadDouble, TripleFloat};
            /// assert_eq!(DoubleDouble::from_number(QuadDouble::PI), DoubleDouble::PI);
            /// assert_eq!(TripleFloat::from_number(QuadDouble::PI), TripleFloat::PI);
            /// assert_eq!(QuadDouble::from_number(FloatFloat::PI), QuadDouble::from(FloatFloat::PI));
            /// ```
            pub fn from_number<N: MultiWord<Word: NativeWord>>(x: N) -> Self {
                let parts = x.parts();
                let parts = parts.as_ref();
                let exponent = unit(parts);
                if !x.hi().is_finite() || exponent == i32::MAX {
                    return $number::from_word(F::nearest(x.hi().into()));
                }
                let numerator = magnitude(parts, exponent);
                Quotient { numerator, denominator: Big::new(1), exponent }
                    .nearest(x.hi().is_negative())
            }
        }
    )*};
}

any_count!(DoubleWord TripleWord QuadWord);

impl<W: Word> From<DoubleWord<W>> for TripleWord<W> {
    /// Exact.
    #[inline(always)]
    fn from(x: DoubleWord<W>) -> Self {
        TripleWord::from_normalized([x.hi(), x.lo(), x.hi().constant(0.0)])
    }
}

impl<W: Word> From<DoubleWord<W>> for QuadWord<W> {
    /// Exact.
    #[inline(always)]
    fn from(x: DoubleWord<W>) -> Self {
        let zero = x.hi().constant(0.0);
        QuadWord::from_normalized([x.hi(), x.lo(), zero, zero])
    }
}

impl<W: Word> From<TripleWord<W>> for QuadWord<W> {
    /// Exact.
    #[inline(always)]
    fn from(x: TripleWord<W>) -> Self {
        let [first, second, third] = x.parts();
        QuadWord::from_normalized([first, second, third, first.constant(0.0)])
    }
}

/// From words of `f32` to at least as many words of `f64`.
macro_rules! wider_words {
    ($($narrow:ident: $($wide:ident)*;)*) => {$($(
        impl From<$narrow> for $wide {
            /// Exact.
            #[inline]
            fn from(x: $narrow) -> Self {
                let mut parts = [0.0; <$wide as MultiWord>::WORDS];
                for (part, word) in parts.iter_mut().zip(MultiWord::parts(x)) {
                    *part = word.into();
                }
                // A sum with the other words, +0, would lose the sign of −0.
                if parts[0] == 0.0 { $wide::from_word(parts[0]) } else { $wide::from_parts(parts) }
            }
        }
    )*)*};
}

wider_words! {
    FloatFloat: TripleDouble QuadDouble;
    TripleFloat: TripleDouble QuadDouble;
    QuadFloat: QuadDouble;
}

macro_rules! from_f32 {
    ($($wide:ident)*) => {$(
        impl From<f32> for $wide {
            /// Exact.
            #[inline(always)]
            fn from(word: f32) -> Self {
                $wide::from_word(word.into())
            }
        }
    )*};
}

from_f32!(TripleDouble QuadDouble);

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

    /// The number nearest to `x`: high = RN(x), low = RN(x − high), normalised; infinite where x is out of
    /// range. Exact for [`DoubleDouble`].
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
    /// The double-word nearest to `value`, on the same machine as `self`. Use it for constants in code that
    /// runs over any word, such as a function recorded for a GPU. The words are rounded where the code runs,
    /// high = RN(value), low = RN(value − high), normalised; the machine computes nothing. Infinite where the
    /// value is out of range.
    ///
    /// `value` is anything that converts to a double-double: `0.1` (the `f64`, not a tenth), an integer, a
    /// constant such as [`DoubleDouble::PI`].
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

macro_rules! several_words {
    ($($number:ident: $words:literal;)*) => {$(
        impl<F: NativeWord> $number<F> {
            /// The number nearest to `x`; infinite where `x` is out of range. Exact where the words have enough
            /// bits and stay within their range.
            #[inline]
            pub fn from_f64(x: f64) -> Self {
                $number::from_word(F::default()).constant(x)
            }
        }

        impl<W: Word> $number<W> {
            /// The number nearest to `value`, on the same machine as `self`. Use it for constants in code that
            /// runs over any word. The words are rounded where the code runs, each to what the words before it
            /// leave; the machine computes nothing. Infinite where the value is out of range.
            ///
            /// `value` is anything that converts to a quad-double: `0.1` (the `f64`, not a tenth), an integer,
            /// a constant such as [`QuadDouble::PI`].
            #[inline]
            pub fn constant(self, value: impl Into<QuadDouble>) -> Self {
                let words = words_of::<W, $words>(value.into());
                $number::from_normalized(unrolled::map(
                    words,
                    #[inline(always)]
                    |word| self.hi().constant(word),
                ))
            }
        }

        impl $number<f64> {
            /// The nearest `f64`, ties to even, rounded once.
            #[inline]
            pub fn to_f64(self) -> f64 {
                nearest_f64(QuadDouble::from(self))
            }

            /// The nearest `f32`, ties to even, rounded once.
            #[inline]
            pub fn to_f32(self) -> f32 {
                round_to_odd(DoubleWord::from_normalized(self.parts()[0], self.parts()[1])) as f32
            }
        }

        impl $number<f32> {
            /// The nearest `f64`, ties to even, rounded once.
            #[inline]
            pub fn to_f64(self) -> f64 {
                nearest_f64(QuadDouble::from(self))
            }

            /// The nearest `f32`, ties to even, rounded once.
            #[inline]
            pub fn to_f32(self) -> f32 {
                QuadDouble::from(self).to_f32()
            }
        }
    )*};
}

several_words! {
    TripleWord: 3;
    QuadWord: 4;
}

/// The words of the number over W that is nearest to x.
fn words_of<W: Word, const N: usize>(x: QuadDouble) -> [f64; N] {
    let nearest = |x: QuadDouble| {
        // Two bits more than the word are needed to round to odd first.
        let [first, second, ..] = x.parts();
        W::representable(if W::PRECISION > 51 {
            nearest_f64(x)
        } else {
            round_to_odd(DoubleWord::from_normalized(first, second))
        })
    };
    let mut words = [0.0; N];
    let mut rest = x;
    for word in &mut words {
        *word = nearest(rest);
        if !word.is_finite() || *word == 0.0 {
            break;
        }
        // RN leaves a remainder that is a word.
        let [first, second, third, fourth] = rest.parts();
        rest = QuadWord::from_parts([first - *word, second, third, fourth]);
    }
    // A tie goes to the even neighbour, which may change one of the words before.
    for _ in 1..N {
        for k in (1..N).rev() {
            let (high, low) = two_sum(words[k - 1], words[k]);
            if words[k] != 0.0 && high.is_finite() {
                let sum = nearest(DoubleWord::from_normalized(high, low).into());
                (words[k - 1], words[k]) = (sum, (high - sum) + low);
            }
        }
    }
    if !words[0].is_finite() {
        words[1..].fill(0.0);
    }
    words
}

/// The nearest `f64`. The sum of the words after the first, rounded to odd, lies on the same side of every tie
/// as the exact sum.
fn nearest_f64(x: QuadDouble) -> f64 {
    let [first, second, third, _] = x.parts();
    if second == 0.0 {
        first
    } else {
        first + round_to_odd(DoubleWord::from_normalized(second, third))
    }
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
    /// The nearest `f64`, ties to even. Exact unless more than 5 bits lie between the two words.
    #[inline(always)]
    pub fn to_f64(self) -> f64 {
        let [high, low] = [self.hi(), self.lo()].map(f64::from);
        // −0 and a low word of +0 are −0.
        if low == 0.0 { high } else { high + low }
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
