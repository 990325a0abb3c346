//! Dot products of four bytes with four bytes, in each of sixteen lanes.

#[cfg(target_arch = "x86_64")]
use crate::avx512;
use fearless_simd::{Bytes, Simd, SimdBase, SimdIntWiden, i16x32, i32x16, u16x32};

/// Four bytes of 0 to 255 in each lane.
#[derive(Clone, Copy)]
pub(super) struct Unsigned<S: Simd> {
    /// For the instruction that takes all four bytes at once.
    #[cfg(target_arch = "x86_64")]
    bytes: i32x16<S>,
    even: i16x32<S>,
    odd: i16x32<S>,
}

/// Four bytes of −128 to 127 in each lane.
#[derive(Clone, Copy)]
pub(super) struct Signed<S: Simd> {
    /// For the instruction that takes all four bytes at once.
    #[cfg(target_arch = "x86_64")]
    bytes: i32x16<S>,
    even: i16x32<S>,
    odd: i16x32<S>,
}

impl<S: Simd> Unsigned<S> {
    #[inline(always)]
    pub(super) fn new(bytes: i32x16<S>) -> Self {
        let pairs: u16x32<S> = bytes.bitcast();
        Unsigned {
            #[cfg(target_arch = "x86_64")]
            bytes,
            even: (pairs & 255u16).bitcast(),
            odd: (pairs >> 8).bitcast(),
        }
    }
}

impl<S: Simd> Signed<S> {
    #[inline(always)]
    pub(super) fn new(bytes: i32x16<S>) -> Self {
        let pairs: i16x32<S> = bytes.bitcast();
        Signed {
            #[cfg(target_arch = "x86_64")]
            bytes,
            even: (pairs << 8) >> 8,
            odd: pairs >> 8,
        }
    }

    /// The same four bytes in every lane.
    #[inline(always)]
    pub(super) fn splat(simd: S, bytes: i32) -> Self {
        Signed::new(i32x16::splat(simd, bytes))
    }
}

/// `sum` and the sum of the four products of bytes, in each lane.
#[inline(always)]
pub(super) fn dot4<S: Simd>(simd: S, sum: i32x16<S>, a: Unsigned<S>, b: Signed<S>) -> i32x16<S> {
    #[cfg(target_arch = "x86_64")]
    if let Some((token, sum)) = avx512::cast(simd, sum)
        && let Some((_, a)) = avx512::cast(simd, a.bytes)
        && let Some((_, b)) = avx512::cast(simd, b.bytes)
    {
        return avx512::cast_back(token, vnni::dot4(token, sum, a, b));
    }
    let _ = simd;
    let even: i32x16<S> = a.even.pairwise_dot_product(b.even);
    let odd: i32x16<S> = a.odd.pairwise_dot_product(b.odd);
    sum + (even + odd)
}

/// The instruction of AVX-512 VNNI.
#[cfg(target_arch = "x86_64")]
mod vnni {
    use core::arch::x86_64::_mm512_dpbusd_epi32;
    use fearless_simd::{SimdFrom, i32x16, x86::Avx512};

    fearless_simd::kernel!(
        #[inline(always)]
        pub(crate) fn dot4(
            token: Avx512,
            sum: i32x16<Avx512>,
            a: i32x16<Avx512>,
            b: i32x16<Avx512>,
        ) -> i32x16<Avx512> {
            i32x16::simd_from(token, _mm512_dpbusd_epi32(sum.into(), a.into(), b.into()))
        }
    );
}
