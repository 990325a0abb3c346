//! The numbers with which a computation begins.

use crate::{arithmetic::Family, devices::OnDevice, random::Random, real::Scalar};
use floatfloat::DoubleDouble;

/// Numbers, each exactly the sum of two words.
#[derive(Clone, Debug)]
pub struct Numbers {
    high: Vec<f64>,
    /// The low words; none if all are zero.
    low: Option<Vec<f64>>,
}

impl Numbers {
    /// Numbers of one word each.
    pub fn of_words(words: Vec<f64>) -> Self {
        Numbers { high: words, low: None }
    }

    /// Numbers of two words each.
    pub fn of_pairs(pairs: &[DoubleDouble]) -> Self {
        let high = pairs.iter().map(|pair| pair.hi()).collect();
        let low: Vec<f64> = pairs.iter().map(|pair| pair.lo()).collect();
        Numbers { high, low: low.iter().any(|&low| low != 0.0).then_some(low) }
    }

    /// `count` random numbers. Each is uniform in one of the ranges, which take turns, and rounded to
    /// `f32`, so that every type holds it exactly.
    pub fn random(count: usize, ranges: &[(f64, f64)], seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let draw = |(low, high): &(f64, f64)| f64::from(random.uniform(*low, *high) as f32);
        Numbers::of_words(ranges.iter().cycle().take(count).map(draw).collect())
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.high.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The words of the numbers, if each has only one.
    pub fn words(&self) -> Option<&[f64]> {
        self.low.is_none().then_some(&self.high)
    }

    /// The words of the numbers. The second is 0 where there is only one.
    pub fn iter(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        let low = |i| self.low.as_ref().map_or(0.0, |low| low[i]);
        self.high.iter().enumerate().map(move |(i, &high)| [high, low(i)])
    }

    /// The numbers, rounded to a number type.
    pub fn rounded<F: Family, W: OnDevice>(&self) -> Vec<F::Of<W>> {
        let rounded = |[high, low]: [f64; 2]| {
            let [first, second] = F::words(F::nearest::<W>(high));
            F::from_words(&[first, second + <W as Scalar>::from_f64(low)])
        };
        self.iter().map(rounded).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;
    use crate::arithmetic::{Family, PairOf, PlainOf};
    use floatfloat::DoubleDouble;

    #[test]
    fn random_numbers_fill_their_ranges_and_f32_holds_them() {
        let numbers = Numbers::random(10_000, &[(1.0, 2.0), (-0.5, 0.25)], 3);
        for (i, [x, low]) in numbers.iter().enumerate() {
            let range = if i % 2 == 0 { 1.0..=2.0 } else { -0.5..=0.25 };
            assert!(range.contains(&x) && f64::from(x as f32) == x && low == 0.0);
        }
        assert!(numbers.iter().any(|[x, _]| x < -0.45) && numbers.iter().any(|[x, _]| x > 1.95));
    }

    #[test]
    fn numbers_are_rounded_to_the_type_once() {
        let third = DoubleDouble::from(1.0) / DoubleDouble::from(3.0);
        let numbers = Numbers::of_pairs(&[third]);
        let [dd] = numbers.rounded::<PairOf, f64>()[..] else { panic!() };
        assert_eq!(dd, third);
        let [ff] = numbers.rounded::<PairOf, f32>()[..] else { panic!() };
        assert_eq!(PairOf::parts::<f32>(ff).iter().sum::<f64>() as f32, (1.0 / 3.0) as f32);
        assert!((PairOf::parts::<f32>(ff).iter().sum::<f64>() - third.hi()).abs() < 1e-15);
        assert_eq!(numbers.rounded::<PlainOf, f32>()[0].0, (1.0 / 3.0) as f32);
    }
}
