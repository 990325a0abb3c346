//! Results of reductions that are zero, infinite or NaN.

use super::{WordOf, numbers::Numbers, task::Kind, unchecked};
use crate::{
    accuracy::Accuracy,
    element::Element,
    number::{Number, number},
    vector::Vector,
};
use floatfloat::{MultiWord, NativeWord, WordArray};

/// The correct result where `found` is zero, infinite or NaN.
#[cold]
pub(super) fn careful<X: Numbers, const N: usize>(
    kind: Kind,
    accuracy: Accuracy,
    operands: [X; N],
    found: X::Number,
) -> X::Number {
    let length = operands[0].count();
    let terms = || (0..length).map(|i| operands.map(|operand| operand.number(i).hi()));
    if let Some(sum) = sum_of_special(terms(), |factors| kind.plain(factors)) {
        return X::Number::from_word(sum);
    }
    if found.hi().is_finite() {
        return X::Number::from_word(zero(terms().map(|factors| kind.plain(factors))));
    }
    let exponent = scaling::<WordOf<X>>(length, N);
    let scaled = operands.map(|operand| -> Vector<X::Number> {
        (0..length).map(|i| scale::<X::Number>(operand.number(i), -exponent)).collect()
    });
    let mut result = unchecked(kind, accuracy, scaled.each_ref().map(Vector::view));
    for _ in 0..N {
        result = scale::<X::Number>(result, exponent);
    }
    result
}

/// The sum of the terms if there is an infinite factor or NaN. No term counts as too large or too
/// small for a word.
pub(crate) fn sum_of_special<E: Element, const N: usize>(
    terms: impl Iterator<Item = [E; N]>,
    plain: impl Fn([E; N]) -> E,
) -> Option<E> {
    let zero = E::default();
    let (mut sum, mut any) = (zero, false);
    for term in terms {
        any |= term.iter().any(|word| !word.is_finite());
        sum += plain(term.map(|word| {
            if word.is_finite() && word != zero {
                E::nearest(if word < zero { -1.0 } else { 1.0 })
            } else {
                word
            }
        }));
    }
    any.then_some(sum)
}

/// Zero, with the sign of a sum of these terms.
pub(crate) fn zero<E: Element>(mut terms: impl Iterator<Item = E>) -> E {
    let zero = E::default();
    if terms.all(|term| term == zero && term.is_negative()) { -zero } else { zero }
}

/// Each factor of so many terms must be multiplied by 2 to the power of minus this, so that no sum
/// overflows.
pub(crate) fn scaling<E: Element>(length: usize, factors: usize) -> i32 {
    let factors = factors as i32;
    let largest = factors * (E::LARGEST_EXPONENT + 1) + length.max(1).ilog2() as i32 + 2;
    (largest - E::LARGEST_EXPONENT).div_euclid(factors) + 1
}

/// x·2^exponent: exact unless the result is too small, infinite if it is too large.
pub(crate) fn scale<T: Number>(x: T, exponent: i32) -> T {
    let factor = T::Word::rounded(false, 1, exponent, false);
    let words = x.parts();
    let scaled: T::Parts<T::Word> = WordArray::each(|m| words[m] * factor);
    if scaled[0].is_finite() { number(scaled) } else { MultiWord::from_word(scaled[0]) }
}
