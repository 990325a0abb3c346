//! Square roots.
//!
//! Digits as in [quotients](super::divide), from the remainder x − s² and the reciprocal of √x. In units of a
//! digit, the first digit is 0.5 to 7 too small. Each further digit has three errors. It neglects the square of
//! what the digit before left, at most 3.1. The reciprocal is 0.5 to 8 units of 2^-32 too small, which costs at
//! most half of what was left. Truncation costs 2. So a digit is at most 8.6 too small, and never too large.

use super::{
    BIAS, INFINITY, MultiPrecision, NAN, SIGN,
    divide::{DIGIT, FIRST, MARGIN, digits, settled, with_digit},
    round::{RAISED, Unrounded, split},
};
use crate::{
    soft::{limbs, reciprocal::reciprocal_square_root},
    uint32::Uint32,
    unrolled::map,
};

/// `M` is N + 1.
#[inline(always)]
pub(super) fn square_root<U: Uint32, const N: usize, const M: usize>(
    a: MultiPrecision<U, N>,
) -> MultiPrecision<U, N> {
    let [zero, one, sign] = map([0, 1, SIGN], |value| a.head.constant(value));
    let code = a.exponent();
    let (guard, limbs) = split(root::<U, N, M>(a));
    let halved = code.wrapping_add(one.constant(BIAS)).shift_right(one);
    let is_zero = code.equal(zero);
    let is_negative = !a.head.less(sign) & !is_zero;
    Unrounded {
        sign: a.head & sign,
        exponent: halved.wrapping_add(one.constant(RAISED)),
        limbs,
        guard,
        is_zero,
        is_infinite: code.equal(one.constant(INFINITY)),
        is_nan: code.equal(one.constant(NAN)) | is_negative,
    }
    .rounded()
}

/// The root of the significand, doubled where the exponent is odd.
#[inline(always)]
fn root<U: Uint32, const N: usize, const M: usize>(a: MultiPrecision<U, N>) -> [U; M] {
    let bits = 32 * N as u32;
    let (count, dropped) = digits(bits);
    let [zero, one, three, five, margin, kept] =
        map([0, 1, 3, 5, MARGIN, u32::MAX << dropped], |value| a.head.constant(value));

    // 2^bits times a number of at least 1 and less than 4, with an even exponent; the bias is odd.
    let mut radicand = [zero; M];
    radicand[..N].copy_from_slice(&a.limbs);
    let is_even = (a.head & one).equal(one);
    let doubled = limbs::shift_left_by(radicand, 2);
    let mut rest = limbs::select(is_even, limbs::shift_left_by(radicand, 1), doubled);
    let first = limbs::shift_right_by([rest[N - 1], rest[N]], 2)[0];
    let reciprocal = reciprocal_square_root(first);
    let mut digit = first.high_product(reciprocal).wrapping_sub(three);
    let reciprocal = reciprocal.wrapping_sub(five);

    let mut twofold = [zero; M];
    for k in 0..count {
        if k > 0 {
            let first = limbs::shift_right_by([rest[N - 1], rest[N]], 6)[0];
            digit = first.high_product(reciprocal);
        }
        if k + 1 == count {
            digit = digit.wrapping_add(margin) & kept;
        }
        // (s + t)² is s² + t (2s + t).
        let place = bits as i32 - (FIRST + DIGIT * k) as i32;
        let lowest = place.max(0) as usize / 32;
        twofold = with_digit(twofold, digit, place);
        let shifted = limbs::shift_left_by(rest, if k == 0 { FIRST } else { DIGIT });
        rest = limbs::subtract_product(shifted, digit, twofold, lowest);
        twofold = with_digit(twofold, digit, place);
    }
    settled(limbs::shift_left_by(twofold, 30), rest)
}
