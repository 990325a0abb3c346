//! Sums.

use super::{
    INFINITY, MultiPrecision, NAN, SIGN,
    round::{RAISED, Unrounded, extended, split},
};
use crate::{
    soft::limbs,
    uint32::Uint32,
    unrolled::{map, times},
};

/// `M` is N + 1.
#[inline(always)]
pub(super) fn add<U: Uint32, const N: usize, const M: usize>(
    a: MultiPrecision<U, N>,
    b: MultiPrecision<U, N>,
) -> MultiPrecision<U, N> {
    let [zero, one, sign] = map([0, 1, SIGN], |value| a.head.constant(value));
    let same_sign = (a.head ^ b.head).less(sign);
    let (of_a, of_b) = (a.exponent(), b.exponent());
    let swapped = of_a.less(of_b) | (of_a.equal(of_b) & limbs::less(a.limbs, b.limbs));
    let larger = limbs::select(swapped, b.limbs, a.limbs);
    let smaller = limbs::select(swapped, a.limbs, b.limbs);
    let exponent = U::select(swapped, of_b, of_a);
    let other_exponent = U::select(swapped, of_a, of_b);

    // Both are halved, so that their sum has a place for its carry; the guard limb keeps the bit that this
    // drops.
    let larger: [U; M] = limbs::shift_right_by(extended(larger), 1);
    let shift = exponent.wrapping_sub(other_exponent).wrapping_add(one);
    let smaller = limbs::shift_right_sticky(extended(smaller), shift);
    // The difference is the sum with the complement and one, for which the guard limb has room as well.
    let complement = U::select(same_sign, zero, !zero);
    let mut addend = smaller;
    times::<M>(
        #[inline(always)]
        |k| addend[k] = addend[k] ^ complement,
    );
    let mut augend = larger;
    augend[0] = augend[0] | (complement & one);
    let sum = limbs::add(augend, addend);

    let (sum, zeros) = limbs::normalized(sum);
    let (guard, limbs) = split(sum);
    let is_infinite = one.constant(INFINITY).less_or_equal(exponent);
    // Limbs of infinities are zero as well.
    let is_zero = sum[M - 1].equal(zero) & !is_infinite;
    let of_larger = U::select(swapped, b.head, a.head);
    let of_infinities = one.constant(INFINITY).less_or_equal(other_exponent) & !same_sign;
    Unrounded {
        sign: U::select(is_zero, a.head & b.head, of_larger) & sign,
        exponent: exponent.wrapping_sub(zeros).wrapping_add(one.constant(RAISED + 1)),
        limbs,
        guard,
        is_zero,
        is_infinite,
        is_nan: exponent.equal(one.constant(NAN)) | of_infinities,
    }
    .rounded()
}
