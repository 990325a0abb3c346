//! Sums and products of iterators.

use crate::{
    double_word::DoubleWord,
    eft::{fast_two_sum, two_prod, two_sum},
    multi_word::{QuadWord, TripleWord},
    native_word::NativeWord,
};
use core::iter::{Product, Sum};

/// A running sum of three words, most significant first.
///
/// Every term goes through 2Sum with the first word, and the errors go on to the second and the third word.
/// Until the end only the third word is rounded. Therefore the error of a sum of n terms is a few u² of the
/// result plus about n²u³ of the sum of magnitudes, as if the sum were computed with three words and rounded at
/// the end.
#[derive(Clone, Copy)]
struct Accumulator<F>([F; 3]);

impl<F: NativeWord> Accumulator<F> {
    /// −0, as for sums of `f64`: it leaves a zero of either sign unchanged.
    fn new() -> Self {
        Accumulator([-F::default(), F::default(), F::default()])
    }

    #[inline(always)]
    fn add_word(self, term: F) -> Self {
        let [first, second, third] = self.0;
        let (first, rest) = two_sum(first, term);
        let (second, rest) = two_sum(second, rest);
        Accumulator([first, second, third + rest])
    }

    #[inline(always)]
    fn add(self, term: DoubleWord<F>) -> Self {
        let Accumulator([first, second, third]) = self.add_word(term.hi());
        let (second, rest) = two_sum(second, term.lo());
        Accumulator([first, second, third + rest])
    }

    /// The sum as a double-word. The first word is the plain sum of the high words, and decides about infinity,
    /// NaN and the sign of zero.
    fn finish(self) -> DoubleWord<F> {
        let [first, second, third] = self.0;
        if !first.is_finite() || second == F::default() && third == F::default() {
            return DoubleWord::from_word(first);
        }
        let (second, third) = two_sum(second, third);
        let (first, second) = two_sum(first, second);
        let (second, third) = two_sum(second, third);
        let (first, second) = two_sum(first, second);
        DoubleWord::from_transform(two_sum(first, second + third)).fix_special_cases(first)
    }
}

impl<F: NativeWord> Sum for DoubleWord<F> {
    /// As accurate as if computed with three words and rounded at the end, for any order and any signs of the
    /// terms.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let terms = [1.0, 1e30, 1e-30, -1e30].map(DoubleDouble::from);
    /// assert_eq!(terms.iter().sum::<DoubleDouble>(), DoubleDouble::from_parts(1.0, 1e-30));
    /// ```
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Accumulator::new(), Accumulator::add).finish()
    }
}

impl<'a, F: NativeWord> Sum<&'a DoubleWord<F>> for DoubleWord<F> {
    fn sum<I: Iterator<Item = &'a Self>>(terms: I) -> Self {
        terms.copied().sum()
    }
}

impl<F: NativeWord> Sum<F> for DoubleWord<F> {
    /// The sum of words, as accurate as that of double-words.
    fn sum<I: Iterator<Item = F>>(terms: I) -> Self {
        terms.fold(Accumulator::new(), Accumulator::add_word).finish()
    }
}

impl<'a, F: NativeWord> Sum<&'a F> for DoubleWord<F> {
    fn sum<I: Iterator<Item = &'a F>>(terms: I) -> Self {
        terms.copied().sum()
    }
}

/// A running product of three words, most significant first, and the plain product of the high words, which
/// decides about infinity, NaN and the sign of zero.
///
/// Rounding errors of the first two words are computed and added to the third. Therefore the relative error of
/// a product of n factors is about nu³, plus that of rounding it to two words.
#[derive(Clone, Copy)]
struct RunningProduct<F> {
    words: [F; 3],
    plain: F,
}

impl<F: NativeWord> RunningProduct<F> {
    fn new() -> Self {
        let (one, zero) = (F::default().constant(1.0), F::default());
        RunningProduct { words: [one, zero, zero], plain: one }
    }

    #[inline(always)]
    fn multiply_word(self, factor: F) -> Self {
        let [first, second, third] = self.words;
        let (high, e1) = two_prod(first, factor);
        let (cross, e2) = two_prod(second, factor);
        let (middle, rest) = two_sum(e1, cross);
        self.renormalised(high, middle, third.mul_add(factor, e2) + rest, factor)
    }

