//! Exact sums of whole slices.

use super::{
    bins::Feed,
    terms::{NumberProducts, Numbers, Products, ShortNumberProducts, ShortProducts, Terms, Words},
};
use crate::{
    element::Element,
    error::Error,
    reductions::{same_length, tree},
    view::VectorView,
};
use core::marker::PhantomData;
use floatfloat::{DoubleWord, ReproducibleSum};

/// Elements that one thread adds by itself.
const SEGMENT: usize = 1 << 16;

/// The sum of words, rounded to the nearest word.
pub fn sum<E: Element>(x: &[E]) -> E {
    let mut sum = ReproducibleSum::new();
    sum.add_words(x);
    sum.to_word()
}

/// The sum of double-words, rounded to the nearest double-word.
pub fn sum_numbers<E: Element>(x: VectorView<'_, DoubleWord<E>>) -> DoubleWord<E> {
    let mut sum = ReproducibleSum::new();
    sum.add_numbers(x);
    sum.to_number()
}

/// The dot product of words, rounded to the nearest word.
///
/// # Errors
/// If `y` has more or fewer elements than `x`.
pub fn dot<E: Element>(x: &[E], y: &[E]) -> Result<E, Error> {
    let mut sum = ReproducibleSum::new();
    sum.add_products(x, y)?;
    Ok(sum.to_word())
}

/// The dot product of double-words, rounded to the nearest double-word.
///
/// # Errors
/// If `y` has more or fewer elements than `x`.
pub fn dot_numbers<E: Element>(
    x: VectorView<'_, DoubleWord<E>>,
    y: VectorView<'_, DoubleWord<E>>,
) -> Result<DoubleWord<E>, Error> {
    let mut sum = ReproducibleSum::new();
    sum.add_number_products(x, y)?;
    Ok(sum.to_number())
}

/// Adds slices to a sum. The longer a slice is, the less time each element takes.
pub trait AddSlices {
    /// Adds words.
    fn add_words<E: Element>(&mut self, x: &[E]);

    /// Adds double-words.
    fn add_numbers<E: Element>(&mut self, x: VectorView<'_, DoubleWord<E>>);

    /// Adds the products of words.
    ///
    /// # Errors
    /// If `y` has more or fewer elements than `x`; nothing is added then.
    fn add_products<E: Element>(&mut self, x: &[E], y: &[E]) -> Result<(), Error>;

    /// Adds the products of double-words.
    ///
    /// # Errors
    /// If `y` has more or fewer elements than `x`; nothing is added then.
    fn add_number_products<E: Element>(
        &mut self,
        x: VectorView<'_, DoubleWord<E>>,
        y: VectorView<'_, DoubleWord<E>>,
    ) -> Result<(), Error>;
}

impl AddSlices for ReproducibleSum {
    fn add_words<E: Element>(&mut self, x: &[E]) {
        feed::<Words, E, 1>(self, [x]);
    }

    fn add_numbers<E: Element>(&mut self, x: VectorView<'_, DoubleWord<E>>) {
        feed::<Numbers, E, 2>(self, [x.hi(), x.lo()]);
    }

    fn add_products<E: Element>(&mut self, x: &[E], y: &[E]) -> Result<(), Error> {
        same_length("dot", x.len(), y.len())?;
        if short::<E>() {
            feed::<ShortProducts, E, 2>(self, [x, y]);
        } else {
            feed::<Products, E, 2>(self, [x, y]);
        }
        Ok(())
    }

    fn add_number_products<E: Element>(
        &mut self,
        x: VectorView<'_, DoubleWord<E>>,
        y: VectorView<'_, DoubleWord<E>>,
    ) -> Result<(), Error> {
        same_length("dot", x.len(), y.len())?;
        let arrays = [x.hi(), x.lo(), y.hi(), y.lo()];
        if short::<E>() {
            feed::<ShortNumberProducts, E, 4>(self, arrays);
        } else {
            feed::<NumberProducts, E, 4>(self, arrays);
        }
        Ok(())
    }
}

/// Adds terms from arrays of the same length.
fn feed<T: Terms<N>, E: Element, const N: usize>(all: &mut ReproducibleSum, arrays: [&[E]; N]) {
    let into = |sum: &mut ReproducibleSum, arrays| {
        T::launch(Feed::<T, E, N> { arrays, sum, terms: PhantomData });
    };
    if arrays[0].len() <= SEGMENT {
        return into(all, arrays);
    }
    let sum = tree::reduce(
        0..arrays[0].len(),
        SEGMENT,
        &|range| {
            let mut sum = ReproducibleSum::new();
            into(&mut sum, arrays.map(|array| &array[range.clone()]));
            sum
        },
        &|mut left, right| {
            left.merge(&right);
            left
        },
    );
    all.merge(&sum);
}

/// Whether the product of two words is exact in an `f64`.
fn short<E: Element>() -> bool {
    2 * E::PRECISION <= <f64 as floatfloat::Word>::PRECISION
}
