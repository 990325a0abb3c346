// states[r][c] accumulates the products of bytes of a[r][k] and b[k][c], by tensor cores. A block of 256 threads, 8 warps,
// makes a tile of 128 × 128 states, a warp 64 × 32 of them. Workgroups count in tiles of 64 × 64, so that every second one
// of a row and of a column has nothing to do.
//
// Slabs of a and b, 16 elements deep, are in shared memory twice: one is used while the next is loaded. Rows have some
// elements more, so that the threads of a warp read different banks.

const unsigned SIDE = 128;
const unsigned QUADS = 16;
const unsigned A_ROW = QUADS + 4;
const unsigned B_ROW = SIDE + 8;

// Copies 4 or 16 bytes to shared memory, zeros unless they exist.
template <int BYTES>
__device__ __forceinline__ void copy(const unsigned* to, const unsigned* from, const bool exist)
{
    const unsigned shared = unsigned(__cvta_generic_to_shared(to));
    const unsigned present = exist ? BYTES : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;\n" ::"r"(shared), "l"(from), "n"(BYTES), "r"(present)
                 : "memory");
}

struct Source {
    const unsigned* a;
    const unsigned* b;
    size rows, columns, depth, a_columns, row, column;

    // The slab from element k on. A thread copies COUNT elements at once. Past the edges the last rows and columns are
    // repeated, whose states nobody stores.
    template <int COUNT>
    __device__ __forceinline__ void load(unsigned (&to_a)[SIDE][A_ROW], unsigned (&to_b)[QUADS][B_ROW],
                                         const size k) const
    {
#pragma unroll
        for (unsigned l = 0; l < SIDE * QUADS / COUNT / 256; ++l) {
            const unsigned place = (threadIdx.x + 256 * l) * COUNT;
            const unsigned r = place / QUADS, q = place % QUADS;
            const size at = row + r < rows ? row + r : rows - 1;
            const bool exists = k + q < depth;
            copy<4 * COUNT>(&to_a[r][q], a + at * a_columns + (exists ? k + q : 0), exists);
        }
#pragma unroll
        for (unsigned l = 0; l < SIDE * QUADS / COUNT / 256; ++l) {
            const unsigned place = (threadIdx.x + 256 * l) * COUNT;
            const unsigned q = place / SIDE, c = place % SIDE;
            const size at = column + c < columns ? column + c : columns - COUNT;
            const bool exists = k + q < depth;
            copy<4 * COUNT>(&to_b[q][c], b + (exists ? k + q : 0) * columns + at, exists);
        }
        asm volatile("cp.async.commit_group;\n" ::: "memory");
    }
};

extern "C" __global__ void __launch_bounds__(256)
kernel(const unsigned* __restrict__ a, const unsigned* __restrict__ b, unsigned* __restrict__ states,
       const Arguments arguments)
{
    if (blockIdx.x % 2 || blockIdx.y % 2) return;
    Source source;
    source.rows = arguments.value[0];
    source.columns = arguments.value[1];
    source.depth = arguments.value[2];
    source.a_columns = arguments.value[3];
    source.row = size(blockIdx.y) * (SIDE / 2);
    source.column = size(blockIdx.x) * (SIDE / 2);
    if (source.row >= source.rows || source.column >= source.columns) return;
    source.a = a + arguments.value[4] * source.a_columns + arguments.value[5];
    source.b = b + arguments.value[7] * source.columns;
    const bool first = arguments.value[6] != 0;
    // Whether rows of both matrices begin at multiples of 16 bytes.
    const bool aligned = (source.a_columns | source.columns | source.depth | arguments.value[5]) % 4 == 0
        && (size(a) | size(b)) % 16 == 0;

    __shared__ __align__(16) unsigned slabs_a[2][SIDE][A_ROW];
    __shared__ __align__(16) unsigned slabs_b[2][QUADS][B_ROW];
    const unsigned warp = threadIdx.x / 32;
    const unsigned in_row = threadIdx.x % 32 / 4;
    const unsigned in_quad = threadIdx.x % 4;
    const unsigned top = warp / 4 * 64 + in_row;
    const unsigned left = warp % 4 * 32 + in_row;

    // Of 4 × 4 products of 16 × 8 states, four states each.
    int sums[4][4][4] = {};
    if (aligned) source.load<4>(slabs_a[0], slabs_b[0], 0);
    else source.load<1>(slabs_a[0], slabs_b[0], 0);
    unsigned used = 0;
    for (size k = 0; k < source.depth; k += QUADS, used ^= 1) {
        const bool loads = k + QUADS < source.depth;
        if (loads) {
            if (aligned) source.load<4>(slabs_a[used ^ 1], slabs_b[used ^ 1], k + QUADS);
            else source.load<1>(slabs_a[used ^ 1], slabs_b[used ^ 1], k + QUADS);
            asm volatile("cp.async.wait_group 1;\n" ::: "memory");
        } else {
            asm volatile("cp.async.wait_group 0;\n" ::: "memory");
        }
        __syncthreads();
#pragma unroll
        for (unsigned q = 0; q < QUADS; q += 8) {
            unsigned of_a[4][4], of_b[4][2];
#pragma unroll
            for (unsigned r = 0; r < 4; ++r) {
                of_a[r][0] = slabs_a[used][top + 16 * r][q + in_quad];
                of_a[r][1] = slabs_a[used][top + 16 * r + 8][q + in_quad];
                of_a[r][2] = slabs_a[used][top + 16 * r][q + 4 + in_quad];
                of_a[r][3] = slabs_a[used][top + 16 * r + 8][q + 4 + in_quad];
            }
#pragma unroll
            for (unsigned c = 0; c < 4; ++c) {
                of_b[c][0] = slabs_b[used][q + in_quad][left + 8 * c];
                of_b[c][1] = slabs_b[used][q + 4 + in_quad][left + 8 * c];
            }
#pragma unroll
            for (unsigned r = 0; r < 4; ++r) {
#pragma unroll
                for (unsigned c = 0; c < 4; ++c) {
                    int* const s = sums[r][c];
                    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
                        "{%8, %9}, {%0, %1, %2, %3};\n"
                        : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])
                        : "r"(of_a[r][0]), "r"(of_a[r][1]), "r"(of_a[r][2]), "r"(of_a[r][3]), "r"(of_b[c][0]),
                          "r"(of_b[c][1]));
                }
            }
        }
        __syncthreads();
    }

#pragma unroll
    for (unsigned r = 0; r < 4; ++r) {
#pragma unroll
        for (unsigned c = 0; c < 4; ++c) {
#pragma unroll
            for (unsigned i = 0; i < 4; ++i) {
                const size row = source.row + top + 16 * r + i / 2 * 8;
                const size column = source.column + warp % 4 * 32 + 8 * c + 2 * in_quad + i % 2;
                if (row >= source.rows || column >= source.columns) continue;
                unsigned* const state = states + row * source.columns + column;
                *state = unsigned(sums[r][c][i]) + (first ? 0 : *state);
            }
        }
    }
}
