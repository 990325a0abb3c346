// Element begin + k is computed by invocation k and written to place to + k.
//% declarations

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let begin = arguments[0].x;
    let count = arguments[0].y;
    let to = arguments[0].z;
    let k = (group.y * groups.x + group.x) * 256u + lane;
    if k < count {
        output[to + k] = element(begin + k);
    }
}
