//! Inner products of the user's vectors.

use crate::{
    Naive, Value,
    error::{Error, ProblemError},
    input::{Loaded, load_both, numbers},
    number::Number,
    number_type::NumberType,
    sum::rounded,
    with_number_type,
};
use floatfloat::DoubleDouble;
use floatfloat_cpu::reproducible::ReproducibleSum;
use std::path::Path;

/// The inner product of two vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// The files as the user named them, or `standard input`.
    pub sources: [String; 2],
    /// How many products were added.
    pub count: usize,
    /// The inner product in each of the types that were asked for.
    pub values: Vec<Value>,
    /// What `f64` would give, if it can hold the numbers and the result.
    pub naive: Option<Naive>,
    /// 2·Σ|x·y| / |Σx·y|, as far as `f64` can hold it.
    pub condition: Option<f64>,
}

/// The inner product of two vectors from files (`-` for standard input) in each of the types.
///
/// Each number is rounded to the type when it is read; from there everything is exact, and rounded once
/// at the end.
///
/// # Errors
/// If the files cannot be read as vectors of one length in every type, or a type cannot hold the result.
pub fn dot_files(x: &Path, y: &Path, types: &[NumberType]) -> Result<Dot, Error> {
    let (x, y) = load_both(x, y)?;
    let value = |&number_type| {
        with_number_type!(number_type, T => {
            let (a, b) = read_both::<T>(&x, &y)?;
            let (what, number_type) = ("the sum of products".into(), T::TYPE);
            let value = rounded::<T>(&inner_product(&a, &b)).map(Value::from);
            value.ok_or_else(|| ProblemError::ResultRange { what, number_type }.into())
        })
    };
    let values = types.iter().map(value).collect::<Result<_, Error>>()?;
    let (a, b) = read_both::<DoubleDouble>(&x, &y)?;
    let (mut naive, mut condition) = (None, None);
    if let (Ok((c, d)), Some(exact)) =
        (read_both::<f64>(&x, &y), rounded::<DoubleDouble>(&inner_product(&a, &b)))
    {
        let products = || c.iter().zip(&d).map(|(c, d)| c * d);
        naive = Naive::new(products().sum(), exact);
        let magnitudes: f64 = products().map(f64::abs).sum();
        condition = Some(2.0 * magnitudes / exact.hi().abs()).filter(|ratio| ratio.is_finite());
    }
    let sources = [&x, &y].map(|input| input.source().to_owned());
    Ok(Dot { sources, count: a.len(), values, naive, condition })
}

fn read_both<T: Number>(x: &Loaded, y: &Loaded) -> Result<(Vec<T>, Vec<T>), Error> {
    let (a, b) = (x.vector::<T>()?, y.vector::<T>()?);
    if a.len() == b.len() {
        return Ok((a, b));
    }
    let (first, second) = (x.source().to_owned(), y.source().to_owned());
    let (first_size, second_size) = (numbers(a.len()), numbers(b.len()));
    let advice = "both vectors need the same number";
    Err(ProblemError::Sizes { first, first_size, second, second_size, advice }.into())
}

/// Σ x·y, exact.
fn inner_product<T: Number>(x: &[T], y: &[T]) -> ReproducibleSum {
    let mut sum = ReproducibleSum::new();
    for (x, y) in x.iter().zip(y) {
        for a in x.parts() {
            y.parts().into_iter().for_each(|b| sum.add_product(a, b));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{inner_product, rounded};
    use crate::Number;
    use floatfloat::FloatFloat;

    fn product<T: Number>(x: &[T], y: &[T]) -> Option<T> {
        rounded(&inner_product(x, y))
    }

    #[test]
    fn nothing_is_lost_under_cancellation() {
        let (x, y) = ([1e200, 3.0, -1e200], [1e100, 0.25, 1e100]);
        assert_eq!(product(&x, &y), Some(0.75));
        let (x, y) = ([1e30f32, 0.5, -1e30], [1e8f32, 0.5, 1e8]);
        let products = product(&x.map(FloatFloat::from), &y.map(FloatFloat::from));
        assert_eq!(products, Some(0.25f32.into()));
        assert_eq!(product(&[1e30f32, 0.5, 1e30], &[1.0, 0.5, -1.0]), Some(0.25));
    }

    #[test]
    fn products_of_any_magnitude_count() {
        let (x, y) = ([1e300, 1e-300, -1e300], [1e300, 1e-20, 1e300]);
        assert_eq!(product(&x, &y), Some(1e-300 * 1e-20));
    }

    #[test]
    fn products_beyond_the_range_may_cancel_but_not_remain() {
        assert_eq!(product(&[1e300, 1.0, 1e300], &[1e300, 1e300, -1e300]), Some(1e300));
        assert_eq!(product(&[1e300], &[1e300]), None);
        assert_eq!(product(&[1e-300], &[1e-300]), None);
        assert_eq!(product(&[0.0], &[1e300]), Some(0.0));
    }
}
