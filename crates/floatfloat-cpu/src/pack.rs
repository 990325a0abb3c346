//! A register full of words as one [`Word`](floatfloat::Word).

mod word;

use crate::element::Element;
use fearless_simd::{Simd, SimdBase};
use floatfloat::DoubleWord;

/// As many words as a register of the instruction set `S` holds, computed side by side. In every
/// lane, every operation gives the bits that it gives on one word of type `E`.
///
/// Everything is inlined. It becomes instructions of `S` inside [`dispatch`](crate::dispatch()),
/// and only there.
#[derive(Debug)]
#[repr(transparent)]
pub struct Pack<S: Simd, E: Element>(E::Vector<S>);

impl<S: Simd, E: Element> Clone for Pack<S, E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, E: Element> Copy for Pack<S, E> {}

impl<S: Simd, E: Element> Pack<S, E> {
    /// Words in a register.
    pub const LANES: usize = {
        let lanes = <E::Vector<S> as SimdBase<S>>::LEN;
        assert!(size_of::<<E::Vector<S> as SimdBase<S>>::Array>() == lanes * size_of::<E>());
        lanes
    };

    /// The same word in every lane.
    #[inline(always)]
    pub fn splat(simd: S, word: E) -> Self {
        Pack(E::Vector::<S>::splat(simd, word))
    }

    /// The register itself, for operations of `fearless_simd` that [`Word`](floatfloat::Word) does not have.
    #[inline(always)]
    pub fn vector(self) -> E::Vector<S> {
        self.0
    }

    /// The word that a register is.
    #[inline(always)]
    pub fn from_vector(vector: E::Vector<S>) -> Self {
        Pack(vector)
    }

    /// The word in each lane, [`LANES`](Pack::LANES) of them.
    #[inline(always)]
    pub fn as_slice(&self) -> &[E] {
        self.0.as_slice()
    }

    /// The word in each lane, for writing.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [E] {
        self.0.as_mut_slice()
    }

    /// The first [`LANES`](Pack::LANES) words of a slice.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline(always)]
    pub fn load(simd: S, words: &[E]) -> Self {
        Pack(E::Vector::<S>::from_slice(simd, &words[..Self::LANES]))
    }

    /// Writes the lanes to the first [`LANES`](Pack::LANES) words of a slice.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline(always)]
    pub fn store(self, words: &mut [E]) {
        self.0.store_slice(&mut words[..Self::LANES]);
    }

    /// Loads a slice that may be shorter than a register, with `rest` in the lanes beyond it.
    #[inline(always)]
    pub fn load_partial(simd: S, words: &[E], rest: E) -> Self {
        let mut pack = Pack::splat(simd, rest);
        if let Some(loaded) = E::load_first::<S>(pack.0, &words[..words.len().min(Self::LANES)]) {
            return Pack(loaded);
        }
        if words.len() >= Self::LANES {
            return Pack::load(simd, words);
        }
        pack.0.as_mut_slice()[..words.len()].copy_from_slice(words);
        pack
    }

    /// Writes as many lanes as the slice has room for.
    #[inline(always)]
    pub fn store_partial(self, words: &mut [E]) {
        if words.len() >= Self::LANES {
            return self.store(words);
        }
        if E::store_first::<S>(self.0, words) {
            return;
        }
        words.copy_from_slice(&self.as_slice()[..words.len()]);
    }

    /// The words at even and at odd places of the two registers, `self` first.
    #[inline(always)]
    pub(crate) fn deinterleave(self, other: Self) -> [Self; 2] {
        let (even, odd) = self.0.deinterleave(other.0);
        [Pack(even), Pack(odd)]
    }

    /// [`LANES`](Pack::LANES) words from memory, at any address.
    ///
    /// # Safety
    /// `LANES` words must be readable at `words`.
    #[inline(always)]
    pub unsafe fn load_from(simd: S, words: *const E) -> Self {
        // SAFETY: the caller vouches for LANES words, and `Array` is an array of so many.
        let array =
            unsafe { words.cast::<<E::Vector<S> as SimdBase<S>>::Array>().read_unaligned() };
        Pack(E::Vector::<S>::load_array(simd, array))
    }

    /// Writes [`LANES`](Pack::LANES) words to memory, at any address.
    ///
    /// # Safety
    /// `LANES` words must be writable at `words`.
    #[inline(always)]
    pub unsafe fn store_to(self, words: *mut E) {
        let array = words.cast::<<E::Vector<S> as SimdBase<S>>::Array>();
        // SAFETY: the caller vouches for LANES words, and `Array` is an array of so many.
        unsafe { array.write_unaligned(self.0.to_array()) }
    }
}

#[cfg(target_arch = "x86_64")]
impl<S: Simd, E: Element> Pack<S, E> {
    /// Writes [`LANES`](Pack::LANES) words to memory past the caches, which neither read the memory
    /// first nor keep it. A store fence must follow.
    ///
    /// # Safety
    /// `LANES` words must be writable at `words`, an address that is a multiple of 16.
    #[inline(always)]
    pub(crate) unsafe fn stream_to(self, words: *mut E) {
        use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
        let array = self.0.to_array();
        let (from, to) = ((&raw const array).cast::<__m128i>(), words.cast::<__m128i>());
        for k in 0..size_of_val(&array) / size_of::<__m128i>() {
            // SAFETY: `k` is within the array, and the caller vouches for as much memory and its
            // alignment. SSE2 is part of x86-64.
            unsafe { _mm_stream_si128(to.add(k), _mm_loadu_si128(from.add(k))) }
        }
    }
}

/// The same double-word in every lane.
#[inline(always)]
pub fn splat<S: Simd, E: Element>(simd: S, number: DoubleWord<E>) -> DoubleWord<Pack<S, E>> {
    DoubleWord::from_normalized(Pack::splat(simd, number.hi()), Pack::splat(simd, number.lo()))
}