    #[inline(always)]
    fn multiply(self, factor: DoubleWord<F>) -> Self {
        let [first, second, third] = self.words;
        let (high, e1) = two_prod(first, factor.hi());
        let (cross1, e2) = two_prod(first, factor.lo());
        let (cross2, e3) = two_prod(second, factor.hi());
        let (cross, rest1) = two_sum(cross1, cross2);
        let (middle, rest2) = two_sum(e1, cross);
        let low = third.mul_add(factor.hi(), second * factor.lo());
        self.renormalised(high, middle, low + ((e2 + e3) + (rest1 + rest2)), factor.hi())
    }

    #[inline(always)]
    fn renormalised(self, high: F, middle: F, low: F, factor: F) -> Self {
        let (first, middle) = fast_two_sum(high, middle);
        let (second, third) = fast_two_sum(middle, low);
        RunningProduct { words: [first, second, third], plain: self.plain * factor }
    }

    fn finish(self) -> DoubleWord<F> {
        let [first, second, third] = self.words;
        let (second, third) = two_sum(second, third);
        let (first, second) = fast_two_sum(first, second);
        DoubleWord::from_transform(fast_two_sum(first, second + third))
            .fix_special_cases(self.plain)
    }
}

impl<F: NativeWord> Product for DoubleWord<F> {
    /// As accurate as if computed with three words and rounded at the end: relative error ≤ u² + 16nu³ for n
    /// factors, as long as no partial product leaves the range of `*`.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let factorial: DoubleDouble = (1..=27).map(DoubleDouble::from).product();
    /// assert_eq!(factorial.to_string(), "10888869450418352160768000000");
    /// ```
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(RunningProduct::new(), RunningProduct::multiply).finish()
    }
}

impl<'a, F: NativeWord> Product<&'a DoubleWord<F>> for DoubleWord<F> {
    fn product<I: Iterator<Item = &'a Self>>(factors: I) -> Self {
        factors.copied().product()
    }
}

impl<F: NativeWord> Product<F> for DoubleWord<F> {
    /// The product of words, as accurate as that of double-words.
    fn product<I: Iterator<Item = F>>(factors: I) -> Self {
        factors.fold(RunningProduct::new(), RunningProduct::multiply_word).finish()
    }
}

impl<'a, F: NativeWord> Product<&'a F> for DoubleWord<F> {
    fn product<I: Iterator<Item = &'a F>>(factors: I) -> Self {
        factors.copied().product()
    }
}

/// Sums and products term by term, with the operators of the type.
macro_rules! several_words {
    ($($number:ident)*) => {$(
        impl<F: NativeWord> Sum for $number<F> {
            /// One term after the other, by the addition of the type.
            fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
                terms.fold($number::from_word(-F::default()), |sum, term| sum + term)
            }
        }

        impl<'a, F: NativeWord> Sum<&'a $number<F>> for $number<F> {
            fn sum<I: Iterator<Item = &'a Self>>(terms: I) -> Self {
                terms.copied().sum()
            }
        }

        impl<F: NativeWord> Sum<F> for $number<F> {
            /// One term after the other, by the addition of a word.
            fn sum<I: Iterator<Item = F>>(terms: I) -> Self {
                terms.fold($number::from_word(-F::default()), |sum, term| sum + term)
            }
        }

        impl<'a, F: NativeWord> Sum<&'a F> for $number<F> {
            fn sum<I: Iterator<Item = &'a F>>(terms: I) -> Self {
                terms.copied().sum()
            }
        }

        impl<F: NativeWord> Product for $number<F> {
            /// One factor after the other, by the multiplication of the type.
            fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
                let one = $number::from_word(F::default().constant(1.0));
                factors.fold(one, |product, factor| product * factor)
            }
        }

        impl<'a, F: NativeWord> Product<&'a $number<F>> for $number<F> {
            fn product<I: Iterator<Item = &'a Self>>(factors: I) -> Self {
                factors.copied().product()
            }
        }

        impl<F: NativeWord> Product<F> for $number<F> {
            /// One factor after the other, by the multiplication by a word.
            fn product<I: Iterator<Item = F>>(factors: I) -> Self {
                let one = $number::from_word(F::default().constant(1.0));
                factors.fold(one, |product, factor| product * factor)
            }
        }

        impl<'a, F: NativeWord> Product<&'a F> for $number<F> {
            fn product<I: Iterator<Item = &'a F>>(factors: I) -> Self {
                factors.copied().product()
            }
        }
    )*};
}

several_words!(TripleWord QuadWord);
