//! The numbers with which a computation begins.

use crate::{arithmetic::Family, devices::OnDevice, random::Random};
use floatfloat_data::{Expansion, PARTS};

/// Numbers, each exactly the sum of a few words.
#[derive(Clone, Debug)]
pub struct Numbers {
    first: Vec<f64>,
    /// A list for each further word; none if these words are zero in all numbers.
    further: Vec<Vec<f64>>,
}

impl Numbers {
    /// Numbers of one word each.
    pub fn of_words(words: Vec<f64>) -> Self {
        Numbers { first: words, further: Vec::new() }
    }

    /// Numbers as they stand in a file.
    pub fn of_expansions(numbers: &[Expansion]) -> Self {
        let word = |k: usize| -> Vec<f64> { numbers.iter().map(|x| x.parts()[k]).collect() };
        let is_there = |k: &usize| numbers.iter().any(|x| x.parts()[*k] != 0.0);
        Numbers { first: word(0), further: (1..PARTS).take_while(is_there).map(word).collect() }
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
        self.first.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first word of each number.
    pub fn first(&self) -> &[f64] {
        &self.first
    }

    /// The lists of words: the first words, the second words, and so on.
    pub fn parts(&self) -> impl Iterator<Item = &[f64]> {
        std::iter::once(&self.first).chain(&self.further).map(Vec::as_slice)
    }

    /// The numbers.
    pub fn iter(&self) -> impl Iterator<Item = Expansion> + '_ {
        self.first.iter().enumerate().map(|(i, &first)| {
            let mut parts = [first, 0.0, 0.0, 0.0, 0.0, 0.0];
            for (part, list) in parts[1..].iter_mut().zip(&self.further) {
                *part = list[i];
            }
            Expansion::of_parts(parts)
        })
    }

    /// The numbers, each rounded once to a number type.
    pub fn rounded<F: Family, W: OnDevice>(&self) -> Vec<F::Of<W>> {
        self.iter().map(|number| F::from_words(&number.words::<W>(F::WORDS)[..F::WORDS])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;
    use crate::arithmetic::{Family, PairOf, PlainOf};
    use floatfloat::DoubleDouble;
    use floatfloat_data::{Expansion, Readable};

    #[test]
    fn random_numbers_fill_their_ranges_and_f32_holds_them() {
        let numbers = Numbers::random(10_000, &[(1.0, 2.0), (-0.5, 0.25)], 3);
        for (i, [x, low, ..]) in numbers.iter().map(|x| *x.parts()).enumerate() {
            let range = if i % 2 == 0 { 1.0..=2.0 } else { -0.5..=0.25 };
            assert!(range.contains(&x) && f64::from(x as f32) == x && low == 0.0);
        }
        assert!(
            numbers.first().iter().any(|&x| x < -0.45) && numbers.first().iter().any(|&x| x > 1.95)
        );
    }

    #[test]
    fn numbers_are_rounded_to_the_type_once() {
        let third = DoubleDouble::from(1.0) / DoubleDouble::from(3.0);
        let numbers = Numbers::of_expansions(&[Expansion::of_pair(third).unwrap()]);
        let [dd] = numbers.rounded::<PairOf, f64>()[..] else { panic!() };
        assert_eq!(dd, third);
        let [ff] = numbers.rounded::<PairOf, f32>()[..] else { panic!() };
        assert_eq!(PairOf::parts::<f32>(ff).iter().sum::<f64>() as f32, (1.0 / 3.0) as f32);
        assert!((PairOf::parts::<f32>(ff).iter().sum::<f64>() - third.hi()).abs() < 1e-15);
        assert_eq!(numbers.rounded::<PlainOf, f32>()[0].0, (1.0 / 3.0) as f32);
    }
}
