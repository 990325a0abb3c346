//! Multiple precision by MPFR.

use crate::arithmetic::Arithmetic;
use rug::Float;

/// A binary number of `bits` bits. Every operation rounds to nearest.
#[derive(Clone, Debug, PartialEq)]
pub struct Multiple(Float);

/// Bits that hold any sum of words exactly: from the largest to the smallest word there are fewer than
/// 2100 places, and sums have fewer than 2^64 terms.
const EXACT: u32 = 2200;

/// The bits of a difference whose numbers are too far apart for an exact result. Such a difference
/// is rounded.
const MOST: i64 = 1 << 16;

impl Multiple {
    /// The library.
    pub const LIBRARY: &str = "MPFR";

    /// The nearest number of `bits` bits; zero for a value that is not finite.
    pub fn new(value: f64, bits: usize) -> Self {
        let value = if value.is_finite() { value } else { 0.0 };
        Multiple(Float::with_val(bits as u32, value))
    }

    /// The exact sum of words, with at least `bits` bits.
    pub fn of_words(words: &[f64], bits: usize) -> Self {
        let mut sum = Float::new(EXACT);
        words.iter().filter(|word| word.is_finite()).for_each(|word| sum += word);
        let digits = sum.to_integer_exp().map_or(0, |(significand, _)| {
            significand.significant_bits() - significand.find_one(0).unwrap_or(0)
        });
        sum.set_prec(digits.max(bits as u32));
        Multiple(sum)
    }

    /// The nearest `f64`.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64()
    }

    /// The words of which the number is the exact sum, as far as they are normal. Each word is the
    /// nearest to what the words before it leave.
    pub fn words(&self) -> Vec<f64> {
        let mut words = Vec::new();
        let mut rest = self.0.clone();
        loop {
            let word = rest.to_f64();
            if word == 0.0 || !word.is_finite() {
                return words;
            }
            words.push(word);
            // The rest has fewer bits, so the difference is exact.
            rest -= word;
        }
    }

    /// self − other, computed exactly and rounded to the nearest `f64`.
    pub fn difference(&self, other: &Self) -> f64 {
        let (x, y) = (&self.0, &other.0);
        let places = |z: &Float| z.get_exp().map(|top| (top, i64::from(top) - i64::from(z.prec())));
        let bits = match (places(x), places(y)) {
            (Some((top, bottom)), Some((other_top, other_bottom))) => {
                i64::from(top.max(other_top)) - bottom.min(other_bottom) + 1
            }
            _ => i64::from(x.prec().max(y.prec())),
        };
        Float::with_val(bits.clamp(1, MOST) as u32, x - y).to_f64()
    }

    fn rounded<T>(&self, other: &Self, result: T) -> Self
    where
        Float: rug::Assign<T>
            + rug::ops::AssignRound<T, Round = rug::float::Round, Ordering = std::cmp::Ordering>,
    {
        Multiple(Float::with_val(self.0.prec().max(other.0.prec()), result))
    }
}

impl Arithmetic for Multiple {
    fn add(&self, other: &Self) -> Self {
        self.rounded(other, &self.0 + &other.0)
    }

    fn sub(&self, other: &Self) -> Self {
        self.rounded(other, &self.0 - &other.0)
    }

    fn mul(&self, other: &Self) -> Self {
        self.rounded(other, &self.0 * &other.0)
    }

    fn div(&self, other: &Self) -> Self {
        self.rounded(other, &self.0 / &other.0)
    }

    fn constant(&self, value: f64) -> Self {
        Multiple::new(value, self.0.prec() as usize)
    }
}
