// One lane accumulates the elements from `first` on, `step` apart, in order.
//
// Generated above: INPUTS, LOAD, Operands, State, IDENTITY, ACCUMULATE, MERGE, AHEAD, LANES. The
// additions of a lane depend on each other, so that AHEAD elements are loaded before the first of
// them is added.

__device__ __forceinline__ State lane(INPUTS, const size first, const size count, const size step)
{
    State state = IDENTITY;
    size i = first;
    for (; i + (AHEAD - 1) * step < count; i += AHEAD * step) {
        Operands operands[AHEAD];
#pragma unroll
        for (int e = 0; e < AHEAD; ++e) operands[e] = LOAD(i + e * step);
#pragma unroll
        for (int e = 0; e < AHEAD; ++e) state = ACCUMULATE(state, operands[e]);
    }
    if (i < count) {
        Operands operands[AHEAD - 1];
#pragma unroll
        for (int e = 0; e < AHEAD - 1; ++e) {
            const size place = i + e * step < count ? i + e * step : i;
            operands[e] = LOAD(place);
        }
#pragma unroll
        for (int e = 0; e < AHEAD - 1; ++e) {
            if (i + e * step < count) state = ACCUMULATE(state, operands[e]);
        }
    }
    return state;
}

// Merges the states of a workgroup's lanes in halves; lane 0 has the result.
__device__ __forceinline__ State merged(State state)
{
    __shared__ State states[LANES];
    const unsigned l = threadIdx.x;
    states[l] = state;
    for (unsigned half = LANES / 2; half >= 1; half /= 2) {
        __syncthreads();
        if (l < half) {
            state = MERGE(state, states[l + half]);
            states[l] = state;
        }
    }
    return state;
}
