//! Numbers of several words as scalars in the arithmetic of arrays. The other requirements of arrays on their elements
//! are operators and the traits of num-traits.

use crate::{
    double_word::DoubleWord,
    multi_word::{QuadWord, TripleWord},
    native_word::NativeWord,
};
use ndarray::ScalarOperand;

impl<F: NativeWord + 'static> ScalarOperand for DoubleWord<F> {}
impl<F: NativeWord + 'static> ScalarOperand for TripleWord<F> {}
impl<F: NativeWord + 'static> ScalarOperand for QuadWord<F> {}

#[cfg(test)]
mod tests {
    use crate::DoubleDouble;
    use ndarray::{Array2, Axis, arr1};

    fn fraction(k: usize) -> DoubleDouble {
        DoubleDouble::from(1.0) / (k + 1) as f64
    }

    #[test]
    fn arrays_compute_with_double_words() {
        let a = Array2::from_shape_fn((3, 4), |(i, j)| fraction(i + j));
        let b = Array2::from_shape_fn((4, 2), |(i, j)| fraction(3 * i + j));
        let sum = &a + &a * fraction(2);
        let expected = fraction(3) + fraction(3) * fraction(2);
        assert_eq!(sum[[1, 2]], expected);
        assert_eq!((-sum)[[1, 2]], -expected);

        let mut entry = DoubleDouble::ZERO;
        for k in 0..4 {
            entry += a[[1, k]] * b[[k, 1]];
        }
        assert_eq!(a.dot(&b)[[1, 1]], entry);
        assert_eq!(a.row(1).dot(&b.column(1)), entry);
        assert_eq!(a.dot(&b.column(1))[1], entry);

        let thirds = arr1(&[fraction(2), fraction(2), fraction(2)]);
        assert!((thirds.sum() - 1.0).abs() <= DoubleDouble::EPSILON);
        let mean = thirds.mean().expect("there are three");
        assert!((mean - fraction(2)).abs() <= DoubleDouble::EPSILON);
        assert_eq!(a.sum_axis(Axis(1)).len(), 3);
        assert_eq!(Array2::<DoubleDouble>::eye(2)[[1, 1]], 1.0);
    }
}
