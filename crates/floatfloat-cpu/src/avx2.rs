//! Instructions of AVX2 that the SIMD library lacks: a table lookup in every lane, a quick test for
//! special values, and loads and stores of a part of a register. They change the speed, never a bit.

use crate::avx512::transmute;
use fearless_simd::{Simd, x86::Avx2};

pub(crate) mod f32 {
    use core::arch::x86_64::{_mm256_castps_si256, _mm256_permutevar8x32_ps};
    use fearless_simd::{SimdFrom, f32x8, x86::Avx2};

    fearless_simd::kernel!(
        /// The entries of `table` whose indices are the last three bits of the lanes of `indices`.
        #[inline(always)]
        pub(crate) fn looked_up(token: Avx2, indices: f32x8<Avx2>, table: [f32; 8]) -> f32x8<Avx2> {
            let table = f32x8::simd_from(token, table);
            let places = _mm256_castps_si256(indices.into());
            f32x8::simd_from(token, _mm256_permutevar8x32_ps(table.into(), places))
        }
    );
}

pub(crate) mod f64 {
    use core::arch::x86_64::{
        _mm256_blendv_pd, _mm256_castpd_ps, _mm256_castpd_si256, _mm256_castps_pd,
        _mm256_castsi256_pd, _mm256_or_si256, _mm256_permutevar8x32_ps, _mm256_set1_epi64x,
        _mm256_slli_epi64,
    };
    use fearless_simd::{SimdFrom, f64x4, x86::Avx2};

    fearless_simd::kernel!(
        /// The entries of `table` whose indices are the last three bits of the lanes of `indices`.
        /// Each half of the table is looked up by halves of words, then one of the two results is
        /// selected.
        #[inline(always)]
        pub(crate) fn looked_up(token: Avx2, indices: f64x4<Avx2>, table: [f64; 8]) -> f64x4<Avx2> {
            let [a, b, c, d, e, f, g, h] = table;
            let lower = f64x4::simd_from(token, [a, b, c, d]);
            let upper = f64x4::simd_from(token, [e, f, g, h]);
            let indices = _mm256_castpd_si256(indices.into());
            let first = _mm256_slli_epi64::<1>(indices);
            let second =
                _mm256_or_si256(_mm256_slli_epi64::<33>(indices), _mm256_set1_epi64x(1 << 32));
            let places = _mm256_or_si256(first, second);
            let lower = _mm256_permutevar8x32_ps(_mm256_castpd_ps(lower.into()), places);
            let upper = _mm256_permutevar8x32_ps(_mm256_castpd_ps(upper.into()), places);
            // The bit that selects the half of the table becomes the sign.
            let is_upper = _mm256_castsi256_pd(_mm256_slli_epi64::<61>(indices));
            let (lower, upper) = (_mm256_castps_pd(lower), _mm256_castps_pd(upper));
            f64x4::simd_from(token, _mm256_blendv_pd(lower, upper, is_upper))
        }
    );
}

/// Tests whether magnitudes are in the middle half of all binades. An addition moves their exponents to
/// where the highest bit is set.
pub(crate) mod middle {
    macro_rules! middle {
        (
            $word:ident, $register:ident, $integer:ident, $least:literal,
            $bits:ident, $words:ident, $set1:ident, $add:ident
        ) => {
            pub(crate) mod $word {
                use core::arch::x86_64::{
                    _mm256_and_si256, _mm256_testc_si256, $add, $bits, $set1, $words,
                };
                use fearless_simd::{SimdFrom, x86::Avx2, $register};

                /// Added to the bits of a word, it moves the exponent of 2^least to where the
                /// highest bit is set.
                const MOVE: $integer = (1 - $least) << ($word::MANTISSA_DIGITS - 1);
                /// The highest bit of the exponent.
                const HIGHEST: $integer = 1 << (8 * size_of::<$word>() - 2);

                fearless_simd::kernel!(
                    /// The words, with moved exponents.
                    #[inline(always)]
                    pub(crate) fn moved(token: Avx2, words: $register<Avx2>) -> $register<Avx2> {
                        let moved = $add($bits(words.into()), $set1(MOVE));
                        $register::simd_from(token, $words(moved))
                    }
                );

                fearless_simd::kernel!(
                    /// The bits that are set both in `all` and in the words with moved exponents.
                    #[inline(always)]
                    pub(crate) fn and_moved(
                        token: Avx2,
                        all: $register<Avx2>,
                        words: $register<Avx2>,
                    ) -> $register<Avx2> {
                        let moved = $add($bits(words.into()), $set1(MOVE));
                        let all = _mm256_and_si256($bits(all.into()), moved);
                        $register::simd_from(token, $words(all))
                    }
                );

                fearless_simd::kernel!(
                    /// Whether the highest bit of the exponent is set in every lane.
                    #[inline(always)]
                    pub(crate) fn all_moved(token: Avx2, all: $register<Avx2>) -> bool {
                        let _ = token;
                        _mm256_testc_si256($bits(all.into()), $set1(HIGHEST)) == 1
                    }
                );
            }
        };
    }

