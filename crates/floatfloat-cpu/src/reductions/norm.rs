//! The Euclidean norm.

use super::{Numbers, careful::scale, max_abs, task::Kind, unchecked};
use crate::{accuracy::Accuracy, element::Element, vector::DoubleWordVec};
use floatfloat::{DoubleWord, NativeWord, Word};

/// The square root of the sum of squares, strict.
pub fn nrm2<X: Numbers>(x: X) -> DoubleWord<X::Element> {
    nrm2_with(Accuracy::Strict, x)
}

/// The square root of the sum of squares, without overflow or underflow on the way.
///
/// Relative error ≤ [`Accuracy::dot_bound`]/2 + 25/8 u² + u² (half of that of the sum of squares, that
/// of the square root, and what underflows on the way, for fewer than 2^36 numbers), to first order,
/// where its low part is in range. NaN if any number is, else infinite if any is.
///
/// Numbers of ordinary size are read once; where the sum of squares leaves the range, they are read
/// again and scaled by a power of two.
pub fn nrm2_with<X: Numbers>(accuracy: Accuracy, x: X) -> DoubleWord<X::Element> {
    let squares = unchecked(Kind::Dot, accuracy, [x, x]);
    if safe_squares::<X::Element>() <= squares.hi() && squares.hi().is_finite() {
        return squares.sqrt();
    }
    let largest = max_abs(x);
    if !largest.hi().is_ordinary() {
        return largest;
    }
    // The largest number comes to lie in [2^-k, 2^(1 - k)), where 4^(k - 1) is more than the count.
    let (significand, exponent) = largest.hi().parts();
    let magnitude = exponent + significand.ilog2() as i32;
    let exponent = magnitude + x.count().ilog2() as i32 / 2 + 2;
    let scaled: DoubleWordVec<X::Element> =
        (0..x.count()).map(|i| scale_by_any(x.number(i), -exponent)).collect();
    let squares = unchecked(Kind::Dot, accuracy, [scaled.as_slice(); 2]);
    scale_by_any(squares.sqrt(), exponent)
}

/// From here on the errors of squares and of their sums that underflow, some 2^(emin + 2) an
/// element, are less than u² of 2^36 elements' sum.
fn safe_squares<E: Element>() -> E {
    E::rounded(false, 1, E::LEAST_EXPONENT + 2 * E::PRECISION as i32 + 38, false)
}

/// [`scale`] by a power of two that need not be a word itself.
fn scale_by_any<E: Element>(x: DoubleWord<E>, exponent: i32) -> DoubleWord<E> {
    let half = exponent / 2;
    scale(scale(x, half), exponent - half)
}
