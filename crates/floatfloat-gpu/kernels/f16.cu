// The operations of IEEE binary16 as the device has them.
//
// Generated above: ROUNDED, ".rn" for instructions that must not be contracted, "" for plain ones.
// Quotient and root are correctly rounded: those of binary32 have more than twice the bits, so that
// rounding them again does no harm.

struct half_word { unsigned short bits; };

__device__ __forceinline__ float half_wide(const half_word a)
{
    float wide;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(a.bits));
    return wide;
}

__device__ __forceinline__ half_word half_from(const float wide)
{
    half_word a;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(a.bits) : "f"(wide));
    return a;
}

#define HALF_OPERATION(name, instruction)                                                \
    __device__ __forceinline__ half_word name(const half_word a, const half_word b)      \
    {                                                                                    \
        half_word result;                                                                \
        asm(instruction " %0, %1, %2;" : "=h"(result.bits) : "h"(a.bits), "h"(b.bits));  \
        return result;                                                                   \
    }

HALF_OPERATION(half_add, "add" ROUNDED ".f16")
HALF_OPERATION(half_sub, "sub" ROUNDED ".f16")
HALF_OPERATION(half_mul, "mul" ROUNDED ".f16")

__device__ __forceinline__ half_word half_fma(const half_word a, const half_word b, const half_word c)
{
    half_word result;
    asm("fma.rn.f16 %0, %1, %2, %3;"
        : "=h"(result.bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
    return result;
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

