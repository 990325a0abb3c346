// out[begin + i] = step applied rounds · UNROLLED times to x[begin + i], for i < count.
//
// Generated above: Element0, Element1, STEP, UNROLLED. `x` and `c` are in registers throughout.

extern "C" __global__ void __launch_bounds__(256)
kernel(const Element0* __restrict__ x, const Element1* __restrict__ c,
       Element0* __restrict__ out, const Arguments arguments)
{
    const size begin = arguments.value[0];
    const size count = arguments.value[1];
    const unsigned rounds = arguments.value[2];
    const size i = (size(blockIdx.y) * gridDim.x + blockIdx.x) * 256 + threadIdx.x;
    if (i >= count) return;

    Element0 state = x[begin + i];
    const Element1 constant = c[begin + i];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (unsigned k = 0; k < UNROLLED; ++k) state = STEP(state, constant);
    }
    out[begin + i] = state;
}
