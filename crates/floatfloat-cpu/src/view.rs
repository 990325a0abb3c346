//! Views of vectors.

use crate::{
    element::Element,
    number::{Number, number},
    vector::Vector,
};
use core::{
    fmt,
    marker::PhantomData,
    ops::{Bound, Range, RangeBounds},
};
use floatfloat::{DoubleWord, WordArray};

/// The number of words of the longest number type.
const MOST_WORDS: usize = 4;

/// A view of numbers. Each word of all numbers is in a slice of its own. All slices have the same length, at
/// any address.
pub struct VectorView<'a, T: Number> {
    /// The slices of the words; those beyond the words of the type are empty. The length of the array does not
    /// depend on the type, since `T::Parts<&'a [T::Word]>` would not let a view be borrowed for a shorter time.
    slices: [&'a [T::Word]; MOST_WORDS],
    numbers: PhantomData<T>,
}

/// A view of numbers that can be written to.
pub struct VectorViewMut<'a, T: Number> {
    slices: [&'a mut [T::Word]; MOST_WORDS],
    numbers: PhantomData<T>,
}

impl<T: Number> Clone for VectorView<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Number> Copy for VectorView<'_, T> {}

/// Whether all slices have the same length.
fn are_equally_long<S: AsRef<[E]>, E>(slices: &[S]) -> bool {
    slices.windows(2).all(|pair| pair[0].as_ref().len() == pair[1].as_ref().len())
}

/// The range of indices, if it lies within `length` numbers.
fn within(range: impl RangeBounds<usize>, length: usize) -> Option<Range<usize>> {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&before) => before.checked_add(1)?,
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => last.checked_add(1)?,
        Bound::Excluded(&end) => end,
        Bound::Unbounded => length,
    };
    (start <= end && end <= length).then_some(start..end)
}

impl<'a, T: Number> VectorView<'a, T> {
    /// A view of the slices `words(0)`, `words(1)`, and so on. Mark the closure `#[inline(always)]`: views are
    /// made in every call.
    #[inline(always)]
    pub(crate) fn of_equally_long(words: impl Fn(usize) -> &'a [T::Word]) -> Self {
        let slices: [&'a [T::Word]; MOST_WORDS] = [
            words(0),
            words(1),
            if T::WORDS > 2 { words(2) } else { &[] },
            if T::WORDS > 3 { words(3) } else { &[] },
        ];
        debug_assert!(are_equally_long(&slices[..T::WORDS]));
        VectorView { slices, numbers: PhantomData }
    }

    /// A view of words in the caller's memory, with the slice of the first words first. Each number must be
    /// normalised as [`MultiWord`](floatfloat::MultiWord) requires. `None` if the slices have different
    /// lengths.
    #[inline]
    pub fn from_parts(slices: T::Parts<&'a [T::Word]>) -> Option<Self> {
        are_equally_long(slices.as_ref()).then(|| {
            VectorView::of_equally_long(
                #[inline(always)]
                |k| slices[k],
            )
        })
    }

    /// The slices of words, with the slice of the first words first.
    #[inline(always)]
    pub fn parts(self) -> T::Parts<&'a [T::Word]> {
        WordArray::each(
            #[inline(always)]
            |k| self.slices[k],
        )
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

    /// The first word of every number.
    #[inline]
    pub fn hi(self) -> &'a [T::Word] {
        self.slices[0]
    }

    /// The number at `index`, if there is one.
    #[inline]
    pub fn get(self, index: usize) -> Option<T> {
        (index < self.len()).then(|| self.at(index))
    }

    /// # Panics
    /// If there is no number at `index`.
    #[inline(always)]
    pub(crate) fn at(self, index: usize) -> T {
        number(WordArray::each(
            #[inline(always)]
            |k| self.slices[k][index],
        ))
    }

    /// A view of the numbers in `range`, or `None` if the range is not in this view.
    #[inline]
    pub fn range(self, range: impl RangeBounds<usize>) -> Option<Self> {
        within(range, self.len()).map(|range| self.part(range))
    }

    /// # Panics
    /// If the range is not in this view.
    #[inline(always)]
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        let Range { start, end } = range;
        VectorView::of_equally_long(
            #[inline(always)]
            |k| &self.slices[k][start..end],
        )
    }

    /// Views of the first `middle` numbers, or all if there are fewer, and of the rest.
    #[inline]
    pub fn split_at(self, middle: usize) -> (Self, Self) {
        let middle = middle.min(self.len());
        (self.part(0..middle), self.part(middle..self.len()))
    }

    /// Views of `length` numbers each, at least one. The last view may be shorter.
    pub fn chunks(self, length: usize) -> impl ExactSizeIterator<Item = Self> {
        let length = length.max(1);
        (0..self.len().div_ceil(length))
            .map(move |k| self.part(k * length..self.len().min((k + 1) * length)))
    }

    /// All numbers in order.
    pub fn iter(self) -> Numbers<'a, T> {
        Numbers { view: self, places: 0..self.len() }
    }

    /// A copy in aligned memory.
    pub fn to_vector(self) -> Vector<T> {
        let mut vector = Vector::zeros(self.len());
        vector.view_mut().fill_from(self);
        vector
    }
}

impl<'a, E: Element> VectorView<'a, DoubleWord<E>> {
    /// The low word of every number.
    #[inline]
    pub fn lo(self) -> &'a [E] {
        self.slices[1]
    }
}

