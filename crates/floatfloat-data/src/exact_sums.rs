//! Exact sums of the same terms in several number types.

use crate::{
    Value,
    error::{Error, ProblemError},
    number::{MOST_WORDS, Number},
    number_type::NumberType,
    with_number_type,
};
use floatfloat::{DoubleDouble, NativeWord};
use floatfloat_cpu::reproducible::ReproducibleSum;

/// A sum for each type that is asked for, and one in [`NumberType::Dd`], which the others are judged by.
pub(crate) struct ExactSums {
    /// What is added up, for messages.
    what: &'static str,
    /// Those that were asked for, and behind them the one that judges, if it is none of them.
    sums: Vec<(NumberType, ReproducibleSum)>,
    asked: usize,
    /// The place of the one that judges.
    judge: usize,
}

impl ExactSums {
    /// Empty sums.
    pub(crate) fn new(what: &'static str, types: &[NumberType]) -> Self {
        let mut all = types.to_vec();
        let known = types.iter().position(|&number_type| number_type == NumberType::Dd);
        let judge = known.unwrap_or_else(|| {
            all.push(NumberType::Dd);
            types.len()
        });
        let sums =
            all.into_iter().map(|number_type| (number_type, ReproducibleSum::new())).collect();
        ExactSums { what, sums, asked: types.len(), judge }
    }

    /// The types, in the order of their terms.
    pub(crate) fn types(&self) -> Vec<NumberType> {
        self.sums.iter().map(|&(number_type, _)| number_type).collect()
    }

    /// The terms for each type.
    pub(crate) fn terms<V>(
        &self,
        terms: impl FnMut(NumberType) -> Result<V, Error>,
    ) -> Result<Vec<V>, Error> {
        self.types().into_iter().map(terms).collect()
    }

    /// Adds the terms of each type; meanwhile `also` gets those in the type that judges. A block of text
    /// without numbers has no terms in any type.
    pub(crate) fn add<V: Sync>(
        &mut self,
        terms: &[V],
        add: impl Fn(&V, &mut ReproducibleSum) + Sync,
        also: impl FnOnce(&V) + Send,
    ) {
        let exact =
            || self.sums.iter_mut().zip(terms).for_each(|((_, sum), terms)| add(terms, sum));
        rayon::join(exact, || terms.get(self.judge).map(also));
    }

    /// The sum in each type that was asked for.
    ///
    /// # Errors
    /// If one of them cannot hold it.
    pub(crate) fn values(&self) -> Result<Vec<Value>, Error> {
        let value = |(number_type, sum): &(NumberType, ReproducibleSum)| {
            let (what, number_type) = (self.what.to_owned(), *number_type);
            with_number_type!(number_type, T => rounded::<T>(sum).map(Value::from))
                .ok_or_else(|| ProblemError::ResultRange { what, number_type }.into())
        };
        self.sums[..self.asked].iter().map(value).collect()
    }

    /// The sum in the type that judges; none if it cannot hold it.
    pub(crate) fn judge(&self) -> Option<DoubleDouble> {
        rounded(&self.sums[self.judge].1)
    }
}

/// The number of the type that is nearest to a sum; none where the type cannot hold it.
pub(crate) fn rounded<T: Number>(sum: &ReproducibleSum) -> Option<T> {
    let mut words = [T::Word::default(); MOST_WORDS];
    let mut rest = sum.clone();
    for word in &mut words[..T::WORDS] {
        *word = rest.to_word();
        if !NativeWord::is_finite(*word) {
            break;
        }
        rest.add_word(-*word);
    }
    let value = T::of_words(words);
    let vanished = value.parts()[0] == 0.0 && *sum != ReproducibleSum::new();
    (value.is_finite() && !vanished).then_some(value)
}
