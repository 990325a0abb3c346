// out[to + r] = the reduction of row `first_row + r` with the vector, one workgroup a row; see
// lanes.cu.
//
// Generated above, besides: Element0, Element1, Result, FINISH.

extern "C" __global__ void __launch_bounds__(LANES)
kernel(const Element0* __restrict__ matrix, const Element1* __restrict__ vector,
       Result* __restrict__ out, const Arguments arguments)
{
    const size columns = arguments.value[0];
    const size first_row = arguments.value[1];
    const size rows = arguments.value[2];
    const size to = arguments.value[3];
    const size row = size(blockIdx.y) * gridDim.x + blockIdx.x;
    if (row >= rows) return;

    const Element0* __restrict__ of_row = matrix + (first_row + row) * columns;
    const State state = merged(lane(of_row, vector, threadIdx.x, columns, LANES));
    if (threadIdx.x == 0) out[to + row] = FINISH(state);
}
