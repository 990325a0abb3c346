//! Comparison.
//!
//! Of two normalised pairs the one with the larger high part is larger, and between equal high
//! parts the low parts decide, so comparing is exact. As for `f64`, zeros of either sign are equal
//! and NaN compares with nothing. A word is compared as the double-word that it equals.

use crate::{double_word::DoubleWord, word::Word};
use core::cmp::Ordering;

impl<W: Word> DoubleWord<W> {
    /// `self < other`, in every lane of the word; false where either is NaN.
    #[inline(always)]
    pub fn less(self, other: Self) -> W::Mask {
        self.hi().less(other.hi()) | (self.hi().equal(other.hi()) & self.lo().less(other.lo()))
    }

    /// `self <= other`, in every lane of the word; false where either is NaN.
    #[inline(always)]
    pub fn less_or_equal(self, other: Self) -> W::Mask {
        self.hi().less(other.hi())
            | (self.hi().equal(other.hi()) & self.lo().less_or_equal(other.lo()))
    }

    /// `self == other`, in every lane of the word; false where either is NaN.
    #[inline(always)]
    pub fn equal(self, other: Self) -> W::Mask {
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

    /// The larger of two numbers; of a number and a NaN the number.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        let take_other = self.less(other) | !self.hi().equal(self.hi());
        DoubleWord::select(take_other, other, self)
    }

    /// The smaller of two numbers; of a number and a NaN the number.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        let take_other = other.less(self) | !self.hi().equal(self.hi());
        DoubleWord::select(take_other, other, self)
    }
}

impl<W: Word<Mask = bool>> PartialEq for DoubleWord<W> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.equal(*other)
    }
}

impl<W: Word<Mask = bool>> PartialEq<W> for DoubleWord<W> {
    #[inline(always)]
    fn eq(&self, other: &W) -> bool {
        self.equal(DoubleWord::from_word(*other))
    }
}

impl<W: Word<Mask = bool>> PartialOrd for DoubleWord<W> {
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

impl<W: Word<Mask = bool>> PartialOrd<W> for DoubleWord<W> {
    #[inline(always)]
    fn partial_cmp(&self, other: &W) -> Option<Ordering> {
        self.partial_cmp(&DoubleWord::from_word(*other))
    }
}

macro_rules! word_on_the_left {
    ($($word:ident)*) => {$(
        impl PartialEq<DoubleWord<$word>> for $word {
            #[inline(always)]
            fn eq(&self, other: &DoubleWord<$word>) -> bool {
                other == self
            }
        }

        impl PartialOrd<DoubleWord<$word>> for $word {
            #[inline(always)]
            fn partial_cmp(&self, other: &DoubleWord<$word>) -> Option<Ordering> {
                DoubleWord::from_word(*self).partial_cmp(other)
            }
        }
    )*};
}

word_on_the_left!(f32 f64);
