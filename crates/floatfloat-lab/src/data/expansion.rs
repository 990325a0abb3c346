//! Exact sums of machine words.

use floatfloat::{
    DoubleWord, Word,
    eft::{two_prod, two_sum},
};

/// A sum held exactly, as words that do not overlap, from small to large (Shewchuk 1997, algorithm
/// Grow-Expansion). Exact as long as nothing overflows and no product's error underflows.
#[derive(Clone, Debug)]
pub(crate) struct Expansion<W>(Vec<W>);

impl<W: Word<Mask = bool>> Expansion<W> {
    pub(crate) fn new() -> Self {
        Expansion(Vec::new())
    }

    /// Adds a word.
    pub(crate) fn add(&mut self, word: W) {
        let zero = word.constant(0.0);
        let mut sum = word;
        let mut kept = 0;
        for i in 0..self.0.len() {
            let error;
            (sum, error) = two_sum(sum, self.0[i]);
            if !error.equal(zero) {
                self.0[kept] = error;
                kept += 1;
            }
        }
        self.0.truncate(kept);
        if !sum.equal(zero) {
            self.0.push(sum);
        }
    }

    /// Adds the product of two numbers, each given as the words that it is the sum of.
    pub(crate) fn add_product(&mut self, x: &[W], y: &[W]) {
        for &a in x {
            for &b in y {
                let (product, error) = two_prod(a, b);
                self.add(error);
                self.add(product);
            }
        }
    }

    /// The sum, rounded to two words.
    pub(crate) fn total(&self) -> Option<DoubleWord<W>> {
        let (&largest, rest) = self.0.split_last()?;
        Some(rest.iter().rev().fold(DoubleWord::from_word(largest), |sum, &word| sum + word))
    }
}

#[cfg(test)]
mod tests {
    use super::Expansion;

    #[test]
    fn cancellation_loses_nothing() {
        let mut sum = Expansion::new();
        for word in [1e300, 1.0, 1e-300, -1e300, -1.0] {
            sum.add(word);
        }
        assert_eq!(sum.total().map(|total| (total.hi(), total.lo())), Some((1e-300, 0.0)));
    }

    #[test]
    fn products_are_exact() {
        let mut sum = Expansion::new();
        let (x, y) = (0.1f32, 0.7f32);
        sum.add_product(&[x], &[y]);
        let total = sum.total().unwrap();
        let exact = f64::from(x) * f64::from(y);
        assert_eq!(f64::from(total.hi()) + f64::from(total.lo()), exact);
    }

    #[test]
    fn nothing_added_is_no_total() {
        assert!(Expansion::<f64>::new().total().is_none());
    }
}
