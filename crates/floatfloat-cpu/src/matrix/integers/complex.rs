//! Products of matrices of complex numbers.

use super::{
    lines::{Entries, Rows},
    multiply::{Accuracy, Target, multiply_lines},
    split::LANES,
};
use crate::{
    matrix::{Matrix, MatrixError, error::check_shape, gemm::products, view::MatrixView},
    number::Number,
    watch,
};

/// The product a · b of matrices of complex numbers, each given as its real and its imaginary parts; so is the product.
///
/// Each part of an entry is one sum over the terms of both products of parts, aᵣ·bᵣ and −aᵢ·bᵢ or aᵣ·bᵢ and aᵢ·bᵣ. It has the
/// bits and the bound of [`gemm_accurate`](super::gemm_accurate()) with twice as many terms, so nothing is lost where the two
/// products cancel. It takes the time of four real products.
///
/// ```
/// use floatfloat::DoubleDouble;
/// use floatfloat_cpu::matrix::{Matrix, gemm_accurate_complex};
///
/// let number = |x: f64| Matrix::from_fn(1, 1, |_, _| DoubleDouble::from(x));
/// let (real, imaginary) = (number(3.0), number(4.0));
/// let z = [real.view(), imaginary.view()];
/// let square = gemm_accurate_complex(z, z)?;
/// assert_eq!(square.map(|part| part.get(0, 0).unwrap().hi()), [-7.0, 24.0]);
/// # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
/// ```
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless both parts of a are m × k and those of b k × n; [`MatrixError::TooManyWords`] for
/// [`QuadDouble`](floatfloat::QuadDouble); [`MatrixError::Cancelled`].
pub fn gemm_accurate_complex<T: Number>(
    a: [MatrixView<'_, T>; 2],
    b: [MatrixView<'_, T>; 2],
) -> Result<[Matrix<T>; 2], MatrixError> {
    let operation = "gemm_accurate_complex";
    let [(rows, depth), (_, columns)] = [a[0].shape(), b[0].shape()];
    check_shape(operation, "the imaginary part of a", a[1].shape(), (rows, depth))?;
    check_shape(operation, "b", b[0].shape(), (depth, columns))?;
    check_shape(operation, "the imaginary part of b", b[1].shape(), (depth, columns))?;
    let [real, imaginary] = a.map(Rows);
    let [b_real, b_imaginary] = b.map(|part| Rows(part.transpose()));
    let part = |negated, columns_of_b: [&dyn Entries; 2]| -> Result<Matrix<T>, MatrixError> {
        let left = Joined { parts: [&real, &imaginary], negated };
        let right = Joined { parts: columns_of_b, negated: false };
        let mut product = Matrix::zeros(rows, columns);
        let target = Target::new(product.view_mut());
        multiply_lines::<T, MatrixError>(
            &left,
            &right,
            Accuracy::of::<T>(),
            target,
            |work, to| work.run(to, false),
        )?;
        Ok(product)
    };
    watch::call(products([rows, depth, columns]).saturating_mul(4), || {
        Ok([part(true, [&b_real, &b_imaginary])?, part(false, [&b_imaginary, &b_real])?])
    })
}

/// The lines of the first part, each followed by the same line of the second part.
struct Joined<'a> {
    parts: [&'a dyn Entries; 2],
    /// Whether entries of the second part change their signs.
    negated: bool,
}

impl Entries for Joined<'_> {
    fn count(&self) -> usize {
        self.parts[0].count()
    }

    fn depth(&self) -> usize {
        self.parts.iter().map(|part| part.depth()).sum()
    }

    fn words(&self) -> usize {
        self.parts[0].words()
    }

    fn fill(&self, word: usize, line: usize, entry: usize, to: &mut [[f64; LANES]]) {
        let [first, second] = self.parts;
        let of_first = first.depth().saturating_sub(entry).min(to.len());
        let (before, after) = to.split_at_mut(of_first);
        if !before.is_empty() {
            first.fill(word, line, entry, before);
        }
        if !after.is_empty() {
            second.fill(word, line, entry + of_first - first.depth(), after);
            if self.negated {
                after.as_flattened_mut().iter_mut().for_each(|x| *x = -*x);
            }
        }
    }
}
