//! The Euclidean norm.

use super::{Numbers, WordOf, careful::scale, max_abs, task::Kind, unchecked, usual};
use crate::{accuracy::Accuracy, element::Element, number::Number, vector::Vector};
use floatfloat::{DoubleWord, MultiWord, NativeWord, Word};

/// The square root of the sum of squares, for any number type; sums of double-words are strict. [`nrm2_with`] is the
/// same for double-words.
///
/// Relative error ≤ [`dot_bound`](super::dot_bound)/2, plus the bound of the square root, plus u^M for M words. The
/// last term covers intermediate underflow, as in [`nrm2_with`].
pub fn nrm2<X: Numbers>(x: X) -> X::Number {
    norm(usual::<X::Number>(), x)
}

/// The square root of the sum of squares of double-words, without overflow or underflow on the way.
///
/// Relative error ≤ [`Accuracy::dot_bound`]/2 + 25/8 u² + u², to first order, where the low word of
/// the result is in range. The three terms are half the bound of the sum of squares, the bound of the
/// square root, and intermediate underflow for fewer than 2^36 numbers. The result is NaN if any
/// number is NaN, otherwise infinite if any number is infinite.
///
/// Numbers of ordinary size are read once. Where the sum of squares leaves the range, they are read
/// again and scaled by a power of two.
pub fn nrm2_with<E: Element, X: Numbers<Number = DoubleWord<E>>>(
    accuracy: Accuracy,
    x: X,
) -> DoubleWord<E> {
    norm(accuracy, x)
}

fn norm<X: Numbers>(accuracy: Accuracy, x: X) -> X::Number {
    let squares = unchecked(Kind::Dot, accuracy, [x, x]);
    if safe_squares::<WordOf<X>>(X::Number::WORDS) <= squares.hi() && squares.hi().is_finite() {
        return squares.sqrt();
    }
    let largest = max_abs(x);
    if !largest.hi().is_ordinary() {
        return largest;
    }
    // The largest number comes to lie in [2^-k, 2^(1 - k)), where 4^(k - 1) is more than the count.
    let (significand, exponent) = NativeWord::parts(largest.hi());
    let magnitude = exponent + significand.ilog2() as i32;
    let exponent = magnitude + x.count().ilog2() as i32 / 2 + 2;
    let scaled: Vector<X::Number> =
        (0..x.count()).map(|i| scale_by_any::<X::Number>(x.number(i), -exponent)).collect();
    let squares = unchecked(Kind::Dot, accuracy, [scaled.view(); 2]);
    scale_by_any::<X::Number>(squares.sqrt(), exponent)
}

/// From this sum of squares on, underflow does not matter. The errors of squares and of their sums
/// that underflow, some 2^(emin + 2) an element, are less than u^M of the sum for 2^36 elements.
fn safe_squares<E: Element>(words: usize) -> E {
    let digits = words as i32 * E::PRECISION as i32;
    E::rounded(false, 1, E::LEAST_EXPONENT + digits + 38, false)
}

/// The same as [`scale`], by a power of two that need not be a word itself.
fn scale_by_any<T: Number>(x: T, exponent: i32) -> T {
    let half = exponent / 2;
    scale::<T>(scale::<T>(x, half), exponent - half)
}