impl<'a, T: Number> VectorViewMut<'a, T> {
    /// A view of the slices `words(0)`, `words(1)`, and so on. Mark the closure `#[inline(always)]`.
    #[inline(always)]
    pub(crate) fn of_equally_long(mut words: impl FnMut(usize) -> &'a mut [T::Word]) -> Self {
        let slices: [&'a mut [T::Word]; MOST_WORDS] = [
            words(0),
            words(1),
            if T::WORDS > 2 { words(2) } else { &mut [] },
            if T::WORDS > 3 { words(3) } else { &mut [] },
        ];
        debug_assert!(are_equally_long(&slices[..T::WORDS]));
        VectorViewMut { slices, numbers: PhantomData }
    }

    /// A view of words in the caller's memory, with the slice of the first words first. Each number must be
    /// normalised as [`MultiWord`](floatfloat::MultiWord) requires. `None` if the slices have different
    /// lengths.
    #[inline]
    pub fn from_parts(mut slices: T::OwnedParts<&'a mut [T::Word]>) -> Option<Self> {
        are_equally_long(slices.as_ref()).then(|| {
            VectorViewMut::of_equally_long(
                #[inline(always)]
                |k| core::mem::take(&mut slices[k]),
            )
        })
    }

    /// The slices of words, with the slice of the first words first.
    #[inline(always)]
    pub fn into_parts(self) -> T::OwnedParts<&'a mut [T::Word]> {
        let mut slices = self.slices;
        WordArray::from_fn(|k| core::mem::take(&mut slices[k]))
    }

    /// The addresses of the words, first words first.
    #[inline(always)]
    pub(crate) fn into_pointers(self) -> T::Parts<*mut T::Word> {
        let [a, b, c, d] = self.slices;
        let starts = [a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr(), d.as_mut_ptr()];
        WordArray::each(
            #[inline(always)]
            |k| starts[k],
        )
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
    pub fn as_view(&self) -> VectorView<'_, T> {
        let [a, b, c, d] = &self.slices;
        VectorView { slices: [a, b, c, d], numbers: PhantomData }
    }

    /// The same view, borrowed for a while.
    #[inline]
    pub fn reborrow(&mut self) -> VectorViewMut<'_, T> {
        let [a, b, c, d] = &mut self.slices;
        VectorViewMut { slices: [a, b, c, d], numbers: PhantomData }
    }

    /// The number at `index`, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        self.as_view().get(index)
    }

    /// Writes the number at `index`. Returns whether it exists.
    #[inline]
    #[must_use]
    pub fn set(&mut self, index: usize, number: T) -> bool {
        if index >= self.len() {
            return false;
        }
        for (slice, word) in self.slices.iter_mut().zip(number.parts()) {
            slice[index] = word;
        }
        true
    }

    /// Copies the numbers of a view of the same length into this view.
    pub(crate) fn fill_from(&mut self, other: VectorView<'_, T>) {
        for (to, from) in self.slices.iter_mut().zip(other.parts()) {
            to.copy_from_slice(from);
        }
    }

    /// A view of the numbers in `range`, or `None` if the range is not in this view.
    #[inline]
    pub fn range(self, range: impl RangeBounds<usize>) -> Option<Self> {
        let range = within(range, self.len())?;
        Some(self.split_at(range.end).0.split_at(range.start).1)
    }

    /// Views of the first `middle` numbers, or all if there are fewer, and of the rest.
    #[inline]
    pub fn split_at(self, middle: usize) -> (Self, Self) {
        let middle = middle.min(self.len());
        let mut rest = self.slices;
        let first = VectorViewMut::of_equally_long(
            #[inline(always)]
            |k| {
                let (first, second) = core::mem::take(&mut rest[k]).split_at_mut(middle);
                rest[k] = second;
                first
            },
        );
        (first, VectorViewMut { slices: rest, numbers: PhantomData })
    }

    /// Views of `length` numbers each, at least one. The last view may be shorter.
    pub fn chunks(self, length: usize) -> impl ExactSizeIterator<Item = Self> {
        let length = length.max(1);
        let count = self.len().div_ceil(length);
        let mut chunks = self.slices.map(|words| words.chunks_mut(length));
        (0..count).map(move |_| {
            VectorViewMut::of_equally_long(
                #[inline(always)]
                |k| chunks[k].next().unwrap_or_default(),
            )
        })
    }
}

/// The numbers of a vector in order.
pub struct Numbers<'a, T: Number> {
    view: VectorView<'a, T>,
    places: Range<usize>,
}

impl<T: Number> Iterator for Numbers<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.places.next().map(|index| self.view.at(index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        self.places.nth(n).map(|index| self.view.at(index))
    }
}

impl<T: Number> DoubleEndedIterator for Numbers<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.places.next_back().map(|index| self.view.at(index))
    }
}

impl<T: Number> ExactSizeIterator for Numbers<'_, T> {}

impl<'a, T: Number> IntoIterator for VectorView<'a, T> {
    type Item = T;
    type IntoIter = Numbers<'a, T>;

    fn into_iter(self) -> Numbers<'a, T> {
        self.iter()
    }
}

impl<T: Number> PartialEq for VectorView<'_, T> {
    /// Equal lengths and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: Number> fmt::Debug for VectorView<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Number> fmt::Debug for VectorViewMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_view().fmt(f)
    }
}
