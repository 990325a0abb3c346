//! Whole slices.

use super::{
    accumulator::ReproducibleSum,
    expansion::Feed,
    terms::{NumberProducts, Numbers, Products, ShortNumberProducts, ShortProducts, Terms, Words},
};
use crate::{
    element::Element,
    error::Error,
    reductions::{same_length, tree},
    view::DoubleWordSlice,
};
use core::marker::PhantomData;
use floatfloat::DoubleWord;

/// Elements that one thread adds by itself.
const SEGMENT: usize = 1 << 16;

/// The sum of words, rounded to the nearest word.
pub fn sum<E: Element>(x: &[E]) -> E {
    let mut sum = ReproducibleSum::new();
    sum.add_words(x);
    sum.to_word()
}

/// The sum of double-words, rounded to the nearest double-word.
pub fn sum_numbers<E: Element>(x: DoubleWordSlice<'_, E>) -> DoubleWord<E> {
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
    x: DoubleWordSlice<'_, E>,
    y: DoubleWordSlice<'_, E>,
) -> Result<DoubleWord<E>, Error> {
    let mut sum = ReproducibleSum::new();
    sum.add_number_products(x, y)?;
    Ok(sum.to_number())
}

impl ReproducibleSum {
    /// Adds words.
    pub fn add_words<E: Element>(&mut self, x: &[E]) {
        self.feed::<Words, E, 1>([x]);
    }

    /// Adds double-words.
    pub fn add_numbers<E: Element>(&mut self, x: DoubleWordSlice<'_, E>) {
        self.feed::<Numbers, E, 2>([x.hi(), x.lo()]);
    }

    /// Adds the products of words.
    ///
    /// # Errors
    /// If `y` has more or fewer elements than `x`; nothing is added then.
    pub fn add_products<E: Element>(&mut self, x: &[E], y: &[E]) -> Result<(), Error> {
        same_length("dot", x.len(), y.len())?;
        if short::<E>() {
            self.feed::<ShortProducts, E, 2>([x, y]);
        } else {
            self.feed::<Products, E, 2>([x, y]);
        }
        Ok(())
    }

    /// Adds the products of double-words.
    ///
    /// # Errors
    /// If `y` has more or fewer elements than `x`; nothing is added then.
    pub fn add_number_products<E: Element>(
        &mut self,
        x: DoubleWordSlice<'_, E>,
        y: DoubleWordSlice<'_, E>,
    ) -> Result<(), Error> {
        same_length("dot", x.len(), y.len())?;
        let arrays = [x.hi(), x.lo(), y.hi(), y.lo()];
        if short::<E>() {
            self.feed::<ShortNumberProducts, E, 4>(arrays);
        } else {
            self.feed::<NumberProducts, E, 4>(arrays);
        }
        Ok(())
    }

    /// Adds terms of equally long arrays.
    fn feed<T: Terms<N>, E: Element, const N: usize>(&mut self, arrays: [&[E]; N]) {
        let into = |sum: &mut ReproducibleSum, arrays| {
            T::launch(Feed::<T, E, N> { arrays, sum, terms: PhantomData });
        };
        if arrays[0].len() <= SEGMENT {
            return into(self, arrays);
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
        self.merge(&sum);
    }
}

/// Whether the product of two words fits a `f64`.
fn short<E: Element>() -> bool {
    2 * E::PRECISION <= <f64 as floatfloat::Word>::PRECISION
}
