//! Numbers as Python writes floats.

use crate::real::Real;

/// Exponents from which on, and below which, a number is written with one.
const FIXED: std::ops::Range<i32> = -4..16;

/// The shortest decimal number that reads back as the same number (of two words, as the same words), written as Python
/// writes a float.
pub fn shortest<N: Real>(x: N) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    if x.is_infinite() {
        return if x < x.constant(0.0) { "-inf" } else { "inf" }.into();
    }
    let scientific = format!("{x:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if FIXED.contains(&exponent) {
        let fixed = x.to_string();
        return if fixed.contains('.') { fixed } else { fixed + ".0" };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}
