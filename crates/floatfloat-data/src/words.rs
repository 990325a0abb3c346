//! Many numbers as exact sums of words.

use crate::number::Number;
use floatfloat_cpu::reproducible::ReproducibleSum;

/// Numbers, each the exact sum of two `f64`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// The numbers, each rounded to the word of its type.
    high: Vec<f64>,
    /// What that leaves of each; empty where it leaves nothing of any.
    low: Vec<f64>,
}

impl Words {
    /// Numbers of one word.
    pub(crate) fn of_single(words: Vec<f64>) -> Self {
        Words { high: words, low: Vec::new() }
    }

    /// Numbers of two words.
    pub(crate) fn of_pairs(pairs: &[[f64; 2]]) -> Self {
        let high = pairs.iter().map(|pair| pair[0]).collect();
        Words { high, low: pairs.iter().map(|pair| pair[1]).collect() }
    }

    pub(crate) fn push(&mut self, number: impl Number) {
        let [high, low] = number.parts();
        if low != 0.0 && self.low.is_empty() {
            self.low.resize(self.high.len(), 0.0);
        }
        if low != 0.0 || !self.low.is_empty() {
            self.low.push(low);
        }
        self.high.push(high);
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> usize {
        self.high.len()
    }

    /// The first word of each.
    pub(crate) fn high(&self) -> &[f64] {
        &self.high
    }

    /// Adds all of them to a sum.
    pub(crate) fn add_to(&self, sum: &mut ReproducibleSum) {
        self.parts().for_each(|part| sum.add_words(part));
    }

    /// Adds the products with as many others to a sum.
    pub(crate) fn add_products_to(&self, others: &Words, sum: &mut ReproducibleSum) {
        for ours in self.parts() {
            for theirs in others.parts() {
                // Both are as long as there are numbers.
                let added = sum.add_products(ours, theirs);
                debug_assert!(added.is_ok(), "as many numbers on both sides");
            }
        }
    }

    fn parts(&self) -> impl Iterator<Item = &[f64]> {
        [&self.high[..], &self.low[..]].into_iter().filter(|part| !part.is_empty())
    }
}

impl<T: Number> Extend<T> for Words {
    fn extend<I: IntoIterator<Item = T>>(&mut self, numbers: I) {
        numbers.into_iter().for_each(|number| self.push(number));
    }
}

impl<T: Number> FromIterator<T> for Words {
    fn from_iter<I: IntoIterator<Item = T>>(numbers: I) -> Self {
        let mut words = Words::default();
        words.extend(numbers);
        words
    }
}
