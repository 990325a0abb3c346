//! Double-words with a 32-bit exponent of their own on slices: numbers of [`floatfloat::WideRange`], as many side by
//! side as a register holds.
//!
//! ```
//! use floatfloat::WideFloatFloat;
//! use floatfloat_cpu::WideFloatFloatVec;
//!
//! let tiny: WideFloatFloat = "1e-1000000".parse()?;
//! let x: WideFloatFloatVec = (1..=1000).map(|k: u16| tiny * WideFloatFloat::from(k)).collect();
//! let squares = x.try_mul(&x)?;
//! assert_eq!(format!("{:.4}", squares.sum()), "3.3383e-1999992");
//! assert_eq!(squares.sqrt().get(999), x.get(999));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each element has the bits and the bounds of the scalar operation, on every instruction set. The threads of
//! the current rayon pool share long vectors. Where registers have no fused multiply-add, the numbers are
//! computed one after the other.
//!
//! # Sums
//!
//! The order of the additions depends on the length alone. In each segment of 16,384 terms, each of 64 sums takes
//! every 64th term, and the sums are then added in pairs. A binary tree adds the segments. Each of n terms takes
//! part in at most m = [`additions`](WideRangeVec::additions)(n) additions. The error is therefore at most ((1 +
//! 2.02u²)^m − 1) Σ|x| for a sum, and ((1 + 2.02u²)^m (1 + 5.02u²) − 1) Σ|xy| for a dot product.

mod kernels;
mod terms;

use crate::{aligned::AlignedVec, element::Element, error::Error};
use core::{fmt, ops::Range};
use floatfloat::{Bits, NativeWord, WideRange};
use kernels::Operation;
pub use kernels::WideWord;

/// A vector of double-words with an exponent of their own, in three arrays: high words, low words, and words
/// whose bits hold the exponents.
pub struct WideRangeVec<E, const N: usize> {
    arrays: [AlignedVec<E>; 3],
}

/// A vector of numbers of two `f32` and an exponent.
pub type WideFloatFloatVec = WideRangeVec<f32, 1>;

/// A vector of numbers of two `f64` and an exponent.
pub type WideDoubleDoubleVec = WideRangeVec<f64, 2>;

macro_rules! binary {
    ($($operation:ident: $what:literal, $method:ident, $into:ident;)*) => {$(
        #[doc = concat!($what, ", element by element.")]
        ///
        /// # Errors
        /// If `y` has more or fewer elements.
        pub fn $method(&self, y: &Self) -> Result<Self, Error> {
            let mut out = Self::zeros(self.len());
            self.$into(y, &mut out)?;
            Ok(out)
        }

        #[doc = concat!($what, ", element by element, written to `out`.")]
        ///
        /// # Errors
        /// If `y` or `out` has more or fewer elements; nothing is written then.
        pub fn $into(&self, y: &Self, out: &mut Self) -> Result<(), Error> {
            let name = stringify!($method);
            self.same_length(name, "y", y)?;
            self.same_length(name, "the output", out)?;
            map(Operation::$operation, [self.words(), y.words(), y.words()], out.words_mut());
            Ok(())
        }
    )*};
}

impl<E: WideWord<N>, const N: usize> WideRangeVec<E, N> {
    /// A vector of `length` zeros.
    pub fn zeros(length: usize) -> Self {
        let mut arrays = core::array::from_fn(|_| AlignedVec::<E>::zeros(length));
        for (array, word) in arrays.iter_mut().zip(WideRange::<E, N>::default().words()) {
            array.as_mut_slice().fill(word);
        }
        WideRangeVec { arrays }
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.arrays[0].as_slice().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number at `index`, if there is one.
    pub fn get(&self, index: usize) -> Option<WideRange<E, N>> {
        (index < self.len()).then(|| number(self.words(), index))
    }

    /// All numbers in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = WideRange<E, N>> + '_ {
        (0..self.len()).map(|index| number(self.words(), index))
    }

    binary! {
        Add: "self + y", try_add, add_into;
        Sub: "self − y", try_sub, sub_into;
        Mul: "self · y", try_mul, mul_into;
        Div: "self / y", try_div, div_into;
    }

    /// self · y + z, element by element: a product, then a sum, as in [`WideRange::mul_add`].
    ///
    /// # Errors
    /// If `y` or `z` has more or fewer elements.
    pub fn mul_add(&self, y: &Self, z: &Self) -> Result<Self, Error> {
        let mut out = Self::zeros(self.len());
        self.mul_add_into(y, z, &mut out)?;
        Ok(out)
    }

