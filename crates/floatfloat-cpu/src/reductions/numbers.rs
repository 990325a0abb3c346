//! Where the numbers of a reduction come from.

use super::prefetch::{LINE, prefetch};
use crate::{
    element::Element,
    pack::Pack,
    several::each,
    view::MultiWordSlice,
    words::{Number, Width, Words, number},
};
use core::ops::Range;
use fearless_simd::{Simd, SimdBase};
use floatfloat::DoubleWord;

mod sealed {
    pub trait Sealed {}
    impl<E, const M: usize> Sealed for crate::MultiWordSlice<'_, E, M> {}
    impl<E> Sealed for &[floatfloat::DoubleWord<E>] {}
}

/// Numbers in either storage.
#[derive(Clone, Copy)]
pub enum Storage<'a, E, const M: usize> {
    /// First words, second words and so on apart.
    Apart(MultiWordSlice<'a, E, M>),
    /// One double-word after the other.
    Interleaved(&'a [DoubleWord<E>]),
}

/// Numbers of `M` words that can be reduced: [`MultiWordSlice`], and `&[DoubleWord<E>]`, whose interleaved
/// words are taken apart on the way.
pub trait Numbers<const M: usize = 2>: Copy + Send + Sync + sealed::Sealed
where
    Width<M>: Words<M>,
{
    /// `f32` or `f64`.
    type Element: Element;

    /// How many.
    #[doc(hidden)]
    fn count(self) -> usize;

    /// One of them.
    ///
    /// # Panics
    /// If there is none at `index`.
    #[doc(hidden)]
    fn number(self, index: usize) -> Number<Self::Element, M>;

    /// Those in a range.
    ///
    /// # Panics
    /// If it does not lie within.
    #[doc(hidden)]
    fn part(self, range: Range<usize>) -> Self;

    /// Where they are.
    #[doc(hidden)]
    fn storage<'a>(self) -> Storage<'a, Self::Element, M>
    where
        Self: 'a;

    /// A register full of them, from `index` on.
    ///
    /// # Safety
    /// There must be so many.
    #[doc(hidden)]
    unsafe fn load<S: Simd>(self, simd: S, index: usize) -> Number<Pack<S, Self::Element>, M>;

    /// Asks for the cache lines of the number at `index`, whether there is one or not.
    #[doc(hidden)]
    fn prefetch(self, index: usize);
}

impl<E: Element, const M: usize> Numbers<M> for MultiWordSlice<'_, E, M>
where
    Width<M>: Words<M>,
{
    type Element = E;

    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn number(self, index: usize) -> Number<E, M> {
        self.at(index)
    }

    #[inline(always)]
    fn part(self, range: Range<usize>) -> Self {
        MultiWordSlice::of_equally_long(self.slices().map(|words| &words[range.clone()]))
    }

    fn storage<'a>(self) -> Storage<'a, E, M>
    where
        Self: 'a,
    {
        Storage::Apart(self)
    }

    #[inline(always)]
    unsafe fn load<S: Simd>(self, simd: S, index: usize) -> Number<Pack<S, E>, M> {
        let slices = self.slices();
        number(each(
            #[inline(always)]
            // SAFETY: by the caller; all slices are equally long.
            |m| unsafe { Pack::load_from(simd, slices[m].as_ptr().add(index)) },
        ))
    }

    #[inline(always)]
    fn prefetch(self, index: usize) {
        for words in self.slices() {
            prefetch(words.as_ptr().wrapping_add(index));
        }
    }
}

impl<E: Element> Numbers<2> for &[DoubleWord<E>] {
    type Element = E;

    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn number(self, index: usize) -> DoubleWord<E> {
        self[index]
    }

    #[inline(always)]
    fn part(self, range: Range<usize>) -> Self {
        &self[range]
    }

    fn storage<'a>(self) -> Storage<'a, E, 2>
    where
        Self: 'a,
    {
        Storage::Interleaved(self)
    }

    #[inline(always)]
    unsafe fn load<S: Simd>(self, simd: S, index: usize) -> DoubleWord<Pack<S, E>> {
        let words = self.as_ptr().cast::<E>();
        // SAFETY: by the caller; a double-word is two words without anything between (repr(C)).
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
