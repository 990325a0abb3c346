//! Products.

use super::{
    INFINITY, MultiPrecision, NAN, SIGN,
    round::{Unrounded, split},
};
use crate::{
    soft::limbs,
    uint32::Uint32,
    unrolled::{map, times},
};

/// `M` is N + 1, `D` is 2N.
#[inline(always)]
pub(super) fn multiply<U: Uint32, const N: usize, const M: usize, const D: usize>(
    a: MultiPrecision<U, N>,
    b: MultiPrecision<U, N>,
) -> MultiPrecision<U, N> {
    let [zero, one, sign] = map([0, 1, SIGN], |value| a.head.constant(value));
    let product: [U; D] = limbs::multiply(a.limbs, b.limbs);
    let mut significand = [product[N - 1]; M];
    significand[1..].copy_from_slice(&product[N..]);
    if N > 1 {
        let mut below = product[0];
        times::<N>(
            #[inline(always)]
            |k| {
                if 0 < k && k + 1 < N {
                    below = below | product[k];
                }
            },
        );
        significand = limbs::with_sticky(significand, !below.equal(zero));
    }
    // Two numbers of at least 1 and less than 2 have a product of less than 4.
    let is_short = significand[N].less(sign);
    let doubled = limbs::shift_left_by(significand, 1);
    let (guard, limbs) = split(limbs::select(is_short, doubled, significand));

    // One of the two biases, plus 1, is `RAISED`.
    let (of_a, of_b) = (a.exponent(), b.exponent());
    let exponent = of_a.wrapping_add(of_b).wrapping_add(one);
    let exponent = U::select(is_short, exponent, exponent.wrapping_add(one));
    let is_first_larger = of_b.less(of_a);
    let larger = U::select(is_first_larger, of_a, of_b);
    let smaller = U::select(is_first_larger, of_b, of_a);
    let [infinity, nan] = map([INFINITY, NAN], |value| one.constant(value));
    let is_zero = smaller.equal(zero);
    let is_infinite = infinity.less_or_equal(larger);
    Unrounded {
        sign: (a.head ^ b.head) & sign,
        exponent,
        limbs,
        guard,
        is_zero,
        is_infinite,
        is_nan: larger.equal(nan) | (is_infinite & is_zero),
    }
    .rounded()
}
