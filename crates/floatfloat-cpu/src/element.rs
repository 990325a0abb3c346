//! The words that vectors of this crate are made of, `f32` and `f64`, and the registers that hold
//! them.

pub(crate) mod instructions;

use crate::pack::Pack;
use fearless_simd::{
    Bytes, ExtractToken, Select, Simd, SimdBase, SimdInt, SimdIntWiden, SimdNarrow,
};
#[cfg(target_arch = "x86_64")]
use fearless_simd::{SimdFrom, SimdMask};
#[cfg(target_arch = "x86_64")]
use floatfloat::unrolled::each;

#[cfg(target_arch = "x86_64")]
use crate::{avx2, avx512};

/// One kind of work, over `f32` or `f64`.
pub trait Work {
    /// The work over a word.
    type Over<'a, E: Element>;
    /// The result of the work.
    type Output<E: Element>;
}

/// A result that is correct in most lanes, and a mask of the lanes where it is not, if there are
/// any.
pub type MostLanes<S, V> = (V, Option<<V as SimdBase<S>>::Mask>);

/// A word of which a processor holds several in one register: `f32` or `f64`, and no other type.
pub trait Element: instructions::Instructions {}

macro_rules! element {
    (
        $word:ident, $vectors:ident, $masks:ident, $integers:ident, divisors from $divisor:literal,
        quotients from $quotient:literal, excess $excess:literal,
        integers ($high:ident, $zeros:ident), of ($single:ident, $double:ident) $choice:ident
    ) => {
        impl Element for $word {}

        impl instructions::Instructions for $word {
            type Vector<S: Simd> = S::$vectors;
            type LaneMask<S: Simd> = S::$masks;
            type Uints<S: Simd> = S::$integers;
            const LEAST_DIVISOR: i32 = $divisor;
            const LEAST_QUOTIENT: i32 = $quotient;
            const EXCESS: f64 = $excess;
            const FRACTION_BITS: u32 = $word::MANTISSA_DIGITS - 1;
            const UNIT: $word = (1u64 << Self::FRACTION_BITS) as $word;
            const BIAS: $word = ($word::MAX_EXP - 1) as $word;

            #[inline]
            fn choose<W: Work>(
                work: W::Over<'_, Self>,
                $single: fn(W::Over<'_, f32>) -> W::Output<f32>,
                $double: fn(W::Over<'_, f64>) -> W::Output<f64>,
            ) -> W::Output<Self> {
                $choice(work)
            }

            #[inline(always)]
            fn hidden_one() -> $word {
                #[cfg(all(target_arch = "x86_64", not(miri)))]
                {
                    let mut bits = $word::to_bits(1.0);
                    // SAFETY: the assembly contains no instruction.
                    unsafe {
                        core::arch::asm!(
                            "/* {0:r} */",
                            inout(reg) bits,
                            options(pure, nomem, nostack, preserves_flags)
                        );
                    }
                    $word::from_bits(bits)
                }
                #[cfg(not(all(target_arch = "x86_64", not(miri))))]
                {
                    1.0
                }
            }

            #[inline(always)]
            fn splat_uint<S: Simd>(simd: S, value: u32) -> S::$integers {
                <S::$integers>::splat(simd, value.into())
            }
            #[inline(always)]
            fn high_products<S: Simd>(x: S::$integers, y: S::$integers) -> S::$integers {
                $high::<S>(x, y)
            }
            #[inline(always)]
            fn leading_zeros<S: Simd>(x: S::$integers) -> S::$integers {
                $zeros::<S>(x)
            }

            #[inline(always)]
            fn ordinary_lanes<S: Simd>(vector: Self::Vector<S>) -> Option<Self::LaneMask<S>> {
                #[cfg(target_arch = "x86_64")]
                {
                    let simd = vector.token();
                    let (token, register) = avx512::cast(simd, vector)?;
                    let special = avx512::$word::special(token, register);
                    Some(!Self::LaneMask::<S>::from_bitmask(simd, special))
                }
                #[cfg(not(target_arch = "x86_64"))]
                {
                    let _ = vector;
                    None
                }
            }

            #[inline(always)]
            fn all_in_middle<S: Simd>(registers: &[Pack<S, Self>]) -> Option<bool> {
                #[cfg(target_arch = "x86_64")]
                {
                    let simd = registers[0].vector().token();
                    let (token, first) = avx2::cast(simd, registers[0].vector())?;
                    let mut all = avx2::middle::$word::moved(token, first);
                    for register in &registers[1..] {
                        let (_, register) = avx2::cast(simd, register.vector())?;
                        all = avx2::middle::$word::and_moved(token, all, register);
                    }
                    Some(avx2::middle::$word::all_moved(token, all))
                }
                #[cfg(not(target_arch = "x86_64"))]
                {
                    let _ = registers;
                    None
                }
            }

            #[inline(always)]
            fn lanes_outside<S: Simd>(
                vector: Self::Vector<S>,
                least: i32,
            ) -> Option<Self::LaneMask<S>> {
                #[cfg(target_arch = "x86_64")]
                {
                    let simd = vector.token();
                    let (token, register) = avx512::cast(simd, vector)?;
                    let outside = avx512::$word::outside(token, register, least);
                    Some(Self::LaneMask::<S>::from_bitmask(simd, outside))
                }
                #[cfg(not(target_arch = "x86_64"))]
                {
                    let _ = (vector, least);
                    None
                }
            }

            #[inline(always)]
            fn exponents<S: Simd>(vector: Self::Vector<S>) -> MostLanes<S, Self::Vector<S>> {
                #[cfg(target_arch = "x86_64")]
                if let Some((token, register)) = avx512::cast(vector.token(), vector) {
                    let exponents = avx512::$word::exponents(token, register);
                    return (avx512::cast_back(token, exponents), None);
                }
                // The biased exponent becomes the last bits of a number whose unit in the last
                // place is 1.
                let biased = vector.abs().bitcast::<S::$integers>() >> Self::FRACTION_BITS;
                let number = (biased | Self::UNIT.to_bits()).bitcast::<Self::Vector<S>>();
                let exponents = number - (Self::UNIT + Self::BIAS);
                let inside = (exponents - 0.5).abs().simd_lt(Self::BIAS);
                (exponents, Some(!inside))
            }

            #[inline(always)]
            fn powers_of_two<S: Simd>(vector: Self::Vector<S>) -> MostLanes<S, Self::Vector<S>> {
                #[cfg(target_arch = "x86_64")]
                if let Some((token, register)) = avx512::cast(vector.token(), vector) {
                    let powers = avx512::$word::powers_of_two(token, register);
                    return (avx512::cast_back(token, powers), None);
                }
                // The biased exponent is in the last bits; a shift moves it to the place of an
                // exponent.
                let biased = (vector + (1.5 * Self::UNIT + Self::BIAS)).bitcast::<S::$integers>();
                let powers = (biased << Self::FRACTION_BITS).bitcast::<Self::Vector<S>>();
                let inside = (vector - 0.5).abs().simd_lt(Self::BIAS);
                (powers, Some(!inside))
            }

            #[inline(always)]
            fn looked_up<S: Simd>(
                indices: Self::Vector<S>,
                table: [Self; 8],
            ) -> Option<Self::Vector<S>> {
                #[cfg(target_arch = "x86_64")]
                {
                    // An integer becomes the last bits of a number whose unit in the last place is
                    // 1.
                    let indices = indices + Self::UNIT;
                    if let Some((token, indices)) = avx512::cast(indices.token(), indices) {
                        let table = each(
                            #[inline(always)]
                            |k| table[k % 8],
                        );
                        let table = SimdFrom::simd_from(token, table);
                        let found = avx512::$word::looked_up(token, indices, table);
                        return Some(avx512::cast_back(token, found));
                    }
                    let (token, indices) = avx2::cast(indices.token(), indices)?;
                    Some(avx2::cast_back(token, avx2::$word::looked_up(token, indices, table)))
                }
                #[cfg(not(target_arch = "x86_64"))]
                {
                    let _ = (indices, table);
                    None
                }
            }

            #[inline(always)]
            fn load_first<S: Simd>(
                rest: Self::Vector<S>,
                words: &[Self],
            ) -> Option<Self::Vector<S>> {
                #[cfg(target_arch = "x86_64")]
                {
                    if let Some((token, rest)) = avx512::cast(rest.token(), rest) {
                        let loaded = avx512::$word::load_first(token, rest, words);
                        return Some(avx512::cast_back(token, loaded));
                    }
                    let (token, rest) = avx2::cast(rest.token(), rest)?;
                    let loaded = avx2::lanes::$word::load_first(token, rest, words);
                    Some(avx2::cast_back(token, loaded))
                }
                #[cfg(not(target_arch = "x86_64"))]
                {
                    let _ = (rest, words);
                    None
                }
            }

            #[inline(always)]
            fn store_first<S: Simd>(vector: Self::Vector<S>, words: &mut [Self]) -> bool {
                #[cfg(target_arch = "x86_64")]
                {
                    if let Some((token, register)) = avx512::cast(vector.token(), vector) {
                        avx512::$word::store_first(token, register, words);
                        return true;
                    }
                    if let Some((token, register)) = avx2::cast(vector.token(), vector) {
                        avx2::lanes::$word::store_first(token, register, words);
                        return true;
                    }
                }
                let _ = (vector, words);
                false
            }

            #[inline(always)]
            fn approximate_inverse_root<S: Simd>(
                vector: Self::Vector<S>,
            ) -> Option<Self::Vector<S>> {
                #[cfg(target_arch = "x86_64")]
                {
                    let (token, register) = avx512::cast(vector.token(), vector)?;
                    let root = avx512::$word::approximate_inverse_root(token, register);
                    Some(avx512::cast_back(token, root))
                }
                #[cfg(not(target_arch = "x86_64"))]
                {
                    let _ = vector;
                    None
                }
            }
        }
    };
}

/// The high half of the product, in every lane.
#[inline(always)]
fn high_widened<S: Simd>(x: S::u32s, y: S::u32s) -> S::u32s {
    let (first, last) = x.widening_mul(y);
    (first >> 32).narrow(last >> 32)
}

/// The high 32 bits of the product of two 32-bit integers, in every lane of 64 bits.
#[inline(always)]
fn high_wide<S: Simd>(x: S::u64s, y: S::u64s) -> S::u64s {
    (x * y) >> 32
}

/// The number of leading zeros, in every lane, from the exponent of the integer converted to a float. The bit
/// behind the first 1 is cleared first, so that rounding cannot reach the next power of two.
#[inline(always)]
fn zeros_converted<S: Simd>(x: S::u32s) -> S::u32s {
    let simd = x.token();
    let number: S::f32s = (x & !(x >> 1)).to_float();
    let zeros = <S::u32s>::splat(simd, 158) - (number.bitcast::<S::u32s>() >> 23);
    let most = <S::u32s>::splat(simd, 32);
    zeros.simd_lt(most).select(zeros, most)
}

/// The number of leading zeros of a 32-bit integer, in every lane of 64 bits. The bits of the integer are
/// added to those of 2^52, and the exponent of the difference gives the zeros.
#[inline(always)]
fn zeros_of_sum<S: Simd>(x: S::u64s) -> S::u64s {
    let simd = x.token();
    let unit = f64::from_bits((1023 + 52) << 52);
    let number = (x | unit.to_bits()).bitcast::<S::f64s>() - unit;
    let zeros = <S::u64s>::splat(simd, 1054) - (number.bitcast::<S::u64s>() >> 52);
    let most = <S::u64s>::splat(simd, 32);
    zeros.simd_lt(most).select(zeros, most)
}

element!(f32, f32s, mask32s, u32s, divisors from -32, quotients from -68, excess 9.5367431640625e-7,
    integers (high_widened, zeros_converted), of (single, _double) single);
element!(f64, f64s, mask64s, u64s, divisors from -400, quotients from -567, excess 1.8189894035458565e-12,
    integers (high_wide, zeros_of_sum), of (_single, double) double);
