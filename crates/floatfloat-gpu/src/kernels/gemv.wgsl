// Every workgroup reduces one row of the matrix with the vector.
//% declarations

@compute @workgroup_size(LANES)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) launched: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let columns = arguments[0].x;
    let first_row = arguments[0].y;
    let rows = arguments[0].z;
    let to = arguments[0].w;
    let r = group.y * launched.x + group.x;
    var state = empty();
    if r < rows {
        let begin = (first_row + r) * columns;
        for (var c = lane; c < columns; c += LANES) {
            state = accumulate(state, input0[begin + c], input1[c]);
        }
    }
    let merged = merge_lanes(lane, state);
    if lane == 0u && r < rows {
        output[to + r] = finish(merged);
    }
}
