//! Numbers of several words: the trait [`MultiWord`].
//!
//! A number of n words is their unevaluated sum. What is the same for any n is written once over this
//! trait: text, integers, and everything that other crates do with numbers without looking into them.

mod double_word;

use crate::word::Word;
use core::ops::{
    Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign,
};

/// An array whose length only its type knows: `[T; N]`, and nothing else.
pub trait Array<T>:
    AsRef<[T]>
    + AsMut<[T]>
    + Index<usize, Output = T>
    + IndexMut<usize>
    + IntoIterator<Item = T>
    + sealed::Sealed
{
    /// The array of `element(0)`, `element(1)`, and so on.
    fn from_fn(element: impl FnMut(usize) -> T) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl<T, const N: usize> Sealed for [T; N] {}
}

impl<T, const N: usize> Array<T> for [T; N] {
    #[inline(always)]
    fn from_fn(element: impl FnMut(usize) -> T) -> Self {
        core::array::from_fn(element)
    }
}

/// A number held as the unevaluated sum of [`WORDS`](MultiWord::WORDS) words, the largest first.
///
/// It is normalised if each word is the sum of itself and all that follow it, rounded to nearest, ties
/// to even; then equal numbers have equal words, and the first words that differ decide which is
/// larger. All operators expect and give normalised numbers. Their bounds are stated by the type.
///
/// Code that is written over this trait runs on one number at a time
/// (`N = DoubleWord<f64>`), on registers of several and in recordings
/// (`N::Over<V>` for another [`Word`] V).
///
/// ```
/// use floatfloat::{Array, DoubleDouble, FloatFloat, MultiWord};
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
///     MultiWord::from_parts(Array::from_fn(|k| parts[k].into()))
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
    /// The words that it consists of.
    type Word: Word;

    /// How many words it consists of.
    const WORDS: usize;

    /// The same kind of number over another word.
    type Over<V: Word>: MultiWord<Word = V>;

    /// `[T; WORDS]`: what there is of each word, such as its value or a slice of memory.
    type Parts<T: Copy>: Array<T> + Copy;

    /// `[T; WORDS]`, as [`Parts`](MultiWord::Parts), of what cannot be copied: a vector, a mutable
    /// slice.
    type OwnedParts<T>: Array<T>;

    /// The words, the largest first.
    fn parts(self) -> Self::Parts<Self::Word>;

    /// The sum of any words, normalised.
    fn from_parts(parts: Self::Parts<Self::Word>) -> Self;

    /// The number with these words, which are normalised already. Nothing is computed or checked:
    /// of other words comparisons may be wrong, and the bounds of operations do not hold.
    fn from_normalized(parts: Self::Parts<Self::Word>) -> Self;

    /// A word as a number; exact.
    fn from_word(word: Self::Word) -> Self;

    /// The number nearest to `value`, on the same machine as `self`; see [`Word::constant`]. Not a
    /// computation: the words are rounded where the code runs. Infinite where the value is out of
    /// range.
    fn constant(self, value: f64) -> Self;

    /// The leading word: the number rounded to the word's precision.
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