    /// self · y + z, element by element, written to `out`.
    ///
    /// # Errors
    /// If `y`, `z` or `out` has more or fewer elements; nothing is written then.
    pub fn mul_add_into(&self, y: &Self, z: &Self, out: &mut Self) -> Result<(), Error> {
        let others = [("y", y), ("z", z), ("the output", &*out)];
        for (operand, other) in others {
            self.same_length("mul_add", operand, other)?;
        }
        map(Operation::MulAdd, [self.words(), y.words(), z.words()], out.words_mut());
        Ok(())
    }

    /// The square root of each element.
    pub fn sqrt(&self) -> Self {
        let mut out = Self::zeros(self.len());
        map(Operation::Sqrt, [self.words(); 3], out.words_mut());
        out
    }

    /// The sum of all elements; −0 if there are none.
    pub fn sum(&self) -> WideRange<E, N> {
        terms::sum(self.words())
    }

    /// The sum of the products of elements; −0 if there are none.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn dot(&self, y: &Self) -> Result<WideRange<E, N>, Error> {
        self.same_length("dot", "y", y)?;
        Ok(terms::dot(self.words(), y.words()))
    }

    /// The largest number of additions in which a term takes part, in a [sum](WideRangeVec::sum) of
    /// `terms` terms.
    pub fn additions(terms: usize) -> usize {
        terms::additions(terms)
    }

    fn words(&self) -> [&[E]; 3] {
        self.arrays.each_ref().map(AlignedVec::as_slice)
    }

    fn words_mut(&mut self) -> [&mut [E]; 3] {
        self.arrays.each_mut().map(AlignedVec::as_mut_slice)
    }

    fn same_length(
        &self,
        operation: &'static str,
        operand: &'static str,
        other: &Self,
    ) -> Result<(), Error> {
        let (expected, length) = (self.len(), other.len());
        if length == expected {
            return Ok(());
        }
        Err(Error::LengthsDiffer { operation, operand, length, expected })
    }
}

/// A thread works on this many elements without looking for help. The number is a multiple of every
/// cache line.
#[cfg(feature = "parallel")]
const SHARE: usize = 1 << 12;

/// An operation on every element. The threads of the current rayon pool share long vectors.
fn map<E: WideWord<N>, const N: usize>(
    operation: Operation,
    operands: [[&[E]; 3]; 3],
    out: [&mut [E]; 3],
) {
    #[cfg(feature = "parallel")]
    if out[0].len() >= 2 * SHARE && rayon::current_num_threads() > 1 {
        let middle = (out[0].len() / 2).next_multiple_of(SHARE);
        let first = operands.map(|words| part(words, 0..middle));
        let rest = operands.map(|words| part(words, middle..out[0].len()));
        let [(a, x), (b, y), (c, z)] = out.map(|words| words.split_at_mut(middle));
        crate::parallel::join(
            || map(operation, first, [a, b, c]),
            || map(operation, rest, [x, y, z]),
        );
        return;
    }
    E::map(operation, operands, out);
}

/// The words of some of the numbers.
fn part<E>(words: [&[E]; 3], range: Range<usize>) -> [&[E]; 3] {
    words.map(|words| &words[range.clone()])
}

/// The number with the words at this index.
#[inline(always)]
fn number<E: Copy, const N: usize>(words: [&[E]; 3], index: usize) -> WideRange<E, N> {
    WideRange::from_words(words.map(|words| words[index]))
}

impl<E: Element, const N: usize> Clone for WideRangeVec<E, N> {
    fn clone(&self) -> Self {
        WideRangeVec { arrays: self.arrays.clone() }
    }
}

impl<E: Element + NativeWord + Bits<N, Uint = u32>, const N: usize> FromIterator<WideRange<E, N>>
    for WideRangeVec<E, N>
{
    fn from_iter<I: IntoIterator<Item = WideRange<E, N>>>(numbers: I) -> Self {
        let mut arrays = core::array::from_fn(|_| AlignedVec::with_capacity(0));
        for number in numbers {
            for (array, word) in arrays.iter_mut().zip(number.words()) {
                array.push(word);
            }
        }
        WideRangeVec { arrays }
    }
}

impl<E: WideWord<N>, const N: usize> From<&[WideRange<E, N>]> for WideRangeVec<E, N> {
    fn from(numbers: &[WideRange<E, N>]) -> Self {
        numbers.iter().copied().collect()
    }
}

impl<E: WideWord<N>, const N: usize> PartialEq for WideRangeVec<E, N> {
    /// Equal lengths and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other.iter()).all(|(x, y)| x == y)
    }
}

impl<E: WideWord<N>, const N: usize> fmt::Debug for WideRangeVec<E, N>
where
    WideRange<E, N>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
