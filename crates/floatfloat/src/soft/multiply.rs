//! Products.
//!
//! The exact product of the significands. Of its lower half only a sticky bit is kept, which says whether it is
//! not zero.

use super::{
    format::{Fields, Format},
    limbs, pack,
};
use crate::{uint32::Uint32, unrolled::map};

/// `D` is 2N.
#[inline(always)]
pub(super) fn multiply<F: Format<N>, U: Uint32, const N: usize, const D: usize>(
    a: [U; N],
    b: [U; N],
) -> [U; N] {
    let [x, y] = map([a, b], pack::unpack::<F, U, N>);
    let [zero, one, infinity] = map([0, 1, F::INFINITY], |value| x.size.constant(value));
    let [left, right] = map([x, y], |factor| limbs::shift_left_by(factor.significand, F::SPARE));
    let product: [U; D] = limbs::multiply(left, right);
    let significand = high_half(product);

    let is_short = significand[N - 1].less(one.constant(1 << 31));
    let exponents = x.exponent.wrapping_add(y.exponent);
    let exponent = exponents.wrapping_sub(one.constant(F::BIAS));
    let exponent = U::select(is_short, exponent, exponent.wrapping_add(one));
    let doubled = limbs::shift_left_by(significand, 1);
    let significand = limbs::select(is_short, doubled, significand);
    let rounded = pack::round::<F, U, N>(exponent, significand);

    let is_first_larger = y.size.less(x.size);
    let larger = U::select(is_first_larger, x.size, y.size);
    let smaller = U::select(is_first_larger, y.size, x.size);
    let of_zero = larger.equal(infinity) & smaller.equal(zero);
    let is_nan = infinity.less(larger) | of_zero;
    pack::finish::<F, U, N>(rounded, x.sign ^ y.sign, infinity.less_or_equal(larger), is_nan)
}

/// The upper half; its lowest bit stands for the lower half.
#[inline(always)]
pub(super) fn high_half<U: Uint32, const N: usize, const D: usize>(x: [U; D]) -> [U; N] {
    let (mut high, mut low) = ([x[0]; N], [x[0]; N]);
    for k in 0..N {
        (low[k], high[k]) = (x[k], x[D - N + k]);
    }
    limbs::with_sticky(high, !limbs::any(low).equal(x[0].constant(0)))
}
