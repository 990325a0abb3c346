//! Powers of two that bring the rows and columns of a matrix to magnitudes near 1.
//!
//! Near the ends of the range of a word, products overflow or lose their low words. Matrices with such entries are
//! scaled before they are factorised. A power of two changes no digit.

use super::{Matrix, error::MatrixError, view::MatrixView, view_mut::MatrixViewMut};
use crate::number::Number;
use floatfloat::{NativeWord, Word, WordArray};

/// The factor of a matrix whose columns were divided by powers of two, and the exponents of these powers.
#[derive(Clone, Debug)]
pub(super) struct Scaled<T: Number> {
    pub(super) factor: Matrix<T>,
    pub(super) exponents: Vec<i32>,
}

/// The least power of two above a magnitude; none for zero.
fn exponent<W: NativeWord>(word: W) -> Option<i32> {
    let (significand, exponent) = word.parts();
    (significand != 0).then(|| exponent + (u64::BITS - significand.leading_zeros()) as i32)
}

/// The exponent of the least power of two above all magnitudes of each row; 0 for a row of zeros.
pub(super) fn of_rows<T: Number>(a: MatrixView<'_, T>) -> Vec<i32> {
    let larger = |x: T::Word, y: T::Word| if x < y.abs() { y.abs() } else { x };
    let zero = T::Word::nearest(0.0);
    let largest = |i| match a.row(i) {
        Some(row) => row.hi().iter().fold(zero, |largest, &word| larger(largest, word)),
        None => (0..a.columns()).fold(zero, |largest, j| larger(largest, a.at(i, j).hi())),
    };
    (0..a.rows()).map(|i| exponent(largest(i)).unwrap_or(0)).collect()
}

/// The exponent of the least power of two above all magnitudes of each column; 0 for a column of zeros.
pub(super) fn of_columns<T: Number>(a: MatrixView<'_, T>) -> Vec<i32> {
    let mut largest = vec![T::Word::nearest(0.0); a.columns()];
    for i in 0..a.rows() {
        let mut compare = |j: usize, word: T::Word| {
            largest[j] = if largest[j] < word.abs() { word.abs() } else { largest[j] };
        };
        match a.row(i) {
            Some(row) => row.hi().iter().enumerate().for_each(|(j, &word)| compare(j, word)),
            None => (0..a.columns()).for_each(|j| compare(j, a.at(i, j).hi())),
        }
    }
    largest.into_iter().map(|word| exponent(word).unwrap_or(0)).collect()
}

/// Whether matrices whose rows or columns reach these powers of two can be computed with as they are: sums of products
/// do not overflow, and products keep their low words.
pub(super) fn are_ordinary<T: Number>(exponents: &[i32]) -> bool {
    let precision = T::Word::PRECISION as i32;
    let least = T::Word::LEAST_EXPONENT + (T::WORDS as i32 + 1) * precision + 8;
    let most = T::Word::LARGEST_EXPONENT - precision - 32;
    exponents.iter().all(|exponent| (least..=most).contains(exponent))
}

/// Whether rows or columns differ so much in size that their condition number says nothing.
fn are_alike<T: Number>(exponents: &[i32]) -> bool {
    let (least, most) = (exponents.iter().min(), exponents.iter().max());
    least.zip(most).is_none_or(|(least, most)| most - least <= T::Word::PRECISION as i32)
}

/// x · 2^exponent, rounded where it is subnormal, infinite where it is too large.
fn times_power<T: Number>(x: T, exponent: i32) -> T {
    let power = |exponent| T::Word::rounded(false, 1, exponent, false);
    let once = T::Word::LARGEST_EXPONENT;
    let [first, second] = match exponent {
        _ if (-once..=once).contains(&exponent) => [exponent, 0],
        _ => [exponent / 2, exponent - exponent / 2],
    };
    let parts = x.parts();
    T::from_parts(WordArray::each(|k| parts[k] * power(first) * power(second)))
}

/// A copy, each entry times two to the power for its row and column.
pub(super) fn times_powers<T: Number>(
    a: MatrixView<'_, T>,
    exponent: impl Fn(usize, usize) -> i32,
) -> Matrix<T> {
    Matrix::from_fn(a.rows(), a.columns(), |i, j| times_power(a.at(i, j), exponent(i, j)))
}

/// Refuses results that left the range when they were scaled back.
pub(super) fn check_range<T: Number>(
    operation: &'static str,
    result: MatrixView<'_, T>,
) -> Result<(), MatrixError> {
    let too_large = result.entries().find(|(_, _, number)| !number.hi().is_finite());
    match too_large {
        Some((_, column, _)) => Err(MatrixError::Overflow { operation, column }),
        None => Ok(()),
    }
}

/// Solves with a factor of a scaled matrix: divides row i of b by 2^before(i), and each column by what brings it near 1;
/// solves; divides row i of the solution by 2^after(i), and multiplies the columns again.
pub(super) fn solve_scaled<T: Number>(
    mut b: MatrixViewMut<'_, T>,
    before: impl Fn(usize) -> i32,
    after: impl Fn(usize) -> i32,
    solve: impl FnOnce(MatrixViewMut<'_, T>),
) {
    let entry = |i, j| Some(exponent(b.at(i, j).hi())? - before(i));
    let of_column = |j| (0..b.rows()).filter_map(|i| entry(i, j)).max().unwrap_or(0);
    let columns: Vec<i32> = (0..b.columns()).map(of_column).collect();
    let mut x = times_powers(b.as_view(), |i, j| -before(i) - columns[j]);
    solve(x.view_mut());
    b.fill_from(times_powers(x.view(), |i, j| columns[j] - after(i)).view());
}

/// A system of equations with rows and columns near 1.
pub(super) struct Equilibrated<T: Number> {
    pub(super) a: Matrix<T>,
    pub(super) b: Matrix<T>,
    unknowns: Vec<i32>,
    right: Vec<i32>,
}

impl<T: Number> Equilibrated<T> {
    /// The system a · x = b, unless it can be solved as it is.
    pub(super) fn needed(a: MatrixView<'_, T>, b: MatrixView<'_, T>) -> Option<Self> {
        let (rows, unknowns, right) = (of_rows(a), of_columns(a), of_columns(b));
        let all = [&rows, &unknowns, &right];
        let is_ordinary = all.into_iter().all(|exponents| are_ordinary::<T>(exponents));
        if is_ordinary && are_alike::<T>(&rows) && are_alike::<T>(&unknowns) {
            return None;
        }
        let largest = |m: MatrixView<'_, T>, j: usize| {
            let of_row = |i: usize| Some(exponent(m.at(i, j).hi())? - rows[i]);
            (0..m.rows()).filter_map(of_row).max().unwrap_or(0)
        };
        let unknowns: Vec<i32> = (0..a.columns()).map(|j| largest(a, j)).collect();
        let right: Vec<i32> = (0..b.columns()).map(|j| largest(b, j)).collect();
        let scaled = |m, columns: &[i32]| times_powers(m, |i, j| -rows[i] - columns[j]);
        Some(Equilibrated { a: scaled(a, &unknowns), b: scaled(b, &right), unknowns, right })
    }

    /// The solution of the given system, from that of this one.
    pub(super) fn unscaled(&self, x: MatrixView<'_, T>) -> Matrix<T> {
        times_powers(x, |i, j| self.right[j] - self.unknowns[i])
    }
}
