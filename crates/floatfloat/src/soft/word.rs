//! Soft numbers as words.

use super::{
    Soft,
    format::{Fields, Format},
    limbs, pack,
};
use crate::{
    uint32::{Bits, Uint32},
    unrolled::{map, times},
    word::Word,
};
use core::ops::{Add, Div, Mul, Neg, Sub};

impl<F: Format<N>, U: Uint32, const N: usize> Soft<F, U, N> {
    /// Both numbers as unsigned integers in the order of the numbers, and whether neither is NaN.
    #[inline(always)]
    fn ordered(self, other: Self) -> ([[U; N]; 2], U::Mask) {
        let zero = self.bits[0].constant(0);
        let infinity = zero.constant(F::INFINITY);
        let mut is_number = zero.equal(zero);
        let mut keys = [self.bits, other.bits];
        times::<2>(
            #[inline(always)]
            |k| {
                let mut magnitude = pack::magnitude::<F, U, N>(keys[k]);
                is_number = is_number & pack::size(magnitude).less_or_equal(infinity);
                // Negative numbers lie below zero by their magnitude, positive numbers above.
                let (negated, _) = limbs::subtract([zero; N], magnitude);
                let sign = zero.constant(F::SIGN);
                let is_positive = keys[k][N - 1].less(sign);
                magnitude = limbs::select(is_positive, magnitude, negated);
                magnitude[N - 1] = magnitude[N - 1].wrapping_add(zero.constant(1 << 31));
                keys[k] = magnitude;
            },
        );
        (keys, is_number)
    }
}

impl<F: Format<N>, U: Uint32, const N: usize> Neg for Soft<F, U, N> {
    type Output = Self;

    #[inline(always)]
    fn neg(mut self) -> Self {
        self.bits[N - 1] = self.bits[N - 1] ^ self.bits[0].constant(F::SIGN);
        self
    }
}

macro_rules! operators {
    ($($operator:ident::$method:ident, |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl<F: Format<N>, U: Uint32, const N: usize> $operator for Soft<F, U, N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                Soft::from_bits($result)
            }
        }
    )*};
}

operators! {
    Add::add, |a, b| F::add(a.bits, b.bits);
    Sub::sub, |a, b| F::add(a.bits, (-b).bits);
    Mul::mul, |a, b| F::multiply(a.bits, b.bits);
    Div::div, |a, b| F::divide(a.bits, b.bits);
}

impl<F: Format<N>, U: Uint32, const N: usize> Word for Soft<F, U, N> {
    type Mask = U::Mask;
    const PRECISION: u32 = F::PRECISION;

    #[inline(always)]
    fn fused() -> bool {
        true
    }
    #[inline(always)]
    fn constant(self, value: f64) -> Self {
        let mut bits = self.bits;
        for (bits, value) in bits.iter_mut().zip(Soft::<F, u32, N>::from(value).bits) {
            *bits = bits.constant(value);
        }
        Soft::from_bits(bits)
    }
    fn representable(value: f64) -> f64 {
        Soft::<F, u32, N>::from(value).into()
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Soft::from_bits(pack::magnitude::<F, U, N>(self.bits))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Soft::from_bits(F::square_root(self.bits))
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Soft::from_bits(F::multiply_add(self.bits, factor.bits, addend.bits))
    }
    #[inline(always)]
    fn less(self, other: Self) -> U::Mask {
        let ([a, b], is_number) = self.ordered(other);
        is_number & limbs::less(a, b)
    }
    #[inline(always)]
    fn less_or_equal(self, other: Self) -> U::Mask {
        let ([a, b], is_number) = self.ordered(other);
        is_number & !limbs::less(b, a)
    }
    #[inline(always)]
    fn equal(self, other: Self) -> U::Mask {
        let sizes =
            map([self, other], |number| pack::size(pack::magnitude::<F, U, N>(number.bits)));
        let zero = sizes[0].constant(0);
        let mut same = self.bits[0].equal(other.bits[0]);
        for k in 1..N {
            same = same & self.bits[k].equal(other.bits[k]);
        }
        // The first magnitude is compared: where the bits are equal, the second is NaN only if the first is.
        let is_number = sizes[0].less_or_equal(zero.constant(F::INFINITY));
        (is_number & same) | (sizes[0] | sizes[1]).equal(zero)
    }
    #[inline(always)]
    fn is_ordinary(self) -> U::Mask {
        let size = pack::size(pack::magnitude::<F, U, N>(self.bits));
        size.constant(0).less(size) & size.less(size.constant(F::INFINITY))
    }
    #[inline(always)]
    fn exponent(self) -> Self {
        Soft::from_bits(F::exponent(self.bits))
    }
    #[inline(always)]
    fn power_of_two(self) -> Self {
        Soft::from_bits(F::power_of_two(self.bits))
    }
    #[inline(always)]
    fn select(mask: U::Mask, yes: Self, no: Self) -> Self {
        Soft::from_bits(limbs::select(mask, yes.bits, no.bits))
    }
}

impl<F: Format<N>, U: Uint32, const N: usize> Bits<N> for Soft<F, U, N> {
    type Uint = U;

    #[inline(always)]
    fn into_uints(self) -> [U; N] {
        self.bits
    }
    #[inline(always)]
    fn from_uints(uints: [U; N]) -> Self {
        Soft::from_bits(uints)
    }
}
