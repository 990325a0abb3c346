// 2 to the power of an integer; zero, subnormal or infinite where that is.
__device__ __forceinline__ float float_power_of_two(const float k)
{
    const int exponent = k > -150.0f ? (k < 128.0f ? (int)k : 128) : -150;
    const int subnormal = exponent < -149 ? 0 : 1 << ((exponent + 149) & 31);
    return __int_as_float(exponent < -126 ? subnormal : (exponent + 127) << 23);
}

