//! The end of every operation: rounding, the ends of the range, special values.

use super::{INFINITY, MultiPrecision, NAN, SIGN};
use crate::{
    uint32::Uint32,
    unrolled::{map, times},
};

/// Is added to the exponent's code while the code may be out of range, so that it is never below zero.
pub(super) const RAISED: u32 = 1 << 30;

/// A result before it is rounded.
pub(super) struct Unrounded<U: Uint32, const N: usize> {
    /// The sign bit of the first word; all other bits are 0.
    pub(super) sign: U,
    /// The code of its exponent, plus [`RAISED`].
    pub(super) exponent: U,
    /// Its significand, the highest bit 1.
    pub(super) limbs: [U; N],
    /// What follows the significand; the lowest bit stands for all lower bits.
    pub(super) guard: U,
    /// Whether it is zero, infinite or NaN, whatever the fields say. Where several of the three hold, the last
    /// one counts.
    pub(super) is_zero: U::Mask,
    pub(super) is_infinite: U::Mask,
    pub(super) is_nan: U::Mask,
}

/// Splits a significand with one limb more than a number has, which is the lowest.
#[inline(always)]
pub(super) fn split<U: Uint32, const N: usize, const M: usize>(extended: [U; M]) -> (U, [U; N]) {
    let mut limbs = [extended[0]; N];
    limbs.copy_from_slice(&extended[1..]);
    (extended[0], limbs)
}

/// A significand with one limb more, 0, as the lowest.
#[inline(always)]
pub(super) fn extended<U: Uint32, const N: usize, const M: usize>(limbs: [U; N]) -> [U; M] {
    let mut extended = [limbs[0].constant(0); M];
    extended[1..].copy_from_slice(&limbs);
    extended
}

impl<U: Uint32, const N: usize> Unrounded<U, N> {
    /// The nearest number, ties to even.
    #[inline(always)]
    pub(super) fn rounded(self) -> MultiPrecision<U, N> {
        let Unrounded { sign, exponent, limbs, guard, is_zero, is_infinite, is_nan } = self;
        let [zero, one, top] = map([0, 1, SIGN], |value| guard.constant(value));

        let mut below = guard;
        times::<N>(
            #[inline(always)]
            |k| {
                if k + 1 < N {
                    below = below | limbs[k];
                }
            },
        );
        let is_power = (below | limbs[N - 1].shift_left(one)).equal(zero);

        let mut carry = top.less(guard | (limbs[0] & one));
        let mut sum = limbs;
        times::<N>(
            #[inline(always)]
            |k| {
                sum[k] = U::select(carry, limbs[k].wrapping_add(one), limbs[k]);
                carry = sum[k].less(limbs[k]);
            },
        );
        // More than half of the least number, before it is rounded.
        let is_least = exponent.equal(one.constant(RAISED)) & !is_power;
        let exponent = U::select(carry, exponent.wrapping_add(one), exponent);

        // Of the least numbers 0; what is below them is far above all others.
        let place = exponent.wrapping_sub(one.constant(RAISED + 1));
        let is_within = place.less(one.constant(INFINITY - 1));
        let is_small = one.constant(RAISED.wrapping_neg() - 2).less(place);
        let is_number = !(is_zero | is_infinite | is_nan);
        let is_least = is_least & is_number;
        let has_limbs = is_within & is_number;

        times::<N>(
            #[inline(always)]
            |k| {
                if k + 1 < N {
                    sum[k] = U::select(has_limbs, sum[k], zero);
                }
            },
        );
        // A carry out of the limbs leaves zeros.
        let highest = sum[N - 1] | top;
        sum[N - 1] = U::select(has_limbs, highest, U::select(is_least, top, zero));

        let infinity = one.constant(INFINITY);
        let small = U::select(is_least, one, zero);
        let code = U::select(is_small, small, infinity);
        let code = U::select(is_within, place.wrapping_add(one), code);
        let code = U::select(is_zero, zero, code);
        let code = U::select(is_infinite, infinity, code);
        let head = U::select(is_nan, one.constant(NAN), code | sign);
        MultiPrecision { head, limbs: sum }
    }
}
