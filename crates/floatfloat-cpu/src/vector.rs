//! Vectors of numbers. Each word of all numbers is in an array of its own.

use crate::{
    aligned::AlignedVec,
    elementwise::Elementwise,
    error::Error,
    number::Number,
    view::{Numbers, VectorView, VectorViewMut},
};
use core::fmt;
use floatfloat::WordArray;

/// A vector of numbers of one [type](Number). Each word has an array of its own: the first array holds the first word
/// of every number, and so on. Each array begins at a multiple of 64 bytes, so that one load fills a register.
///
/// Operations on a slice of numbers (`&[DoubleDouble]`), in which the words of a number are neighbours, take half
/// as much time again. Convert such a slice once, and compute with vectors.
///
/// ```
/// use floatfloat::{DoubleDouble, QuadDouble};
/// use floatfloat_cpu::Vector;
///
/// let x: Vector<DoubleDouble> = (1..=100).map(|k| DoubleDouble::from(k) / 7.0).collect();
/// assert_eq!(x.get(41), Some(DoubleDouble::from(6.0)));
/// let x: Vector<QuadDouble> = (1..=100).map(|k| QuadDouble::from(k).sqrt()).collect();
/// assert!((x.dot(x.view())? - 5050.0).abs() < 1e-55);
/// # Ok::<(), floatfloat_cpu::Error>(())
/// ```
pub struct Vector<T: Number> {
    arrays: T::OwnedParts<AlignedVec<T::Word>>,
}

impl<T: Number> Vector<T> {
    /// An empty vector.
    pub fn new() -> Self {
        Vector::with_capacity(0)
    }

    /// An empty vector with memory for `capacity` numbers.
    pub fn with_capacity(capacity: usize) -> Self {
        Vector { arrays: WordArray::from_fn(|_| AlignedVec::with_capacity(capacity)) }
    }

    /// A vector of `length` zeros.
    pub fn zeros(length: usize) -> Self {
        Vector { arrays: WordArray::from_fn(|_| AlignedVec::zeros(length)) }
    }

    /// A vector whose numbers are these words; exact.
    pub fn from_words(words: &[T::Word]) -> Self {
        let mut vector = Vector::<T>::zeros(words.len());
        vector.arrays[0].as_mut_slice().copy_from_slice(words);
        vector
    }

    /// A copy of a slice of numbers.
    pub fn from_interleaved(numbers: &[T]) -> Self {
        let mut vector = Vector::<T>::zeros(numbers.len());
        for (index, &number) in numbers.iter().enumerate() {
            for (array, word) in vector.arrays.as_mut().iter_mut().zip(number.parts()) {
                array.as_mut_slice()[index] = word;
            }
        }
        vector
    }

    /// Appends a number.
    pub fn push(&mut self, number: T) {
        for (array, word) in self.arrays.as_mut().iter_mut().zip(number.parts()) {
            array.push(word);
        }
    }

    /// A view of all numbers.
    #[inline]
    pub fn view(&self) -> VectorView<'_, T> {
        VectorView::of_equally_long(
            #[inline(always)]
            |k| self.arrays[k].as_slice(),
        )
    }

    /// A view of all numbers that can be written to.
    #[inline]
    pub fn view_mut(&mut self) -> VectorViewMut<'_, T> {
        let mut arrays = self.arrays.as_mut().iter_mut();
        VectorViewMut::of_equally_long(
            #[inline(always)]
            |_| arrays.next().expect("an array for each word").as_mut_slice(),
        )
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
    pub fn get(&self, index: usize) -> Option<T> {
        self.view().get(index)
    }

    /// All numbers in order.
    pub fn iter(&self) -> Numbers<'_, T> {
        self.view().iter()
    }

    /// [`VectorView::map`] of all elements.
    pub fn map<F: Elementwise<0, T>>(&self, function: F) -> Vector<T> {
        self.view().map(function)
    }

    /// [`VectorView::map2`] of all elements.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn map2<'y, F: Elementwise<1, T>>(
        &self,
        y: impl Into<VectorView<'y, T>>,
        function: F,
    ) -> Result<Vector<T>, Error> {
        self.view().map2(y, function)
    }

    /// [`VectorViewMut::map_in_place`] of all elements.
    pub fn map_in_place<F: Elementwise<0, T>>(&mut self, function: F) {
        self.view_mut().map_in_place(function);
    }

    /// The numbers as a `Vec`, in which the words of a number are neighbours.
    pub fn to_interleaved(&self) -> Vec<T> {
        self.iter().collect()
    }
}

impl<T: Number> Clone for Vector<T> {
    fn clone(&self) -> Self {
        Vector { arrays: WordArray::from_fn(|k| self.arrays[k].clone()) }
    }
}

impl<T: Number> Default for Vector<T> {
    fn default() -> Self {
        Vector::new()
    }
}

// SAFETY: a vector consists of its arrays, whose words are plain data.
unsafe impl<T: Number> Send for Vector<T> {}
// SAFETY: as above.
unsafe impl<T: Number> Sync for Vector<T> {}

impl<'a, T: Number> From<&'a Vector<T>> for VectorView<'a, T> {
    fn from(vector: &'a Vector<T>) -> Self {
        vector.view()
    }
}

impl<'a, T: Number> IntoIterator for &'a Vector<T> {
    type Item = T;
    type IntoIter = Numbers<'a, T>;

    fn into_iter(self) -> Numbers<'a, T> {
        self.view().into_iter()
    }
}

impl<T: Number> From<&[T]> for Vector<T> {
    fn from(numbers: &[T]) -> Self {
        Vector::from_interleaved(numbers)
    }
}

impl<T: Number> FromIterator<T> for Vector<T> {
    fn from_iter<I: IntoIterator<Item = T>>(numbers: I) -> Self {
        Vector::from_interleaved(&Vec::from_iter(numbers))
    }
}

impl<T: Number> Extend<T> for Vector<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, numbers: I) {
        for number in numbers {
            self.push(number);
        }
    }
}

impl<T: Number> PartialEq for Vector<T> {
    /// Equal lengths and equal numbers; as for `f64`, NaN equals nothing.
    fn eq(&self, other: &Self) -> bool {
        self.view() == other.view()
    }
}

impl<T: Number> fmt::Debug for Vector<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}
