//! Instructions of AVX-512 that have no counterpart elsewhere, where they shorten an operation
//! measurably. They change speed, never a bit.

use core::arch::x86_64::{_mm512_fpclass_pd_mask, _mm512_fpclass_ps_mask};
use fearless_simd::{Simd, x86::Avx512};

fearless_simd::kernel!(
    /// Bit k is set where lane k is zero, infinite or NaN.
    #[inline(always)]
    pub(crate) fn special_f64(token: Avx512, words: fearless_simd::f64x8<Avx512>) -> u64 {
        let _ = token;
        u64::from(_mm512_fpclass_pd_mask::<SPECIAL>(words.into()))
    }
);

fearless_simd::kernel!(
    /// Bit k is set where lane k is zero, infinite or NaN.
    #[inline(always)]
    pub(crate) fn special_f32(token: Avx512, words: fearless_simd::f32x16<Avx512>) -> u64 {
        let _ = token;
        u64::from(_mm512_fpclass_ps_mask::<SPECIAL>(words.into()))
    }
);

/// Quiet NaN, +0, −0, +∞, −∞, signalling NaN.
const SPECIAL: i32 = 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x80;

/// A register of `S` as one of AVX-512, if that is what `S` is.
#[inline(always)]
pub(crate) fn cast<S: Simd, V: Copy, A: Copy>(simd: S, vector: V) -> Option<(Avx512, A)> {
    let token = simd.level().as_avx512()?;
    assert!(size_of::<V>() == size_of::<A>() && align_of::<V>() == align_of::<A>());
    // SAFETY: the level of `S` is AVX-512 only if `S` is `Avx512`, the trait being sealed, and then
    // `V`, the full register of `S`, is the register `A`, both being plain data of one size.
    Some((token, unsafe { core::mem::transmute_copy(&vector) }))
}
