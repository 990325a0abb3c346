//! The numbers of a reduction, and how they are stored.

use crate::{
    aligned::LINE,
    element::Element,
    number::{Number, number},
    pack::Pack,
    prefetch::prefetch,
    view::VectorView,
};
use fearless_simd::{Simd, SimdBase};
use floatfloat::{DoubleWord, WordArray};

/// Numbers in memory.
pub enum Storage<'a, T: Number> {
    /// Each word of all numbers is in a slice of its own.
    Apart(VectorView<'a, T>),
    /// The words of a number are neighbours.
    Interleaved(&'a [T]),
}

impl<T: Number> Clone for Storage<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Number> Copy for Storage<'_, T> {}

/// Numbers that can be reduced: [`VectorView`], and slices of numbers of two words (`&[DoubleDouble]`,
/// `&[FloatFloat]`), whose words are separated on the way.
pub trait Numbers: source::Source {}

impl<T: Number> Numbers for VectorView<'_, T> {}

impl<E: Element> Numbers for &[DoubleWord<E>] {}

pub(crate) mod source {
    use super::Storage;
    use crate::{number::Number, pack::Pack};
    use core::ops::Range;
    use fearless_simd::Simd;
    use floatfloat::MultiWord;

    /// How a reduction reads numbers.
    pub trait Source: Copy + Send + Sync {
        /// The number type.
        type Number: Number;

        /// How many numbers there are.
        fn count(self) -> usize;

        /// The number at `index`.
        ///
        /// # Panics
        /// If there is no number at `index`.
        fn number(self, index: usize) -> Self::Number;

        /// The numbers in a range.
        ///
        /// # Panics
        /// If the range is not within these numbers.
        fn part(self, range: Range<usize>) -> Self;

        /// How the numbers are stored.
        fn storage<'a>(self) -> Storage<'a, Self::Number>
        where
            Self: 'a;

        /// A register full of numbers, from `index` on.
        ///
        /// # Safety
        /// There must be a register full of numbers from `index` on.
        unsafe fn load<S: Simd>(
            self,
            simd: S,
            index: usize,
        ) -> <Self::Number as MultiWord>::Over<Pack<S, <Self::Number as MultiWord>::Word>>;

        /// Prefetches the cache lines of the number at `index`, whether it exists or not.
        fn prefetch(self, index: usize);
    }
}

impl<T: Number> source::Source for VectorView<'_, T> {
    type Number = T;

    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn number(self, index: usize) -> T {
        self.at(index)
    }

    #[inline(always)]
    fn part(self, range: core::ops::Range<usize>) -> Self {
        VectorView::part(self, range)
    }

    fn storage<'a>(self) -> Storage<'a, T>
    where
        Self: 'a,
    {
        Storage::Apart(self)
    }

    #[inline(always)]
    unsafe fn load<S: Simd>(self, simd: S, index: usize) -> T::Over<Pack<S, T::Word>> {
        let slices = self.parts();
        number(WordArray::each(
            #[inline(always)]
            // SAFETY: by the caller; all slices are equally long.
            |m| unsafe { Pack::load_from(simd, slices[m].as_ptr().add(index)) },
        ))
    }

    #[inline(always)]
    fn prefetch(self, index: usize) {
        for words in self.parts() {
            prefetch(words.as_ptr().wrapping_add(index));
        }
    }
}

impl<E: Element> source::Source for &[DoubleWord<E>] {
    type Number = DoubleWord<E>;

    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn number(self, index: usize) -> DoubleWord<E> {
        self[index]
    }

    #[inline(always)]
    fn part(self, range: core::ops::Range<usize>) -> Self {
        &self[range]
    }

    fn storage<'a>(self) -> Storage<'a, DoubleWord<E>>
    where
        Self: 'a,
    {
        Storage::Interleaved(self)
    }

    #[inline(always)]
    unsafe fn load<S: Simd>(self, simd: S, index: usize) -> DoubleWord<Pack<S, E>> {
        let words = self.as_ptr().cast::<E>();
        // SAFETY: by the caller; a double-word is two words with nothing between them (repr(C)).
        let (first, second) = unsafe {
            let words = words.add(2 * index);
            (Pack::load_from(simd, words), Pack::load_from(simd, words.add(Pack::<S, E>::LANES)))
        };
        let (high, low) = first.vector().deinterleave(second.vector());
        DoubleWord::from_normalized(Pack::from_vector(high), Pack::from_vector(low))
    }

    #[inline(always)]
    fn prefetch(self, index: usize) {
        let words = self.as_ptr().wrapping_add(index);
        prefetch(words);
        prefetch(words.cast::<u8>().wrapping_add(LINE));
    }
}
