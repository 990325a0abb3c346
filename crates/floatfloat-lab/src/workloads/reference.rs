//! Exact or nearly exact results, with which other results are compared.

use crate::arithmetic::{Arithmetic, Multiple};
use floatfloat::{DoubleDouble, eft::two_sum};

/// The bits of results in multiple precision with which other results are compared.
pub const BITS: usize = 256;

/// Results with far more precision than those that are compared with them.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The values, each as the sum of three numbers. Each number is below the last bit of the one
    /// before.
    values: Vec<[f64; 3]>,
    /// How the values were computed.
    pub name: &'static str,
}

/// The errors of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// The mean distance; infinite if a result is not finite.
    pub mean: f64,
    /// The largest distance; infinite if a result is not finite.
    pub largest: f64,
}

impl Reference {
    /// Results from numbers of multiple precision, to 159 bits.
    pub fn of_multiple<'a>(numbers: impl Iterator<Item = &'a Multiple>) -> Self {
        let words = |number: &Multiple| {
            let high = number.to_f64();
            let middle = number.difference(&number.constant(high));
            let both = Multiple::of_words(&[high, middle], BITS);
            [high, middle, number.difference(&both)]
        };
        Reference { values: numbers.map(words).collect(), name: "mp256" }
    }

    /// Results from numbers of two words.
    pub fn of_pairs(numbers: impl Iterator<Item = DoubleDouble>, name: &'static str) -> Self {
        let words = |number: DoubleDouble| [number.hi(), number.lo(), 0.0];
        Reference { values: numbers.map(words).collect(), name }
    }

    /// The results, each as the sum of two `f64`.
    pub fn pairs(&self) -> Vec<[f64; 2]> {
        self.values.iter().map(|&[high, middle, _]| [high, middle]).collect()
    }

    /// The largest magnitude.
    pub fn scale(&self) -> f64 {
        largest(self.values.iter().map(|value| value[0]))
    }

    /// The errors of numbers, each given as the sum of two `f64`.
    pub fn errors(&self, numbers: impl Iterator<Item = [f64; 2]>) -> Errors {
        let (mut sum, mut most) = (0.0_f64, 0.0_f64);
        for (&[high, middle, low], parts) in self.values.iter().zip(numbers) {
            let distance = normalised(parts) - DoubleDouble::from_normalized(high, middle);
            let distance = finite(distance.hi() - low);
            sum += distance;
            most = most.max(distance);
        }
        Errors { mean: sum / self.values.len().max(1) as f64, largest: most }
    }
}

/// The sum of two numbers, which may overlap, as a double-word.
pub fn normalised([high, low]: [f64; 2]) -> DoubleDouble {
    let (high, low) = two_sum(high, low);
    DoubleDouble::from_normalized(high, low)
}

/// The largest magnitude of numbers; infinite if one is not finite.
pub fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.map(finite).fold(0.0, f64::max)
}

/// The magnitude of a number; infinite if it is NaN.
fn finite(number: f64) -> f64 {
    if number.is_finite() { number.abs() } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::{BITS, Reference};
    use crate::arithmetic::{Arithmetic, Multiple};

    #[test]
    fn distances_below_two_words_are_seen() {
        let third = Multiple::new(1.0, BITS).div(&Multiple::new(3.0, BITS));
        let reference = Reference::of_multiple([third.clone()].iter());
        let high = 1.0 / 3.0;
        let low = third.difference(&Multiple::new(high, BITS));
        let rest = third.difference(&Multiple::of_words(&[high, low], BITS)).abs();
        assert!(rest > 0.0 && rest < 1e-32);
        let errors = |parts| reference.errors([parts].into_iter()).largest;
        assert_eq!(errors([high, low]), rest);
        assert_eq!(errors([high, 0.0]), low.abs());
        // Composite numbers overlap.
        assert_eq!(errors([low, high]), rest);
        assert_eq!(errors([f64::NAN, 0.0]), f64::INFINITY);
    }
}
