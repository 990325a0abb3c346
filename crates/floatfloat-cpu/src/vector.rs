//! Vectors of numbers of several words in memory: each word of all numbers in an array of its own.

use crate::{
    aligned::AlignedVec,
    element::Element,
    view::{MultiWordSlice, MultiWordSliceMut},
    words::{Number, Width, Words, words},
};
use core::fmt;

/// Many numbers of `N` words, stored as `N` arrays, one of first words, one of second words and so on, each
/// beginning at a multiple of 64 bytes: a register of each is then one load. Interleaved numbers
/// (`&[DoubleWord<E>]`) cost half as much again, so convert at the edges and compute here.
///
/// ```
/// use floatfloat::{DoubleDouble, QuadDouble};
/// use floatfloat_cpu::{DoubleDoubleVec, QuadDoubleVec};
///
/// let x: DoubleDoubleVec = (1..=100).map(|k| DoubleDouble::from(k) / 7.0).collect();
/// assert_eq!(x.get(41), Some(DoubleDouble::from(6.0)));
/// let x: QuadDoubleVec = (1..=100).map(|k| QuadDouble::from(k).sqrt()).collect();
/// assert!((x.dot(x.as_slice())? - 5050.0).abs() < 1e-55);
/// # Ok::<(), floatfloat_cpu::Error>(())
/// ```
pub struct MultiWordVec<E, const N: usize> {
    arrays: [AlignedVec<E>; N],
}

/// Many double-words.
pub type DoubleWordVec<E> = MultiWordVec<E, 2>;

/// Many numbers of two `f64`.
pub type DoubleDoubleVec = MultiWordVec<f64, 2>;

/// Many numbers of two `f32`.
pub type FloatFloatVec = MultiWordVec<f32, 2>;

/// Many numbers of three `f64`.
pub type TripleDoubleVec = MultiWordVec<f64, 3>;

/// Many numbers of three `f32`.
pub type TripleFloatVec = MultiWordVec<f32, 3>;

/// Many numbers of four `f64`.
pub type QuadDoubleVec = MultiWordVec<f64, 4>;

/// Many numbers of four `f32`.
pub type QuadFloatVec = MultiWordVec<f32, 4>;

impl<E: Element, const N: usize> MultiWordVec<E, N>
where
    Width<N>: Words<N>,
{
    /// An empty vector.
    pub fn new() -> Self {
        MultiWordVec::with_capacity(0)
    }

    /// An empty vector with room for so many numbers.
    pub fn with_capacity(capacity: usize) -> Self {
        MultiWordVec { arrays: core::array::from_fn(|_| AlignedVec::with_capacity(capacity)) }
    }

    /// So many zeros.
    pub fn zeros(length: usize) -> Self {
        MultiWordVec { arrays: core::array::from_fn(|_| AlignedVec::zeros(length)) }
    }

    /// Plain words as numbers; exact.
    pub fn from_words(words: &[E]) -> Self {
        let mut vector = MultiWordVec::zeros(words.len());
        vector.arrays[0].as_mut_slice().copy_from_slice(words);
        vector
    }

    /// The numbers of an interleaved slice.
    pub fn from_interleaved(numbers: &[Number<E, N>]) -> Self {
        let mut vector = MultiWordVec::zeros(numbers.len());
        let mut slices = vector.as_mut_slice().into_slices();
        for (index, &number) in numbers.iter().enumerate() {
            for (slice, word) in slices.iter_mut().zip(words::<E, N>(number)) {
                slice[index] = word;
            }
        }
        vector
    }

    /// Appends a number.
    pub fn push(&mut self, number: Number<E, N>) {
        for (array, word) in self.arrays.iter_mut().zip(words::<E, N>(number)) {
            array.push(word);
        }
    }

    /// A view of all.
    #[inline]
    pub fn as_slice(&self) -> MultiWordSlice<'_, E, N> {
        MultiWordSlice::of_equally_long(self.arrays.each_ref().map(AlignedVec::as_slice))
    }

    /// A view of all that can be written to.
    #[inline]
    pub fn as_mut_slice(&mut self) -> MultiWordSliceMut<'_, E, N> {
        MultiWordSliceMut::of_equally_long(self.arrays.each_mut().map(AlignedVec::as_mut_slice))
    }

    /// How many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.arrays[0].as_slice().len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number at `index`, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Number<E, N>> {
        self.as_slice().get(index)
    }

    /// All numbers in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Number<E, N>> + '_ {
        self.as_slice().iter()
    }

    /// The numbers as an interleaved vector.
    pub fn to_interleaved(&self) -> Vec<Number<E, N>> {
        self.iter().collect()
    }
}

impl<E: Element, const N: usize> Clone for MultiWordVec<E, N> {
    fn clone(&self) -> Self {
        MultiWordVec { arrays: self.arrays.clone() }
    }
}

impl<E: Element, const N: usize> Default for MultiWordVec<E, N>
where
    Width<N>: Words<N>,
{
    fn default() -> Self {
        MultiWordVec::new()
    }
}

impl<E: Element, const N: usize> From<&[Number<E, N>]> for MultiWordVec<E, N>
where
    Width<N>: Words<N>,
{
    fn from(numbers: &[Number<E, N>]) -> Self {
        MultiWordVec::from_interleaved(numbers)
    }
}

impl<E: Element, const N: usize> FromIterator<Number<E, N>> for MultiWordVec<E, N>
where
    Width<N>: Words<N>,
{
    fn from_iter<I: IntoIterator<Item = Number<E, N>>>(numbers: I) -> Self {
        MultiWordVec::from_interleaved(&Vec::from_iter(numbers))
    }
}

impl<E: Element, const N: usize> Extend<Number<E, N>> for MultiWordVec<E, N>
where
    Width<N>: Words<N>,
{
    fn extend<I: IntoIterator<Item = Number<E, N>>>(&mut self, numbers: I) {
        for number in numbers {
            self.push(number);
        }
    }
}

impl<E: Element, const N: usize> PartialEq for MultiWordVec<E, N>
where
    Width<N>: Words<N>,
{
    /// Equal lengths and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<E, const N: usize> fmt::Debug for MultiWordVec<E, N>
where
    E: Element,
    Width<N>: Words<N>,
    for<'a> MultiWordSlice<'a, E, N>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}
