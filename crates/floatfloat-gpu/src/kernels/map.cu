// out[to + i] = function(in0[begin + i], in1[begin + i], …) for i < count.
//
// Generated above: INPUTS, LOAD, Operands, APPLY, Result, ELEMENTS. A thread computes ELEMENTS
// elements, 256 apart, and loads all of them before it computes, to have many bytes under way.

extern "C" __global__ void __launch_bounds__(256)
kernel(INPUTS, Result* __restrict__ out, const Arguments arguments)
{
    const size begin = arguments.value[0];
    const size count = arguments.value[1];
    const size to = arguments.value[2];
    const size group = size(blockIdx.y) * gridDim.x + blockIdx.x;
    const size first = group * (256 * ELEMENTS) + threadIdx.x;
    if (first >= count) return;

    Operands operands[ELEMENTS];
#pragma unroll
    for (int e = 0; e < ELEMENTS; ++e) {
        const size i = first + 256 * e;
        const size place = begin + (i < count ? i : first);
        operands[e] = LOAD(place);
    }
#pragma unroll
    for (int e = 0; e < ELEMENTS; ++e) {
        const size i = first + 256 * e;
        if (i < count) out[to + i] = APPLY(operands[e]);
    }
}
