//! Exact comparison: both significands are scaled to the same exponent and compared.

use super::{WideRange, align::aligned};
use crate::{recorded::OperandOf, uint32::Bits};
use core::cmp::Ordering;

impl<W: Bits<N>, const N: usize> WideRange<W, N> {
    /// `self < other`, in every lane of the word; false where either is NaN.
    #[inline(always)]
    pub fn less(self, other: impl OperandOf<Self>) -> W::Mask {
        let (x, y, _) = aligned(self, other.like(self));
        x.less(y)
    }

    /// `self <= other`, in every lane of the word; false where either is NaN.
    #[inline(always)]
    pub fn less_or_equal(self, other: impl OperandOf<Self>) -> W::Mask {
        let (x, y, _) = aligned(self, other.like(self));
        x.less_or_equal(y)
    }

    /// `self == other`, in every lane of the word; false where either is NaN.
    #[inline(always)]
    pub fn equal(self, other: impl OperandOf<Self>) -> W::Mask {
        let other = other.like(self);
        self.significand.equal(other.significand) & self.exponent.equal(other.exponent)
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select(mask: W::Mask, yes: Self, no: Self) -> Self {
        let (yes, no) = (yes.words(), no.words());
        WideRange::from_words(crate::unrolled::each(
            #[inline(always)]
            |k| W::select(mask, yes[k], no[k]),
        ))
    }
}

impl<W: Bits<N, Mask = bool>, const N: usize> PartialEq for WideRange<W, N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.equal(*other)
    }
}

impl<W: Bits<N, Mask = bool>, const N: usize> PartialOrd for WideRange<W, N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let (x, y, _) = aligned(*self, *other);
        if x.less(y) {
            Some(Ordering::Less)
        } else if y.less(x) {
            Some(Ordering::Greater)
        } else {
            x.equal(y).then_some(Ordering::Equal)
        }
    }
}

impl<W: Bits<N, Mask = bool>, const N: usize> PartialEq<W> for WideRange<W, N> {
    #[inline]
    fn eq(&self, other: &W) -> bool {
        *self == WideRange::from_word(*other)
    }
}

impl<W: Bits<N, Mask = bool>, const N: usize> PartialOrd<W> for WideRange<W, N> {
    #[inline]
    fn partial_cmp(&self, other: &W) -> Option<Ordering> {
        self.partial_cmp(&WideRange::from_word(*other))
    }
}
