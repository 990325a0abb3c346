//! Views of numbers of several words in memory.

use crate::{
    element::Element,
    vector::MultiWordVec,
    words::{Number, Width, Words, number, words},
};
use core::{fmt, ops::Range};
use floatfloat::MultiWord;

/// A view of numbers of `N` words: for each word a slice of those of all numbers, equally long, at any
/// address.
pub struct MultiWordSlice<'a, E, const N: usize> {
    slices: [&'a [E]; N],
}

/// A view of numbers of `N` words that can be written to.
pub struct MultiWordSliceMut<'a, E, const N: usize> {
    slices: [&'a mut [E]; N],
}

/// A view of double-words: a slice of high parts and a slice of low parts.
pub type DoubleWordSlice<'a, E> = MultiWordSlice<'a, E, 2>;

/// A view of double-words that can be written to.
pub type DoubleWordSliceMut<'a, E> = MultiWordSliceMut<'a, E, 2>;

impl<E, const N: usize> Clone for MultiWordSlice<'_, E, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, const N: usize> Copy for MultiWordSlice<'_, E, N> {}

/// Whether all slices are equally long.
fn are_equally_long<T: AsRef<[E]>, E>(slices: &[T]) -> bool {
    slices.windows(2).all(|pair| pair[0].as_ref().len() == pair[1].as_ref().len())
}

impl<'a, E: Element, const N: usize> MultiWordSlice<'a, E, N>
where
    Width<N>: Words<N>,
{
    pub(crate) fn of_equally_long(slices: [&'a [E]; N]) -> Self {
        debug_assert!(are_equally_long(&slices));
        MultiWordSlice { slices }
    }

    /// A view of words in the caller's memory, a slice of first words, one of second words and so on, each
    /// number normalised as [`MultiWord`] has it, or `None` if they are not equally many.
    #[inline]
    pub fn from_slices(slices: [&'a [E]; N]) -> Option<Self> {
        are_equally_long(&slices).then_some(MultiWordSlice { slices })
    }

    /// The slices of words, that of the first words first.
    #[inline]
    pub fn slices(self) -> [&'a [E]; N] {
        self.slices
    }

    /// How many numbers there are.
    #[inline]
    pub fn len(self) -> usize {
        self.slices[0].len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.slices[0].is_empty()
    }

    /// The first words.
    #[inline]
    pub fn hi(self) -> &'a [E] {
        self.slices[0]
    }

    /// The number at `index`, if there is one.
    #[inline]
    pub fn get(self, index: usize) -> Option<Number<E, N>> {
        (index < self.len()).then(|| self.at(index))
    }

    /// # Panics
    /// If there is no number at `index`.
    #[inline(always)]
    pub(crate) fn at(self, index: usize) -> Number<E, N> {
        number(self.slices.map(|words| words[index]))
    }

    /// A view of the numbers in `range`, or `None` if it is not in this one.
    #[inline]
    pub fn range(self, range: Range<usize>) -> Option<Self> {
        let fits = range.start <= range.end && range.end <= self.len();
        fits.then(|| MultiWordSlice { slices: self.slices.map(|words| &words[range.clone()]) })
    }

    /// Views of the first `middle` numbers, or all if there are fewer, and of the rest.
    #[inline]
    pub fn split_at(self, middle: usize) -> (Self, Self) {
        let middle = middle.min(self.len());
        let halves = self.slices.map(|words| words.split_at(middle));
        let first = MultiWordSlice { slices: halves.map(|half| half.0) };
        (first, MultiWordSlice { slices: halves.map(|half| half.1) })
    }

    /// Views of `length` numbers each, at least one, the last of them perhaps shorter.
    pub fn chunks(self, length: usize) -> impl ExactSizeIterator<Item = Self> {
        let length = length.max(1);
        (0..self.len().div_ceil(length)).map(move |k| {
            let range = k * length..self.len().min((k + 1) * length);
            MultiWordSlice { slices: self.slices.map(|words| &words[range.clone()]) }
        })
    }

    /// All numbers in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Number<E, N>> + 'a {
        (0..self.len()).map(move |index| self.at(index))
    }

    /// A copy in aligned memory.
    pub fn to_vec(self) -> MultiWordVec<E, N> {
        let mut vector = MultiWordVec::zeros(self.len());
        for (to, from) in vector.as_mut_slice().slices.into_iter().zip(self.slices) {
            to.copy_from_slice(from);
        }
        vector
    }
}

impl<'a, E: Element> DoubleWordSlice<'a, E> {
    /// A view of high parts and low parts in the caller's memory, each pair normalised
    /// (`high = RN(high + low)`), or `None` if they are not equally many.
    #[inline]
    pub fn from_parts(high: &'a [E], low: &'a [E]) -> Option<Self> {
        MultiWordSlice::from_slices([high, low])
    }

