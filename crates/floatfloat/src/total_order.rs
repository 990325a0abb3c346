//! A total order, and keys for maps.

use crate::{double_word::DoubleWord, native_word::NativeWord};
use core::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

impl<F: NativeWord> DoubleWord<F> {
    /// The order of `f64::total_cmp` on the high parts, then on the low parts: −NaN, −∞, negative
    /// numbers, −0, +0, positive numbers, ∞, NaN. The sign of a zero low part means nothing.
    pub fn total_cmp(&self, other: &Self) -> Ordering {
        let high = rank(self.hi()).cmp(&rank(other.hi()));
        let zero = F::default();
        high.then_with(|| rank(self.lo() + zero).cmp(&rank(other.lo() + zero)))
    }
}

/// The place of a word in the total order.
fn rank<F: NativeWord>(word: F) -> i64 {
    let sign_bit = 8 * size_of::<F>() as u32 - 1;
    let bits = word.bits();
    let magnitude = (bits & !(1 << sign_bit)) as i64;
    if bits >> sign_bit == 0 { magnitude } else { -1 - magnitude }
}

/// A double-word that is compared by [`DoubleWord::total_cmp`], so that it can be sorted and be the
/// key of a map.
///
/// A double-word itself has neither `Eq` nor `Hash`, for the reason for which `f64` has not: NaN is
/// not equal to itself, and 0 equals −0.
///
/// ```
/// use floatfloat::{DoubleDouble, TotalOrder};
/// use std::collections::BTreeSet;
/// let numbers = [3.0, 1.0, 2.0, 1.0].map(|x| TotalOrder(DoubleDouble::from(x)));
/// let set: BTreeSet<_> = numbers.into_iter().collect();
/// assert_eq!(set.first().unwrap().0, 1.0);
/// assert_eq!(set.len(), 3);
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct TotalOrder<F>(pub DoubleWord<F>);

impl<F: NativeWord> Ord for TotalOrder<F> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl<F: NativeWord> PartialOrd for TotalOrder<F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<F: NativeWord> PartialEq for TotalOrder<F> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<F: NativeWord> Eq for TotalOrder<F> {}

impl<F: NativeWord> Hash for TotalOrder<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        rank(self.0.hi()).hash(state);
        rank(self.0.lo() + F::default()).hash(state);
    }
}

impl<F: NativeWord> fmt::Debug for TotalOrder<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
