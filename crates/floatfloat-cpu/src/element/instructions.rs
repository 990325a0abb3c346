//! What instruction sets do with registers of words.

use super::{Element, MostLanes, Work};
use crate::pack::Pack;
use fearless_simd::{Select, Simd, SimdFloat, SimdFloatElement, SimdInt, SimdMask};
use floatfloat::NativeWord;

/// Registers of words, and what instruction sets do with them.
pub trait Instructions: NativeWord + SimdFloatElement + bytemuck::Pod {
    /// A full register of the instruction set `S`.
    type Vector<S: Simd>: SimdFloat<S, Element = Self, Mask = Self::LaneMask<S>>;

    /// The mask that a comparison of such registers gives. Integers as wide have the same mask.
    type LaneMask<S: Simd>: SimdMask<S> + Select<Self::Vector<S>> + Select<Self::Uints<S>>;

    /// A full register of unsigned integers as wide as this word. Only their low 32 bits are used.
    type Uints<S: Simd>: SimdInt<S, Mask = Self::LaneMask<S>, ByteVector = S::u8s>;

    /// The same integer in every lane.
    fn splat_uint<S: Simd>(simd: S, value: u32) -> Self::Uints<S>;

    /// The high 32 bits of the product of two 32-bit integers, in every lane.
    fn high_products<S: Simd>(x: Self::Uints<S>, y: Self::Uints<S>) -> Self::Uints<S>;

    /// The number of leading zeros of a 32-bit integer, in every lane.
    fn leading_zeros<S: Simd>(x: Self::Uints<S>) -> Self::Uints<S>;

    /// A mask of the lanes that are neither zero nor infinite nor NaN, if the instruction set
    /// has one instruction for this.
    fn ordinary_lanes<S: Simd>(vector: Self::Vector<S>) -> Option<Self::LaneMask<S>>;

    /// Whether the magnitudes of all lanes are in the middle half of all binades, if the instruction set tests
    /// this faster than it tests each lane for zero, infinity and NaN.
    fn all_in_middle<S: Simd>(registers: &[Pack<S, Self>]) -> Option<bool>
    where
        Self: Element;

    /// A mask of the lanes whose magnitude is outside the half of all binades that begins at
    /// 2^`least`, if the instruction set needs only two instructions for this.
    fn lanes_outside<S: Simd>(vector: Self::Vector<S>, least: i32) -> Option<Self::LaneMask<S>>;

    /// 1/√x in every lane, with a relative error of at most 2^-14, if the instruction set has an
    /// instruction for this.
    fn approximate_inverse_root<S: Simd>(vector: Self::Vector<S>) -> Option<Self::Vector<S>>;

    /// ⌊log2 |x|⌋ of every lane, and a mask of the lanes that are zero, subnormal, infinite or
    /// NaN, if there are any.
    fn exponents<S: Simd>(vector: Self::Vector<S>) -> MostLanes<S, Self::Vector<S>>;

    /// 2^k of every lane k, and a mask of the lanes where k is out of the range of normal
    /// numbers, if there are any.
    fn powers_of_two<S: Simd>(vector: Self::Vector<S>) -> MostLanes<S, Self::Vector<S>>;

    /// The entry of the table at each lane, an integer from 0 to 7, if the instruction set has
    /// something faster than selects.
    fn looked_up<S: Simd>(indices: Self::Vector<S>, table: [Self; 8]) -> Option<Self::Vector<S>>;

    /// Loads words, at most a register full, and takes the lanes beyond them from `rest`, if the instruction set
    /// has an instruction for this.
    fn load_first<S: Simd>(rest: Self::Vector<S>, words: &[Self]) -> Option<Self::Vector<S>>;

    /// Writes the first lanes of a register to `words`, which has at most as many. If the instruction set has no
    /// instruction for this, writes nothing and returns false.
    fn store_first<S: Simd>(vector: Self::Vector<S>, words: &mut [Self]) -> bool;

    /// The number one, hidden from the compiler, which knows only that every call returns the same
    /// number.
    fn hidden_one() -> Self;

    /// Runs work over this word by the function for it.
    fn choose<W: Work>(
        work: W::Over<'_, Self>,
        single: fn(W::Over<'_, f32>) -> W::Output<f32>,
        double: fn(W::Over<'_, f64>) -> W::Output<f64>,
    ) -> W::Output<Self>
    where
        Self: Element;

    /// log2 of the least divisor whose reciprocal can be used for quotients.
    const LEAST_DIVISOR: i32;

    /// log2 of the least quotient that such a reciprocal gives, and of the least number whose
    /// square root is computed by multiplications. Together with the least divisor it ensures
    /// the condition 2^(emin + p + 1) ≤ |a| of
    /// [`quotient`](crate::correctly_rounded::quotient).
    const LEAST_QUOTIENT: i32;

    /// The `excess` of [`square_root`](crate::correctly_rounded::square_root).
    const EXCESS: f64;

    /// The number of bits below the exponent.
    const FRACTION_BITS: u32;

    /// The least number whose unit in the last place is 1. Added to an integer, it puts the
    /// integer's binary digits into the last bits.
    const UNIT: Self;

    /// The bias of exponents.
    const BIAS: Self;
}
