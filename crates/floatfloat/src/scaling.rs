//! The exponent of a word and powers of two, by comparisons and products alone. This is the definition of
//! [`Word::exponent`] and [`Word::power_of_two`], and their default implementation.

pub mod by_bits;

use crate::word::Word;

/// The steps by which exponents are taken apart: twice the largest power of two s for which 2^s and 2^-s are
/// numbers of the format, then half of it, and so on down to 1. Their sum exceeds every exponent of the format,
/// including those of its subnormal numbers.
fn steps<W: Word>() -> impl Iterator<Item = i32> {
    let fits = |&step: &i32| {
        W::representable(two_to(step)) == two_to(step)
            && W::representable(two_to(-step)) == two_to(-step)
    };
    let top = [512, 256, 128, 64, 32, 16, 8, 4, 2].into_iter().find(fits).unwrap_or(1);
    core::iter::once(top).chain((0..=top.ilog2()).rev().map(|k| 1 << k))
}

/// 2^exponent, −1022 ≤ exponent ≤ 1023.
pub(crate) const fn two_to(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// [`Word::exponent`] by its definition.
#[inline]
pub fn exponent<W: Word>(x: W) -> W {
    let mut size = x.abs();
    let mut exponent = x.constant(0.0);
    for step in steps::<W>() {
        let above = x.constant(two_to(step)).less_or_equal(size);
        size = W::select(above, size * x.constant(two_to(-step)), size);
        exponent = W::select(above, exponent + x.constant(step.into()), exponent);
    }
    for step in steps::<W>() {
        let below = size.less(x.constant(two_to(1 - step)));
        size = W::select(below, size * x.constant(two_to(step)), size);
        exponent = W::select(below, exponent - x.constant(step.into()), exponent);
    }
    let zero = x.equal(x.constant(0.0));
    // Infinity and NaN are their own exponents.
    let special = W::select(zero, x.constant(f64::NEG_INFINITY), x.abs());
    W::select(x.is_ordinary(), exponent, special)
}

/// [`Word::power_of_two`] by its definition.
#[inline]
pub fn power_of_two<W: Word>(exponent: W) -> W {
    let mut rest = exponent;
    let mut power = exponent.constant(1.0);
    for step in steps::<W>() {
        let above = exponent.constant(step.into()).less_or_equal(rest);
        power = W::select(above, power * exponent.constant(two_to(step)), power);
        rest = W::select(above, rest - exponent.constant(step.into()), rest);
    }
    for step in steps::<W>() {
        let below = rest.less_or_equal(exponent.constant((-step).into()));
        power = W::select(below, power * exponent.constant(two_to(-step)), power);
        rest = W::select(below, rest + exponent.constant(step.into()), rest);
    }
    power
}
