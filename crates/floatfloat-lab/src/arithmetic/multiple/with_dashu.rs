//! Multiple precision by dashu, in Rust.

use crate::arithmetic::Arithmetic;
use dashu_float::{FBig, round::mode::HalfEven};

/// A binary number of `bits` bits. Every operation rounds to nearest; a sum may have one bit more.
#[derive(Clone, Debug, PartialEq)]
pub struct Multiple(FBig<HalfEven, 2>);

impl Multiple {
    /// The library.
    pub const LIBRARY: &str = "dashu";

    /// The nearest number of `bits` bits; zero for a value that is not finite.
    pub fn new(value: f64, bits: usize) -> Self {
        let exact = FBig::try_from(value).unwrap_or(FBig::ZERO);
        Multiple(exact.with_precision(bits).value())
    }

    /// The exact sum of words, with at least `bits` bits.
    pub fn of_words(words: &[f64], bits: usize) -> Self {
        let exact =
            |word: f64| FBig::try_from(word).unwrap_or(FBig::ZERO).with_precision(0).value();
        let sum = words.iter().fold(exact(0.0), |sum, &word| sum + exact(word));
        let wanted = bits.max(sum.digits());
        Multiple(sum.with_precision(wanted).value())
    }

    /// The nearest `f64`.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().value()
    }

    /// The words of which the number is the exact sum, as far as they are normal. Each word is the
    /// nearest to what the words before it leave.
    pub fn words(&self) -> Vec<f64> {
        let mut words = Vec::new();
        let mut rest = self.0.clone().with_precision(0).value();
        loop {
            let word = rest.to_f64().value();
            if word == 0.0 || !word.is_finite() {
                return words;
            }
            words.push(word);
            rest -= FBig::try_from(word).unwrap_or(FBig::ZERO).with_precision(0).value();
        }
    }

    /// self − other, computed exactly and rounded to the nearest `f64`.
    pub fn difference(&self, other: &Self) -> f64 {
        let exact = |x: &Self| x.0.clone().with_precision(0).value();
        (exact(self) - exact(other)).to_f64().value()
    }
}

impl Arithmetic for Multiple {
    fn add(&self, other: &Self) -> Self {
        Multiple(&self.0 + &other.0)
    }

    fn sub(&self, other: &Self) -> Self {
        Multiple(&self.0 - &other.0)
    }

    fn mul(&self, other: &Self) -> Self {
        Multiple(&self.0 * &other.0)
    }

    fn div(&self, other: &Self) -> Self {
        Multiple(&self.0 / &other.0)
    }

    fn constant(&self, value: f64) -> Self {
        Multiple::new(value, self.0.precision())
    }
}
