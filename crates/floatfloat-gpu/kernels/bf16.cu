// The operations of bfloat16: the device's instructions where it has them (sm_90; fused
// multiply-add sm_80), elsewhere those of binary32 rounded once more, which is harmless because
// binary32 has more than twice the bits.
//
// Generated above: ROUNDED, ".rn" for instructions that must not be contracted, "" for plain ones.

struct half_word { unsigned short bits; };

__device__ __forceinline__ float half_wide(const half_word a)
{
    return __int_as_float((int)((unsigned)a.bits << 16));
}

__device__ __forceinline__ half_word half_from(const float wide)
{
    const unsigned bits = (unsigned)__float_as_int(wide);
    if (wide != wide) return half_word{0x7fff};
    return half_word{(unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}

#if __CUDA_ARCH__ >= 900
#define HALF_OPERATION(name, instruction, wide)                                                   \
    __device__ __forceinline__ half_word name(const half_word a, const half_word b)               \
    {                                                                                             \
        half_word result;                                                                         \
        asm(instruction ROUNDED ".bf16 %0, %1, %2;" : "=h"(result.bits) : "h"(a.bits), "h"(b.bits)); \
        return result;                                                                            \
    }
#else
#define HALF_OPERATION(name, instruction, wide)                                                   \
    __device__ __forceinline__ half_word name(const half_word a, const half_word b)               \
    {                                                                                             \
        return half_from(wide(half_wide(a), half_wide(b)));                                       \
    }
#endif

HALF_OPERATION(half_add, "add", __fadd_rn)
HALF_OPERATION(half_sub, "sub", __fsub_rn)
HALF_OPERATION(half_mul, "mul", __fmul_rn)

__device__ __forceinline__ half_word half_fma(const half_word a, const half_word b, const half_word c)
{
#if __CUDA_ARCH__ >= 800
    half_word result;
    asm("fma.rn.bf16 %0, %1, %2, %3;"
        : "=h"(result.bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
    return result;
#else
    // The sum in binary32, rounded to odd where it is not exact, is rounded again without harm.
    const float down = __fmaf_rd(half_wide(a), half_wide(b), half_wide(c));
    const float up = __fmaf_ru(half_wide(a), half_wide(b), half_wide(c));
    const float odd = __float_as_int(down) & 1 ? down : up;
    return half_from(down == up ? __fmaf_rn(half_wide(a), half_wide(b), half_wide(c)) : odd);
#endif
}

__device__ __forceinline__ half_word half_div(const half_word a, const half_word b)
{
    return half_from(__fdiv_rn(half_wide(a), half_wide(b)));
}

__device__ __forceinline__ half_word half_sqrt(const half_word a)
{
    return half_from(__fsqrt_rn(half_wide(a)));
}

__device__ __forceinline__ half_word half_neg(const half_word a)
{
    return half_word{(unsigned short)(a.bits ^ 0x8000)};
}

__device__ __forceinline__ half_word half_abs(const half_word a)
{
    return half_word{(unsigned short)(a.bits & 0x7fff)};
}

