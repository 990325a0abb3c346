// The state of each group of lanes; see lanes.cu.

extern "C" __global__ void __launch_bounds__(LANES)
kernel(INPUTS, State* __restrict__ out, const Arguments arguments)
{
    const size count = arguments.value[0];
    const size groups = arguments.value[1];
    const size group = arguments.value[2] + size(blockIdx.y) * gridDim.x + blockIdx.x;
    const size to = arguments.value[3];
    if (group >= groups) return;

    const State state = merged(lane(POINTERS, LANES * group + threadIdx.x, count, LANES * groups));
    if (threadIdx.x == 0) out[to + group] = state;
}
