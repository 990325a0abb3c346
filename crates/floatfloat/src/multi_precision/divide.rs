//! Quotients.
//!
//! The significands x and d are at least 1 and less than 2. Their quotient consists of digits of 27 bits. The
//! reciprocal of d is at most 5.6 units of 2^-31 too small, and never too large. Therefore the digit of a
//! remainder r < 2d, truncated to 30 bits, is at most 7.6 units too small, and never too large. It leaves a
//! remainder of less than 7.6 · 2^-30 d, which after a shift by 27 bits is less than d. After the last digit 16
//! is added, which is more than the error, and bits are dropped until the quotient has one bit more than a
//! number. The result is the truncated quotient or one unit more, and the sign of the remainder decides which.

use super::{
    INFINITY, MultiPrecision, NAN, SIGN,
    round::{RAISED, Unrounded, split},
};
use crate::{
    multi_precision::BIAS,
    soft::{limbs, reciprocal::reciprocal},
    uint32::Uint32,
    unrolled::map,
};

/// Bits of each digit except the first, which has [`FIRST`].
pub(super) const DIGIT: u32 = 27;

/// Bits of the first digit after the point.
pub(super) const FIRST: u32 = 30;

/// More than the error of a digit.
pub(super) const MARGIN: u32 = 16;

/// How many digits a result has, and how many bits of the last digit exceed one bit more than the significand.
/// There are enough of these bits to stand for more than the error.
pub(super) const fn digits(bits: u32) -> (u32, u32) {
    let rest = bits + MARGIN.ilog2() - FIRST;
    let after = rest.div_ceil(DIGIT);
    (1 + after, FIRST + DIGIT * after - bits)
}

/// `x + digit · 2^place`; a place below 0 drops bits.
#[inline(always)]
pub(super) fn with_digit<U: Uint32, const M: usize>(x: [U; M], digit: U, place: i32) -> [U; M] {
    let one = digit.constant(1);
    let mut sum = x;
    let (first, bits) = (place.max(0) as usize / 32, place.max(0) as u32 % 32);
    let low = match place {
        ..0 => digit.shift_right(one.constant(place.unsigned_abs())),
        _ if bits == 0 => digit,
        _ => digit.shift_left(one.constant(bits)),
    };
    sum[first] = x[first].wrapping_add(low);
    let mut carry = sum[first].less(low);
    for k in first + 1..M {
        let mut limb = x[k];
        // Digits have 31 bits, so that a limb of one, and a carry, fit.
        if k == first + 1 && bits > 1 {
            let high = digit.shift_right(one.constant(32 - bits));
            let high = U::select(carry, high.wrapping_add(one), high);
            limb = limb.wrapping_add(high);
            carry = limb.less(high);
        } else {
            limb = U::select(carry, limb.wrapping_add(one), limb);
            carry = limb.less(x[k]);
        }
        sum[k] = limb;
    }
    sum
}

/// A result with one bit more than a number, at the top of its limbs. It is one unit too large where the
/// remainder is negative. The lowest bit of what is returned stands for what follows.
#[inline(always)]
pub(super) fn settled<U: Uint32, const M: usize>(result: [U; M], rest: [U; M]) -> [U; M] {
    let [zero, sign] = map([0, SIGN], |value| rest[0].constant(value));
    let is_exact = limbs::any(rest).equal(zero);
    let above = limbs::with_sticky(result, !is_exact);
    limbs::select(rest[M - 1].less(sign), above, limbs::decrement(result))
}

/// `M` is N + 1.
#[inline(always)]
pub(super) fn divide<U: Uint32, const N: usize, const M: usize>(
    a: MultiPrecision<U, N>,
    b: MultiPrecision<U, N>,
) -> MultiPrecision<U, N> {
    let [zero, one, sign] = map([0, 1, SIGN], |value| a.head.constant(value));
    let is_less = limbs::less(a.limbs, b.limbs);
    let (significand, exponents) =
        (quotient::<U, N, M>(a, b, is_less), [a.exponent(), b.exponent()]);
    let (guard, limbs) = split(significand);

    let [of_a, of_b] = exponents;
    let exponent = of_a.wrapping_sub(of_b).wrapping_add(one.constant(BIAS + RAISED));
    let [infinity, nan] = map([INFINITY, NAN], |value| one.constant(value));
    let is_first_larger = of_b.less(of_a);
    let larger = U::select(is_first_larger, of_a, of_b);
    let smaller = U::select(is_first_larger, of_b, of_a);
    let of_specials = infinity.less_or_equal(smaller) | larger.equal(zero);
    Unrounded {
        sign: (a.head ^ b.head) & sign,
        exponent: U::select(is_less, exponent.wrapping_sub(one), exponent),
        limbs,
        guard,
        is_zero: of_a.equal(zero) | of_b.equal(infinity),
        is_infinite: of_a.equal(infinity) | of_b.equal(zero),
        is_nan: larger.equal(nan) | of_specials,
    }
    .rounded()
}

/// The quotient of the significands; the dividend is doubled where it is the smaller one.
#[inline(always)]
fn quotient<U: Uint32, const N: usize, const M: usize>(
    a: MultiPrecision<U, N>,
    b: MultiPrecision<U, N>,
    is_less: U::Mask,
) -> [U; M] {
    let bits = 32 * N as u32;
    let (count, dropped) = digits(bits);
    let [zero, two, margin, kept] =
        map([0, 2, MARGIN, u32::MAX << dropped], |value| a.head.constant(value));
    let reciprocal = reciprocal(b.limbs[N - 1]).wrapping_sub(two);

    // 2^(bits + 3) times the rest.
    let mut dividend = [zero; M];
    dividend[..N].copy_from_slice(&a.limbs);
    let doubled = limbs::shift_left_by(dividend, 4);
    let mut rest = limbs::select(is_less, doubled, limbs::shift_left_by(dividend, 3));
    let mut quotient = [zero; M];
    for k in 0..count {
        let first = limbs::shift_right_by([rest[N - 1], rest[N]], 4)[0];
        let mut digit = first.high_product(reciprocal);
        if k + 1 == count {
            digit = digit.wrapping_add(margin) & kept;
        }
        let place = bits as i32 - (FIRST + DIGIT * k) as i32;
        quotient = with_digit(quotient, digit, place);
        rest = limbs::subtract_product(limbs::shift_left_by(rest, DIGIT), digit, b.limbs, 0);
    }
    settled(limbs::shift_left_by(quotient, 31), rest)
}
