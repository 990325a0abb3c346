//! Square roots.
//!
//! As for quotients: approximations with the reciprocal of the root, and an exact remainder that decides the
//! last bit.

use super::{
    divide::{joined, settled},
    format::{Fields, Format},
    limbs, pack,
    reciprocal::reciprocal_square_root,
};
use crate::{uint32::Uint32, unrolled::map};

#[inline(always)]
pub(super) fn square_root<F: Format<N>, U: Uint32, const N: usize>(a: [U; N]) -> [U; N] {
    let x = pack::unpack::<F, U, N>(a);
    let [zero, one, infinity] = map([0, 1, F::INFINITY], |value| x.size.constant(value));

    // At least 1 and less than 4, with an even exponent; the bias is odd.
    let biased = x.exponent.wrapping_add(one.constant(F::BIAS));
    let exponent = biased.shift_right(one);
    let is_even = (biased & one).equal(zero);
    let doubled = limbs::shift_left_by(x.significand, 1);
    let radicand = limbs::select(is_even, x.significand, doubled);

    let root = root::<F, U, N>(radicand);
    let (rest, _) = limbs::subtract(
        limbs::shift_left_by(radicand, F::PRECISION + 1),
        limbs::multiply(root, root),
    );
    let significand = settled::<F, U, N>(root, rest);
    let rounded = pack::pack::<F, U, N>(exponent.wrapping_sub(one), significand);

    let is_itself = x.size.equal(zero) | x.size.equal(infinity);
    let rounded = limbs::select(is_itself, pack::magnitude::<F, U, N>(a), rounded);
    let is_negative = x.sign.equal(one.constant(F::SIGN)) & !x.size.equal(zero);
    let is_nan = infinity.less(x.size) | is_negative;
    pack::finish::<F, U, N>(rounded, x.sign, is_nan, is_nan)
}

/// The root of a radicand with the bits of the format after the point: rounded down, or one more.
///
/// Errors in units of 2^-30: the reciprocal and truncation contribute −4 to 2.5. The second step, with units of
/// 2^-57, begins with a root that is 0.5 to 7 too small. It neglects the square of this error, up to 3.1, and
/// adds −3.2 to 1.2. Before bits are dropped, 8 of either unit are added: more than any error below, and
/// together with the errors above less than the lowest bit that is kept.
#[inline(always)]
fn root<F: Format<N>, U: Uint32, const N: usize>(radicand: [U; N]) -> [U; N] {
    const { assert!(F::PRECISION <= if N == 1 { 25 } else { 53 } && N <= 2) };
    let first = |x: [U; N], shift| limbs::shift_left_by(x, shift)[N - 1];
    let of_first = first(radicand, F::SPARE - 1);
    let reciprocal = reciprocal_square_root(of_first);
    let high = of_first.high_product(reciprocal);
    let eight = high.constant(8);
    let mut root = radicand;
    if N == 1 {
        root[0] = high.wrapping_add(eight);
        return limbs::shift_right_by(root, 30 - F::PRECISION);
    }
    let high = high.wrapping_sub(high.constant(3));
    let square = limbs::multiply([high], [high]);
    let (rest, _) = limbs::subtract(limbs::shift_left_by(radicand, 61 - F::PRECISION), square);
    // Less than 2^36.
    let low = first(rest, 28).high_product(reciprocal).wrapping_add(eight);
    joined(high, low, 57 - F::PRECISION)
}
