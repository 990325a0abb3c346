//! Sums.
//!
//! The smaller operand is shifted to the exponent of the larger one; a lowest bit stands for all bits that are
//! shifted out. The sum or difference is shifted left as far as its exponent allows, and rounded.

use super::{
    format::{Fields, Format},
    limbs, pack,
};
use crate::{uint32::Uint32, unrolled::map};

#[inline(always)]
pub(super) fn add<F: Format<N>, U: Uint32, const N: usize>(a: [U; N], b: [U; N]) -> [U; N] {
    let [zero, infinity, sign] = map([0, F::INFINITY, F::SIGN], |value| a[0].constant(value));
    let same_sign = (a[N - 1] ^ b[N - 1]).less(sign);
    let sizes = map([a, b], pack::magnitude::<F, U, N>);
    let swapped = limbs::less(sizes[0], sizes[1]);
    let x = limbs::select(swapped, sizes[1], sizes[0]);
    let y = limbs::select(swapped, sizes[0], sizes[1]);

    // A bit for the carry lies above the significands.
    let [(exponent, larger), (other_exponent, smaller)] = map([x, y], |magnitude| {
        let (exponent, significand) = pack::fields::<F, U, N>(magnitude);
        (exponent, limbs::shift_left_by(significand, F::SPARE - 1))
    });
    let smaller = limbs::shift_right_sticky(smaller, exponent.wrapping_sub(other_exponent));
    let sum = limbs::add(larger, smaller);
    let (difference, _) = limbs::subtract(larger, smaller);
    let result = limbs::select(same_sign, sum, difference);

    let is_zero = limbs::any(result).equal(zero);
    let zeros = limbs::leading_zeros(result);
    let shift = U::select(zeros.less(exponent), zeros, exponent);
    let shift = U::select(is_zero, exponent, shift);
    let significand = limbs::shift_left(result, shift);
    let rounded = pack::pack::<F, U, N>(exponent.wrapping_sub(shift), significand);

    let of_larger = U::select(swapped, b[N - 1], a[N - 1]);
    let signs = U::select(is_zero, a[N - 1] & b[N - 1], of_larger);
    let is_special = infinity.less_or_equal(x[N - 1]);
    let of_infinities = !same_sign & infinity.less_or_equal(y[N - 1]);
    let is_nan = infinity.less(pack::size(x)) | of_infinities;
    pack::finish::<F, U, N>(rounded, signs & sign, is_special, is_nan)
}
