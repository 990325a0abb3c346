// Every thread computes an entry of a matrix, out of the words of some planes and out of what is known of its row and
// its column.
//
// Generated above: Element1, Element2, Element3, Result, WORDS_AT, ENTRY.

extern "C" __global__ void __launch_bounds__(256)
kernel(const unsigned* __restrict__ in0, const Element1* __restrict__ in1, const Element2* __restrict__ in2,
       const Element3* __restrict__ in3, Result* __restrict__ out, const Arguments arguments)
{
    const size count = arguments.value[0];
    const unsigned columns = arguments.value[1];
    const size begin = arguments.value[2];
    const size plane = arguments.value[3];
    const size i = (size(blockIdx.y) * gridDim.x + blockIdx.x) * 256 + threadIdx.x;
    if (i >= count) return;
    const unsigned row = unsigned(i) / columns;
    const unsigned column = unsigned(i) % columns;
    out[arguments.value[6] + size(row) * arguments.value[7] + column] =
        ENTRY(WORDS_AT(begin + i, plane), in1[arguments.value[4] + row], in2[arguments.value[5] + column], in3[0]);
}
