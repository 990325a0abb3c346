// out[to + i] = function(in0[begin + i], in1[begin + i], …) for i < count, by `stride` threads in a
// loop whose end the compiler does not know.
//
// Generated above: INPUTS, LOAD, Operands, APPLY, Result.

extern "C" __global__ void __launch_bounds__(256)
kernel(INPUTS, Result* __restrict__ out, const Arguments arguments)
{
    const size begin = arguments.value[0];
    const size count = arguments.value[1];
    const size to = arguments.value[2];
    const size stride = arguments.value[3];
    const size group = size(blockIdx.y) * gridDim.x + blockIdx.x;
    const size thread = group * 256 + threadIdx.x;
    if (thread >= stride) return;

    for (size i = thread; i < count; i += stride) {
        const size place = begin + i;
        const Operands operands = LOAD(place);
        out[to + i] = APPLY(operands);
    }
}
