//! Scaling by powers of two, so that neither products nor squares leave the range.

use crate::number::{Number, scale_f64};
use floatfloat::NativeWord;

/// The exponent for which division by 2^exponent brings the largest magnitude into [½, 1]; 0 if all values are
/// zero.
pub(crate) fn largest_exponent<T: Number>(values: &[T]) -> i32 {
    let of_some = values.iter().filter(|value| value.parts()[0] != 0.0).map(|v| v.exponent()).max();
    of_some.unwrap_or(0)
}

/// The largest error that a last word below the range adds to a number, in units of 2^exponent.
pub(crate) fn underflow<T: Number>(exponent: i32) -> f64 {
    let halved = <T::Word as NativeWord>::LEAST_EXPONENT - 1;
    scale_f64(1.0, halved - exponent)
}

/// The largest error of [`unscaled`], which rounds each word below the range, in units of 2^exponent.
pub(crate) fn underflow_of_words<T: Number>(exponent: i32) -> f64 {
    T::WORDS as f64 * underflow::<T>(exponent)
}

/// `value · 2^exponent`; `None` if this leaves the range of the type. A value that is at most a rounding error
/// beside other values of about 1 may become zero.
pub(crate) fn unscaled<T: Number>(value: T, exponent: i32) -> Option<T> {
    let scaled = value.scale(exponent);
    let counts = value.abs().parts()[0] > T::UNIT_ROUNDOFF;
    let vanished = scaled.parts()[0] == 0.0 && counts;
    (!vanished && scaled.is_finite()).then_some(scaled)
}
