//! Exponents, and powers of two.

use super::{
    convert,
    format::{Fields, Format},
    limbs, pack,
};
use crate::{uint32::Uint32, unrolled::map};

#[inline(always)]
pub(super) fn exponent<F: Format<N>, U: Uint32, const N: usize>(a: [U; N]) -> [U; N] {
    let x = pack::unpack::<F, U, N>(a);
    let [zero, infinity, sign] = map([0, F::INFINITY, F::SIGN], |value| x.size.constant(value));
    let exponent = x.exponent.wrapping_sub(zero.constant(F::BIAS));
    let number = convert::from_signed::<F, U, N>(exponent);
    let is_zero = x.size.equal(zero);
    let is_special = infinity.less_or_equal(x.size);
    let mut result = limbs::select(is_special, pack::magnitude::<F, U, N>(a), number);
    for bits in &mut result[..N - 1] {
        *bits = U::select(is_zero, zero, *bits);
    }
    result[N - 1] = U::select(is_zero, infinity | sign, result[N - 1]);
    result
}

#[inline(always)]
pub(super) fn power_of_two<F: Format<N>, U: Uint32, const N: usize>(a: [U; N]) -> [U; N] {
    let exponent = convert::to_signed::<F, U, N>(a);
    let zero = exponent.constant(0);
    // An exponent far out of range stays out of range when the bias is added.
    let limit = exponent.constant(4 * F::BIAS);
    let is_negative = exponent.constant(u32::MAX >> 1).less(exponent);
    let size = U::select(is_negative, zero.wrapping_sub(exponent), exponent);
    let size = U::select(size.less(limit), size, limit);
    let exponent = U::select(is_negative, zero.wrapping_sub(size), size);
    let mut significand = [zero; N];
    significand[N - 1] = zero.constant(1 << 31);
    pack::round::<F, U, N>(exponent.wrapping_add(zero.constant(F::BIAS)), significand)
}
