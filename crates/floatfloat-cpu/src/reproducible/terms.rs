//! The terms that bins add, as `f64`.

use super::bins::{Bins, Feed, Rest};
use crate::{compiled::compiled, dispatch::dispatch, element::Element};
use floatfloat::{DoubleWord, ReproducibleSum, Word, eft::two_prod};

/// Terms that consist of one word from each of `N` arrays.
pub(super) trait Terms<const N: usize>: Sized {
    /// Adds the terms of arrays.
    fn launch<E: Element>(feed: Feed<'_, Self, E, N>);

    /// What the bins leave of the words of a term.
    type Rests<W: Word>: AsRef<[Rest<W>]>;

    /// Where words are so small that a step may be inexact, or `None` if this cannot happen.
    fn too_small<W: Word>(_: [W; N]) -> Option<W::Mask> {
        None
    }

    /// `sum` plus a bound of the term's magnitude. Infinite or NaN if a word is.
    fn add_magnitude<W: Word>(sum: W, words: [W; N]) -> W;

    /// Adds words that are not too small.
    fn add<W: Word>(bins: &mut Bins<W>, words: [W; N]) -> Self::Rests<W>;

    /// Adds words of any size.
    fn add_any(sum: &mut ReproducibleSum, words: [f64; N]);
}

/// Words of at least this magnitude, and zeros, have exact products.
const LEAST_FACTOR: f64 = power_of_two(-480);

/// A low word is smaller than its high word by at least this factor.
const LOW: f64 = power_of_two(52);

const fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

#[inline(always)]
fn too_small<W: Word>(word: W) -> W::Mask {
    let not_zero = !word.equal(word.constant(0.0));
    word.abs().less(word.constant(LEAST_FACTOR)) & not_zero
}

/// A bound of a double-word, and of 2^52 times its low word, also if it is not normalised.
#[inline(always)]
fn magnitude<W: Word>(high: W, low: W) -> W {
    low.abs().mul_add(low.constant(LOW), high.abs())
}

/// Terms that are words.
pub struct Words;

impl Terms<1> for Words {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 1>) {
        compiled! { fn launch<'a, W>(Feed<'a, Words, W, 1>) -> () = dispatch; }
        launch(feed);
    }

    type Rests<W: Word> = [Rest<W>; 1];

    #[inline(always)]
    fn add_magnitude<W: Word>(sum: W, [x]: [W; 1]) -> W {
        sum + x.abs()
    }
    #[inline(always)]
    fn add<W: Word>(bins: &mut Bins<W>, [x]: [W; 1]) -> [Rest<W>; 1] {
        [bins.add::<0, 2>(x)]
    }
    fn add_any(sum: &mut ReproducibleSum, [x]: [f64; 1]) {
        sum.add_word(x);
    }
}

/// Terms that are double-words.
pub struct Numbers;

impl Terms<2> for Numbers {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 2>) {
        compiled! { fn launch<'a, W>(Feed<'a, Numbers, W, 2>) -> () = dispatch; }
        launch(feed);
    }

    type Rests<W: Word> = [Rest<W>; 2];

    #[inline(always)]
    fn add_magnitude<W: Word>(sum: W, [high, low]: [W; 2]) -> W {
        sum + magnitude(high, low)
    }
    #[inline(always)]
    fn add<W: Word>(bins: &mut Bins<W>, [high, low]: [W; 2]) -> [Rest<W>; 2] {
        [bins.add::<0, 2>(high), bins.add::<1, 3>(low)]
    }
    fn add_any(sum: &mut ReproducibleSum, [high, low]: [f64; 2]) {
        sum.add_number(DoubleWord::from_normalized(high, low));
    }
}

/// Terms that are products of words.
pub struct Products;

impl Terms<2> for Products {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 2>) {
        compiled! { fn launch<'a, W>(Feed<'a, Products, W, 2>) -> () = dispatch; }
        launch(feed);
    }

    type Rests<W: Word> = [Rest<W>; 2];

    #[inline(always)]
    fn too_small<W: Word>([x, y]: [W; 2]) -> Option<W::Mask> {
        Some(too_small(x) | too_small(y))
    }
    #[inline(always)]
    fn add_magnitude<W: Word>(sum: W, [x, y]: [W; 2]) -> W {
        x.abs().mul_add(y.abs(), sum)
    }
    #[inline(always)]
    fn add<W: Word>(bins: &mut Bins<W>, [x, y]: [W; 2]) -> [Rest<W>; 2] {
        let (product, error) = two_prod(x, y);
        [bins.add::<0, 2>(product), bins.add::<1, 3>(error)]
    }
    fn add_any(sum: &mut ReproducibleSum, [x, y]: [f64; 2]) {
        sum.add_product(x, y);
    }
}

