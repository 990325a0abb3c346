//! Reductions as methods of slices.

use super::{asum_with, dot_with, max_abs, nrm2_with, sum_with};
use crate::{accuracy::Accuracy, element::Element, error::Error, view::DoubleWordSlice};
use floatfloat::DoubleWord;

impl<E: Element> DoubleWordSlice<'_, E> {
    /// The [sum](super::sum()) of all elements, strict.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// use floatfloat_cpu::DoubleDoubleVec;
    ///
    /// let x = DoubleDoubleVec::from_words(&[1.0, 1e-30, -1.0]);
    /// assert_eq!(x.sum(), DoubleDouble::from(1e-30));
    /// ```
    pub fn sum(self) -> DoubleWord<E> {
        self.sum_with(Accuracy::Strict)
    }

    /// The [sum](sum_with) of all elements.
    pub fn sum_with(self, accuracy: Accuracy) -> DoubleWord<E> {
        sum_with(accuracy, self)
    }

    /// The [dot product](super::dot), strict.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn dot(self, y: DoubleWordSlice<'_, E>) -> Result<DoubleWord<E>, Error> {
        self.dot_with(Accuracy::Strict, y)
    }

    /// The [dot product](dot_with).
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn dot_with(
        self,
        accuracy: Accuracy,
        y: DoubleWordSlice<'_, E>,
    ) -> Result<DoubleWord<E>, Error> {
        dot_with(accuracy, self, y)
    }

    /// The [Euclidean norm](super::nrm2()), strict.
    pub fn nrm2(self) -> DoubleWord<E> {
        self.nrm2_with(Accuracy::Strict)
    }

    /// The [Euclidean norm](nrm2_with).
    pub fn nrm2_with(self, accuracy: Accuracy) -> DoubleWord<E> {
        nrm2_with(accuracy, self)
    }

    /// The [sum of magnitudes](super::asum), strict.
    pub fn asum(self) -> DoubleWord<E> {
        self.asum_with(Accuracy::Strict)
    }

    /// The [sum of magnitudes](asum_with).
    pub fn asum_with(self, accuracy: Accuracy) -> DoubleWord<E> {
        asum_with(accuracy, self)
    }

    /// The [largest magnitude](max_abs()); exact.
    pub fn max_abs(self) -> DoubleWord<E> {
        max_abs(self)
    }
}
