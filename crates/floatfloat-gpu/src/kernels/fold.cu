// Every thread accumulates some entries of a line of a matrix: of a row or of a column.
//
// Generated above: Element0, Element1, State, IDENTITY, ACCUMULATE.

extern "C" __global__ void __launch_bounds__(256)
kernel(const Element0* __restrict__ in0, const Element1* __restrict__ in1, State* __restrict__ out,
       const Arguments arguments)
{
    const size lines = arguments.value[0];
    const size entries = arguments.value[1];
    const size columns = arguments.value[2];
    const bool by_columns = arguments.value[3] != 0;
    const size parts = arguments.value[6];
    const size i = (size(blockIdx.y) * gridDim.x + blockIdx.x) * 256 + threadIdx.x;
    // Neighbours read neighbouring entries.
    const size line = by_columns ? i % lines : i / parts;
    const size part = by_columns ? i / lines : i % parts;
    if (line >= lines || part >= parts) return;
    const size step = by_columns ? columns : 1;
    const Element0* const first = in0 + arguments.value[4] + (by_columns ? line : line * columns);
    const Element1 constant = in1[arguments.value[5] + line];
    State state = IDENTITY;
    for (size k = part; k < entries; k += parts) state = ACCUMULATE(state, first[k * step], constant);
    out[arguments.value[7] + i] = state;
}
