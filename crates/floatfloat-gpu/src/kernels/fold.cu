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
    const size length = arguments.value[6];
    const size i = (size(blockIdx.y) * gridDim.x + blockIdx.x) * 256 + threadIdx.x;
    const size line = i % lines;
    const size from = i / lines * length;
    if (from >= entries) return;
    const size end = from + length < entries ? from + length : entries;
    const size step = by_columns ? columns : 1;
    const Element0* entry = in0 + arguments.value[4] + (by_columns ? line : line * columns) + from * step;
    const Element1 constant = in1[arguments.value[5] + line];
    State state = IDENTITY;
    for (size k = from; k < end; ++k, entry += step) state = ACCUMULATE(state, *entry, constant);
    out[arguments.value[7] + i] = state;
}
