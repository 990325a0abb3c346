//! The numbers of an input in a type chosen at run time, and their exact sums.

use crate::{
    Value,
    column::Taken,
    error::Error,
    exact_sums::rounded,
    input::{Block, Loaded, Wanted},
    number::Number,
    readable::Readable,
    sum_type::{Precision, SumType},
    unbounded::Unbounded,
    words::Words,
};
use floatfloat::multi_precision::{Mp32, Mp64, Mp128, Mp256};
use floatfloat_cpu::reproducible::ReproducibleSum;

/// Evaluates an expression with a name for the Rust type of a [`Precision`].
macro_rules! with_precision {
    ($precision:expr, $name:ident => $result:expr) => {
        match $precision {
            Precision::Bits32 => {
                type $name = Mp32;
                $result
            }
            Precision::Bits64 => {
                type $name = Mp64;
                $result
            }
            Precision::Bits128 => {
                type $name = Mp128;
                $result
            }
            Precision::Bits256 => {
                type $name = Mp256;
                $result
            }
        }
    };
}

/// Numbers rounded to a type.
#[derive(Clone, Debug)]
pub(crate) enum Terms {
    /// Numbers of words.
    Words(Words),
    /// Numbers of multiple precision; each has at most the bits of this type, so that it is exact.
    Multiple(Vec<Mp256>),
}

impl Terms {
    /// An empty list of this type.
    pub(crate) fn none(sum_type: SumType) -> Self {
        match sum_type {
            SumType::Number(_) => Terms::Words(Words::default()),
            SumType::Multiple(_) => Terms::Multiple(Vec::new()),
        }
    }

    /// Appends the number in a text, rounded to the type.
    pub(crate) fn read(&mut self, sum_type: SumType, text: &str) -> Taken {
        let read = || match (self, sum_type) {
            (Terms::Words(words), SumType::Number(number_type)) => {
                with_number_type!(number_type, T => words.push(<T as Number>::read(text)?));
                Ok(())
            }
            (Terms::Multiple(numbers), SumType::Multiple(precision)) => {
                numbers.push(with_precision!(precision, M => M::of_text(text)?.convert()));
                Ok(())
            }
            _ => unreachable!("terms are of their own type"),
        };
        read().map_err(|refusal| (refusal, sum_type))
    }

    /// The numbers of a block.
    pub(crate) fn of_block(block: &Block<'_>, sum_type: SumType) -> Result<Self, Error> {
        Ok(match sum_type {
            SumType::Number(number_type) => {
                Terms::Words(with_number_type!(number_type, T => block.words::<T>()?))
            }
            SumType::Multiple(precision) => Terms::Multiple(with_precision!(precision, M => {
                block.numbers::<M>()?.into_iter().map(M::convert).collect()
            })),
        })
    }

    /// All elements of an input.
    pub(crate) fn of_elements(loaded: &Loaded, sum_type: SumType) -> Result<Self, Error> {
        Ok(match sum_type {
            SumType::Number(number_type) => Terms::Words(with_number_type!(number_type, T => {
                loaded.read::<T>(Wanted::Any)?.values().copied().collect()
            })),
            SumType::Multiple(precision) => Terms::Multiple(with_precision!(precision, M => {
                loaded.read::<M>(Wanted::Any)?.values().map(|number| number.convert()).collect()
            })),
        })
    }

    /// The vector of an input.
    pub(crate) fn of_vector(loaded: &Loaded, sum_type: SumType) -> Result<Self, Error> {
        Ok(match sum_type {
            SumType::Number(number_type) => Terms::Words(with_number_type!(number_type, T => {
                loaded.vector::<T>()?.into_iter().collect()
            })),
            SumType::Multiple(precision) => Terms::Multiple(with_precision!(precision, M => {
                loaded.vector::<M>()?.into_iter().map(M::convert).collect()
            })),
        })
    }

    /// Number of terms.
    pub(crate) fn count(&self) -> usize {
        match self {
            Terms::Words(words) => words.count(),
            Terms::Multiple(numbers) => numbers.len(),
        }
    }

    /// The first word of each number; empty in multiple precision.
    pub(crate) fn high(&self) -> &[f64] {
        match self {
            Terms::Words(words) => words.high(),
            Terms::Multiple(_) => &[],
        }
    }

    /// Adds all terms to a total. Returns false if they lie too far apart.
    pub(crate) fn add_to(&self, total: &mut Total) -> bool {
        match (self, total) {
            (Terms::Words(words), Total::Words(sum)) => words.add_to(sum),
            (Terms::Multiple(numbers), Total::Multiple(sum)) => {
                return numbers.iter().all(|&x| sum.add_number(x));
            }
            _ => unreachable!("totals are of the type of their terms"),
        }
        true
    }

    /// Adds the products of the terms with `others`, in the same way.
    pub(crate) fn add_products_to(&self, others: &Terms, total: &mut Total) -> bool {
        match (self, others, total) {
            (Terms::Words(x), Terms::Words(y), Total::Words(sum)) => x.add_products_to(y, sum),
            (Terms::Multiple(x), Terms::Multiple(y), Total::Multiple(sum)) => {
                return x.iter().zip(y).all(|(&x, &y)| sum.add_product(x, y));
            }
            _ => unreachable!("totals are of the type of their terms"),
        }
        true
    }
}

/// An exact sum of terms.
#[derive(Clone, Debug)]
pub(crate) enum Total {
    Words(Box<ReproducibleSum>),
    Multiple(Unbounded),
}

impl Total {
    pub(crate) fn zero(sum_type: SumType) -> Self {
        match sum_type {
            SumType::Number(_) => Total::Words(Box::default()),
            SumType::Multiple(_) => Total::Multiple(Unbounded::default()),
        }
    }

    /// The nearest number of the type; `None` if the type cannot hold it.
    pub(crate) fn value(&self, sum_type: SumType) -> Option<Value> {
        match (self, sum_type) {
            (Total::Words(sum), SumType::Number(number_type)) => {
                with_number_type!(number_type, T => rounded::<T>(sum).map(Value::from))
            }
            (Total::Multiple(sum), SumType::Multiple(precision)) => {
                with_precision!(precision, M => {
                    let value: M = sum.rounded();
                    let vanished = value == M::ZERO && !sum.is_zero();
                    (value.is_finite() && !vanished).then_some(value.into())
                })
            }
            _ => unreachable!("totals are of their own type"),
        }
    }
}
