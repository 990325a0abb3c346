//! Where the numbers of a reduction come from.

use super::prefetch::{LINE, prefetch};
use crate::{element::Element, pack::Pack, view::DoubleWordSlice};
use core::ops::Range;
use fearless_simd::{Simd, SimdBase};
use floatfloat::DoubleWord;

mod sealed {
    pub trait Sealed {}
    impl<E> Sealed for crate::DoubleWordSlice<'_, E> {}
    impl<E> Sealed for &[floatfloat::DoubleWord<E>] {}
}

/// Numbers in either storage.
#[derive(Clone, Copy)]
pub enum Storage<'a, E> {
    /// High and low words apart.
    Apart(DoubleWordSlice<'a, E>),
    /// One number after the other.
    Interleaved(&'a [DoubleWord<E>]),
}

/// Numbers that can be reduced: [`DoubleWordSlice`], and `&[DoubleWord<E>]`, whose interleaved
/// words are taken apart on the way.
pub trait Numbers: Copy + Send + Sync + sealed::Sealed {
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
    fn number(self, index: usize) -> DoubleWord<Self::Element>;

    /// Those in a range.
    ///
    /// # Panics
    /// If it does not lie within.
    #[doc(hidden)]
    fn part(self, range: Range<usize>) -> Self;

    /// Where they are.
    #[doc(hidden)]
    fn storage<'a>(self) -> Storage<'a, Self::Element>
    where
        Self: 'a;

    /// A register full of them, from `index` on.
    ///
    /// # Safety
    /// There must be so many.
    #[doc(hidden)]
    unsafe fn load<S: Simd>(self, simd: S, index: usize) -> DoubleWord<Pack<S, Self::Element>>;

    /// Asks for the cache lines of the number at `index`, whether there is one or not.
    #[doc(hidden)]
    fn prefetch(self, index: usize);
}

impl<E: Element> Numbers for DoubleWordSlice<'_, E> {
    type Element = E;

    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn number(self, index: usize) -> DoubleWord<E> {
        DoubleWord::from_normalized(self.hi()[index], self.lo()[index])
    }

    #[inline(always)]
    fn part(self, range: Range<usize>) -> Self {
        DoubleWordSlice::of_equal_lengths(&self.hi()[range.clone()], &self.lo()[range])
    }

    fn storage<'a>(self) -> Storage<'a, E>
    where
        Self: 'a,
    {
        Storage::Apart(self)
    }

    #[inline(always)]
    unsafe fn load<S: Simd>(self, simd: S, index: usize) -> DoubleWord<Pack<S, E>> {
        // SAFETY: by the caller; both slices are equally long.
        unsafe {
            DoubleWord::from_normalized(
                Pack::load_from(simd, self.hi().as_ptr().add(index)),
                Pack::load_from(simd, self.lo().as_ptr().add(index)),
            )
        }
    }

    #[inline(always)]
    fn prefetch(self, index: usize) {
        prefetch(self.hi().as_ptr().wrapping_add(index));
        prefetch(self.lo().as_ptr().wrapping_add(index));
    }
}

impl<E: Element> Numbers for &[DoubleWord<E>] {
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

    fn storage<'a>(self) -> Storage<'a, E>
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
