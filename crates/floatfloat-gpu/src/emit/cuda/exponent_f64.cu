// The exponent of x, as a word.
__device__ __forceinline__ double double_exponent(const double x)
{
    const long long bits = __double_as_longlong(x) & 0x7fffffffffffffffll;
    const int biased = (int)(bits >> 52);
    const int exponent = biased == 0 ? 63 - __clzll(bits) - 1074 : biased - 1023;
    // Of zero -infinity; infinity and NaN are their own.
    const bool is_special = bits == 0 || biased == 2047;
    const long long special = bits == 0 ? (long long)0xfff0000000000000ull : bits;
    return is_special ? __longlong_as_double(special) : (double)exponent;
}

