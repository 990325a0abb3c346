// The step of an elimination that belongs to column t: the pivot's row from column t on, and behind
// it a multiplier for each row below the pivot.
//
// Generated above: Number, DIVIDE.

extern "C" __global__ void __launch_bounds__(256)
kernel(const Number* __restrict__ matrix, Number* __restrict__ step, const Arguments arguments)
{
    const size columns = arguments.value[0];
    const size t = arguments.value[1];
    const size pivot_row = arguments.value[2];
    const bool here = arguments.value[3] != 0;
    const size first_row = arguments.value[4];
    const size rows = arguments.value[5];
    const size to = arguments.value[6];
    const size k = (size(blockIdx.y) * gridDim.x + blockIdx.x) * 256 + threadIdx.x;

    const Number* const of_pivot = matrix + pivot_row * columns;
    if (here && t + k < columns) step[t + k] = of_pivot[t + k];
    if (k < rows) {
        const Number pivot = here ? of_pivot[t] : step[t];
        step[columns + to + k] = DIVIDE(matrix[(first_row + k) * columns + t], pivot);
    }
}
