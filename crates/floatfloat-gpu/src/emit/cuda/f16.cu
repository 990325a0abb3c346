// The operations of IEEE binary16 as the device has them.
//
// Generated above: ROUNDED, ".rn" for instructions that must not be contracted, "" for plain ones.
// Quotient and root are correctly rounded: those of binary32 have more than twice the bits, so that
// rounding them again does no harm.

struct f16_word { unsigned short bits; };

__device__ __forceinline__ float f16_wide(const f16_word a)
{
    float wide;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(a.bits));
    return wide;
}

__device__ __forceinline__ f16_word f16_from(const float wide)
{
    f16_word a;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(a.bits) : "f"(wide));
    return a;
}

#define F16_OPERATION(name, instruction)                                                \
    __device__ __forceinline__ f16_word name(const f16_word a, const f16_word b)      \
    {                                                                                    \
        f16_word result;                                                                \
        asm(instruction " %0, %1, %2;" : "=h"(result.bits) : "h"(a.bits), "h"(b.bits));  \
        return result;                                                                   \
    }

F16_OPERATION(f16_add, "add" ROUNDED ".f16")
F16_OPERATION(f16_sub, "sub" ROUNDED ".f16")
F16_OPERATION(f16_mul, "mul" ROUNDED ".f16")

__device__ __forceinline__ f16_word f16_fma(const f16_word a, const f16_word b, const f16_word c)
{
    f16_word result;
    asm("fma.rn.f16 %0, %1, %2, %3;"
        : "=h"(result.bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
    return result;
}

__device__ __forceinline__ f16_word f16_div(const f16_word a, const f16_word b)
{
    return f16_from(__fdiv_rn(f16_wide(a), f16_wide(b)));
}

__device__ __forceinline__ f16_word f16_sqrt(const f16_word a)
{
    return f16_from(__fsqrt_rn(f16_wide(a)));
}

__device__ __forceinline__ f16_word f16_neg(const f16_word a)
{
    return f16_word{(unsigned short)(a.bits ^ 0x8000)};
}

__device__ __forceinline__ f16_word f16_abs(const f16_word a)
{
    return f16_word{(unsigned short)(a.bits & 0x7fff)};
}

