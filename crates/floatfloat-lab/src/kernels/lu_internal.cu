// The elements below and to the right of the panels at `o`, of some rows, updated with BLOCK columns
// and BLOCK rows of the panels. A workgroup of 16 × 16 threads does a tile of 64 × 64, each thread
// 4 × 4 of them, 16 apart, in registers.
//
// Generated above: Number, UPDATE, BLOCK, DEPTH, UNROLL, RESIDENT. DEPTH columns and rows of the panels
// at a time are in shared memory. RESIDENT workgroups fit a multiprocessor: one computes while
// another loads.

const unsigned TILE = 64;
const unsigned PER_THREAD = 4;

struct Slab {
    // One element more a row, so that threads that read a column meet different banks.
    Number l[TILE][DEPTH + 1];
    Number u[DEPTH][TILE];
};

extern "C" __global__ void __launch_bounds__(256, RESIDENT)
kernel(Number* __restrict__ a, const Arguments arguments)
{
    const size n = arguments.value[0];
    const size o = arguments.value[1];
    const size first_row = arguments.value[2];
    const size end_row = first_row + arguments.value[3];
    const size top = first_row + size(blockIdx.y) * TILE;
    const size left = o + BLOCK + size(blockIdx.x) * TILE;
    if (top >= end_row || left >= n) return;
    const unsigned thread_row = threadIdx.x / 16;
    const unsigned thread_column = threadIdx.x % 16;

    Number value[PER_THREAD][PER_THREAD];
#pragma unroll
    for (unsigned r = 0; r < PER_THREAD; ++r) {
#pragma unroll
        for (unsigned c = 0; c < PER_THREAD; ++c) {
            const size row = top + thread_row + 16 * r, column = left + thread_column + 16 * c;
            // What lies outside is computed from the pivot, and not stored.
            value[r][c] = a[row < end_row && column < n ? row * n + column : o * n + o];
        }
    }

    __shared__ Slab slab;
#pragma unroll 1
    for (unsigned begin = 0; begin < BLOCK; begin += DEPTH) {
        if (begin > 0) __syncthreads();
        for (unsigned i = threadIdx.x; i < TILE * DEPTH; i += 256) {
            const unsigned of_l = begin + i % DEPTH, of_u = begin + i / TILE;
            const size row = top + i / DEPTH, column = left + i % TILE;
            if (of_l < BLOCK && row < end_row) slab.l[i / DEPTH][i % DEPTH] = a[row * n + o + of_l];
            if (of_u < BLOCK && column < n) slab.u[i / TILE][i % TILE] = a[(o + of_u) * n + column];
        }
        __syncthreads();
        const unsigned depth = BLOCK - begin < DEPTH ? BLOCK - begin : DEPTH;
#pragma unroll UNROLL
        for (unsigned k = 0; k < depth; ++k) {
            Number l[PER_THREAD], u[PER_THREAD];
#pragma unroll
            for (unsigned i = 0; i < PER_THREAD; ++i) {
                l[i] = slab.l[thread_row + 16 * i][k];
                u[i] = slab.u[k][thread_column + 16 * i];
            }
#pragma unroll
            for (unsigned r = 0; r < PER_THREAD; ++r) {
#pragma unroll
                for (unsigned c = 0; c < PER_THREAD; ++c)
                    value[r][c] = UPDATE(value[r][c], l[r], u[c]);
            }
        }
    }

#pragma unroll
    for (unsigned r = 0; r < PER_THREAD; ++r) {
#pragma unroll
        for (unsigned c = 0; c < PER_THREAD; ++c) {
            const size row = top + thread_row + 16 * r, column = left + thread_column + 16 * c;
            if (row < end_row && column < n) a[row * n + column] = value[r][c];
        }
    }
}
