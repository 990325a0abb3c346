//! Reductions as methods of slices.

use super::{Fast, Strict, asum, dot, max_abs, nrm2, sum};
use crate::{element::Element, error::Error, view::DoubleWordSlice};
use floatfloat::DoubleWord;

impl<E: Element> DoubleWordSlice<'_, E> {
    /// The [sum](sum()) of all elements, by full additions of double-words.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// use floatfloat_cpu::DoubleDoubleVec;
    ///
    /// let x = DoubleDoubleVec::from_words(&[1.0, 1e-30, -1.0]);
    /// assert_eq!(x.as_slice().sum(), DoubleDouble::from(1e-30));
    /// ```
    pub fn sum(self) -> DoubleWord<E> {
        sum(Strict, self)
    }

    /// The [sum](sum()) of all elements, the low words in plain arithmetic.
    pub fn sum_fast(self) -> DoubleWord<E> {
        sum(Fast, self)
    }

    /// The [dot product](dot), by full operations of double-words.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn dot(self, y: DoubleWordSlice<'_, E>) -> Result<DoubleWord<E>, Error> {
        dot(Strict, self, y)
    }

    /// The [dot product](dot), the low words in plain arithmetic.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn dot_fast(self, y: DoubleWordSlice<'_, E>) -> Result<DoubleWord<E>, Error> {
        dot(Fast, self, y)
    }

    /// The [Euclidean norm](nrm2()), by full operations of double-words.
    pub fn nrm2(self) -> DoubleWord<E> {
        nrm2(Strict, self)
    }

    /// The [Euclidean norm](nrm2()), the low words in plain arithmetic.
    pub fn nrm2_fast(self) -> DoubleWord<E> {
        nrm2(Fast, self)
    }

    /// The [sum of magnitudes](asum), by full additions of double-words.
    pub fn asum(self) -> DoubleWord<E> {
        asum(Strict, self)
    }

    /// The [sum of magnitudes](asum), the low words in plain arithmetic.
    pub fn asum_fast(self) -> DoubleWord<E> {
        asum(Fast, self)
    }

    /// The [largest magnitude](max_abs()); exact.
    pub fn max_abs(self) -> DoubleWord<E> {
        max_abs(self)
    }
}
