//! Scaling of columns by powers of two, so that squares of their entries neither overflow nor
//! underflow.

use super::{view::MatrixView, view_mut::MatrixViewMut};
use crate::number::Number;
use floatfloat::NativeWord;

/// Multiplies each column by two to the power of an exponent, in two steps. No step overflows or
/// underflows unless the result does.
pub(super) fn scale<T: Number>(mut a: MatrixViewMut<'_, T>, exponents: &[i32]) {
    let powers = |power: fn(i32) -> i32| -> Vec<T::Word> {
        exponents
            .iter()
            .map(|&exponent| T::Word::rounded(false, 1, power(exponent), false))
            .collect()
    };
    let first = powers(|exponent| exponent / 2);
    let second = powers(|exponent| exponent - exponent / 2);
    for i in 0..a.rows() {
        let Some(row) = a.row(i) else { return };
        for words in row.into_parts() {
            for ((word, &first), &second) in words.iter_mut().zip(&first).zip(&second) {
                *word = *word * first * second;
            }
        }
    }
}

/// The approximate Euclidean norm of each column.
pub(super) fn norms<T: Number>(a: MatrixView<'_, T>) -> Vec<f64> {
    let mut squares = vec![0.0; a.columns()];
    for row in (0..a.rows()).filter_map(|i| a.row(i)) {
        for (sum, &word) in squares.iter_mut().zip(row.hi()) {
            let word: f64 = word.into();
            *sum += word * word;
        }
    }
    squares.into_iter().map(f64::sqrt).collect()
}
