var<workgroup> lanes: array<State, LANES>;

// The states of all lanes of the workgroup, merged in halves. For lane 0; all must call it.
fn merge_lanes(lane: u32, state: State) -> State {
    lanes[lane] = state;
    for (var half = LANES / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if lane < half {
            lanes[lane] = merge(lanes[lane], lanes[lane + half]);
        }
    }
    return lanes[lane];
}
