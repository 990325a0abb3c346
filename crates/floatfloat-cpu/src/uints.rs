//! A register full of 32-bit unsigned integers as one [`Uint32`].

use crate::{element::Element, pack::Pack};
use core::ops::{BitAnd, BitOr, BitXor, Not};
use fearless_simd::{Bytes, ExtractToken, Select, Simd, SimdBase};
use floatfloat::{Bits, Uint32};

/// As many 32-bit unsigned integers as a register holds words of type `E`. Each lane is as wide as
/// such a word, so that integers and words have the same masks. The bits of a lane beyond 32 are
/// zero.
#[derive(Debug)]
#[repr(transparent)]
pub struct Uints<S: Simd, E: Element>(E::Uints<S>);

impl<S: Simd, E: Element> Clone for Uints<S, E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, E: Element> Copy for Uints<S, E> {}

impl<S: Simd, E: Element> Uints<S, E> {
    /// The integers in lanes of 32 bits. Every second lane is zero where words have 64 bits.
    #[inline(always)]
    fn narrow(self) -> S::u32s {
        self.0.bitcast()
    }

    #[inline(always)]
    fn of_narrow(lanes: S::u32s) -> Self {
        Uints(lanes.bitcast())
    }

    /// `shifted` where counts are below 32, zero elsewhere.
    #[inline(always)]
    fn below_32(counts: S::u32s, shifted: S::u32s) -> Self {
        let simd = counts.token();
        let [limit, zero] = [32, 0].map(
            #[inline(always)]
            |value| <S::u32s>::splat(simd, value),
        );
        Uints::of_narrow(counts.simd_lt(limit).select(shifted, zero))
    }
}

impl<S: Simd> Uints<S, f32> {
    /// The number of integers in a register.
    pub(crate) const LANES: usize = Pack::<S, f32>::LANES;

    /// Loads the first integers of a slice, one into each lane.
    ///
    /// # Panics
    /// If there are fewer integers than lanes.
    #[inline(always)]
    pub(crate) fn load(simd: S, uints: &[u32]) -> Self {
        Uints(<S::u32s>::from_slice(simd, &uints[..Self::LANES]))
    }

    /// Writes the lanes to the first integers of a slice.
    ///
    /// # Panics
    /// If there are fewer places than lanes.
    #[inline(always)]
    pub(crate) fn store(self, uints: &mut [u32]) {
        self.0.store_slice(&mut uints[..Self::LANES]);
    }
}

macro_rules! operators {
    ($($operator:ident::$method:ident),*) => {$(
        impl<S: Simd, E: Element> $operator for Uints<S, E> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Uints($operator::$method(self.0, other.0))
            }
        }
    )*};
}

operators!(BitAnd::bitand, BitOr::bitor, BitXor::bitxor);

impl<S: Simd, E: Element> Not for Uints<S, E> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ self.constant(u32::MAX)
    }
}

impl<S: Simd, E: Element> Uint32 for Uints<S, E> {
    type Mask = E::LaneMask<S>;

    #[inline(always)]
    fn constant(self, value: u32) -> Self {
        Uints(E::splat_uint(self.0.token(), value))
    }
    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        Uints::of_narrow(self.narrow() + other.narrow())
    }
    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        Uints::of_narrow(self.narrow() - other.narrow())
    }
    #[inline(always)]
    fn wrapping_mul(self, other: Self) -> Self {
        Uints::of_narrow(self.narrow() * other.narrow())
    }
    #[inline(always)]
    fn high_product(self, other: Self) -> Self {
        Uints(E::high_products(self.0, other.0))
    }
    #[inline(always)]
    fn leading_zeros(self) -> Self {
        Uints(E::leading_zeros(self.0))
    }
    #[inline(always)]
    fn shift_left(self, count: Self) -> Self {
        Uints::below_32(count.narrow(), self.narrow() << count.narrow())
    }
    #[inline(always)]
    fn shift_right(self, count: Self) -> Self {
        Uints::below_32(count.narrow(), self.narrow() >> count.narrow())
    }
    #[inline(always)]
    fn less(self, other: Self) -> Self::Mask {
        self.0.simd_lt(other.0)
    }
    #[inline(always)]
    fn less_or_equal(self, other: Self) -> Self::Mask {
        self.0.simd_le(other.0)
    }
    #[inline(always)]
    fn equal(self, other: Self) -> Self::Mask {
        self.0.simd_eq(other.0)
    }
    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Uints(mask.select(yes.0, no.0))
    }
}

impl<S: Simd> Bits<1> for Pack<S, f32> {
    type Uint = Uints<S, f32>;

    #[inline(always)]
    fn into_uints(self) -> [Uints<S, f32>; 1] {
        [Uints(self.vector().bitcast())]
    }
    #[inline(always)]
    fn from_uints([bits]: [Uints<S, f32>; 1]) -> Self {
        Pack::from_vector(bits.0.bitcast())
    }
}

impl<S: Simd> Bits<2> for Pack<S, f64> {
    type Uint = Uints<S, f64>;

    #[inline(always)]
    fn into_uints(self) -> [Uints<S, f64>; 2] {
        let bits: S::u64s = self.vector().bitcast();
        [Uints(bits & u64::from(u32::MAX)), Uints(bits >> 32)]
    }
    #[inline(always)]
    fn from_uints([low, high]: [Uints<S, f64>; 2]) -> Self {
        Pack::from_vector(((high.0 << 32) | low.0).bitcast())
    }
}
