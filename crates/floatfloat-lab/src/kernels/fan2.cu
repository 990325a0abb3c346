// Every element of some rows from column t on is updated with its row's multiplier and its column's
// element of the pivot's row.
//
// Generated above: Number, UPDATE, BLOCK_X, BLOCK_Y.

extern "C" __global__ void __launch_bounds__(BLOCK_X * BLOCK_Y)
kernel(const Number* __restrict__ step, Number* __restrict__ matrix, const Arguments arguments)
{
    const size columns = arguments.value[0];
    const size t = arguments.value[1];
    const size first_row = arguments.value[2];
    const size rows = arguments.value[3];
    const size to = arguments.value[4];
    const size column = t + size(blockIdx.x) * BLOCK_X + threadIdx.x % BLOCK_X;
    const size row = size(blockIdx.y) * BLOCK_Y + threadIdx.x / BLOCK_X;
    if (row >= rows || column >= columns) return;

    Number* const element = matrix + (first_row + row) * columns + column;
    *element = UPDATE(*element, step[columns + to + row], step[column]);
}
