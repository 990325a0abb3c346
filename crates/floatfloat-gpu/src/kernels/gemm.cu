// state[r][c] accumulates a[r][k], b[k][c] over ascending k. A workgroup of 16 × 16 threads makes a
// tile of 64 × 64 states, each thread 4 × 4 of them, 16 apart, in registers.
//
// Generated above: Element0, Element1, State, IDENTITY, ACCUMULATE, DEPTH. Slabs of a and b, DEPTH
// values of k deep, are in shared memory twice: one is used while the next is loaded.

const unsigned TILE = 64;
const unsigned PER_THREAD = 4;

// Elements of a slab of either matrix that one thread loads.
const unsigned LOADED = TILE * DEPTH / 256;

struct Slab {
    // One element more a row, so that threads that read a column meet different banks.
    Element0 a[TILE][DEPTH + 1];
    Element1 b[DEPTH][TILE];
};

extern "C" __global__ void __launch_bounds__(256)
kernel(const Element0* __restrict__ a, const Element1* __restrict__ b,
       State* __restrict__ states, const Arguments arguments)
{
    const size rows = arguments.value[0];
    const size columns = arguments.value[1];
    const size depth = arguments.value[2];
    const size a_columns = arguments.value[3];
    const size a_row = arguments.value[4];
    const size a_column = arguments.value[5];
    const bool first = arguments.value[6] != 0;
    b += size(arguments.value[7]) * columns;

    const size tile_row = size(blockIdx.y) * TILE;
    const size tile_column = size(blockIdx.x) * TILE;
    if (tile_row >= rows || tile_column >= columns) return;
    const unsigned thread_row = threadIdx.x / 16;
    const unsigned thread_column = threadIdx.x % 16;

    State state[PER_THREAD][PER_THREAD];
#pragma unroll
    for (unsigned r = 0; r < PER_THREAD; ++r) {
#pragma unroll
        for (unsigned c = 0; c < PER_THREAD; ++c) {
            const size row = tile_row + thread_row + 16 * r;
            const size column = tile_column + thread_column + 16 * c;
            state[r][c] = IDENTITY;
            if (!first && row < rows && column < columns)
                state[r][c] = states[row * columns + column];
        }
    }

    // Where this thread loads from and stores to. Places outside the matrices are moved to their
    // edge: what is computed from them is not stored.
    const unsigned a_place_row = threadIdx.x / DEPTH;
    const unsigned a_place_k = threadIdx.x % DEPTH;
    const unsigned b_place_k = threadIdx.x / TILE;
    const unsigned b_place_column = threadIdx.x % TILE;
    const Element0* a_from[LOADED];
#pragma unroll
    for (unsigned l = 0; l < LOADED; ++l) {
        const size row = tile_row + a_place_row + 256 / DEPTH * l;
        a_from[l] = a + (a_row + (row < rows ? row : rows - 1)) * a_columns + a_column;
    }
    const size b_column = tile_column + b_place_column;
    const Element1* const b_from = b + (b_column < columns ? b_column : columns - 1);

    __shared__ Slab slabs[2];
    Element0 a_next[LOADED];
    Element1 b_next[LOADED];
    unsigned used = 0;
    for (size begin = 0; begin < depth + DEPTH; begin += DEPTH) {
        // One slab is loaded ahead: in the first round nothing is computed, in the last nothing
        // loaded.
        const bool loads = begin < depth;
        if (loads) {
#pragma unroll
            for (unsigned l = 0; l < LOADED; ++l) {
                const size a_k = begin + a_place_k;
                const size b_k = begin + b_place_k + 256 / TILE * l;
                a_next[l] = a_from[l][a_k < depth ? a_k : depth - 1];
                b_next[l] = b_from[(b_k < depth ? b_k : depth - 1) * columns];
            }
        }
        if (begin > 0) {
            const Slab& slab = slabs[used];
            const size left = depth - (begin - DEPTH);
            const unsigned end = left < DEPTH ? left : DEPTH;
#pragma unroll 1
            for (unsigned k = 0; k < end; ++k) {
                Element0 of_a[PER_THREAD];
                Element1 of_b[PER_THREAD];
#pragma unroll
                for (unsigned n = 0; n < PER_THREAD; ++n) {
                    of_a[n] = slab.a[thread_row + 16 * n][k];
                    of_b[n] = slab.b[k][thread_column + 16 * n];
                }
#pragma unroll
                for (unsigned r = 0; r < PER_THREAD; ++r) {
#pragma unroll
                    for (unsigned c = 0; c < PER_THREAD; ++c)
                        state[r][c] = ACCUMULATE(state[r][c], of_a[r], of_b[c]);
                }
            }
        }
        if (loads) {
            used ^= 1;
#pragma unroll
            for (unsigned l = 0; l < LOADED; ++l) {
                slabs[used].a[a_place_row + 256 / DEPTH * l][a_place_k] = a_next[l];
                slabs[used].b[b_place_k + 256 / TILE * l][b_place_column] = b_next[l];
            }
            __syncthreads();
        }
    }

#pragma unroll
    for (unsigned r = 0; r < PER_THREAD; ++r) {
#pragma unroll
        for (unsigned c = 0; c < PER_THREAD; ++c) {
            const size row = tile_row + thread_row + 16 * r;
            const size column = tile_column + thread_column + 16 * c;
            if (row < rows && column < columns) states[row * columns + column] = state[r][c];
        }
    }
}
