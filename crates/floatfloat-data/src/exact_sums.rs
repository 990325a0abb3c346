//! Exact sums of the same terms in several number types.

use crate::{
    Value,
    error::{Error, ProblemError},
    number::{MOST_WORDS, Number},
    number_type::NumberType,
    sum_type::SumType,
    terms::Total,
};
use floatfloat::{DoubleDouble, NativeWord};
use floatfloat_cpu::reproducible::ReproducibleSum;

/// A sum for each requested type. If one of these consists of words, there is also a sum in [`NumberType::Dd`],
/// the reference for the others.
pub(crate) struct ExactSums {
    /// The name of the sum in messages.
    what: &'static str,
    /// The sums in the requested types; the reference follows them if it is not among them.
    sums: Vec<(SumType, Total)>,
    asked: usize,
    /// The index of the reference.
    judge: Option<usize>,
}

impl ExactSums {
    /// Empty sums.
    pub(crate) fn new(what: &'static str, types: impl IntoIterator<Item = SumType>) -> Self {
        let mut all: Vec<_> = types.into_iter().collect();
        let asked = all.len();
        let judge = SumType::Number(NumberType::Dd);
        let has_words = all.iter().any(|sum_type| matches!(sum_type, SumType::Number(_)));
        let judge = has_words.then(|| {
            all.iter().position(|&sum_type| sum_type == judge).unwrap_or_else(|| {
                all.push(judge);
                asked
            })
        });
        let sums = all.into_iter().map(|sum_type| (sum_type, Total::zero(sum_type))).collect();
        ExactSums { what, sums, asked, judge }
    }

    /// The types, in the order of their terms.
    pub(crate) fn types(&self) -> Vec<SumType> {
        self.sums.iter().map(|&(sum_type, _)| sum_type).collect()
    }

    /// The terms for each type.
    pub(crate) fn terms<V>(
        &self,
        terms: impl FnMut(SumType) -> Result<V, Error>,
    ) -> Result<Vec<V>, Error> {
        self.types().into_iter().map(terms).collect()
    }

    /// Adds the terms of each type; at the same time, `also` gets the terms in the type of the reference. A
    /// block of text without numbers has no terms in any type.
    ///
    /// # Errors
    /// If `add` returns false: the terms lie too far apart.
    pub(crate) fn add<V: Sync>(
        &mut self,
        terms: &[V],
        add: impl Fn(&V, &mut Total) -> bool + Sync,
        also: impl FnOnce(&V) + Send,
    ) -> Result<(), Error> {
        let sums = &mut self.sums;
        let exact = || {
            let mut refused = None;
            for ((sum_type, sum), terms) in sums.iter_mut().zip(terms) {
                if !add(terms, sum) {
                    refused = Some(*sum_type);
                }
            }
            refused
        };
        let judged = self.judge.and_then(|judge| terms.get(judge));
        let (refused, _) = floatfloat_cpu::join(exact, || judged.map(also));
        let what = self.what.to_owned();
        refused.map_or(Ok(()), |sum_type| Err(ProblemError::TooFarApart { what, sum_type }.into()))
    }

    /// The sum in each requested type.
    ///
    /// # Errors
    /// If one of them cannot hold it.
    pub(crate) fn values(&self) -> Result<Vec<Value>, Error> {
        let value = |(sum_type, sum): &(SumType, Total)| {
            let (what, sum_type) = (self.what.to_owned(), *sum_type);
            sum.value(sum_type).ok_or_else(|| ProblemError::ResultRange { what, sum_type }.into())
        };
        self.sums[..self.asked].iter().map(value).collect()
    }

    /// The sum in the type of the reference; `None` if this type cannot hold it, or there is no reference.
    pub(crate) fn judge(&self) -> Option<DoubleDouble> {
        match &self.sums[self.judge?].1 {
            Total::Words(sum) => rounded(sum),
            Total::Multiple(_) => None,
        }
    }
}

/// The number of the type nearest to a sum; `None` if the type cannot hold it.
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
