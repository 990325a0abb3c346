//! Instructions of AVX-512 that the SIMD library lacks, where they make an operation measurably
//! faster. They change the speed, never a bit.

use fearless_simd::{Simd, x86::Avx512};

/// The classes of `vfpclass`: quiet NaN, +0, −0, +∞, −∞, signalling NaN.
const SPECIAL: i32 = 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x80;

macro_rules! instructions {
    (
        $word:ident, $register:ident, $integer:ident,
        $fpclass:ident, $bits:ident, $set1:ident, $add:ident, $testn:ident, $rsqrt14:ident,
        $getexp:ident, $scalef:ident, $permute:ident, $one:ident,
        $mask:ident, $load:ident, $store:ident
    ) => {
        pub(crate) mod $word {
            use core::arch::x86_64::{
                $add, $bits, $fpclass, $getexp, $load, $mask, $one, $permute, $rsqrt14, $scalef,
                $set1, $store, $testn,
            };
            use fearless_simd::{SimdFrom, x86::Avx512, $register};

            /// Lanes of a register.
            const LANES: usize = 64 / size_of::<$word>();
            /// Bits of a word below those of the exponent.
            const FRACTION: u32 = $word::MANTISSA_DIGITS - 1;
            /// The highest bit of the exponent.
            const HIGHEST: $integer = 1 << (8 * size_of::<$word>() - 2);

            fearless_simd::kernel!(
                /// Bit k is set where lane k is zero, infinite or NaN.
                #[inline(always)]
                pub(crate) fn special(token: Avx512, words: $register<Avx512>) -> u64 {
                    let _ = token;
                    u64::from($fpclass::<{ super::SPECIAL }>(words.into()))
                }
            );

            fearless_simd::kernel!(
                /// Bit k is set where lane k is outside the half of all binades that begins at
                /// 2^least. An addition moves the exponents of that half to where the highest bit
                /// is set.
                #[inline(always)]
                pub(crate) fn outside(token: Avx512, words: $register<Avx512>, least: i32) -> u64 {
                    let _ = token;
                    let moved =
                        $add($bits(words.into()), $set1($integer::from(1 - least) << FRACTION));
                    u64::from($testn(moved, $set1(HIGHEST)))
                }
            );

            fearless_simd::kernel!(
                /// 1/√x in every lane, with a relative error of at most 2^-14.
                #[inline(always)]
                pub(crate) fn approximate_inverse_root(
                    token: Avx512,
                    words: $register<Avx512>,
                ) -> $register<Avx512> {
                    $register::simd_from(token, $rsqrt14(words.into()))
                }
            );

            fearless_simd::kernel!(
                /// The exponent of every lane.
                #[inline(always)]
                pub(crate) fn exponents(
                    token: Avx512,
                    words: $register<Avx512>,
                ) -> $register<Avx512> {
                    $register::simd_from(token, $getexp(words.into()))
                }
            );

            fearless_simd::kernel!(
                /// Two to the power of every lane.
                #[inline(always)]
                pub(crate) fn powers_of_two(
                    token: Avx512,
                    exponents: $register<Avx512>,
                ) -> $register<Avx512> {
                    $register::simd_from(token, $scalef($one(1.0), exponents.into()))
                }
            );

            fearless_simd::kernel!(
                /// The entries of `table` whose indices are the last three bits of the lanes of
                /// `indices`.
                #[inline(always)]
                pub(crate) fn looked_up(
                    token: Avx512,
                    indices: $register<Avx512>,
                    table: $register<Avx512>,
                ) -> $register<Avx512> {
                    $register::simd_from(token, $permute($bits(indices.into()), table.into()))
                }
            );

            /// A mask of the first `lanes` lanes.
            #[inline(always)]
            fn first(lanes: usize) -> $mask {
                assert!(lanes <= LANES, "a slice is longer than a register");
                ((1u32 << lanes) - 1) as $mask
            }

            fearless_simd::kernel!(
                /// Loads words, at most a register full, and takes the lanes beyond them from
                /// `rest`.
                #[inline(always)]
                pub(crate) fn load_first(
                    token: Avx512,
                    rest: $register<Avx512>,
                    words: &[$word],
                ) -> $register<Avx512> {
                    // SAFETY: nothing is read for lanes beyond the words.
                    let loaded = unsafe { $load(rest.into(), first(words.len()), words.as_ptr()) };
                    $register::simd_from(token, loaded)
                }
            );

            fearless_simd::kernel!(
                /// Writes as many of the first lanes as `words` has room for, at most a register
                /// full.
                #[inline(always)]
                pub(crate) fn store_first(
                    token: Avx512,
                    register: $register<Avx512>,
                    words: &mut [$word],
                ) {
                    let _ = token;
                    // SAFETY: nothing is written for lanes beyond the words.
                    unsafe { $store(words.as_mut_ptr(), first(words.len()), register.into()) }
                }
            );
        }
    };
}

instructions!(
    f32,
    f32x16,
    i32,
    _mm512_fpclass_ps_mask,
    _mm512_castps_si512,
    _mm512_set1_epi32,
    _mm512_add_epi32,
    _mm512_testn_epi32_mask,
    _mm512_rsqrt14_ps,
    _mm512_getexp_ps,
    _mm512_scalef_ps,
    _mm512_permutexvar_ps,
    _mm512_set1_ps,
    __mmask16,
    _mm512_mask_loadu_ps,
    _mm512_mask_storeu_ps
);
instructions!(
    f64,
    f64x8,
    i64,
    _mm512_fpclass_pd_mask,
    _mm512_castpd_si512,
    _mm512_set1_epi64,
    _mm512_add_epi64,
    _mm512_testn_epi64_mask,
    _mm512_rsqrt14_pd,
    _mm512_getexp_pd,
    _mm512_scalef_pd,
    _mm512_permutexvar_pd,
    _mm512_set1_pd,
    __mmask8,
    _mm512_mask_loadu_pd,
    _mm512_mask_storeu_pd
);

/// A register of `S` as one of AVX-512, if `S` is AVX-512.
#[inline(always)]
pub(crate) fn cast<S: Simd, V: Copy, A: Copy>(simd: S, vector: V) -> Option<(Avx512, A)> {
    let token = simd.level().as_avx512()?;
    // SAFETY: the trait is sealed, so the level of `S` is AVX-512 only if `S` is `Avx512`. Then
    // `V`, the full register of `S`, is the register `A`; both are plain data of one size.
    Some((token, unsafe { transmute(vector) }))
}

/// A register of AVX-512 as one of the instruction set from which [`cast`] took it.
#[inline(always)]
pub(crate) fn cast_back<V: Copy, A: Copy>(_: Avx512, register: A) -> V {
    // SAFETY: a token from `cast` means that `V` is the register `A`.
    unsafe { transmute(register) }
}

/// # Safety
/// `A` and `B` must be plain data for which every bit pattern is valid.
#[inline(always)]
pub(crate) unsafe fn transmute<A: Copy, B: Copy>(value: A) -> B {
    assert!(size_of::<A>() == size_of::<B>() && align_of::<A>() == align_of::<B>());
    // SAFETY: equal sizes were asserted, and the caller vouches for the rest.
    unsafe { core::mem::transmute_copy(&value) }
}
