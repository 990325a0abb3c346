// The pivot's row from column t on, and behind it a multiplier for each row below the pivot.
//% declarations

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let columns = arguments[0].x;
    let t = arguments[0].y;
    let pivot_row = arguments[0].z;
    let here = arguments[0].w != 0u;
    let first_row = arguments[1].x;
    let rows = arguments[1].y;
    let to = arguments[1].z;
    let k = (group.y * groups.x + group.x) * 256u + lane;
    if here && t + k < columns {
        output[t + k] = input0[pivot_row * columns + t + k];
    }
    if k < rows {
        var pivot: Number;
        if here {
            pivot = input0[pivot_row * columns + t];
        } else {
            pivot = output[t];
        }
        output[columns + to + k] = divide(input0[(first_row + k) * columns + t], pivot);
    }
}