    /// The low parts.
    #[inline]
    pub fn lo(self) -> &'a [E] {
        self.slices[1]
    }
}

impl<'a, E: Element, const N: usize> MultiWordSliceMut<'a, E, N>
where
    Width<N>: Words<N>,
{
    pub(crate) fn of_equally_long(slices: [&'a mut [E]; N]) -> Self {
        debug_assert!(are_equally_long(&slices));
        MultiWordSliceMut { slices }
    }

    /// A view of words in the caller's memory, a slice of first words, one of second words and so on, each
    /// number normalised as [`MultiWord`] has it, or `None` if they are not equally many.
    #[inline]
    pub fn from_slices(slices: [&'a mut [E]; N]) -> Option<Self> {
        are_equally_long(&slices).then_some(MultiWordSliceMut { slices })
    }

    /// The slices of words, that of the first words first.
    #[inline]
    pub fn into_slices(self) -> [&'a mut [E]; N] {
        self.slices
    }

    /// How many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.slices[0].len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.slices[0].is_empty()
    }

    /// The same view for reading.
    #[inline]
    pub fn as_slice(&self) -> MultiWordSlice<'_, E, N> {
        MultiWordSlice { slices: self.slices.each_ref().map(|words| &**words) }
    }

    /// The same view, borrowed for a while.
    #[inline]
    pub fn reborrow(&mut self) -> MultiWordSliceMut<'_, E, N> {
        MultiWordSliceMut { slices: self.slices.each_mut().map(|words| &mut **words) }
    }

    /// The number at `index`, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Number<E, N>> {
        self.as_slice().get(index)
    }

    /// Writes the number at `index`; says whether there is one.
    #[inline]
    #[must_use]
    pub fn set(&mut self, index: usize, number: Number<E, N>) -> bool {
        if index >= self.len() {
            return false;
        }
        for (slice, word) in self.slices.iter_mut().zip(words::<E, N>(number)) {
            slice[index] = word;
        }
        true
    }

    /// A view of the numbers in `range`, or `None` if it is not in this one.
    #[inline]
    pub fn range(self, range: Range<usize>) -> Option<Self> {
        let fits = range.start <= range.end && range.end <= self.len();
        fits.then(|| MultiWordSliceMut {
            slices: self.slices.map(|words| &mut words[range.clone()]),
        })
    }

    /// Views of the first `middle` numbers, or all if there are fewer, and of the rest.
    #[inline]
    pub fn split_at(self, middle: usize) -> (Self, Self) {
        let middle = middle.min(self.len());
        let mut rest: [&'a mut [E]; N] = core::array::from_fn(|_| Default::default());
        let mut first: [&'a mut [E]; N] = core::array::from_fn(|_| Default::default());
        for (k, words) in self.slices.into_iter().enumerate() {
            (first[k], rest[k]) = words.split_at_mut(middle);
        }
        (MultiWordSliceMut { slices: first }, MultiWordSliceMut { slices: rest })
    }

    /// Views of `length` numbers each, at least one, the last of them perhaps shorter.
    pub fn chunks(self, length: usize) -> impl ExactSizeIterator<Item = Self> {
        let length = length.max(1);
        let count = self.len().div_ceil(length);
        let mut chunks = self.slices.map(|words| words.chunks_mut(length));
        (0..count).map(move |_| MultiWordSliceMut {
            slices: chunks.each_mut().map(|words| words.next().unwrap_or_default()),
        })
    }
}

impl<'a, E: Element> DoubleWordSliceMut<'a, E> {
    /// A view of high parts and low parts in the caller's memory, each pair normalised
    /// (`high = RN(high + low)`), or `None` if they are not equally many.
    #[inline]
    pub fn from_parts(high: &'a mut [E], low: &'a mut [E]) -> Option<Self> {
        MultiWordSliceMut::from_slices([high, low])
    }

    /// The high parts and the low parts.
    #[inline]
    pub fn into_parts(self) -> (&'a mut [E], &'a mut [E]) {
        self.slices.into()
    }
}

impl<E: Element, const N: usize> PartialEq for MultiWordSlice<'_, E, N>
where
    Width<N>: Words<N>,
{
    /// Equal lengths and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        let equal = |index| self.at(index).equal(other.at(index));
        self.len() == other.len() && (0..self.len()).all(equal)
    }
}

macro_rules! debug {
    ($($words:literal)*) => {$(
        impl<E: Element> fmt::Debug for MultiWordSlice<'_, E, $words> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.iter()).finish()
            }
        }

        impl<E: Element> fmt::Debug for MultiWordSliceMut<'_, E, $words> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.as_slice().fmt(f)
            }
        }
    )*};
}

debug!(2 3 4);
