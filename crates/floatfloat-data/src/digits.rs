//! How many decimal digits of a value are correct.

use crate::{
    decimal::with_e,
    number::{Number, Refusal},
};
use dashu_float::{DBig, FBig, round::mode::HalfAway};
use std::str::FromStr;

/// Decimal digits with which values are compared: far more than any number type has.
const PRECISION: usize = 200;

/// A reference value, known to 200 digits.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact(DBig);

impl Exact {
    /// Reads a decimal of any number of digits, in the range of `f64`.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        f64::read(text)?;
        let value = DBig::from_str(&with_e(text)).map_err(|_| Refusal::NotANumber)?;
        Ok(Exact(value.with_precision(PRECISION).value()))
    }

    /// The exact value of a finite number.
    pub fn of<T: Number>(value: T) -> Self {
        let parts = value.parts().into_iter().map(|part| {
            let part = FBig::<HalfAway, 2>::try_from(part).unwrap_or_default();
            part.with_base_and_precision::<10>(PRECISION).value()
        });
        Exact(parts.reduce(|sum, part| sum + part).unwrap_or_default())
    }

    /// Correct digits of `value`, −log10(|value − exact| / |exact|): the log relative error of NIST. If the
    /// exact value is zero, the absolute error is used. The result is at least 0 and at most the number of
    /// digits that the type holds at this magnitude.
    pub fn correct_digits<T: Number>(&self, value: T) -> f64 {
        let error = Exact::of(value).0 - &self.0;
        let error = if self.0 == DBig::ZERO { error } else { error / &self.0 };
        let digits = -error.to_f64().value().abs().log10();
        if digits > 0.0 { digits.min(value.held_digits()) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::Exact;
    use floatfloat::DoubleDouble;

    #[test]
    fn digits_of_an_approximation_of_a_third() {
        let third = Exact::read("0.333333333333333333333333333333333333333333333").unwrap();
        assert!((third.correct_digits(0.333f64) - 3.0).abs() < 1e-9);
        assert!(third.correct_digits(1.0f64 / 3.0) > 15.9);
        assert_eq!(third.correct_digits(-7.0f32), 0.0);
    }

    #[test]
    fn a_double_double_is_judged_by_both_words() {
        let tenth = Exact::read("0.1").unwrap();
        let double_double = "0.1".parse::<DoubleDouble>().unwrap();
        assert!(tenth.correct_digits(double_double) > 31.0);
        assert!(tenth.correct_digits(double_double + 1e-20) < 19.01);
    }

    #[test]
    fn exact_equality_gives_the_digits_of_the_type() {
        let one = Exact::read("1").unwrap();
        assert!((one.correct_digits(1.0f64) - 53.0 * 2f64.log10()).abs() < 1e-12);
    }

    #[test]
    fn zero_is_compared_absolutely() {
        let zero = Exact::read("0").unwrap();
        assert!((zero.correct_digits(1e-5f64) - 5.0).abs() < 1e-9);
    }
}
