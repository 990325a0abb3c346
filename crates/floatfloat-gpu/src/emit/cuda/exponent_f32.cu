// The exponent of x, as a word.
__device__ __forceinline__ float float_exponent(const float x)
{
    const int bits = __float_as_int(x) & 0x7fffffff;
    const int biased = bits >> 23;
    const int exponent = biased == 0 ? 31 - __clz(bits) - 149 : biased - 127;
    // Of zero -infinity; infinity and NaN are their own.
    const bool is_special = bits == 0 || biased == 255;
    return is_special ? __int_as_float(bits == 0 ? (int)0xff800000 : bits) : (float)exponent;
}

