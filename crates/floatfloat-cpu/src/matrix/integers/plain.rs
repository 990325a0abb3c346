//! Products of matrices of `f64`.

use super::{
    each,
    elsewhere::{Multiplier, watched},
    lines::{Entries, Lines, copy, factors, power_of_two, there},
    multiply::{Accuracy, Target, Work, multiply_lines},
    rebuild::Words,
    split::LANES,
};
use crate::{
    matrix::{Matrix, MatrixError, error::check_shape, sharing::both},
    number::Number,
    watch,
};
use floatfloat::{DoubleDouble, ReproducibleSum};

/// A view of a matrix of `f64`.
#[derive(Clone, Copy, Debug)]
pub struct WordMatrix<'a> {
    words: &'a [f64],
    rows: usize,
    columns: usize,
    row_stride: usize,
    column_stride: usize,
}

impl<'a> WordMatrix<'a> {
    /// The matrix with these words, row by row.
    ///
    /// # Errors
    /// [`MatrixError::LengthDiffers`] unless there are rows · columns words.
    pub fn from_row_major(
        rows: usize,
        columns: usize,
        words: &'a [f64],
    ) -> Result<Self, MatrixError> {
        if rows.checked_mul(columns) != Some(words.len()) {
            return Err(MatrixError::LengthDiffers { rows, columns, length: words.len() });
        }
        Ok(WordMatrix { words, rows, columns, row_stride: columns, column_stride: 1 })
    }

