//! Inner products of the user's vectors.

use super::{
    digits::Exact,
    error::ProblemError,
    expansion::Expansion,
    input::{Loaded, numbers},
    number::{Number, scale_f64},
    scaling::largest_exponent,
    solve::load_both,
};
use crate::{
    error::Error,
    number_type::NumberType,
    results::Experiment,
    table::{Table, row},
};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat};
use std::path::Path;

/// The inner product of two vectors from files (`-` for standard input) in each of the types. Columns
/// of the table: type, value.
///
/// Each number is rounded to the type when it is read; from there everything is exact (unless products
/// differ by a factor of more than 10^290), and rounded at the end.
pub fn experiment(x: &Path, y: &Path, types: &[NumberType]) -> Result<Experiment, Error> {
    let (x, y) = load_both(x, y)?;
    multiply(&x, &y, types)
}

fn multiply(x: &Loaded, y: &Loaded, types: &[NumberType]) -> Result<Experiment, Error> {
    let mut table = Table::new("dot", "cpu", &[("type", ""), ("value", "")]);
    for &number_type in types {
        let value = match number_type {
            NumberType::F32 => value_in::<f32>(x, y),
            NumberType::Ff => value_in::<FloatFloat>(x, y),
            NumberType::F64 => value_in::<f64>(x, y),
            NumberType::Dd => value_in::<DoubleDouble>(x, y),
        };
        table.push(row![number_type.name(), value?]);
    }
    let (a, b) = read_both::<DoubleDouble>(x, y)?;
    let count = a.len();
    let product = if count == 1 { "product" } else { "products" };
    table = table.note(format!("Sum of {count} {product} of {} and {}.", x.source(), y.source()));
    let (Ok((c, d)), Some(exact)) = (read_both::<f64>(x, y), inner_product(&a, &b)) else {
        return Ok(table.finish());
    };
    let plain: f64 = c.iter().zip(&d).map(|(c, d)| c * d).sum();
    if plain.is_finite() {
        table = table.note(format!(
            "Computed in f64 one after the other: {}, {:.1} digits of it correct.",
            plain.digits(),
            Exact::of(exact).correct_digits(plain)
        ));
    }
    let magnitudes: f64 = c.iter().zip(&d).map(|(c, d)| (c * d).abs()).sum();
    let condition = 2.0 * magnitudes / exact.hi().abs();
    if condition.is_finite() {
        table = table.note(format!("Condition number 2·Σ|x·y| / |Σx·y| = {condition:.1e}."));
    }
    Ok(table.finish())
}

fn value_in<T: Number>(x: &Loaded, y: &Loaded) -> Result<String, Error> {
    let (a, b) = read_both::<T>(x, y)?;
    let (what, number_type) = ("the sum of products".into(), T::TYPE);
    let value = inner_product(&a, &b).ok_or(ProblemError::ResultRange { what, number_type })?;
    Ok(value.digits())
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

/// Σ x·y, none where the type cannot hold it. The largest magnitudes are scaled to 1, so that nothing
/// overflows.
fn inner_product<T: Number>(x: &[T], y: &[T]) -> Option<T> {
    let (x_exponent, y_exponent) = (largest_exponent(x), largest_exponent(y));
    let mut sum = Expansion::<f64>::new();
    for (x, y) in x.iter().zip(y) {
        let x = x.parts().map(|part| scale_f64(part, -x_exponent));
        let y = y.parts().map(|part| scale_f64(part, -y_exponent));
        sum.add_product(&x, &y);
    }
    let Some(total) = sum.total() else { return Some(T::from_f64(0.0)) };
    let words = [total.hi(), total.lo()].map(|word| scale_f64(word, x_exponent + y_exponent));
    let value = T::from_double_double(DoubleWord::from_parts(words[0], words[1]));
    let vanished = value.parts()[0] == 0.0 && total.hi() != 0.0;
    (value.is_finite() && !vanished).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::inner_product;
    use floatfloat::FloatFloat;

    #[test]
    fn nothing_is_lost_under_cancellation() {
        let (x, y) = ([1e200, 3.0, -1e200], [1e100, 0.25, 1e100]);
        assert_eq!(inner_product(&x, &y), Some(0.75));
        let (x, y) = ([1e30f32, 0.5, -1e30], [1e8f32, 0.5, 1e8]);
        let products = inner_product(&x.map(FloatFloat::from), &y.map(FloatFloat::from));
        assert_eq!(products, Some(0.25f32.into()));
        assert_eq!(inner_product(&[1e30f32, 0.5, 1e30], &[1.0, 0.5, -1.0]), Some(0.25));
    }

    #[test]
    fn products_beyond_the_range_may_cancel_but_not_remain() {
        assert_eq!(inner_product(&[1e300, 1.0, 1e300], &[1e300, 1e300, -1e300]), Some(1e300));
        assert_eq!(inner_product(&[1e300], &[1e300]), None);
        assert_eq!(inner_product(&[1e-300], &[1e-300]), None);
        assert_eq!(inner_product(&[0.0], &[1e300]), Some(0.0));
    }
}
