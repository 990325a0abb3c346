//! Products with an addend, rounded once.
//!
//! The exact product and the addend are held in twice as many integers. The one with the smaller exponent is
//! shifted to the larger exponent.

use super::{
    format::{Fields, Format},
    limbs,
    multiply::high_half,
    pack,
};
use crate::{uint32::Uint32, unrolled::map};

/// `D` is 2N.
#[inline(always)]
pub(super) fn multiply_add<F: Format<N>, U: Uint32, const N: usize, const D: usize>(
    a: [U; N],
    b: [U; N],
    c: [U; N],
) -> [U; N] {
    let [x, y, z] = map([a, b, c], pack::unpack::<F, U, N>);
    let [zero, one, infinity, sign] =
        map([0, 1, F::INFINITY, F::SIGN], |value| x.size.constant(value));

    // A bit for the carry lies above both; the product has one or none before its first 1.
    let product: [U; D] = limbs::multiply(
        limbs::shift_left_by(x.significand, F::SPARE),
        limbs::shift_left_by(y.significand, F::SPARE - 1),
    );
    let mut addend = [zero; D];
    for (k, limb) in limbs::shift_left_by(z.significand, F::SPARE - 1).into_iter().enumerate() {
        addend[D - N + k] = limb;
    }
    let of_product = x.exponent.wrapping_add(y.exponent).wrapping_sub(one.constant(F::BIAS - 1));
    let of_addend = z.exponent;
    let product_sign = x.sign ^ y.sign;
    let same_sign = product_sign.equal(z.sign);

    let swapped = pack::exponent_less(of_product, of_addend);
    let exponent = U::select(swapped, of_addend, of_product);
    let other_exponent = U::select(swapped, of_product, of_addend);
    let larger = limbs::select(swapped, addend, product);
    let smaller = limbs::select(swapped, product, addend);
    let smaller = limbs::shift_right_sticky(smaller, exponent.wrapping_sub(other_exponent));
    let sum = limbs::add(larger, smaller);
    let (difference, is_negative) = limbs::subtract(larger, smaller);
    let (negated, _) = limbs::subtract([zero; D], difference);
    let difference = limbs::select(is_negative, negated, difference);
    let result = limbs::select(same_sign, sum, difference);

    let is_zero = limbs::any(result).equal(zero);
    let zeros = limbs::leading_zeros(result);
    let significand = high_half::<U, N, D>(limbs::shift_left(result, zeros));
    let exponent = exponent.wrapping_add(one).wrapping_sub(zeros);
    let mut rounded = pack::round::<F, U, N>(exponent, significand);
    for bits in &mut rounded {
        *bits = U::select(is_zero, zero, *bits);
    }

    let flipped = U::select(!same_sign & is_negative, sign, zero);
    let of_larger = U::select(swapped, z.sign, product_sign) ^ flipped;
    let signs = U::select(is_zero, product_sign & z.sign, of_larger);

    let is_first_larger = y.size.less(x.size);
    let larger = U::select(is_first_larger, x.size, y.size);
    let smaller = U::select(is_first_larger, y.size, x.size);
    let product_is_infinite = infinity.less_or_equal(larger);
    let addend_is_infinite = infinity.less_or_equal(z.size);
    let is_infinite = product_is_infinite | addend_is_infinite;
    let of_zero = larger.equal(infinity) & smaller.equal(zero);
    let of_infinities = product_is_infinite & addend_is_infinite & !same_sign;
    let is_nan = infinity.less(larger) | infinity.less(z.size) | of_zero | of_infinities;
    let signs = U::select(is_infinite, U::select(product_is_infinite, product_sign, z.sign), signs);
    pack::finish::<F, U, N>(rounded, signs, is_infinite, is_nan)
}
