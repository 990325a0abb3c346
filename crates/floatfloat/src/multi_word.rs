//! Numbers of several words: the trait [`MultiWord`], the types of three and four words, and one file for each
//! operation on them.
//!
//! A number of n words is their unevaluated sum. Everything that is the same for any n is written once over the
//! trait: text, integers, and the generic code of other crates.
//!
//! The functions here compute sums, products, quotients and roots of three and four words, given as arrays, on
//! any [`Word`]. They do not handle infinities, NaN and the sign of zero: the operators of [`TripleWord`] and
//! [`QuadWord`] call these functions and then repair special values.
//!
//! Bounds are relative to the exact result, for the sum of all words, with u = 2^-p. They hold for normalised
//! operands of p ≥ 8 bits in round to nearest, as long as nothing overflows and no product's error underflows.
//! This is guaranteed
//!
//! - for a sum, if |x| and |y| are below 2^(emax - 1). There is no lower limit.
//! - for a product or quotient of n words, if 2^(emin + np) ≤ |result| < 2^(emax - 1), for a quotient also
//!   2^(emin + np) ≤ |x| < 2^(emax - 1). Dekker's product needs each factor, a quotient among them, in
//!   the range of [`split`](crate::eft::split).
//! - for a square root, if x ≥ 2^(emin + np).
//!
//! In this range results are normalised. Zhang & Aiken 2025 prove for the networks that results are normalised,
//! that each Fast2Sum is exact, and the bounds of sums. For the other operations tests check it.

mod double_word;
mod gates;
pub(crate) mod renormalize;

pub mod add;
pub mod add_word;
pub mod div;
pub mod div_word;
pub mod mul;
pub mod mul_word;
mod number;
pub mod operation;
pub mod sqrt;

pub use number::{QuadWord, TripleWord};

use crate::{unrolled, word::Word};
use core::ops::{
    Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign,
};

/// An array whose length depends on a type: `[T; N]`, and nothing else.
pub trait WordArray<T>:
    AsRef<[T]>
    + AsMut<[T]>
    + Index<usize, Output = T>
    + IndexMut<usize>
    + IntoIterator<Item = T>
    + sealed::Sealed
{
    /// The array of `element(0)`, `element(1)`, and so on.
    fn from_fn(element: impl FnMut(usize) -> T) -> Self;

    /// As [`from_fn`](WordArray::from_fn), unrolled and inlined, so that registers stay registers.
    fn each(element: impl Fn(usize) -> T) -> Self
    where
        T: Copy;
}

mod sealed {
    pub trait Sealed {}
    impl<T, const N: usize> Sealed for [T; N] {}
}

impl<T, const N: usize> WordArray<T> for [T; N] {
    #[inline(always)]
    fn from_fn(element: impl FnMut(usize) -> T) -> Self {
        core::array::from_fn(element)
    }
    #[inline(always)]
    fn each(element: impl Fn(usize) -> T) -> Self
    where
        T: Copy,
    {
        unrolled::each(element)
    }
}

/// A number held as the unevaluated sum of [`WORDS`](MultiWord::WORDS) words, the largest first.
///
/// It is normalised if each word equals the sum of itself and the next, rounded to nearest, ties to even: wᵢ =
/// RN(wᵢ + wᵢ₊₁). All operators expect and return normalised numbers. The types state their bounds.
///
/// Two normalised double-words with the same value have the same words. Three or four words are not unique
/// where one is exactly half a unit of the one before it: 1 + u + u² and (1 + 2u) + (u² − u) are the same
/// number, and both are normalised. Therefore comparisons use the exact values. In such a tie the first word
/// may be either of the two words that are nearest to the number.
///
/// Code that is written over this trait runs on one number at a time
/// (`N = DoubleWord<f64>`), on registers of several and in recordings
/// (`N::Over<V>` for another [`Word`] V).
///
/// ```
/// use floatfloat::{WordArray, DoubleDouble, FloatFloat, MultiWord};
///
/// /// x² + y·x for any kind of number.
/// fn polynomial<N: MultiWord>(x: N, y: N::Word) -> N {
///     x * x + x * y
/// }
/// assert_eq!(polynomial(DoubleDouble::from(3), 2.0), 15.0);
///
/// /// The words of a number as those of another format.
/// fn widened<N: MultiWord<Word = f32>>(x: N) -> N::Over<f64> {
///     let parts = x.parts();
///     MultiWord::from_parts(WordArray::from_fn(|k| parts[k].into()))
/// }
/// assert_eq!(widened(FloatFloat::PI), DoubleDouble::from(FloatFloat::PI));
/// ```
pub trait MultiWord:
    Copy
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Add<<Self as MultiWord>::Word, Output = Self>
    + Sub<<Self as MultiWord>::Word, Output = Self>
    + Mul<<Self as MultiWord>::Word, Output = Self>
    + Div<<Self as MultiWord>::Word, Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + AddAssign<<Self as MultiWord>::Word>
    + SubAssign<<Self as MultiWord>::Word>
    + MulAssign<<Self as MultiWord>::Word>
    + DivAssign<<Self as MultiWord>::Word>
{
    /// The type of each word.
    type Word: Word;

    /// The number of words.
    const WORDS: usize;

    /// The same kind of number over another word.
    type Over<V: Word>: MultiWord<Word = V, Parts<V> = Self::Parts<V>>;

    /// `[T; WORDS]`: one `T` for each word, such as its value or a slice of memory.
    type Parts<T: Copy>: WordArray<T> + Copy;

    /// `[T; WORDS]`, as [`Parts`](MultiWord::Parts), for types that cannot be copied: a vector, a mutable
    /// slice.
    type OwnedParts<T>: WordArray<T>;

    /// The words, the largest first.
    fn parts(self) -> Self::Parts<Self::Word>;

    /// The sum of any words, normalised.
    fn from_parts(parts: Self::Parts<Self::Word>) -> Self;

    /// The number with these words, which must be normalised. Nothing is computed or checked: if they are not,
    /// comparisons may be wrong, and the bounds of operations do not hold.
    fn from_normalized(parts: Self::Parts<Self::Word>) -> Self;

    /// A word as a number; exact.
    fn from_word(word: Self::Word) -> Self;

    /// The number nearest to `value`, on the same machine as `self`; see [`Word::constant`]. The words are
    /// rounded where the code runs; the machine computes nothing. Infinite where the value is out of range.
    fn constant(self, value: f64) -> Self;

    /// The first word: the number rounded to the word's precision. For three or four words in a tie, it may be
    /// either of the two nearest words.
    #[inline(always)]
    fn hi(self) -> Self::Word {
        self.parts()[0]
    }

    /// Square root.
    fn sqrt(self) -> Self;

    /// `self * factor + addend`: the product and the sum of the type, not a fused operation.
    fn mul_add(self, factor: Self, addend: Self) -> Self;

    /// Absolute value; exact. The sign of a zero is cleared.
    fn abs(self) -> Self;

    /// `self < other`, in every lane of the word; false where either is NaN.
    fn less(self, other: Self) -> <Self::Word as Word>::Mask;

    /// `self <= other`, in every lane of the word; false where either is NaN.
    fn less_or_equal(self, other: Self) -> <Self::Word as Word>::Mask;

    /// `self == other`, in every lane of the word; false where either is NaN.
    fn equal(self, other: Self) -> <Self::Word as Word>::Mask;

    /// `yes` where the mask holds, `no` elsewhere.
    fn select(mask: <Self::Word as Word>::Mask, yes: Self, no: Self) -> Self;
}
