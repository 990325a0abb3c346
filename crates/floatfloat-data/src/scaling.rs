//! Scaling by powers of two, so that neither products nor squares leave the range.

use crate::number::Number;

/// The exponent for which division by 2^exponent brings the largest magnitude into [½, 1]; 0 if all values are
/// zero.
pub(crate) fn largest_exponent<T: Number>(values: &[T]) -> i32 {
    let of_some = values.iter().filter(|value| value.parts()[0] != 0.0).map(|v| v.exponent()).max();
    of_some.unwrap_or(0)
}

/// `value · 2^exponent`; `None` if this leaves the range of the type. A value that is at most a rounding error
/// beside other values of about 1 may become zero.
pub(crate) fn unscaled<T: Number>(value: T, exponent: i32) -> Option<T> {
    let scaled = value.scale(exponent);
    let counts = value.abs().parts()[0] > T::UNIT_ROUNDOFF;
    let vanished = scaled.parts()[0] == 0.0 && counts;
    (!vanished && scaled.is_finite()).then_some(scaled)
}
