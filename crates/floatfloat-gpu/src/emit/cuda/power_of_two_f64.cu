// 2 to the power of an integer; zero, subnormal or infinite where that is.
__device__ __forceinline__ double double_power_of_two(const double k)
{
    const int exponent = k > -1075.0 ? (k < 1024.0 ? (int)k : 1024) : -1075;
    const long long subnormal = exponent < -1074 ? 0 : 1ll << ((exponent + 1074) & 63);
    const long long normal = (long long)(exponent + 1023) << 52;
    return __longlong_as_double(exponent < -1022 ? subnormal : normal);
}

