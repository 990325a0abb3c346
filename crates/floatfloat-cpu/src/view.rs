//! Views of double-words in memory.

use crate::{element::Element, vector::DoubleWordVec};
use core::{fmt, ops::Range};
use floatfloat::DoubleWord;

/// A view of double-words: a slice of high parts and a slice of low parts, equally long, at any
/// address.
pub struct DoubleWordSlice<'a, E> {
    high: &'a [E],
    low: &'a [E],
}

/// A view of double-words that can be written to.
pub struct DoubleWordSliceMut<'a, E> {
    high: &'a mut [E],
    low: &'a mut [E],
}

impl<E> Clone for DoubleWordSlice<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for DoubleWordSlice<'_, E> {}

impl<'a, E: Element> DoubleWordSlice<'a, E> {
    pub(crate) fn of_equal_lengths(high: &'a [E], low: &'a [E]) -> Self {
        debug_assert_eq!(high.len(), low.len());
        DoubleWordSlice { high, low }
    }

    /// A view of high parts and low parts in the caller's memory, each pair normalised
    /// (`high = RN(high + low)`), or `None` if they are not equally many.
    #[inline]
    pub fn from_parts(high: &'a [E], low: &'a [E]) -> Option<Self> {
        (high.len() == low.len()).then_some(DoubleWordSlice { high, low })
    }

    /// How many numbers there are.
    #[inline]
    pub fn len(self) -> usize {
        self.high.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.high.is_empty()
    }

    /// The high parts.
    #[inline]
    pub fn hi(self) -> &'a [E] {
        self.high
    }

    /// The low parts.
    #[inline]
    pub fn lo(self) -> &'a [E] {
        self.low
    }

    /// The number at `index`, if there is one.
    #[inline]
    pub fn get(self, index: usize) -> Option<DoubleWord<E>> {
        Some(DoubleWord::from_normalized(*self.high.get(index)?, *self.low.get(index)?))
    }

    /// A view of the numbers in `range`, or `None` if it is not in this one.
    #[inline]
    pub fn range(self, range: Range<usize>) -> Option<Self> {
        let (high, low) = (self.high.get(range.clone())?, self.low.get(range)?);
        Some(DoubleWordSlice { high, low })
    }

    /// Views of the first `middle` numbers, or all if there are fewer, and of the rest.
    #[inline]
    pub fn split_at(self, middle: usize) -> (Self, Self) {
        let middle = middle.min(self.len());
        let (high, high_rest) = self.high.split_at(middle);
        let (low, low_rest) = self.low.split_at(middle);
        let rest = DoubleWordSlice { high: high_rest, low: low_rest };
        (DoubleWordSlice { high, low }, rest)
    }

    /// Views of `length` numbers each, at least one, the last of them perhaps shorter.
    pub fn chunks(self, length: usize) -> impl ExactSizeIterator<Item = Self> {
        let length = length.max(1);
        let parts = self.high.chunks(length).zip(self.low.chunks(length));
        parts.map(|(high, low)| DoubleWordSlice { high, low })
    }

    /// All numbers in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = DoubleWord<E>> + 'a {
        let parts = self.high.iter().zip(self.low);
        parts.map(|(&high, &low)| DoubleWord::from_normalized(high, low))
    }

    /// A copy in aligned memory.
    pub fn to_vec(self) -> DoubleWordVec<E> {
        let mut vector = DoubleWordVec::zeros(self.len());
        let view = vector.as_mut_slice();
        view.high.copy_from_slice(self.high);
        view.low.copy_from_slice(self.low);
        vector
    }
}

impl<'a, E: Element> DoubleWordSliceMut<'a, E> {
    pub(crate) fn of_equal_lengths(high: &'a mut [E], low: &'a mut [E]) -> Self {
        debug_assert_eq!(high.len(), low.len());
        DoubleWordSliceMut { high, low }
    }

    /// A view of high parts and low parts in the caller's memory, each pair normalised
    /// (`high = RN(high + low)`), or `None` if they are not equally many.
    #[inline]
    pub fn from_parts(high: &'a mut [E], low: &'a mut [E]) -> Option<Self> {
        (high.len() == low.len()).then_some(DoubleWordSliceMut { high, low })
    }

    /// How many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.high.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.high.is_empty()
    }

    /// The same view for reading.
    #[inline]
    pub fn as_slice(&self) -> DoubleWordSlice<'_, E> {
        DoubleWordSlice { high: self.high, low: self.low }
    }

    /// The same view, borrowed for a while.
    #[inline]
    pub fn reborrow(&mut self) -> DoubleWordSliceMut<'_, E> {
        DoubleWordSliceMut { high: self.high, low: self.low }
    }

    /// The high parts and the low parts.
    #[inline]
    pub fn into_parts(self) -> (&'a mut [E], &'a mut [E]) {
        (self.high, self.low)
    }

    /// The number at `index`, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<DoubleWord<E>> {
        self.as_slice().get(index)
    }

    /// Writes the number at `index`; says whether there is one.
    #[inline]
    #[must_use]
    pub fn set(&mut self, index: usize, number: DoubleWord<E>) -> bool {
        let (Some(high), Some(low)) = (self.high.get_mut(index), self.low.get_mut(index)) else {
            return false;
        };
        (*high, *low) = (number.hi(), number.lo());
        true
    }

    /// A view of the numbers in `range`, or `None` if it is not in this one.
    #[inline]
    pub fn range(self, range: Range<usize>) -> Option<Self> {
        let (high, low) = (self.high.get_mut(range.clone())?, self.low.get_mut(range)?);
        Some(DoubleWordSliceMut { high, low })
    }

    /// Views of the first `middle` numbers, or all if there are fewer, and of the rest.
    #[inline]
    pub fn split_at(self, middle: usize) -> (Self, Self) {
        let middle = middle.min(self.len());
        let (high, high_rest) = self.high.split_at_mut(middle);
        let (low, low_rest) = self.low.split_at_mut(middle);
        let rest = DoubleWordSliceMut { high: high_rest, low: low_rest };
        (DoubleWordSliceMut { high, low }, rest)
    }

    /// Views of `length` numbers each, at least one, the last of them perhaps shorter.
    pub fn chunks(self, length: usize) -> impl ExactSizeIterator<Item = Self> {
        let length = length.max(1);
        let parts = self.high.chunks_mut(length).zip(self.low.chunks_mut(length));
        parts.map(|(high, low)| DoubleWordSliceMut { high, low })
    }
}

impl<E: Element> PartialEq for DoubleWordSlice<'_, E> {
    /// Equal lengths and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        self.high == other.high && self.low == other.low
    }
}

impl<E: Element> fmt::Debug for DoubleWordSlice<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<E: Element> fmt::Debug for DoubleWordSliceMut<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}
