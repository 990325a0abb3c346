//! Sums and inner products with a given condition number.

use super::{Dot, Numbers, Sum};
use crate::{error::Error, random::Random};
use floatfloat_cpu::reproducible::ReproducibleSum;

impl Dot {
    /// Vectors of `count` numbers, six or more, whose inner product has about this condition number,
    /// 2·Σ|x·y| ÷ |Σx·y|: GenDot of Ogita, Rump and Oishi 2005, algorithm 6.1. `f32` holds each
    /// number.
    pub fn ill_conditioned(count: usize, condition: f64, seed: u64) -> Result<Self, Error> {
        let (x, y) = vectors(count, condition, seed).into_iter().unzip();
        Dot::new(Numbers::of_words(x), Numbers::of_words(y))
    }
}

impl Sum {
    /// A sum of `count` numbers, twelve or more, whose condition number Σ|x| ÷ |Σx| is about half of
    /// `condition`. Its terms are the products of ill-conditioned vectors, each as the sum of two
    /// `f32` (GenSum, same paper).
    pub fn ill_conditioned(count: usize, condition: f64, seed: u64) -> Self {
        let halves = |(x, y): (f64, f64)| {
            let high = f64::from((x * y) as f32);
            [high, x * y - high]
        };
        let mut terms: Vec<f64> =
            vectors(count / 2, condition, seed).into_iter().flat_map(halves).collect();
        Random::new(seed, 1).shuffle(&mut terms);
        Sum::new(Numbers::of_words(terms))
    }
}

/// The products of the first half have exponents from b to 0, where b is that of the condition
/// number. Those of the other half cancel the sum so far, down to ever smaller remainders.
fn vectors(count: usize, condition: f64, seed: u64) -> Vec<(f64, f64)> {
    let mut random = Random::new(seed, 0);
    let half = count / 2;
    let most = condition.log2() / 2.0;
    let mut pairs = Vec::with_capacity(count);
    let mut sum = ReproducibleSum::new();
    let word = |value: f64| f64::from(value as f32);
    for i in 0..count {
        let exponent = match i {
            0 => most.round() + 1.0,
            _ if i + 1 == half => 0.0,
            _ if i < half => (random.uniform(0.0, 1.0) * most).round(),
            _ => (most * (count - 1 - i) as f64 / (count - 1 - half) as f64).round(),
        };
        let mut draw = || random.symmetric() * exponent.exp2();
        let x = word(draw());
        let y = if i < half { draw() } else { (draw() - sum.to_word::<f64>()) / x };
        let y = word(y);
        sum.add_product(x, y);
        pairs.push((x, y));
    }
    random.shuffle(&mut pairs);
    pairs
}

#[cfg(test)]
mod tests {
    use super::{Dot, Sum};

    #[test]
    fn conditions_are_about_those_asked_for() {
        for exponent in [0, 4, 8, 16, 24, 30] {
            let condition = 10f64.powi(exponent);
            let dot = Dot::ill_conditioned(100, condition, 5).unwrap();
            let found = dot.condition() / condition;
            assert!((1e-2..1e4).contains(&found), "{exponent}: {found:e}");
            let sum = Sum::ill_conditioned(200, condition, 5);
            assert_eq!(sum.exact(), dot.exact());
            let found = sum.condition() / condition;
            assert!((1e-2..1e4).contains(&found), "{exponent}: {found:e}");
        }
    }
}
