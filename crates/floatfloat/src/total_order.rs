//! A total order, and keys for maps.

use crate::{
    double_word::DoubleWord,
    multi_word::{QuadWord, TripleWord},
    native_word::NativeWord,
};
use core::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

impl<F: NativeWord> DoubleWord<F> {
    /// The order of `f64::total_cmp` on the high words, then on the low words: −NaN, −∞, negative numbers, −0,
    /// +0, positive numbers, ∞, NaN. The sign of a zero low word does not matter.
    pub fn total_cmp(&self, other: &Self) -> Ordering {
        let high = rank(self.hi()).cmp(&rank(other.hi()));
        let zero = F::default();
        high.then_with(|| rank(self.lo() + zero).cmp(&rank(other.lo() + zero)))
    }

    /// Words that are the same for equal numbers.
    fn unique_words(self) -> [F; 2] {
        [self.hi(), self.lo()]
    }
}

macro_rules! several_words {
    ($($number:ident: $words:literal;)*) => {$(
        impl<F: NativeWord> $number<F> {
            /// −NaN, −∞, negative numbers, −0, +0, positive numbers, ∞, NaN. Numbers are ordered by their
            /// values, even if equal values have different words.
            pub fn total_cmp(&self, other: &Self) -> Ordering {
                let by_rank = rank(self.hi()).cmp(&rank(other.hi()));
                match self.partial_cmp(other) {
                    Some(Ordering::Equal) if self.hi() == F::default() => by_rank,
                    Some(order) => order,
                    None => by_rank,
                }
            }

            /// Words that are the same for equal numbers.
            fn unique_words(self) -> [F; $words] {
                $number::from_number(self).parts()
            }
        }
    )*};
}

several_words! {
    TripleWord: 3;
    QuadWord: 4;
}

/// The position of a word in the total order.
fn rank<F: NativeWord>(word: F) -> i64 {
    let sign_bit = 8 * size_of::<F>() as u32 - 1;
    let bits = word.bits();
    let magnitude = (bits & !(1 << sign_bit)) as i64;
    if bits >> sign_bit == 0 { magnitude } else { -1 - magnitude }
}

/// A number of several words that is compared by its `total_cmp`, so that it can be sorted and can be a key of
/// a map.
///
/// The number itself implements neither `Eq` nor `Hash`, for the same reason as `f64`: NaN is not equal to
/// itself, and 0 equals −0.
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
pub struct TotalOrder<N>(pub N);

macro_rules! total_order {
    ($($number:ident)*) => {$(
        impl<F: NativeWord> Ord for TotalOrder<$number<F>> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.total_cmp(&other.0)
            }
        }

        impl<F: NativeWord> PartialOrd for TotalOrder<$number<F>> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<F: NativeWord> PartialEq for TotalOrder<$number<F>> {
            fn eq(&self, other: &Self) -> bool {
                self.cmp(other).is_eq()
            }
        }

        impl<F: NativeWord> Eq for TotalOrder<$number<F>> {}

        impl<F: NativeWord> Hash for TotalOrder<$number<F>> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                let [first, others @ ..] = self.0.unique_words();
                rank(first).hash(state);
                for word in others {
                    rank(word + F::default()).hash(state);
                }
            }
        }
    )*};
}

total_order!(DoubleWord TripleWord QuadWord);

impl<N: fmt::Debug> fmt::Debug for TotalOrder<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
