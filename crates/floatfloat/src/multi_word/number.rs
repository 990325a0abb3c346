//! The types of three and four words: their words, conversions from words, and the trait.

use super::{
    MultiWord,
    add_word::{add_word3, add_word4},
    sqrt::{sqrt3, sqrt4},
};
use crate::{
    eft::two_sum,
    special::{plain_sum, repaired},
    unrolled,
    word::Word,
};

/// A number held as the unevaluated sum of three words, the largest first, normalised as [`MultiWord`] defines
/// it.
///
/// [`crate::TripleFloat`] and [`crate::TripleDouble`] are the types for users. Over any other [`Word`] the same
/// operators run on SIMD registers, simulated machines and recordings.
///
/// ```
/// use floatfloat::TripleFloat;
/// let root = TripleFloat::from(2.0).sqrt();
/// assert_eq!(format!("{root:.20}"), "1.41421356237309504880");
/// assert!((root * root - 2.0).abs() <= 8.0 * TripleFloat::EPSILON);
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct TripleWord<W>([W; 3]);

/// A number held as the unevaluated sum of four words, the largest first, normalised as [`MultiWord`] defines
/// it.
///
/// [`crate::QuadFloat`] and [`crate::QuadDouble`] are the types for users. Over any other [`Word`] the same
/// operators run on SIMD registers, simulated machines and recordings.
///
/// ```
/// use floatfloat::{DoubleDouble, QuadDouble};
/// let third = QuadDouble::from(1.0) / 3.0;
/// assert_eq!(format!("{third:.60}"), "0.333333333333333333333333333333333333333333333333333333333333");
/// assert_eq!(DoubleDouble::from_number(third), DoubleDouble::from(1.0) / 3.0);
/// let pi: QuadDouble = "3.14159265358979323846264338327950288419716939937510582097494459230781".parse()?;
/// assert!((pi - QuadDouble::PI).abs() < 1e-60);
/// # Ok::<(), floatfloat::ParseError>(())
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct QuadWord<W>([W; 4]);

macro_rules! number {
    ($number:ident: $words:literal, $sum:ident, $sqrt:ident) => {
        impl<W> $number<W> {
            /// The number with these words, the largest first, which must be normalised.
            ///
            /// Nothing is computed or checked. If they are not normalised, comparisons may be wrong, and the
            /// bounds of the operations do not hold. In this case use
            #[doc = concat!("[`from_parts`](", stringify!($number), "::from_parts) for words of which")]
            /// you do not know.
            #[inline(always)]
            pub const fn from_normalized(parts: [W; $words]) -> Self {
                $number(parts)
            }
        }

        impl<W: Copy> $number<W> {
            /// The words, the largest first.
            #[inline(always)]
            pub const fn parts(self) -> [W; $words] {
                self.0
            }

            /// The first word: the number rounded to the word's precision. In a tie it may be either of the two
            /// nearest words.
            #[inline(always)]
            pub const fn hi(self) -> W {
                self.0[0]
            }
        }

        impl<W: Word> $number<W> {
            /// The exact sum of any words, in any order, normalised. Where the sum is infinite or NaN, the
            /// other words are zero.
            #[inline(always)]
            pub fn from_parts(parts: [W; $words]) -> Self {
                $number($sum(by_magnitude(parts)))
            }

            /// A word as a number; exact.
            #[inline(always)]
            pub fn from_word(word: W) -> Self {
                let mut parts = [word.constant(0.0); $words];
                parts[0] = word;
                $number(parts)
            }

            /// `yes` where the mask holds, `no` elsewhere.
            #[inline(always)]
            pub fn select(mask: W::Mask, yes: Self, no: Self) -> Self {
                $number(unrolled::each(
                    #[inline(always)]
                    |k| W::select(mask, yes.0[k], no.0[k]),
                ))
            }

            /// Square root.
            #[doc = concat!("[`", stringify!($sqrt), "`](super::sqrt::", stringify!($sqrt), ") has the bound.")]
            /// ±0 and infinity are their own roots; the root of a negative number is NaN.
            #[inline(always)]
            pub fn sqrt(self) -> Self {
                $number(repaired($sqrt(self.0), self.hi().sqrt()))
            }

            /// Absolute value; exact. The sign of a zero is cleared.
            #[inline(always)]
            pub fn abs(self) -> Self {
                let negative = self.hi().less(self.hi().constant(0.0));
                let mut parts = $number::select(negative, -self, self).0;
                parts[0] = parts[0].abs();
                $number(parts)
            }

            /// `self * factor + addend`: the product and the sum of the type, not a fused operation.
            #[inline(always)]
            pub fn mul_add(self, factor: Self, addend: Self) -> Self {
                self * factor + addend
            }
        }

        impl<W: Word> MultiWord for $number<W> {
            type Word = W;
            const WORDS: usize = $words;
            type Over<V: Word> = $number<V>;
            type Parts<T: Copy> = [T; $words];
            type OwnedParts<T> = [T; $words];

            #[inline(always)]
            fn parts(self) -> [W; $words] {
                self.0
            }
            #[inline(always)]
            fn from_parts(parts: [W; $words]) -> Self {
                $number::from_parts(parts)
            }
            #[inline(always)]
            fn from_normalized(parts: [W; $words]) -> Self {
                $number(parts)
            }
            #[inline(always)]
            fn from_word(word: W) -> Self {
                $number::from_word(word)
            }
            #[inline(always)]
            fn constant(self, value: f64) -> Self {
                $number::constant(self, value)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $number::sqrt(self)
            }
            #[inline(always)]
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                $number::mul_add(self, factor, addend)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $number::abs(self)
            }
            #[inline(always)]
            fn less(self, other: Self) -> W::Mask {
                $number::less(self, other)
            }
            #[inline(always)]
            fn less_or_equal(self, other: Self) -> W::Mask {
                $number::less_or_equal(self, other)
            }
            #[inline(always)]
            fn equal(self, other: Self) -> W::Mask {
                $number::equal(self, other)
            }
            #[inline(always)]
            fn select(mask: W::Mask, yes: Self, no: Self) -> Self {
                $number::select(mask, yes, no)
            }
        }
    };
}

number!(TripleWord: 3, sum3, sqrt3);
number!(QuadWord: 4, sum4, sqrt4);

/// The exact sum of three words, of which the largest is first. The words are added one after the other, and no
/// partial sum needs more words than it has.
#[inline(always)]
fn sum3<W: Word>([a, b, c]: [W; 3]) -> [W; 3] {
    let (first, second) = two_sum(a, b);
    let words = add_word3([first, second, c.constant(0.0)], c);
    repaired(words, plain_sum(words[0], (a + b) + c))
}

/// The exact sum of four words, of which the largest is first.
#[inline(always)]
fn sum4<W: Word>([a, b, c, d]: [W; 4]) -> [W; 4] {
    let (first, second) = two_sum(a, b);
    let zero = a.constant(0.0);
    let [first, second, third] = add_word3([first, second, zero], c);
    let words = add_word4([first, second, third, zero], d);
    repaired(words, plain_sum(words[0], ((a + b) + c) + d))
}

/// The words, sorted by magnitude, the largest first. This order keeps the 2Sums from overflowing.
#[inline(always)]
fn by_magnitude<W: Word, const N: usize>(mut words: [W; N]) -> [W; N] {
    for last in (1..N).rev() {
        for k in 0..last {
            let (a, b) = (words[k], words[k + 1]);
            let ordered = b.abs().less_or_equal(a.abs());
            words[k] = W::select(ordered, a, b);
            words[k + 1] = W::select(ordered, b, a);
        }
    }
    words
}
