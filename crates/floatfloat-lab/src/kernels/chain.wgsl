// Many steps for every element that is loaded.
//% declarations

@compute @workgroup_size(LANES)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let first = arguments[0].x;
    let count = arguments[0].y;
    let rounds = arguments[0].z;
    let k = (group.y * groups.x + group.x) * LANES + lane;
    if k < count {
        var state = begin(input0[first + k]);
        let c = constant(first + k);
        for (var round = 0u; round < rounds; round += 1u) {
            state = steps(state, c);
        }
        output[first + k] = finish(state);
    }
}