/// Terms that are products of double-words.
pub struct NumberProducts;

impl Terms<4> for NumberProducts {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 4>) {
        compiled! { fn launch<'a, W>(Feed<'a, NumberProducts, W, 4>) -> () = dispatch; }
        launch(feed);
    }

    type Rests<W: Word> = [Rest<W>; 8];

    #[inline(always)]
    fn too_small<W: Word>([x_high, x_low, y_high, y_low]: [W; 4]) -> Option<W::Mask> {
        let too_small = too_small(x_high) | too_small(x_low) | too_small(y_high) | too_small(y_low);
        Some(too_small)
    }
    #[inline(always)]
    fn add_magnitude<W: Word>(sum: W, [x_high, x_low, y_high, y_low]: [W; 4]) -> W {
        magnitude(x_high, x_low).mul_add(magnitude(y_high, y_low), sum)
    }
    #[inline(always)]
    fn add<W: Word>(bins: &mut Bins<W>, [x_high, x_low, y_high, y_low]: [W; 4]) -> [Rest<W>; 8] {
        let (product, error) = two_prod(x_high, y_high);
        let (cross1, error1) = two_prod(x_high, y_low);
        let (cross2, error2) = two_prod(x_low, y_high);
        let (low, error3) = two_prod(x_low, y_low);
        [
            bins.add::<0, 2>(product),
            bins.add::<1, 3>(error),
            bins.add::<1, 3>(cross1),
            bins.add::<1, 3>(cross2),
            bins.add::<2, 3>(error1),
            bins.add::<2, 3>(error2),
            bins.add::<2, 3>(low),
            bins.add::<3, 3>(error3),
        ]
    }
    fn add_any(sum: &mut ReproducibleSum, [x_high, x_low, y_high, y_low]: [f64; 4]) {
        let number = DoubleWord::from_normalized;
        sum.add_number_product(number(x_high, x_low), number(y_high, y_low));
    }
}

/// Terms that are products of words of 24 bits, which fit one word of 53 bits.
pub struct ShortProducts;

impl Terms<2> for ShortProducts {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 2>) {
        compiled! { fn launch<'a, W>(Feed<'a, ShortProducts, W, 2>) -> () = dispatch; }
        launch(feed);
    }

    type Rests<W: Word> = [Rest<W>; 1];

    #[inline(always)]
    fn add_magnitude<W: Word>(sum: W, [x, y]: [W; 2]) -> W {
        x.abs().mul_add(y.abs(), sum)
    }
    #[inline(always)]
    fn add<W: Word>(bins: &mut Bins<W>, [x, y]: [W; 2]) -> [Rest<W>; 1] {
        [bins.add::<0, 2>(x * y)]
    }
    fn add_any(sum: &mut ReproducibleSum, [x, y]: [f64; 2]) {
        sum.add_product(x, y);
    }
}

/// Terms that are products of double-words whose words have 24 bits.
pub struct ShortNumberProducts;

impl Terms<4> for ShortNumberProducts {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 4>) {
        compiled! { fn launch<'a, W>(Feed<'a, ShortNumberProducts, W, 4>) -> () = dispatch; }
        launch(feed);
    }

    type Rests<W: Word> = [Rest<W>; 4];

    #[inline(always)]
    fn add_magnitude<W: Word>(sum: W, [x_high, x_low, y_high, y_low]: [W; 4]) -> W {
        let [x, y] = [x_high.abs() + x_low.abs(), y_high.abs() + y_low.abs()];
        x.mul_add(y, sum)
    }
    #[inline(always)]
    fn add<W: Word>(bins: &mut Bins<W>, [x_high, x_low, y_high, y_low]: [W; 4]) -> [Rest<W>; 4] {
        [
            bins.add::<0, 2>(x_high * y_high),
            bins.add::<0, 3>(x_high * y_low),
            bins.add::<0, 3>(x_low * y_high),
            bins.add::<0, 3>(x_low * y_low),
        ]
    }
    fn add_any(sum: &mut ReproducibleSum, [x_high, x_low, y_high, y_low]: [f64; 4]) {
        let number = DoubleWord::from_normalized;
        sum.add_number_product(number(x_high, x_low), number(y_high, y_low));
    }
}
