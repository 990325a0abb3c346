//! The condition number: how far a matrix is from a singular one.

use super::{
    Lu, Matrix,
    error::{MatrixError, check_shape},
    gemm::products,
    view::MatrixView,
};
use crate::{
    number::{Number, nearest},
    watch,
};
impl<T: Number> Lu<T> {
    /// 1 / (‖A‖₁ · ‖A⁻¹‖₁), estimated from a few solutions: Hager's method as refined by Higham (ACM TOMS
    /// 14, 1988, algorithm 4.1). The estimate is never below the true value by more than rounding, and
    /// seldom above three times it. `a` is the matrix that was factorised.
    ///
    /// # Errors
    /// [`MatrixError::ShapesDiffer`] if `a` has another size; [`MatrixError::Cancelled`].
    pub fn reciprocal_condition(&self, a: MatrixView<'_, T>) -> Result<f64, MatrixError> {
        let size = self.size();
        check_shape("reciprocal_condition", "a", a.shape(), (size, size))?;
        if size == 0 {
            return Ok(1.0);
        }
        watch::call(7 * products([size, size, 1]), || match self.near_one(a) {
            None => Ok(1.0 / norm1(a) / self.norm_of_inverse()?),
            Some((lu, a)) => Ok(1.0 / norm1(a.view()) / lu.norm_of_inverse()?),
        })
    }

    fn norm_of_inverse(&self) -> Result<f64, MatrixError> {
        let size = self.size();
        let column = |entry: &dyn Fn(usize) -> f64| {
            Matrix::<T>::from_fn(size, 1, |i, _| nearest::<T>(entry(i)))
        };
        let mut x = column(&|_| 1.0 / size as f64);
        let (mut estimate, mut last) = (0.0, None);
        for _ in 0..5 {
            self.solve_in_place(x.view_mut())?;
            let norm = norm1(x.view());
            if norm.is_nan() || last.is_some() && norm <= estimate {
                break;
            }
            estimate = norm;
            let signs: Vec<f64> =
                high(x.view()).map(|x| if x < 0.0 { -1.0 } else { 1.0 }).collect();
            let mut z = column(&|i| signs[i]);
            self.solve_transposed_in_place(z.view_mut())?;
            let steepest = high(z.view()).map(f64::abs).enumerate();
            let steepest = steepest.fold((0, 0.0), |best, z| if z.1 > best.1 { z } else { best });
            if last == Some(steepest.0) {
                break;
            }
            last = Some(steepest.0);
            x = column(&|i| f64::from(u8::from(i == steepest.0)));
        }
        // A vector of alternating signs finds what the iteration may miss.
        let step = 1.0 / (size.max(2) - 1) as f64;
        let mut x = column(&|i| (1.0 + i as f64 * step) * if i % 2 == 0 { 1.0 } else { -1.0 });
        self.solve_in_place(x.view_mut())?;
        Ok(estimate.max(2.0 * norm1(x.view()) / (3.0 * size as f64)))
    }
}

fn high<T: Number>(x: MatrixView<'_, T>) -> impl Iterator<Item = f64> {
    x.entries().map(|(_, _, number)| number.hi().into())
}

/// The largest sum of the magnitudes of a column.
fn norm1<T: Number>(a: MatrixView<'_, T>) -> f64 {
    let mut sums = vec![0.0; a.columns()];
    for (_, j, number) in a.entries() {
        let word: f64 = number.hi().into();
        sums[j] += word.abs();
    }
    sums.into_iter().fold(0.0, f64::max)
}
