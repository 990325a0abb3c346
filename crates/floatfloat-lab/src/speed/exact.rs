//! Exact sums, against which sums in floating point are checked.

use crate::{
    data::expansion::Expansion,
    real::{Real, widen},
};
use floatfloat::DoubleWord;

/// A sum of numbers and products held exactly, and the sum of their magnitudes.
pub(crate) struct ExactSum<W> {
    sum: Expansion<W>,
    magnitudes: f64,
}

/// How far off a sum may be.
#[derive(Clone, Copy)]
pub(crate) struct Tolerance {
    /// As a share of the sum of the magnitudes.
    pub(crate) of_magnitudes: f64,
    /// As a share of the result.
    pub(crate) of_result: f64,
}

/// What is lost in computing the tolerance itself.
const SLACK: f64 = 1.0 + 1.0 / (1 << 20) as f64;

impl<W: Real> ExactSum<W> {
    pub(crate) fn new() -> Self {
        ExactSum { sum: Expansion::new(), magnitudes: 0.0 }
    }

    pub(crate) fn add(&mut self, x: DoubleWord<W>) {
        self.sum.add(x.hi());
        self.sum.add(x.lo());
        self.magnitudes += magnitude(x);
    }

    pub(crate) fn add_product(&mut self, x: DoubleWord<W>, y: DoubleWord<W>) {
        self.sum.add_product(&[x.hi(), x.lo()], &[y.hi(), y.lo()]);
        self.magnitudes += magnitude(x) * magnitude(y);
    }

    /// Whether the sum is this number, within the tolerance.
    pub(crate) fn equals(mut self, found: DoubleWord<W>, tolerance: Tolerance) -> bool {
        self.sum.add(-found.hi());
        self.sum.add(-found.lo());
        self.is_nothing(magnitude(found), tolerance)
    }

    /// Whether the sum is the square of this number, within the tolerance.
    pub(crate) fn equals_square_of(mut self, root: DoubleWord<W>, tolerance: Tolerance) -> bool {
        self.sum.add_product(&[-root.hi(), -root.lo()], &[root.hi(), root.lo()]);
        self.is_nothing(magnitude(root) * magnitude(root), tolerance)
    }

    fn is_nothing(&self, result: f64, tolerance: Tolerance) -> bool {
        let error = self.sum.total().map_or(0.0, magnitude);
        let allowed = tolerance.of_magnitudes * self.magnitudes + tolerance.of_result * result;
        // Not so where one of them is NaN.
        error <= allowed * SLACK
    }
}

fn magnitude<W: Real>(x: DoubleWord<W>) -> f64 {
    widen(x)[0].abs()
}

#[cfg(test)]
mod tests {
    use super::{ExactSum, Tolerance};
    use floatfloat::{DoubleDouble, DoubleWord};

    const NONE: Tolerance = Tolerance { of_magnitudes: 0.0, of_result: 0.0 };

    fn seven() -> ExactSum<f64> {
        let mut sum = ExactSum::new();
        sum.add(DoubleWord::from_word(1.0));
        sum.add_product(DoubleWord::from_word(2.0), DoubleWord::from_word(3.0));
        sum
    }

    #[test]
    fn what_is_off_by_more_than_the_tolerance_is_refused() {
        let off = DoubleDouble::from_parts(7.0, 1e-25);
        assert!(seven().equals(DoubleWord::from_word(7.0), NONE));
        assert!(!seven().equals(off, NONE));
        assert!(seven().equals(off, Tolerance { of_magnitudes: 2e-26, ..NONE }));
        assert!(!seven().equals(off, Tolerance { of_magnitudes: 1e-26, ..NONE }));
        assert!(seven().equals(off, Tolerance { of_result: 2e-26, ..NONE }));
        assert!(
            !seven().equals(DoubleWord::from_word(f64::NAN), Tolerance { of_result: 1.0, ..NONE })
        );
    }

    #[test]
    fn roots_are_checked_by_their_squares() {
        let mut sum = seven();
        sum.add(DoubleWord::from_word(2.0));
        assert!(sum.equals_square_of(DoubleWord::from_word(3.0), NONE));
        assert!(!seven().equals_square_of(DoubleWord::from_word(3.0), NONE));
    }
}
