//! Numbers rounded to integers.

use super::{
    Toward,
    format::{Fields, Format},
    limbs, pack,
};
use crate::{uint32::Uint32, unrolled::map};

/// The magnitude is rounded as an integer; a carry out of the fraction adds to the exponent. A magnitude below
/// 1 becomes 0 or 1.
#[inline(always)]
pub(super) fn integer<F: Format<N>, U: Uint32, const N: usize>(
    a: [U; N],
    toward: Toward,
) -> [U; N] {
    let magnitude = pack::magnitude::<F, U, N>(a);
    let top = magnitude[N - 1];
    let [zero, one, infinity, one_bits] =
        map([0, 1, F::INFINITY, F::BIAS << F::FRACTION_BITS], |value| top.constant(value));
    let sign = a[N - 1] & one.constant(F::SIGN);
    let is_negative = sign.equal(one.constant(F::SIGN));

    // The bit with the value 1.
    let field = top.shift_right(one.constant(F::FRACTION_BITS));
    let place = one.constant(F::BIAS + F::PRECISION - 1).wrapping_sub(field);
    let mut unit = magnitude;
    for (k, limb) in unit.iter_mut().enumerate() {
        let place = if k == 0 { place } else { place.wrapping_sub(one.constant(32 * k as u32)) };
        *limb = one.shift_left(place);
    }
    let below = limbs::decrement(unit);

    let away = |bits: [U; N]| limbs::add(bits, below);
    let directed = |is_away: U::Mask| limbs::select(is_away, away(magnitude), magnitude);
    let size = pack::size(magnitude);
    let (sum, small_is_one) = match toward {
        Toward::Zero => (magnitude, size.less(zero)),
        Toward::Down => (directed(is_negative), is_negative & zero.less(size)),
        Toward::Up => (directed(!is_negative), !is_negative & zero.less(size)),
        Toward::Nearest => {
            let mut odd = unit;
            for (odd, &bits) in odd.iter_mut().zip(&magnitude) {
                *odd = *odd & bits;
            }
            let is_odd = !limbs::any(odd).equal(zero);
            let half = limbs::shift_right_by(unit, 1);
            let less_than_half = limbs::decrement(half);
            let addend = limbs::select(is_odd, half, less_than_half);
            let half_bits = one.constant((F::BIAS - 1) << F::FRACTION_BITS);
            (limbs::add(magnitude, addend), half_bits.less(size))
        }
    };
    let mut rounded = sum;
    for (rounded, &below) in rounded.iter_mut().zip(&below) {
        *rounded = *rounded & !below;
    }

    // From here on every number is an integer already.
    let large = one.constant((F::BIAS + F::PRECISION - 1) << F::FRACTION_BITS);
    let rounded = limbs::select(large.less_or_equal(top), magnitude, rounded);
    let mut small = [zero; N];
    small[N - 1] = U::select(small_is_one, one_bits, zero);
    let rounded = limbs::select(top.less(one_bits), small, rounded);
    let is_infinite = size.equal(infinity);
    pack::finish::<F, U, N>(rounded, sign, is_infinite, infinity.less(size))
}
