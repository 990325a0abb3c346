//! Vectors of double-words in memory: the high parts in one array, the low parts in another.

use crate::{
    aligned::AlignedVec,
    element::Element,
    view::{DoubleWordSlice, DoubleWordSliceMut},
};
use core::fmt;
use floatfloat::DoubleWord;

/// Many double-words, stored as two arrays, each beginning at a multiple of 64 bytes: a register of
/// high parts and one of low parts are then one load each. Interleaved pairs (`&[DoubleWord<E>]`)
/// cost half as much again, so convert at the edges and compute here.
///
/// ```
/// use floatfloat::DoubleDouble;
/// use floatfloat_cpu::DoubleDoubleVec;
///
/// let x: DoubleDoubleVec = (1..=100).map(|k| DoubleDouble::from(k) / 7.0).collect();
/// assert_eq!(x.get(41), Some(DoubleDouble::from(6.0)));
/// ```
pub struct DoubleWordVec<E> {
    high: AlignedVec<E>,
    low: AlignedVec<E>,
}

/// Many numbers of two `f64`.
pub type DoubleDoubleVec = DoubleWordVec<f64>;

/// Many numbers of two `f32`.
pub type FloatFloatVec = DoubleWordVec<f32>;

impl<E: Element> DoubleWordVec<E> {
    /// An empty vector.
    pub fn new() -> Self {
        DoubleWordVec::with_capacity(0)
    }

    /// An empty vector with room for so many numbers.
    pub fn with_capacity(capacity: usize) -> Self {
        DoubleWordVec {
            high: AlignedVec::with_capacity(capacity),
            low: AlignedVec::with_capacity(capacity),
        }
    }

    /// So many zeros.
    pub fn zeros(length: usize) -> Self {
        DoubleWordVec { high: AlignedVec::zeros(length), low: AlignedVec::zeros(length) }
    }

    /// Plain words as double-words; exact.
    pub fn from_words(words: &[E]) -> Self {
        let mut vector = DoubleWordVec::zeros(words.len());
        vector.high.as_mut_slice().copy_from_slice(words);
        vector
    }

    /// The numbers of an interleaved slice.
    pub fn from_interleaved(numbers: &[DoubleWord<E>]) -> Self {
        let mut vector = DoubleWordVec::zeros(numbers.len());
        let (high, low) = (vector.high.as_mut_slice(), vector.low.as_mut_slice());
        for ((high, low), number) in high.iter_mut().zip(low).zip(numbers) {
            (*high, *low) = (number.hi(), number.lo());
        }
        vector
    }

    /// Appends a number.
    pub fn push(&mut self, number: DoubleWord<E>) {
        self.high.push(number.hi());
        self.low.push(number.lo());
    }

    /// A view of all.
    #[inline]
    pub fn as_slice(&self) -> DoubleWordSlice<'_, E> {
        DoubleWordSlice::of_equal_lengths(self.high.as_slice(), self.low.as_slice())
    }

    /// A view of all that can be written to.
    #[inline]
    pub fn as_mut_slice(&mut self) -> DoubleWordSliceMut<'_, E> {
        DoubleWordSliceMut::of_equal_lengths(self.high.as_mut_slice(), self.low.as_mut_slice())
    }

    /// How many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.high.as_slice().len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number at `index`, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<DoubleWord<E>> {
        self.as_slice().get(index)
    }

    /// All numbers in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = DoubleWord<E>> + '_ {
        self.as_slice().iter()
    }

    /// The numbers as an interleaved vector.
    pub fn to_interleaved(&self) -> Vec<DoubleWord<E>> {
        self.iter().collect()
    }
}

impl<E: Element> Clone for DoubleWordVec<E> {
    fn clone(&self) -> Self {
        DoubleWordVec { high: self.high.clone(), low: self.low.clone() }
    }
}

impl<E: Element> Default for DoubleWordVec<E> {
    fn default() -> Self {
        DoubleWordVec::new()
    }
}

impl<E: Element> From<&[DoubleWord<E>]> for DoubleWordVec<E> {
    fn from(numbers: &[DoubleWord<E>]) -> Self {
        DoubleWordVec::from_interleaved(numbers)
    }
}

impl<E: Element> FromIterator<DoubleWord<E>> for DoubleWordVec<E> {
    fn from_iter<I: IntoIterator<Item = DoubleWord<E>>>(numbers: I) -> Self {
        DoubleWordVec::from_interleaved(&Vec::from_iter(numbers))
    }
}

impl<E: Element> Extend<DoubleWord<E>> for DoubleWordVec<E> {
    fn extend<I: IntoIterator<Item = DoubleWord<E>>>(&mut self, numbers: I) {
        for number in numbers {
            self.push(number);
        }
    }
}

impl<E: Element> PartialEq for DoubleWordVec<E> {
    /// Equal lengths and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<E: Element> fmt::Debug for DoubleWordVec<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}
