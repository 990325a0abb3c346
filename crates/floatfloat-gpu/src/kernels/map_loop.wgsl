// Elements begin + k, begin + k + stride, … are computed by invocation k < stride.
//% declarations

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue that branches
    let begin = arguments[0].x;
    let count = arguments[0].y;
    let to = arguments[0].z;
    let stride = arguments[0].w;
    let invocation = (group.y * groups.x + group.x) * 256u + lane;
    if invocation < stride {
        for (var k = invocation; k < count; k += stride) {
            output[to + k] = element(begin + k);
        }
    }
}
