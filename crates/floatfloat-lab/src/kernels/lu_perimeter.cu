// The blocks to the right of the block on the diagonal at `o`, then those below it, a workgroup
// each.
//
// Generated above: Number, UPDATE, DIVIDE, BLOCK, LANES, ELEMENTS. A thread has ELEMENTS elements,
// LANES apart, in registers. In round k those that are final, a row of a block to the right or a
// column of one below, go into a line that all see: one line for even rounds and one for odd, so that
// none is written while it is read.

extern "C" __global__ void __launch_bounds__(LANES)
kernel(Number* __restrict__ a, const Arguments arguments)
{
    const size n = arguments.value[0];
    const size o = arguments.value[1];
    const size group = arguments.value[2] + size(blockIdx.y) * gridDim.x + blockIdx.x;
    const size blocks = (n - o - 1) / BLOCK;
    const bool right = group < blocks;
    const size begin = o + BLOCK + (right ? group : group - blocks) * BLOCK;

    __shared__ Number diagonal[BLOCK * BLOCK];
    __shared__ Number lines[2][BLOCK];
    for (unsigned i = threadIdx.x; i < BLOCK * BLOCK; i += LANES)
        diagonal[i] = a[(o + i / BLOCK) * n + o + i % BLOCK];

    Number value[ELEMENTS];
#pragma unroll
    for (unsigned e = 0; e < ELEMENTS; ++e) {
        const unsigned i = threadIdx.x + LANES * e, r = i / BLOCK, c = i % BLOCK;
        const size row = right ? o + r : begin + r, column = right ? begin + c : o + c;
        // What lies outside is computed from the pivot, and not stored.
        const bool inside = r < BLOCK && row < n && column < n;
        value[e] = a[inside ? row * n + column : o * n + o];
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned k = 0; k < BLOCK; ++k) {
        Number* const line = lines[k % 2];
#pragma unroll
        for (unsigned e = 0; e < ELEMENTS; ++e) {
            const unsigned i = threadIdx.x + LANES * e, r = i / BLOCK, c = i % BLOCK;
            if (r < BLOCK && (right ? r : c) == k) {
                if (!right) value[e] = DIVIDE(value[e], diagonal[k * BLOCK + k]);
                line[right ? c : r] = value[e];
            }
        }
        __syncthreads();
#pragma unroll
        for (unsigned e = 0; e < ELEMENTS; ++e) {
            const unsigned i = threadIdx.x + LANES * e, r = i / BLOCK, c = i % BLOCK;
            if (r < BLOCK && (right ? r : c) > k) {
                const Number l = right ? diagonal[r * BLOCK + k] : line[r];
                const Number u = right ? line[c] : diagonal[k * BLOCK + c];
                value[e] = UPDATE(value[e], l, u);
            }
        }
    }
#pragma unroll
    for (unsigned e = 0; e < ELEMENTS; ++e) {
        const unsigned i = threadIdx.x + LANES * e, r = i / BLOCK, c = i % BLOCK;
        const size row = right ? o + r : begin + r, column = right ? begin + c : o + c;
        if (r < BLOCK && row < n && column < n) a[row * n + column] = value[e];
    }
}
