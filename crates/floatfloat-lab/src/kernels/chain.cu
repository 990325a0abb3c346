// out[first + i] = the state that begins with x[first + i] after rounds · UNROLLED steps, finished,
// for i < count.
//
// Generated above: Element, Constant, State, Result, BEGIN, STEP, FINISH, UNROLLED, LANES, BROADCAST.
// `state` and `constant` are in registers throughout.

extern "C" __global__ void __launch_bounds__(LANES)
kernel(const Element* __restrict__ x, const Constant* __restrict__ c,
       Result* __restrict__ out, const Arguments arguments)
{
    const size first = arguments.value[0];
    const size count = arguments.value[1];
    const unsigned rounds = arguments.value[2];
    const size i = (size(blockIdx.y) * gridDim.x + blockIdx.x) * LANES + threadIdx.x;
    if (i >= count) return;

    State state = BEGIN(x[first + i]);
    const Constant constant = c[BROADCAST ? 0 : first + i];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (unsigned k = 0; k < UNROLLED; ++k) state = STEP(state, constant);
    }
    out[first + i] = FINISH(state);
}
