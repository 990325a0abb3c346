// Every invocation computes an entry of a matrix, out of the words of some planes and out of what is known of its row
// and its column.
//% declarations

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let count = arguments[0].x;
    let columns = arguments[0].y;
    let begin = arguments[0].z;
    let plane = arguments[0].w;
    let first_row = arguments[1].x;
    let first_column = arguments[1].y;
    let to = arguments[1].z;
    let all_columns = arguments[1].w;
    let i = (group.y * groups.x + group.x) * 256u + lane;
    if i < count {
        let row = i / columns;
        let column = i % columns;
        output[to + row * all_columns + column] = entry(
            words_at(begin + i, plane),
            input1[first_row + row],
            input2[first_column + column],
            input3[0],
        );
    }
}
