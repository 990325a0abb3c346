// Every thread computes bytes of four consecutive entries of a line, and writes them side by side.
//
// Generated above: Element0, Element1, Bytes, SPLIT, WRITE_ALL, PLANES.

// Four bytes of each entry: writes a word with the four first bytes, one with the four second ones, and so on.
template <int FIRST>
__device__ __forceinline__ void put_bytes(unsigned* out, const size plane, const unsigned a, const unsigned b,
                                      const unsigned c, const unsigned d)
{
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        if (FIRST + j >= PLANES) return;
        const unsigned pair = j | (4 + j) << 4;
        out[(FIRST + j) * plane] = __byte_perm(__byte_perm(a, b, pair), __byte_perm(c, d, pair), 0x5410);
    }
}

extern "C" __global__ void __launch_bounds__(256)
kernel(const Element0* __restrict__ in0, const Element1* __restrict__ in1, unsigned* __restrict__ out,
       const Arguments arguments)
{
    const size lines = arguments.value[0];
    const size entries = arguments.value[1];
    const size columns = arguments.value[2];
    const bool by_columns = arguments.value[3] != 0;
    const size plane = arguments.value[6];
    const unsigned quads = (entries + 3) / 4;
    const size i = (size(blockIdx.y) * gridDim.x + blockIdx.x) * 256 + threadIdx.x;
    const size line = by_columns ? i % lines : i / quads;
    const size quad = by_columns ? i / lines : i % quads;
    if (line >= lines || quad >= quads) return;
    const size step = by_columns ? columns : 1;
    const Element0* const entry =
        in0 + arguments.value[4] + (by_columns ? line : line * columns) + 4 * quad * step;
    const Element1 constant = in1[arguments.value[5] + line];
    Element0 loaded[4];
#pragma unroll
    for (int t = 0; t < 4; ++t) loaded[t] = entry[4 * quad + t < entries ? t * step : 0];
    Bytes bytes[4];
#pragma unroll
    for (int t = 0; t < 4; ++t) {
        bytes[t] = SPLIT(loaded[t], constant);
        if (4 * quad + t >= entries) bytes[t] = Bytes{};
    }
    WRITE_ALL(out + arguments.value[7] + i, plane, bytes[0], bytes[1], bytes[2], bytes[3]);
}
