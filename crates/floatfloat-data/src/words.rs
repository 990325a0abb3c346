//! Many numbers, each as the exact sum of words.

use crate::number::{MOST_WORDS, Number};
use floatfloat_cpu::reproducible::{AddSlices, ReproducibleSum};

/// Numbers, each the exact sum of a few `f64`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// One list for each word. The first has the numbers rounded to the word of their type; each further list
    /// has what the lists before leave of each number, and is empty where nothing is left of any number.
    words: [Vec<f64>; MOST_WORDS],
}

impl Words {
    /// Numbers of one word.
    pub(crate) fn of_single(words: Vec<f64>) -> Self {
        Words { words: [words, Vec::new(), Vec::new(), Vec::new()] }
    }

    /// Numbers of two words.
    pub(crate) fn of_pairs(pairs: &[[f64; 2]]) -> Self {
        let [high, low] = [0, 1].map(|k| pairs.iter().map(|pair| pair[k]).collect());
        Words { words: [high, low, Vec::new(), Vec::new()] }
    }

    pub(crate) fn push(&mut self, number: impl Number) {
        let count = self.count();
        for (k, (words, word)) in self.words.iter_mut().zip(number.parts()).enumerate() {
            if k == 0 || word != 0.0 || !words.is_empty() {
                words.resize(count, 0.0);
                words.push(word);
            }
        }
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> usize {
        self.words[0].len()
    }

    /// The first word of each number.
    pub(crate) fn high(&self) -> &[f64] {
        &self.words[0]
    }

    /// Adds all of them to a sum.
    pub(crate) fn add_to(&self, sum: &mut ReproducibleSum) {
        self.parts().for_each(|part| sum.add_words(part));
    }

    /// Adds the products of the numbers with `others` to a sum.
    pub(crate) fn add_products_to(&self, others: &Words, sum: &mut ReproducibleSum) {
        for ours in self.parts() {
            for theirs in others.parts() {
                // Both lists have one word for each number.
                let added = sum.add_products(ours, theirs);
                debug_assert!(added.is_ok(), "as many numbers on both sides");
            }
        }
    }

    fn parts(&self) -> impl Iterator<Item = &[f64]> {
        self.words.iter().map(Vec::as_slice).filter(|part| !part.is_empty())
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
