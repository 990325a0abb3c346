//! Conversions from words, integers and numbers of other widths, and back.

use super::{
    BIAS, INFINITY, MultiPrecision, NAN, SIGN,
    round::{RAISED, Unrounded},
};
use crate::{
    soft::{
        Format, Soft,
        format::Fields,
        limbs,
        pack::{finish, round, unpack},
    },
    uint32::Uint32,
    unrolled::map,
};

/// The highest limbs of a significand, and the limb below them; its lowest bit stands for all lower limbs.
#[inline(always)]
fn cut<U: Uint32, const K: usize, const N: usize>(from: [U; K]) -> ([U; N], U) {
    let zero = from[0].constant(0);
    let (mut limbs, mut guard) = ([zero; N], [zero]);
    for k in 1..=N.min(K) {
        limbs[N - k] = from[K - k];
    }
    if K > N {
        guard[0] = from[K - N - 1];
    }
    if K > N + 1 {
        let mut below = from[0];
        for &limb in &from[1..K - N - 1] {
            below = below | limb;
        }
        guard = limbs::with_sticky(guard, !below.equal(zero));
    }
    (limbs, guard[0])
}

impl<U: Uint32, const N: usize> MultiPrecision<U, N> {
    /// The number nearest to `number`, which has an IEEE format.
    #[inline(always)]
    pub fn from_soft<F: Format<K>, const K: usize>(number: Soft<F, U, K>) -> Self {
        let x = unpack::<F, U, K>(number.to_bits());
        let [zero, sign, infinity] = map([0, F::SIGN, F::INFINITY], |value| x.size.constant(value));
        let (limbs, guard) = cut(limbs::shift_left_by(x.significand, F::SPARE));
        let bias = zero.constant((BIAS + RAISED).wrapping_sub(F::BIAS));
        Unrounded {
            sign: U::select(x.sign.equal(sign), zero.constant(SIGN), zero),
            exponent: x.exponent.wrapping_add(bias),
            limbs,
            guard,
            is_zero: x.size.equal(zero),
            is_infinite: x.size.equal(infinity),
            is_nan: infinity.less(x.size),
        }
        .rounded()
    }

    /// The nearest number of an IEEE format.
    #[inline(always)]
    pub fn to_soft<F: Format<K>, const K: usize>(self) -> Soft<F, U, K> {
        let code = self.exponent();
        let [zero, sign, infinity] = map([0, F::SIGN, INFINITY], |value| code.constant(value));
        let (significand, guard) = cut(self.limbs);
        let significand = limbs::with_sticky(significand, !guard.equal(zero));
        let bias = zero.constant(F::BIAS.wrapping_sub(BIAS));
        let rounded = round::<F, U, K>(code.wrapping_add(bias), significand);
        let sign = U::select(self.head.less(zero.constant(SIGN)), zero, sign);
        let is_nan = code.equal(zero.constant(NAN));
        Soft::from_bits(finish::<F, U, K>(rounded, sign, code.equal(infinity), is_nan))
    }

    /// The nearest number with `K` limbs; exact if these are not fewer.
    #[inline(always)]
    pub fn convert<const K: usize>(self) -> MultiPrecision<U, K> {
        let code = self.exponent();
        let [zero, sign, infinity, nan] =
            map([0, SIGN, INFINITY, NAN], |value| code.constant(value));
        let (limbs, guard) = cut(self.limbs);
        Unrounded {
            sign: self.head & sign,
            exponent: code.wrapping_add(zero.constant(RAISED)),
            limbs,
            guard,
            is_zero: code.equal(zero),
            is_infinite: code.equal(infinity),
            is_nan: code.equal(nan),
        }
        .rounded()
    }

    /// The number nearest to an unsigned integer of `K` limbs.
    #[inline(always)]
    pub fn from_integer<const K: usize>(integer: [U; K]) -> Self {
        let zero = integer[0].constant(0);
        let zeros = limbs::leading_zeros(integer);
        let (limbs, guard) = cut(limbs::shift_left(integer, zeros));
        let one = zero.constant(BIAS + RAISED + 32 * K as u32 - 1);
        Unrounded {
            sign: zero,
            exponent: one.wrapping_sub(zeros),
            limbs,
            guard,
            is_zero: limbs::any(integer).equal(zero),
            is_infinite: zero.less(zero),
            is_nan: zero.less(zero),
        }
        .rounded()
    }
}

impl<const N: usize> MultiPrecision<u32, N> {
    /// The number nearest to a significand whose highest bit is 1 and has the value 2^exponent. `guard` is what
    /// follows the significand; its lowest bit stands for all lower bits.
    pub(crate) fn nearest_to(negative: bool, exponent: i64, limbs: [u32; N], guard: u32) -> Self {
        let most = i64::from(BIAS) + 2;
        Unrounded {
            sign: if negative { SIGN } else { 0 },
            exponent: (exponent.clamp(-most, most) + i64::from(BIAS + RAISED)) as u32,
            limbs,
            guard,
            is_zero: false,
            is_infinite: false,
            is_nan: false,
        }
        .rounded()
    }
}
