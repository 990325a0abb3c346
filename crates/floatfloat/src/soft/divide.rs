//! Quotients.
//!
//! Each 32 bits of the quotient are approximated with the reciprocal of the divisor's first 32 bits. The
//! remainder is exact; its sign, and whether it is zero, decide the last bit.

use super::{
    format::{Fields, Format},
    limbs, pack,
    reciprocal::reciprocal,
};
use crate::{uint32::Uint32, unrolled::map};

#[inline(always)]
pub(super) fn divide<F: Format<N>, U: Uint32, const N: usize>(a: [U; N], b: [U; N]) -> [U; N] {
    let [x, y] = map([a, b], pack::unpack::<F, U, N>);
    let [zero, one, infinity] = map([0, 1, F::INFINITY], |value| x.size.constant(value));

    // The quotient of the significands is at least 1 and less than 2.
    let is_less = limbs::less(x.significand, y.significand);
    let doubled = limbs::shift_left_by(x.significand, 1);
    let dividend = limbs::select(is_less, doubled, x.significand);
    let divisor = y.significand;
    let exponent = x.exponent.wrapping_sub(y.exponent).wrapping_add(one.constant(F::BIAS));
    let exponent = U::select(is_less, exponent.wrapping_sub(one), exponent);

    let quotient = quotient::<F, U, N>(dividend, divisor);
    let remainder = limbs::subtract(
        limbs::shift_left_by(dividend, F::PRECISION),
        limbs::multiply(quotient, divisor),
    );
    let significand = settled::<F, U, N>(quotient, remainder.0);
    let mut rounded = pack::round::<F, U, N>(exponent, significand);

    let is_first_larger = y.size.less(x.size);
    let larger = U::select(is_first_larger, x.size, y.size);
    let smaller = U::select(is_first_larger, y.size, x.size);
    let of_specials = infinity.less_or_equal(smaller) | larger.equal(zero);
    let is_nan = infinity.less(larger) | of_specials;
    let is_zero = y.size.equal(infinity);
    for bits in &mut rounded {
        *bits = U::select(is_zero, zero, *bits);
    }
    let is_infinite = x.size.equal(infinity) | y.size.equal(zero);
    pack::finish::<F, U, N>(rounded, x.sign ^ y.sign, is_infinite, is_nan)
}

/// The quotient of significands with the bits of the format after the point: rounded down, or one more.
///
/// Errors in units of 2^-30: the reciprocal contributes −3.6 to 2 (for a divisor of 64 bits it is the
/// reciprocal of the first 32 bits). The dividend truncated to 32 bits and rounding down contribute −1 to 0
/// each. The second step, with units of 2^-57, has the same errors again, and starts from a quotient that is 0
/// to 8 too small. Before bits are dropped, 8 of either unit are added: more than any error below, and less
/// than the lowest bit that is kept.
#[inline(always)]
fn quotient<F: Format<N>, U: Uint32, const N: usize>(dividend: [U; N], divisor: [U; N]) -> [U; N] {
    const { assert!(F::PRECISION <= if N == 1 { 26 } else { 53 } && N <= 2) };
    let first = |x: [U; N], shift| limbs::shift_left_by(x, shift)[N - 1];
    let reciprocal = reciprocal(first(divisor, F::SPARE));
    let high = first(dividend, F::SPARE - 1).high_product(reciprocal);
    let eight = high.constant(8);
    let mut quotient = dividend;
    if N == 1 {
        quotient[0] = high.wrapping_add(eight);
        return limbs::shift_right_by(quotient, 30 - F::PRECISION);
    }
    let high = high.wrapping_sub(high.constant(2));
    let (rest, _) =
        limbs::subtract(limbs::shift_left_by(dividend, 30), limbs::multiply([high], divisor));
    // Less than 2^57, and so 7 bits from the top.
    let low = first(rest, F::SPARE - 4).high_product(reciprocal).wrapping_add(eight);
    joined(high, low, 57 - F::PRECISION)
}

/// `(high · 2^27 + low) / 2^dropped` in two limbs.
#[inline(always)]
pub(super) fn joined<U: Uint32, const N: usize>(high: U, low: U, dropped: u32) -> [U; N] {
    let shifted = high.shift_left(high.constant(27));
    let above = high.shift_right(high.constant(5));
    let sum = shifted.wrapping_add(low);
    let mut joined = [sum; N];
    joined[1] = U::select(sum.less(low), above.wrapping_add(high.constant(1)), above);
    limbs::shift_right_by(joined, dropped)
}

/// A result with one bit more than the format, or that result less one, as the sign of the remainder decides.
/// The first bit becomes the highest bit, and the lowest bit stands for what follows.
#[inline(always)]
pub(super) fn settled<F: Format<N>, U: Uint32, const N: usize>(
    result: [U; N],
    rest: [U; N],
) -> [U; N] {
    let [zero, one] = map([0, 1], |value| rest[0].constant(value));
    let significand = limbs::shift_left_by(result, F::SPARE - 1);
    let below = limbs::decrement(significand);
    let is_negative = one.constant(u32::MAX >> 1).less(rest[N - 1]);
    let is_exact = limbs::any(rest).equal(zero);
    limbs::select(is_negative, below, limbs::with_sticky(significand, !is_exact))
}
