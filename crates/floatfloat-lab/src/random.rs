//! Random operands that depend only on the seed.

use crate::real::Scalar;
use floatfloat::{DoubleWord, random::SplitMix64};

/// A generator of random numbers.
#[derive(Clone)]
pub struct Random(SplitMix64);

impl Random {
    /// The generator for piece `piece` of the work with this seed.
    pub fn new(seed: u64, piece: usize) -> Self {
        let mixed = SplitMix64::new(seed).bits();
        Random(SplitMix64::new(mixed ^ (piece as u64).wrapping_mul(0xd134_2543_de82_ef95)))
    }

    /// 64 random bits.
    #[inline(always)]
    #[expect(clippy::should_implement_trait, reason = "it never ends, and nobody iterates over it")]
    pub fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// Uniform in (-1, 1), with 53 bits below the point.
    #[inline(always)]
    pub fn symmetric(&mut self) -> f64 {
        let bits = self.next();
        let magnitude = (bits >> 11) as f64 * (1.0 / (1u64 << 53) as f64);
        if bits & 1 == 0 { magnitude } else { -magnitude }
    }

    /// A number of random sign. Its magnitude is between `low` and `high`, with a uniform
    /// logarithm.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        let along = self.symmetric();
        let magnitude = low * (high / low).powf(along.abs());
        if along < 0.0 { -magnitude } else { magnitude }
    }

    /// Uniform in [low, high), with 53 bits.
    #[inline(always)]
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        let part = (self.next() >> 11) as f64 * (1.0 / (1u64 << 53) as f64);
        low + part * (high - low)
    }

    /// Shuffles the items (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = (u128::from(self.next()) * (last as u128 + 1)) >> 64;
            items.swap(last, other as usize);
        }
    }

    /// A word with random sign and significand. Its exponent is uniform in `-exponents..exponents`.
    #[inline(always)]
    pub fn word<W: Scalar>(&mut self, exponents: u32) -> W {
        let bits = self.next();
        let offset = ((bits & 0x7ff) * u64::from(2 * exponents)) >> 11;
        let exponent = offset + 1023 - u64::from(exponents);
        let significand = self.next() & FRACTION;
        W::from_f64(cut::<W>(f64::from_bits((bits & SIGN) | exponent << 52 | significand)))
    }

    /// A normalised pair. The high word is as from [`word`](Self::word); the low word is uniform
    /// within half an ulp of the high word.
    #[inline(always)]
    pub fn pair<W: Scalar>(&mut self, exponents: u32) -> DoubleWord<W> {
        let high: W = self.word(exponents);
        let half_ulp = power_of_two_below(high.to_f64()) / (1u64 << W::PRECISION) as f64;
        // Below a power of two, numbers are twice as dense.
        let reach = if high.to_f64().to_bits() & FRACTION == 0 { 0.5 } else { 1.0 };
        let low = W::from_f64(cut::<W>(self.symmetric() * reach * half_ulp));
        DoubleWord::from_normalized(high, low)
    }
}

const SIGN: u64 = 1 << 63;
const FRACTION: u64 = (1 << 52) - 1;

/// The value, cut towards zero to the precision of the word, so that its exponent stays.
#[inline(always)]
fn cut<W: Scalar>(value: f64) -> f64 {
    f64::from_bits(value.to_bits() >> (53 - W::PRECISION) << (53 - W::PRECISION))
}

/// The power of two at or below |x|, from its bits alone.
#[inline(always)]
pub fn power_of_two_below(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !SIGN & !FRACTION)
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn words_have_full_significands_and_the_asked_exponents() {
        let mut random = Random::new(1, 0);
        let words: Vec<f32> = (0..10_000).map(|_| random.word(3)).collect();
        assert!(words.iter().all(|w| (0.125..8.0).contains(&w.abs())));
        assert!(words.iter().any(|w| w.abs() < 0.25) && words.iter().any(|w| w.abs() >= 4.0));
        assert!(words.iter().any(|w| w.to_bits() & 1 == 1));
        assert!(words.iter().any(|&w| w < 0.0) && words.iter().any(|&w| w > 0.0));
    }

    #[test]
    fn pairs_are_normalised() {
        let mut random = Random::new(2, 0);
        for _ in 0..10_000 {
            let x = random.pair::<f64>(10);
            assert_eq!(x.hi() + x.lo(), x.hi());
        }
    }

    #[test]
    fn shuffled_items_are_the_same_ones_elsewhere() {
        let mut items: Vec<usize> = (0..1000).collect();
        Random::new(4, 0).shuffle(&mut items);
        let in_place = items.iter().enumerate().filter(|(i, item)| i == *item).count();
        assert!(in_place < 20, "{in_place}");
        items.sort_unstable();
        assert!(items.into_iter().eq(0..1000));
    }

    #[test]
    fn pieces_differ() {
        assert_ne!(Random::new(3, 0).next(), Random::new(3, 1).next());
        assert_ne!(Random::new(3, 0).next(), Random::new(4, 0).next());
    }
}
