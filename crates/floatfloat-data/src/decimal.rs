//! Numbers written as decimals.

use crate::number::Refusal;
use std::{borrow::Cow, str::FromStr};

/// Reads digits with a point, sign and exponent. Refuses everything else, and numbers that the type rounds to
/// infinity or zero.
pub(crate) fn read_decimal<T: Copy + FromStr>(
    text: &str,
    is_finite: impl Fn(T) -> bool,
    is_zero: impl Fn(T) -> bool,
) -> Result<T, Refusal> {
    let is_decimal =
        |byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E' | b'd' | b'D');
    if !text.bytes().all(is_decimal) {
        let unsigned = text.trim_start_matches(['+', '-']);
        let is_special = |word| unsigned.eq_ignore_ascii_case(word);
        return Err(match ["inf", "infinity", "nan"].into_iter().any(is_special) {
            true => Refusal::NotFinite,
            false => Refusal::NotANumber,
        });
    }
    let text = with_e(text);
    let value = text.parse::<T>().map_err(|_| Refusal::NotANumber)?;
    let says_zero = || {
        let significand = text.split(['e', 'E']).next().unwrap_or_default();
        !significand.contains(|c| matches!(c, '1'..='9'))
    };
    if !is_finite(value) {
        Err(Refusal::TooLarge)
    } else if is_zero(value) && !says_zero() {
        Err(Refusal::TooSmall)
    } else {
        Ok(value)
    }
}

/// The text with `e` before its exponent, where Fortran writes `D`.
pub(crate) fn with_e(text: &str) -> Cow<'_, str> {
    if text.contains(['d', 'D']) { text.replace(['d', 'D'], "e").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use crate::number::{Number, Refusal};
    use floatfloat::{DoubleDouble, FloatFloat};

    #[test]
    fn range_is_that_of_the_type() {
        assert_eq!(f32::read("1e39"), Err(Refusal::TooLarge));
        assert!(f64::read("1e39").is_ok());
        assert_eq!(FloatFloat::read("-1e39"), Err(Refusal::TooLarge));
        assert_eq!(FloatFloat::read("1e-60"), Err(Refusal::TooSmall));
        assert_eq!(f64::read("0e-999"), Ok(0.0));
        assert_eq!(DoubleDouble::read("infinity"), Err(Refusal::NotFinite));
        assert_eq!(DoubleDouble::read("1.5 "), Err(Refusal::NotANumber));
    }

    #[test]
    fn exponents_of_fortran() {
        for (text, value) in [("1.0D+02", 100.0), ("1.0d0", 1.0), ("-2.5d-1", -0.25), (".5D1", 5.0)]
        {
            assert_eq!(f64::read(text), Ok(value));
            assert_eq!(DoubleDouble::read(text), Ok(value.into()));
        }
        assert_eq!(DoubleDouble::read("0.1D+00"), DoubleDouble::read("0.1"));
        assert_eq!(f64::read("0D-999"), Ok(0.0));
        assert_eq!(f64::read("1D-999"), Err(Refusal::TooSmall));
        for text in ["d", "D1", "1d", "1dd1", "1e1d1", "dead"] {
            assert_eq!(f64::read(text), Err(Refusal::NotANumber), "{text}");
        }
    }
}
