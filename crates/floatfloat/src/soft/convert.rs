//! Conversions between formats, and from and to 32-bit integers.

use super::{
    format::{Fields, Format},
    limbs, pack,
};
use crate::{uint32::Uint32, unrolled::map};

/// A number of format `F` in format `G`, rounded.
#[inline(always)]
pub(super) fn convert<F, G, U, const N: usize, const M: usize>(a: [U; N]) -> [U; M]
where
    F: Format<N>,
    G: Format<M>,
    U: Uint32,
{
    let x = pack::unpack::<F, U, N>(a);
    let [zero, infinity] = map([0, F::INFINITY], |value| x.size.constant(value));
    let from = limbs::shift_left_by(x.significand, F::SPARE);
    let mut significand = [zero; M];
    for k in 1..=N.min(M) {
        significand[M - k] = from[N - k];
    }
    if N > M {
        let mut lost = from[0];
        for &limb in &from[1..N - M] {
            lost = lost | limb;
        }
        significand = limbs::with_sticky(significand, !lost.equal(zero));
    }
    let bias = zero.constant(G::BIAS.wrapping_sub(F::BIAS));
    let rounded = pack::round::<G, U, M>(x.exponent.wrapping_add(bias), significand);
    let negative = x.sign.equal(zero.constant(F::SIGN));
    let sign = U::select(negative, zero.constant(G::SIGN), zero);
    pack::finish::<G, U, M>(rounded, sign, x.size.equal(infinity), infinity.less(x.size))
}

/// A signed integer as a number, rounded.
#[inline(always)]
pub(super) fn from_signed<F: Format<N>, U: Uint32, const N: usize>(integer: U) -> [U; N] {
    let zero = integer.constant(0);
    let is_negative = integer.constant(u32::MAX >> 1).less(integer);
    let size = U::select(is_negative, zero.wrapping_sub(integer), integer);
    let zeros = size.leading_zeros();
    let mut significand = [zero; N];
    significand[N - 1] = size.shift_left(zeros);
    let exponent = zero.constant(F::BIAS + 30).wrapping_sub(zeros);
    let mut rounded = pack::pack::<F, U, N>(exponent, significand);
    for bits in &mut rounded {
        *bits = U::select(size.equal(zero), zero, *bits);
    }
    rounded[N - 1] = rounded[N - 1] | U::select(is_negative, zero.constant(F::SIGN), zero);
    rounded
}

/// The number as a signed integer, truncated. Out of range it is the nearest signed integer; 0 for NaN.
#[inline(always)]
pub(super) fn to_signed<F: Format<N>, U: Uint32, const N: usize>(a: [U; N]) -> U {
    let x = pack::unpack::<F, U, N>(a);
    let [zero, infinity, most] =
        map([0, F::INFINITY, u32::MAX >> 1], |value| x.size.constant(value));
    let top = limbs::shift_left_by(x.significand, F::SPARE)[N - 1];
    // More than 31 for numbers below 1, zeros included.
    let shift = zero.constant(F::BIAS + 31).wrapping_sub(x.exponent);
    let is_negative = x.sign.equal(zero.constant(F::SIGN));
    let limit = U::select(is_negative, !most, most);
    let size = top.shift_right(shift);
    // False for 2^31 and above, infinities included.
    let is_small =
        pack::exponent_less(x.exponent, zero.constant(F::BIAS + 31)) & x.size.less(infinity);
    let size = U::select(is_small, size, limit);
    let signed = U::select(is_negative, zero.wrapping_sub(size), size);
    U::select(infinity.less(x.size), zero, signed)
}
