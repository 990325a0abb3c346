// Every workgroup reduces its share of the elements to one state.
//% declarations

@compute @workgroup_size(LANES)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) launched: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let count = arguments[0].x;
    let groups = arguments[0].y;
    let first_group = arguments[0].z;
    let to = arguments[0].w;
    let g = first_group + group.y * launched.x + group.x;
    var state = empty();
    for (var i = LANES * g + lane; i < count; i += LANES * groups) {
        state = include(state, i);
    }
    let merged = merge_lanes(lane, state);
    if lane == 0u && g < groups {
        output[to + g] = merged;
    }
}
