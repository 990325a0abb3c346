// e^x of float-float numbers between -1/4 and 1/4, by its Taylor series: how the library that
// `floatfloat shader --lang cuda` prints is used.

#include "floatfloat.cuh"

extern "C" __global__ void exponential(const ff* x, ff* y, unsigned count)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;

    const ff one = {1.0f, 0.0f};
    ff sum = one;
    for (float n = 14.0f; n >= 1.0f; n -= 1.0f) {
        const ff divisor = {n, 0.0f};
        sum = ff_add(ff_div(ff_mul(sum, x[i]), divisor), one);
    }
    y[i] = sum;
}
