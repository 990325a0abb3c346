//! Reductions as methods of slices.

use super::{asum, asum_with, dot, dot_with, max_abs, nrm2, nrm2_with, sum, sum_with};
use crate::{accuracy::Accuracy, element::Element, error::Error, number::Number, view::VectorView};
use floatfloat::DoubleWord;

impl<T: Number> VectorView<'_, T> {
    /// The [sum](super::sum()) of all elements.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// use floatfloat_cpu::Vector;
    ///
    /// let x = Vector::<DoubleDouble>::from_words(&[1.0, 1e-30, -1.0]);
    /// assert_eq!(x.sum(), DoubleDouble::from(1e-30));
    /// ```
    pub fn sum(self) -> T {
        sum(self)
    }

    /// The [dot product](super::dot).
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn dot<'y>(self, y: impl Into<VectorView<'y, T>>) -> Result<T, Error> {
        dot(self, y.into())
    }

    /// The [Euclidean norm](super::nrm2()).
    pub fn nrm2(self) -> T {
        nrm2(self)
    }

    /// The [sum of magnitudes](super::asum).
    pub fn asum(self) -> T {
        asum(self)
    }

    /// The [largest magnitude](max_abs()); exact.
    pub fn max_abs(self) -> T {
        max_abs(self)
    }
}

impl<E: Element> VectorView<'_, DoubleWord<E>> {
    /// The [sum](sum_with) of all elements.
    pub fn sum_with(self, accuracy: Accuracy) -> DoubleWord<E> {
        sum_with(accuracy, self)
    }

    /// The [dot product](dot_with).
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn dot_with<'y>(
        self,
        accuracy: Accuracy,
        y: impl Into<VectorView<'y, DoubleWord<E>>>,
    ) -> Result<DoubleWord<E>, Error> {
        dot_with(accuracy, self, y.into())
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
