// Every block adds the terms of its share of the elements up in digits of its own, and these to the output.
//
// Generated above: INPUTS, LOAD, Operands, ADD_ELEMENT, BANKS, DIGITS, CARRYING, LANES.

extern "C" __global__ void __launch_bounds__(LANES)
kernel(INPUTS, unsigned* __restrict__ out, const Arguments arguments)
{
    // Banks of digits: threads side by side seldom add to the same one.
    __shared__ unsigned sums[BANKS * DIGITS];
    const size count = arguments.value[0];
    const size share = arguments.value[1];
    const size group = arguments.value[2] + size(blockIdx.y) * gridDim.x + blockIdx.x;
    const size to = arguments.value[3];
    for (unsigned k = threadIdx.x; k < BANKS * DIGITS; k += LANES) sums[k] = 0;
    __syncthreads();
    const size end = share * group + share < count ? share * group + share : count;
    unsigned* const bank = sums + threadIdx.x % BANKS * DIGITS;
    for (size i = share * group + threadIdx.x; i < end; i += LANES) {
        const Operands operands = LOAD(i);
        ADD_ELEMENT(operands);
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < DIGITS; k += LANES) {
        unsigned sum = 0;
        for (unsigned bank = 0; bank < BANKS; ++bank) sum += sums[bank * DIGITS + k];
        if (k < CARRYING) {
            if (sum & 0xffff) atomicAdd(out + to + k, sum & 0xffff);
            // Rounded down: the digit may be negative.
            const unsigned carry = unsigned(int(sum) >> 16);
            if (carry) atomicAdd(out + to + k + 1, carry);
        } else if (sum) {
            atomicAdd(out + to + k, sum);
        }
    }
}
