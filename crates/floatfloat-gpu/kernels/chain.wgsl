// Many steps for every element that is loaded.
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
    let rounds = arguments[0].z;
    let k = (group.y * groups.x + group.x) * 256u + lane;
    if k < count {
        var x = input0[begin + k];
        let c = input1[begin + k];
        for (var round = 0u; round < rounds; round += 1u) {
            x = steps(x, c);
        }
        output[begin + k] = x;
    }
}