    middle!(
        f32,
        f32x8,
        i32,
        -64,
        _mm256_castps_si256,
        _mm256_castsi256_ps,
        _mm256_set1_epi32,
        _mm256_add_epi32
    );
    middle!(
        f64,
        f64x4,
        i64,
        -512,
        _mm256_castpd_si256,
        _mm256_castsi256_pd,
        _mm256_set1_epi64x,
        _mm256_add_epi64
    );
}

/// Loads and stores of the first lanes of a register.
pub(crate) mod lanes {
    macro_rules! lanes {
        (
            $word:ident, $register:ident, $places:expr,
            $set1:ident, $greater:ident, $as_words:ident, $blend:ident, $load:ident, $store:ident
        ) => {
            pub(crate) mod $word {
                use core::arch::x86_64::{
                    __m256i, _mm256_loadu_si256, $as_words, $blend, $greater, $load, $set1, $store,
                };
                use fearless_simd::{SimdFrom, x86::Avx2, $register};

                /// Lanes of a register.
                const LANES: usize = 32 / size_of::<$word>();

                fearless_simd::kernel!(
                    /// A mask with all bits set in the first `lanes` lanes.
                    #[inline(always)]
                    fn first(token: Avx2, lanes: usize) -> __m256i {
                        let _ = token;
                        assert!(lanes <= LANES, "a slice is longer than a register");
                        let places = $places;
                        // SAFETY: the array is as long as a register.
                        let places = unsafe { _mm256_loadu_si256((&raw const places).cast()) };
                        $greater($set1(lanes as _), places)
                    }
                );

                fearless_simd::kernel!(
                    /// Loads words, at most a register full, and takes the lanes beyond them from
                    /// `rest`.
                    #[inline(always)]
                    pub(crate) fn load_first(
                        token: Avx2,
                        rest: $register<Avx2>,
                        words: &[$word],
                    ) -> $register<Avx2> {
                        let first = first(token, words.len());
                        // SAFETY: nothing is read for lanes beyond the words.
                        let loaded = unsafe { $load(words.as_ptr(), first) };
                        $register::simd_from(token, $blend(rest.into(), loaded, $as_words(first)))
                    }
                );

                fearless_simd::kernel!(
                    /// Writes as many of the first lanes as `words` has room for, at most a register
                    /// full.
                    #[inline(always)]
                    pub(crate) fn store_first(
                        token: Avx2,
                        register: $register<Avx2>,
                        words: &mut [$word],
                    ) {
                        let first = first(token, words.len());
                        // SAFETY: nothing is written for lanes beyond the words.
                        unsafe { $store(words.as_mut_ptr(), first, register.into()) }
                    }
                );
            }
        };
    }

    lanes!(
        f32,
        f32x8,
        [0i32, 1, 2, 3, 4, 5, 6, 7],
        _mm256_set1_epi32,
        _mm256_cmpgt_epi32,
        _mm256_castsi256_ps,
        _mm256_blendv_ps,
        _mm256_maskload_ps,
        _mm256_maskstore_ps
    );
    lanes!(
        f64,
        f64x4,
        [0i64, 1, 2, 3],
        _mm256_set1_epi64x,
        _mm256_cmpgt_epi64,
        _mm256_castsi256_pd,
        _mm256_blendv_pd,
        _mm256_maskload_pd,
        _mm256_maskstore_pd
    );
}

/// A register of `S` as one of AVX2, if `S` is AVX2.
#[inline(always)]
pub(crate) fn cast<S: Simd, V: Copy, A: Copy>(simd: S, vector: V) -> Option<(Avx2, A)> {
    let level = simd.level();
    if level.as_avx512().is_some() {
        return None;
    }
    let token = level.as_avx2()?;
    // SAFETY: the trait is sealed, so the level of `S` is AVX2 only if `S` is `Avx2`. Then `V`, the
    // full register of `S`, is the register `A`; both are plain data of one size.
    Some((token, unsafe { transmute(vector) }))
}

/// A register of AVX2 as one of the instruction set from which [`cast`] took it.
#[inline(always)]
pub(crate) fn cast_back<V: Copy, A: Copy>(_: Avx2, register: A) -> V {
    // SAFETY: a token from `cast` means that `V` is the register `A`.
    unsafe { transmute(register) }
}
