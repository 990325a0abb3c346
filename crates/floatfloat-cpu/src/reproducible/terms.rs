//! The terms that expansions add up, as `f64`.

use super::expansion::{Expansion, Feed};
use crate::{compiled::compiled, dispatch::dispatch, element::Element};
use floatfloat::{DoubleWord, ReproducibleSum, Word, eft::two_prod};

/// Terms that are made of one word of each of `N` arrays.
pub(super) trait Terms<const N: usize>: Sized {
    /// Adds those of arrays.
    fn launch<E: Element>(feed: Feed<'_, Self, E, N>);

    /// Where these words are neither so large nor so small that a step may be inexact.
    fn safe<W: Word>(words: [W; N]) -> W::Mask;

    /// Adds safe words.
    fn add<E: Expansion>(expansion: &mut E, words: [E::Word; N]);

    /// Adds any words.
    fn add_any(sum: &mut ReproducibleSum, words: [f64; N]);
}

/// 2^62 sums of words below this do not overflow.
const LARGE: f64 = power_of_two(960);

/// Words between the reciprocal of this and this, and zeros, have exact products.
const FACTOR: f64 = power_of_two(480);

const fn power_of_two(exponent: u64) -> f64 {
    f64::from_bits((1023 + exponent) << 52)
}

#[inline(always)]
fn safe_term<W: Word>(word: W) -> W::Mask {
    word.abs().less(word.constant(LARGE))
}

#[inline(always)]
fn safe_factor<W: Word>(word: W) -> W::Mask {
    let size = word.abs();
    let not_small =
        word.constant(1.0 / FACTOR).less_or_equal(size) | word.equal(word.constant(0.0));
    size.less_or_equal(word.constant(FACTOR)) & not_small
}

/// Words.
pub struct Words;

impl Terms<1> for Words {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 1>) {
        compiled! { fn launch<'a, W>(Feed<'a, Words, W, 1>) -> () = dispatch; }
        launch(feed);
    }

    #[inline(always)]
    fn safe<W: Word>([x]: [W; 1]) -> W::Mask {
        safe_term(x)
    }
    #[inline(always)]
    fn add<E: Expansion>(expansion: &mut E, [x]: [E::Word; 1]) {
        expansion.add::<0>(x);
    }
    fn add_any(sum: &mut ReproducibleSum, [x]: [f64; 1]) {
        sum.add_word(x);
    }
}

/// Double-words.
pub struct Numbers;

impl Terms<2> for Numbers {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 2>) {
        compiled! { fn launch<'a, W>(Feed<'a, Numbers, W, 2>) -> () = dispatch; }
        launch(feed);
    }

    #[inline(always)]
    fn safe<W: Word>([high, low]: [W; 2]) -> W::Mask {
        safe_term(high) & safe_term(low)
    }
    #[inline(always)]
    fn add<E: Expansion>(expansion: &mut E, [high, low]: [E::Word; 2]) {
        expansion.add::<0>(high);
        expansion.add::<1>(low);
    }
    fn add_any(sum: &mut ReproducibleSum, [high, low]: [f64; 2]) {
        sum.add_number(DoubleWord::from_normalized(high, low));
    }
}

/// Products of words.
pub struct Products;

impl Terms<2> for Products {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 2>) {
        compiled! { fn launch<'a, W>(Feed<'a, Products, W, 2>) -> () = dispatch; }
        launch(feed);
    }

    #[inline(always)]
    fn safe<W: Word>([x, y]: [W; 2]) -> W::Mask {
        safe_factor(x) & safe_factor(y)
    }
    #[inline(always)]
    fn add<E: Expansion>(expansion: &mut E, [x, y]: [E::Word; 2]) {
        let (product, error) = two_prod(x, y);
        expansion.add::<0>(product);
        expansion.add::<1>(error);
    }
    fn add_any(sum: &mut ReproducibleSum, [x, y]: [f64; 2]) {
        sum.add_product(x, y);
    }
}

/// Products of double-words.
pub struct NumberProducts;

impl Terms<4> for NumberProducts {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 4>) {
        compiled! { fn launch<'a, W>(Feed<'a, NumberProducts, W, 4>) -> () = dispatch; }
        launch(feed);
    }

    #[inline(always)]
    fn safe<W: Word>([x_high, x_low, y_high, y_low]: [W; 4]) -> W::Mask {
        safe_factor(x_high) & safe_factor(x_low) & safe_factor(y_high) & safe_factor(y_low)
    }
    #[inline(always)]
    fn add<E: Expansion>(expansion: &mut E, [x_high, x_low, y_high, y_low]: [E::Word; 4]) {
        let (product, error) = two_prod(x_high, y_high);
        let (cross1, error1) = two_prod(x_high, y_low);
        let (cross2, error2) = two_prod(x_low, y_high);
        let (low, error3) = two_prod(x_low, y_low);
        expansion.add::<0>(product);
        expansion.add::<1>(error);
        expansion.add::<1>(cross1);
        expansion.add::<1>(cross2);
        expansion.add::<2>(error1);
        expansion.add::<2>(error2);
        expansion.add::<2>(low);
        expansion.add::<3>(error3);
    }
    fn add_any(sum: &mut ReproducibleSum, [x_high, x_low, y_high, y_low]: [f64; 4]) {
        let number = DoubleWord::from_normalized;
        sum.add_number_product(number(x_high, x_low), number(y_high, y_low));
    }
}

/// Products of words of 24 bits, which fit one word of 53 bits.
pub struct ShortProducts;

impl Terms<2> for ShortProducts {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 2>) {
        compiled! { fn launch<'a, W>(Feed<'a, ShortProducts, W, 2>) -> () = dispatch; }
        launch(feed);
    }

    #[inline(always)]
    fn safe<W: Word>([x, y]: [W; 2]) -> W::Mask {
        safe_term(x * y)
    }
    #[inline(always)]
    fn add<E: Expansion>(expansion: &mut E, [x, y]: [E::Word; 2]) {
        expansion.add::<0>(x * y);
    }
    fn add_any(sum: &mut ReproducibleSum, [x, y]: [f64; 2]) {
        sum.add_product(x, y);
    }
}

/// Products of double-words whose words have 24 bits.
pub struct ShortNumberProducts;

impl Terms<4> for ShortNumberProducts {
    fn launch<E: Element>(feed: Feed<'_, Self, E, 4>) {
        compiled! { fn launch<'a, W>(Feed<'a, ShortNumberProducts, W, 4>) -> () = dispatch; }
        launch(feed);
    }

    #[inline(always)]
    fn safe<W: Word>([x_high, _, y_high, _]: [W; 4]) -> W::Mask {
        safe_term(x_high * y_high)
    }
    #[inline(always)]
    fn add<E: Expansion>(expansion: &mut E, [x_high, x_low, y_high, y_low]: [E::Word; 4]) {
        expansion.add::<0>(x_high * y_high);
        expansion.add::<1>(x_high * y_low);
        expansion.add::<1>(x_low * y_high);
        expansion.add::<1>(x_low * y_low);
    }
    fn add_any(sum: &mut ReproducibleSum, [x_high, x_low, y_high, y_low]: [f64; 4]) {
        let number = DoubleWord::from_normalized;
        sum.add_number_product(number(x_high, x_low), number(y_high, y_low));
    }
}
