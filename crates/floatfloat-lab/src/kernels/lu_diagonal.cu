// The block on the diagonal at `o`, decomposed in shared memory by one workgroup.
//
// Generated above: Number, UPDATE, DIVIDE, BLOCK, LANES, ELEMENTS. A thread has ELEMENTS elements of
// the block, LANES apart; it computes all of them before it writes one, so that they do not wait for
// each other.

extern "C" __global__ void __launch_bounds__(LANES)
kernel(Number* __restrict__ a, const Arguments arguments)
{
    const size n = arguments.value[0];
    const size o = arguments.value[1];
    const unsigned side = n - o < BLOCK ? unsigned(n - o) : BLOCK;

    __shared__ Number block[BLOCK * BLOCK];
    for (unsigned i = threadIdx.x; i < BLOCK * BLOCK; i += LANES) {
        const unsigned r = i / BLOCK, c = i % BLOCK;
        if (r < side && c < side) block[i] = a[(o + r) * n + o + c];
    }
#pragma unroll 1
    for (unsigned k = 0; k + 1 < side; ++k) {
        __syncthreads();
        for (unsigned r = k + 1 + threadIdx.x; r < side; r += LANES)
            block[r * BLOCK + k] = DIVIDE(block[r * BLOCK + k], block[k * BLOCK + k]);
        __syncthreads();
        Number next[ELEMENTS];
#pragma unroll
        for (unsigned e = 0; e < ELEMENTS; ++e) {
            const unsigned i = threadIdx.x + LANES * e, r = i / BLOCK, c = i % BLOCK;
            if (r > k && r < side && c > k && c < side)
                next[e] = UPDATE(block[i], block[r * BLOCK + k], block[k * BLOCK + c]);
        }
#pragma unroll
        for (unsigned e = 0; e < ELEMENTS; ++e) {
            const unsigned i = threadIdx.x + LANES * e, r = i / BLOCK, c = i % BLOCK;
            if (r > k && r < side && c > k && c < side) block[i] = next[e];
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < BLOCK * BLOCK; i += LANES) {
        const unsigned r = i / BLOCK, c = i % BLOCK;
        if (r < side && c < side) a[(o + r) * n + o + c] = block[i];
    }
}
