//! Exact sums, with which sums in floating point are compared.

use crate::real::{Real, widen};
use floatfloat::DoubleWord;
use floatfloat_cpu::reproducible::ReproducibleSum;

/// The exact sum of numbers and products, and the sum of their magnitudes.
#[derive(Default)]
pub struct ExactSum {
    sum: ReproducibleSum,
    magnitudes: f64,
}

/// The allowed error of a sum.
#[derive(Clone, Copy)]
pub struct Tolerance {
    /// The part that is relative to the sum of the magnitudes.
    pub of_magnitudes: f64,
    /// The part that is relative to the result.
    pub of_result: f64,
}

/// A factor for the rounding errors in the tolerance itself.
const SLACK: f64 = 1.0 + 1.0 / (1 << 20) as f64;

impl ExactSum {
    pub fn add<W: Real>(&mut self, x: DoubleWord<W>) {
        widen(x).into_iter().for_each(|word| self.sum.add_word(word));
        self.magnitudes += magnitude(x);
    }

    pub fn add_product<W: Real>(&mut self, x: DoubleWord<W>, y: DoubleWord<W>) {
        add_product(&mut self.sum, widen(x), widen(y));
        self.magnitudes += magnitude(x) * magnitude(y);
    }

    /// Whether the sum equals this number, within the tolerance.
    pub fn equals<W: Real>(mut self, found: DoubleWord<W>, tolerance: Tolerance) -> bool {
        widen(found).into_iter().for_each(|word| self.sum.add_word(-word));
        self.is_nothing(magnitude(found), tolerance)
    }

    /// Whether the sum equals the square of this number, within the tolerance.
    pub fn equals_square_of<W: Real>(mut self, root: DoubleWord<W>, tolerance: Tolerance) -> bool {
        add_product(&mut self.sum, widen(-root), widen(root));
        self.is_nothing(magnitude(root) * magnitude(root), tolerance)
    }

    fn is_nothing(&self, result: f64, tolerance: Tolerance) -> bool {
        let error = self.sum.to_word::<f64>().abs();
        let allowed = tolerance.of_magnitudes * self.magnitudes + tolerance.of_result * result;
        // False if one of them is NaN.
        error <= allowed * SLACK
    }
}

fn add_product(sum: &mut ReproducibleSum, x: [f64; 2], y: [f64; 2]) {
    for a in x {
        y.into_iter().for_each(|b| sum.add_product(a, b));
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

    fn seven() -> ExactSum {
        let mut sum = ExactSum::default();
        sum.add(DoubleDouble::from_word(1.0));
        sum.add_product(DoubleDouble::from_word(2.0), DoubleWord::from_word(3.0));
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