    /// The transpose.
    #[must_use]
    pub fn transpose(self) -> Self {
        WordMatrix {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(self) -> usize {
        self.columns
    }

    fn shape(self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    fn at(self, i: usize, j: usize) -> f64 {
        self.words[i * self.row_stride + j * self.column_stride]
    }
}

/// The rows.
impl Entries for WordMatrix<'_> {
    fn count(&self) -> usize {
        self.rows
    }

    fn depth(&self) -> usize {
        self.columns
    }

    fn words(&self) -> usize {
        1
    }

    fn fill(&self, _: usize, line: usize, entry: usize, to: &mut [[f64; LANES]]) {
        let [lines, entries] = there(self, line, entry, to);
        let read = |i, k| self.at(line + i, entry + k);
        copy(&mut to[..entries], lines, self.row_stride == 1, read);
    }
}

/// The product a · b of matrices of `f64` in numbers of several words.
///
/// It has the bits and the bound of [`gemm_accurate`](super::gemm_accurate()) of the same matrices in numbers of type `T`, in less
/// memory.
///
/// # Errors
/// Those of [`gemm_accurate`](super::gemm_accurate()).
pub fn gemm_of_words<T: Number<Word = f64>>(
    a: WordMatrix<'_>,
    b: WordMatrix<'_>,
) -> Result<Matrix<T>, MatrixError> {
    product("gemm_of_words", [a, b], Accuracy::of::<T>(), |work, target| work.run(target, false))
}

/// The product a · b of matrices of `f64`, row by row, in `f64`.
///
/// The error of an entry c is at most 2^-57·Σ|aₖ·bₖ| + 2^-52·|c|, for any number of terms. It is made of some 15 products of
/// matrices of integers of 8 bits, so it takes several times as long as a product in floating point. But its bits depend on the
/// entries of a and b alone, and a device needs no `f64` for it ([`gemm_to_words_by`]). Near the least positive number η the error may
/// be larger by η. Infinities and NaN are as in [`gemm_accurate`](super::gemm_accurate()).
///
/// ```
/// use floatfloat_cpu::matrix::{WordMatrix, gemm_to_words};
///
/// let row = WordMatrix::from_row_major(1, 3, &[1e8, 1.0, -1e8])?;
/// let column = WordMatrix::from_row_major(3, 1, &[1e8, 1.0, 1e8])?;
/// assert_eq!(gemm_to_words(row, column)?, [1.0]);
/// # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
/// ```
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k and b is k × n; [`MatrixError::Cancelled`].
pub fn gemm_to_words(a: WordMatrix<'_>, b: WordMatrix<'_>) -> Result<Vec<f64>, MatrixError> {
    let product = product::<_, MatrixError>("gemm_to_words", [a, b], TO_WORDS, |work, target| {
        work.run(target, false)
    })?;
    Ok(high_words(&product))
}

/// [`gemm_to_words`], whose products of integers `multiplier` computes, as in [`gemm_accurate_by`](super::gemm_accurate_by).
///
/// # Errors
/// Those of [`gemm_to_words`] and of the multiplier.
pub fn gemm_to_words_by<M: Multiplier>(
    multiplier: &mut M,
    a: WordMatrix<'_>,
    b: WordMatrix<'_>,
) -> Result<Vec<f64>, M::Error> {
    let product = product::<_, M::Error>("gemm_to_words", [a, b], TO_WORDS, |work, target| {
        work.run_by(multiplier, target)
    })?;
    Ok(high_words(&product))
}

/// One word, before whose rounding the error is 2^-57 of the sum of magnitudes.
pub(super) const TO_WORDS: Accuracy =
    Accuracy { bound: power_of_two(-57), words: Words { count: 1, to_odd: false } };

/// The correctly rounded product a · b of matrices of `f64`, row by row: every entry is the `f64` nearest to the exact sum, ties to
/// even.
///
/// A product in double-doubles decides most entries. Where its bound leaves two possible results, a [`ReproducibleSum`] decides:
/// where a sum is zero, below 2^-900, or far smaller than the norms of row and column. Each such sum takes some 10 ns a term.
/// Infinities, NaN and overflow are those of the exact sum.
///
/// ```
/// use floatfloat_cpu::matrix::{WordMatrix, gemm_rounded};
///
/// let row = WordMatrix::from_row_major(1, 3, &[1e200, 0.1, -1e200])?;
/// let column = WordMatrix::from_row_major(3, 1, &[1e200, 3.0, 1e200])?;
/// assert_eq!(gemm_rounded(row, column)?, [0.1 * 3.0]);
/// # Ok::<(), floatfloat_cpu::matrix::MatrixError>(())
/// ```
///
/// # Errors
/// [`MatrixError::ShapesDiffer`] unless a is m × k and b is k × n; [`MatrixError::Cancelled`].
pub fn gemm_rounded(a: WordMatrix<'_>, b: WordMatrix<'_>) -> Result<Vec<f64>, MatrixError> {
    check_shape("gemm_rounded", "b", b.shape(), (a.columns, b.columns))?;
    if a.rows == 0 || b.columns == 0 {
        return Ok(Vec::new());
    }
    let mut rounded = vec![0.0; a.rows * b.columns];
    watched([a.rows, a.columns, b.columns], || {
        let product = gemm_of_words::<DoubleDouble>(a, b)?;
        let columns = b.transpose();
        let (left, right) = both(|| Lines::of(&a), || Lines::of(&columns));
        let mut rows: Vec<_> = rounded.chunks_exact_mut(b.columns).enumerate().collect();
        each(&mut rows, &|(i, row)| {
            for (j, word) in row.iter_mut().enumerate() {
                let entry = product.get(*i, j).expect("the entry is there");
                let norms = [left.lines[*i], right.lines[j]];
                match decided(entry, norms.map(|line| (line.norms()[0], line.exponent))) {
                    Some(decided) => *word = decided,
                    None if watch::proceed(0) => *word = exact_entry(a, b, *i, j),
                    None => return,
                }
            }
        });
        Ok(())
    })
    .map(|()| rounded)
}

/// The exact entry, rounded once.
fn exact_entry(a: WordMatrix<'_>, b: WordMatrix<'_>, i: usize, j: usize) -> f64 {
    let mut sum = ReproducibleSum::new();
    for k in 0..a.columns {
        sum.add_product(a.at(i, k), b.at(k, j));
    }
    sum.to_word()
}

/// The word nearest to every number within the bound of an entry; none if there are two such words. The 2-norms of row and
/// column are given with their exponents; their product bounds the sum of magnitudes.
fn decided(entry: DoubleDouble, norms: [(f64, i32); 2]) -> Option<f64> {
    let (high, low) = (entry.hi(), entry.lo());
    // Nearer to zero the errors of subnormal numbers count, too.
    if !high.is_finite() || high.abs() < power_of_two(-900) {
        return None;
    }
    let [(x, x_exponent), (y, y_exponent)] = norms;
    let [scale, rest] = factors(x_exponent + y_exponent);
    // Twice u² of the sum, 3u² of the entry, and roundings of this.
    let of_sum = x * y * power_of_two(-104) * scale * rest;
    let error = of_sum + high.abs() * power_of_two(-104);
    let within = high + (low - error) == high && high + (low + error) == high;
    within.then_some(high)
}

/// The product of matrices of the host.
fn product<T: Number, E: From<MatrixError>>(
    operation: &'static str,
    [a, b]: [WordMatrix<'_>; 2],
    accuracy: Accuracy,
    run: impl FnOnce(&Work<'_>, Target<'_, T>) -> Result<(), E>,
) -> Result<Matrix<T>, E> {
    check_shape(operation, "b", b.shape(), (a.columns, b.columns))?;
    let mut product = Matrix::zeros(a.rows, b.columns);
    let target = Target::new(product.view_mut());
    watched([a.rows, a.columns, b.columns], || {
        multiply_lines(&a, &b.transpose(), accuracy, target, run)
    })?;
    Ok(product)
}

fn high_words(product: &Matrix<DoubleDouble>) -> Vec<f64> {
    product.view().entries().map(|(_, _, number)| number.hi()).collect()
}
