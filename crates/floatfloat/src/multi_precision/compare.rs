//! Comparisons.

use super::{INFINITY, MultiPrecision, NAN, SIGN};
use crate::{soft::limbs, uint32::Uint32, unrolled::map};

impl<U: Uint32, const N: usize> MultiPrecision<U, N> {
    /// Its first word and limbs, mapped to unsigned integers in the order of the numbers.
    #[inline(always)]
    fn ordered(self) -> (U, [U; N]) {
        let [zero, sign] = map([0, SIGN], |value| self.head.constant(value));
        let head = U::select(self.exponent().equal(zero), zero, self.head);
        let is_positive = head.less(sign);
        // For positive numbers only the sign bit is inverted, for negative numbers every bit.
        let mask = U::select(is_positive, zero, !zero);
        let mut limbs = self.limbs;
        for limb in &mut limbs {
            *limb = *limb ^ mask;
        }
        (head ^ (mask | sign), limbs)
    }

    /// Neither is NaN.
    #[inline(always)]
    fn are_ordered(self, other: Self) -> U::Mask {
        let nan = self.head.constant(NAN);
        self.exponent().less(nan) & other.exponent().less(nan)
    }

    /// `self < other`; false if one is NaN.
    #[inline(always)]
    pub fn less(self, other: Self) -> U::Mask {
        let ((a, of_a), (b, of_b)) = (self.ordered(), other.ordered());
        let less = a.less(b) | (a.equal(b) & limbs::less(of_a, of_b));
        less & self.are_ordered(other)
    }

    /// `self <= other`; false if one is NaN.
    #[inline(always)]
    pub fn less_or_equal(self, other: Self) -> U::Mask {
        let ((a, of_a), (b, of_b)) = (self.ordered(), other.ordered());
        let more = b.less(a) | (a.equal(b) & limbs::less(of_b, of_a));
        !more & self.are_ordered(other)
    }

    /// `self == other`; false if one is NaN. Zeros are equal whatever their signs.
    #[inline(always)]
    pub fn equal(self, other: Self) -> U::Mask {
        let zero = self.head.constant(0);
        let mut different = self.head ^ other.head;
        for k in 0..N {
            different = different | (self.limbs[k] ^ other.limbs[k]);
        }
        let are_zeros = (self.exponent() | other.exponent()).equal(zero);
        let is_number = self.exponent().less(self.head.constant(NAN));
        (different.equal(zero) & is_number) | are_zeros
    }

    /// Whether it is neither infinite nor NaN.
    #[inline(always)]
    pub fn has_value(self) -> U::Mask {
        self.exponent().less(self.head.constant(INFINITY))
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select(mask: U::Mask, yes: Self, no: Self) -> Self {
        let head = U::select(mask, yes.head, no.head);
        MultiPrecision { head, limbs: limbs::select(mask, yes.limbs, no.limbs) }
    }

    /// The number without its sign.
    #[inline(always)]
    pub fn abs(self) -> Self {
        MultiPrecision { head: self.exponent(), limbs: self.limbs }
    }
}
