//! Decomposes numbers into their fields, and composes them again.

use super::{
    format::{Fields, Format},
    limbs,
};
use crate::{uint32::Uint32, unrolled::map};

/// The exponent of zeros: so far below all others that the formulas for other numbers give zeros.
const OF_ZERO: u32 = (1u32 << 14).wrapping_neg();

/// Is added to exponents before they are compared. No sum of exponents reaches it.
const FAR: u32 = 1 << 30;

/// A number taken apart. For infinities and NaN only sign and size have a meaning.
#[derive(Clone, Copy)]
pub(crate) struct Unpacked<U, const N: usize> {
    /// Its sign, in the sign's place in the highest integer.
    pub(crate) sign: U,
    /// The highest integer of its magnitude; its lowest bit is also set where other integers are not zero. This
    /// is enough to recognise zeros, infinities and NaN.
    pub(crate) size: U,
    /// The exponent field that it would have if exponents had no lower limit; below 0 it is modulo 2^32.
    pub(crate) exponent: U,
    /// Its significand of [`Format::PRECISION`] bits, of which the first is 1.
    pub(crate) significand: [U; N],
}

/// The magnitude of a number.
#[inline(always)]
pub(crate) fn magnitude<F: Format<N>, U: Uint32, const N: usize>(mut bits: [U; N]) -> [U; N] {
    bits[N - 1] = bits[N - 1] & bits[0].constant(F::SIGN - 1);
    bits
}

/// See [`Unpacked::size`].
#[inline(always)]
pub(crate) fn size<U: Uint32, const N: usize>(magnitude: [U; N]) -> U {
    let top = magnitude[N - 1];
    if N == 1 {
        return top;
    }
    let mut low = magnitude[0];
    for &limb in &magnitude[1..N - 1] {
        low = low | limb;
    }
    U::select(low.equal(low.constant(0)), top, top | top.constant(1))
}

/// The exponent field and the significand of a magnitude. Subnormal numbers have the exponent field 1 and
/// leading zeros.
#[inline(always)]
pub(crate) fn fields<F: Format<N>, U: Uint32, const N: usize>(magnitude: [U; N]) -> (U, [U; N]) {
    let top = magnitude[N - 1];
    let [zero, one, hidden] = map([0, 1, F::HIDDEN], |value| top.constant(value));
    let exponent = top.shift_right(top.constant(F::FRACTION_BITS));
    let is_subnormal = exponent.equal(zero);
    let fraction = top & top.constant(F::HIDDEN - 1);
    let mut significand = magnitude;
    significand[N - 1] = U::select(is_subnormal, fraction, fraction | hidden);
    (U::select(is_subnormal, one, exponent), significand)
}

/// Takes a number apart.
#[inline(always)]
pub(crate) fn unpack<F: Format<N>, U: Uint32, const N: usize>(bits: [U; N]) -> Unpacked<U, N> {
    let magnitude = magnitude::<F, U, N>(bits);
    let size = size(magnitude);
    let (exponent, significand) = fields::<F, U, N>(magnitude);
    let zeros = limbs::leading_zeros(significand).wrapping_sub(size.constant(F::SPARE));
    let exponent = exponent.wrapping_sub(zeros);
    Unpacked {
        sign: bits[N - 1] & size.constant(F::SIGN),
        size,
        exponent: U::select(size.equal(size.constant(0)), size.constant(OF_ZERO), exponent),
        significand: limbs::shift_left(significand, zeros),
    }
}

/// `a < b` for exponents, which may be below 0.
#[inline(always)]
pub(super) fn exponent_less<U: Uint32>(a: U, b: U) -> U::Mask {
    let far = a.constant(FAR);
    a.wrapping_add(far).less(b.wrapping_add(far))
}

/// Rounds a number of any exponent. The first bit of its significand is 1 and is the highest bit of all limbs;
/// the lowest bit stands for all lower bits. Overflow gives infinity.
#[inline(always)]
pub(crate) fn round<F: Format<N>, U: Uint32, const N: usize>(
    exponent: U,
    significand: [U; N],
) -> [U; N] {
    let [zero, one, special] = map([0, 1, F::SPECIAL], |value| exponent.constant(value));
    let is_subnormal = exponent_less(exponent, one);
    let shift = U::select(is_subnormal, one.wrapping_sub(exponent), zero);
    let significand = limbs::shift_right_sticky(significand, shift);
    let exponent = U::select(is_subnormal, one, exponent);
    let exponent = U::select(exponent.less(special), exponent, special);
    pack::<F, U, N>(exponent.wrapping_sub(one), significand)
}

/// Rounds a significand whose highest bit of all limbs has the value 2^`exponent`. `exponent` is one less than
/// the exponent field, because the first bit, if it is 1, adds to the field. Subnormal numbers have the
/// exponent 0.
#[inline(always)]
pub(super) fn pack<F: Format<N>, U: Uint32, const N: usize>(
    exponent: U,
    significand: [U; N],
) -> [U; N] {
    let [zero, one, infinity] = map([0, 1, F::INFINITY], |value| exponent.constant(value));
    let mut bits = limbs::shift_right_by(significand, F::SPARE);
    let dropped = significand[0] & one.constant((1 << F::SPARE) - 1);
    let up = one.constant(1 << (F::SPARE - 1)).less(dropped.wrapping_add(bits[0] & one));
    bits[N - 1] = bits[N - 1].wrapping_add(exponent.shift_left(one.constant(F::FRACTION_BITS)));
    let mut carry = up;
    for limb in &mut bits {
        let sum = U::select(carry, limb.wrapping_add(one), *limb);
        carry = sum.less(*limb);
        *limb = sum;
    }
    let is_finite = bits[N - 1].less(infinity);
    for bits in &mut bits[..N - 1] {
        *bits = U::select(is_finite, *bits, zero);
    }
    bits[N - 1] = U::select(is_finite, bits[N - 1], infinity);
    bits
}

/// A result with this magnitude and sign, where special results (infinity or NaN) replace it.
#[inline(always)]
pub(crate) fn finish<F: Format<N>, U: Uint32, const N: usize>(
    magnitude: [U; N],
    sign: U,
    is_infinite: U::Mask,
    is_nan: U::Mask,
) -> [U; N] {
    let [zero, infinity, quiet] = map([0, F::INFINITY, F::QUIET], |value| sign.constant(value));
    let mut bits = magnitude;
    let is_special = if N == 1 { is_infinite } else { is_infinite | is_nan };
    for bits in &mut bits[..N - 1] {
        *bits = U::select(is_special, zero, *bits);
    }
    let top = U::select(is_infinite, infinity, bits[N - 1]) | sign;
    bits[N - 1] = U::select(is_nan, quiet, top);
    bits
}
