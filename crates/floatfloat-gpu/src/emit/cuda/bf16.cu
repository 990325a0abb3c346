// The operations of bfloat16: the device's instructions where it has them (sm_90; fused
// multiply-add sm_80), elsewhere those of binary32 rounded once more, which is harmless because
// binary32 has more than twice the bits.
//
// Generated above: ROUNDED, ".rn" for instructions that must not be contracted, "" for plain ones.

struct bf16_word { unsigned short bits; };

__device__ __forceinline__ float bf16_wide(const bf16_word a)
{
    return __int_as_float((int)((unsigned)a.bits << 16));
}

__device__ __forceinline__ bf16_word bf16_from(const float wide)
{
    const unsigned bits = (unsigned)__float_as_int(wide);
    if (wide != wide) return bf16_word{0x7fff};
    return bf16_word{(unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}

#if __CUDA_ARCH__ >= 900
#define BF16_OPERATION(name, instruction, wide)                                                   \
    __device__ __forceinline__ bf16_word name(const bf16_word a, const bf16_word b)               \
    {                                                                                             \
        bf16_word result;                                                                         \
        asm(instruction ROUNDED ".bf16 %0, %1, %2;" : "=h"(result.bits) : "h"(a.bits), "h"(b.bits)); \
        return result;                                                                            \
    }
#else
#define BF16_OPERATION(name, instruction, wide)                                                   \
    __device__ __forceinline__ bf16_word name(const bf16_word a, const bf16_word b)               \
    {                                                                                             \
        return bf16_from(wide(bf16_wide(a), bf16_wide(b)));                                       \
    }
#endif

BF16_OPERATION(bf16_add, "add", __fadd_rn)
BF16_OPERATION(bf16_sub, "sub", __fsub_rn)
BF16_OPERATION(bf16_mul, "mul", __fmul_rn)

__device__ __forceinline__ bf16_word bf16_fma(const bf16_word a, const bf16_word b, const bf16_word c)
{
#if __CUDA_ARCH__ >= 800
    bf16_word result;
    asm("fma.rn.bf16 %0, %1, %2, %3;"
        : "=h"(result.bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
    return result;
#else
    // The sum in binary32, rounded to odd where it is not exact, is rounded again without harm.
    const float down = __fmaf_rd(bf16_wide(a), bf16_wide(b), bf16_wide(c));
    const float up = __fmaf_ru(bf16_wide(a), bf16_wide(b), bf16_wide(c));
    const float odd = __float_as_int(down) & 1 ? down : up;
    return bf16_from(down == up ? __fmaf_rn(bf16_wide(a), bf16_wide(b), bf16_wide(c)) : odd);
#endif
}

__device__ __forceinline__ bf16_word bf16_div(const bf16_word a, const bf16_word b)
{
    return bf16_from(__fdiv_rn(bf16_wide(a), bf16_wide(b)));
}

__device__ __forceinline__ bf16_word bf16_sqrt(const bf16_word a)
{
    return bf16_from(__fsqrt_rn(bf16_wide(a)));
}

__device__ __forceinline__ bf16_word bf16_neg(const bf16_word a)
{
    return bf16_word{(unsigned short)(a.bits ^ 0x8000)};
}

__device__ __forceinline__ bf16_word bf16_abs(const bf16_word a)
{
    return bf16_word{(unsigned short)(a.bits & 0x7fff)};
}

