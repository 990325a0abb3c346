//! Comparison.
//!
//! Comparison is exact. For two normalised double-words, the one with the larger high word is larger; if the
//! high words are equal, the low words decide. Numbers of three and four words are not unique: the first words
//! decide where they are farther apart than twice the second words, and otherwise the sign of the difference,
//! which has a relative error below 1. As for `f64`, zeros of either sign are equal and NaN is unordered. A
//! word is compared as the number that it equals.

use crate::{
    double_word::DoubleWord,
    multi_word::{MultiWord, QuadWord, TripleWord},
    recorded::OperandOf,
    word::Word,
};
use core::cmp::Ordering;

impl<W: Word> DoubleWord<W> {
    /// `self < other`, in every lane of the word; false where either is NaN.
    #[inline(always)]
    pub fn less(self, other: impl OperandOf<Self>) -> W::Mask {
        let other = other.like(self);
        self.hi().less(other.hi()) | (self.hi().equal(other.hi()) & self.lo().less(other.lo()))
    }

    /// `self <= other`, in every lane of the word; false where either is NaN.
    #[inline(always)]
    pub fn less_or_equal(self, other: impl OperandOf<Self>) -> W::Mask {
        let other = other.like(self);
        self.hi().less(other.hi())
            | (self.hi().equal(other.hi()) & self.lo().less_or_equal(other.lo()))
    }

    /// `self == other`, in every lane of the word; false where either is NaN.
    #[inline(always)]
    pub fn equal(self, other: impl OperandOf<Self>) -> W::Mask {
        let other = other.like(self);
        self.hi().equal(other.hi()) & self.lo().equal(other.lo())
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select(mask: W::Mask, yes: Self, no: Self) -> Self {
        DoubleWord::from_normalized(
            W::select(mask, yes.hi(), no.hi()),
            W::select(mask, yes.lo(), no.lo()),
        )
    }
}

/// Two words that are ordered as the numbers are, for three and four words.
///
/// Where the first words are farther apart than twice the second, the words that follow cannot change their
/// order. Where a first word is infinite or NaN, the first words decide, too.
#[inline(always)]
fn ordered_alike<N: MultiWord>(x: N, y: N) -> (N::Word, N::Word) {
    let (x_parts, y_parts) = (x.parts(), y.parts());
    let distance = (x.hi() - y.hi()).abs();
    let second = (x_parts[1] - y_parts[1]).abs();
    let close = distance.less_or_equal(second + second);
    if !N::Word::any(close) {
        return (x.hi(), y.hi());
    }
    let zero = distance.constant(0.0);
    let select = N::Word::select;
    (select(close, (x - y).hi(), x.hi()), select(close, zero, y.hi()))
}

macro_rules! by_difference {
    ($($number:ident)*) => {$(
        impl<W: Word> $number<W> {
            /// `self < other`, in every lane of the word; false where either is NaN.
            #[inline(always)]
            pub fn less(self, other: impl OperandOf<Self>) -> W::Mask {
        let other = other.like(self);
                let (x, y) = ordered_alike(self, other);
                x.less(y)
            }

            /// `self <= other`, in every lane of the word; false where either is NaN.
            #[inline(always)]
            pub fn less_or_equal(self, other: impl OperandOf<Self>) -> W::Mask {
        let other = other.like(self);
                let (x, y) = ordered_alike(self, other);
                x.less_or_equal(y)
            }

            /// `self == other`, in every lane of the word; false where either is NaN.
            #[inline(always)]
            pub fn equal(self, other: impl OperandOf<Self>) -> W::Mask {
        let other = other.like(self);
                let (x, y) = ordered_alike(self, other);
                x.equal(y)
            }
        }
    )*};
}

by_difference!(TripleWord QuadWord);

macro_rules! order {
    ($($number:ident)*) => {$(
        impl<W: Word> $number<W> {
            /// The larger of two numbers. If one of them is NaN, the other.
            #[inline(always)]
            pub fn max(self, other: Self) -> Self {
                let take_other = self.less(other) | !self.hi().equal(self.hi());
                $number::select(take_other, other, self)
            }

            /// The smaller of two numbers. If one of them is NaN, the other.
            #[inline(always)]
            pub fn min(self, other: Self) -> Self {
                let take_other = other.less(self) | !self.hi().equal(self.hi());
                $number::select(take_other, other, self)
            }
        }

        impl<W: Word<Mask = bool>> PartialEq for $number<W> {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.equal(*other)
            }
        }

        impl<W: Word<Mask = bool>> PartialEq<W> for $number<W> {
            #[inline(always)]
            fn eq(&self, other: &W) -> bool {
                self.equal($number::from_word(*other))
            }
        }

        impl<W: Word<Mask = bool>> PartialOrd for $number<W> {
            #[inline(always)]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                match (self.less_or_equal(*other), other.less_or_equal(*self)) {
                    (true, true) => Some(Ordering::Equal),
                    (true, false) => Some(Ordering::Less),
                    (false, true) => Some(Ordering::Greater),
                    (false, false) => None,
                }
            }

            #[inline(always)]
            fn lt(&self, other: &Self) -> bool {
                self.less(*other)
            }

            #[inline(always)]
            fn le(&self, other: &Self) -> bool {
                self.less_or_equal(*other)
            }

            #[inline(always)]
            fn gt(&self, other: &Self) -> bool {
                other.less(*self)
            }

            #[inline(always)]
            fn ge(&self, other: &Self) -> bool {
                other.less_or_equal(*self)
            }
        }

        impl<W: Word<Mask = bool>> PartialOrd<W> for $number<W> {
            #[inline(always)]
            fn partial_cmp(&self, other: &W) -> Option<Ordering> {
                self.partial_cmp(&$number::from_word(*other))
            }
        }
    )*};
}

order!(DoubleWord TripleWord QuadWord);

macro_rules! word_on_the_left {
    ($($number:ident: $($word:ident)*;)*) => {$($(
        impl PartialEq<$number<$word>> for $word {
            #[inline(always)]
            fn eq(&self, other: &$number<$word>) -> bool {
                other == self
            }
        }

        impl PartialOrd<$number<$word>> for $word {
            #[inline(always)]
            fn partial_cmp(&self, other: &$number<$word>) -> Option<Ordering> {
                $number::from_word(*self).partial_cmp(other)
            }
        }
    )*)*};
}

word_on_the_left! {
    DoubleWord: f32 f64;
    TripleWord: f32 f64;
    QuadWord: f32 f64;
}
