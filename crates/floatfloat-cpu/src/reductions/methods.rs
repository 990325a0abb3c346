//! Reductions as methods of slices.

use super::{asum, asum_with, dot, dot_with, max_abs, nrm2, nrm2_with, sum, sum_with};
use crate::{
    accuracy::Accuracy,
    element::Element,
    error::Error,
    view::{DoubleWordSlice, MultiWordSlice},
    words::{Number, Width, Words},
};
use floatfloat::DoubleWord;

impl<E: Element, const M: usize> MultiWordSlice<'_, E, M>
where
    Width<M>: Words<M>,
{
    /// The [sum](super::sum()) of all elements.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// use floatfloat_cpu::DoubleDoubleVec;
    ///
    /// let x = DoubleDoubleVec::from_words(&[1.0, 1e-30, -1.0]);
    /// assert_eq!(x.sum(), DoubleDouble::from(1e-30));
    /// ```
    pub fn sum(self) -> Number<E, M> {
        sum(self)
    }

    /// The [dot product](super::dot).
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn dot(self, y: MultiWordSlice<'_, E, M>) -> Result<Number<E, M>, Error> {
        dot(self, y)
    }

    /// The [Euclidean norm](super::nrm2()).
    pub fn nrm2(self) -> Number<E, M> {
        nrm2(self)
    }

    /// The [sum of magnitudes](super::asum).
    pub fn asum(self) -> Number<E, M> {
        asum(self)
    }

    /// The [largest magnitude](max_abs()); exact.
    pub fn max_abs(self) -> Number<E, M> {
        max_abs(self)
    }
}

impl<E: Element> DoubleWordSlice<'_, E> {
    /// The [sum](sum_with) of all elements.
    pub fn sum_with(self, accuracy: Accuracy) -> DoubleWord<E> {
        sum_with(accuracy, self)
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

    /// The [Euclidean norm](nrm2_with).
    pub fn nrm2_with(self, accuracy: Accuracy) -> DoubleWord<E> {
        nrm2_with(accuracy, self)
    }

    /// The [sum of magnitudes](asum_with).
    pub fn asum_with(self, accuracy: Accuracy) -> DoubleWord<E> {
        asum_with(accuracy, self)
    }
}
