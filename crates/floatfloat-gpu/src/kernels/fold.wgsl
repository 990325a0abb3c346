// Every invocation accumulates some entries of a line of a matrix: of a row or of a column.
//% declarations

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let lines = arguments[0].x;
    let entries = arguments[0].y;
    let columns = arguments[0].z;
    let by_columns = arguments[0].w != 0u;
    let begin = arguments[1].x;
    let first = arguments[1].y;
    let parts = arguments[1].z;
    let to = arguments[1].w;
    let i = (group.y * groups.x + group.x) * 256u + lane;
    // Neighbours read neighbouring entries.
    let line = select(i / parts, i % lines, by_columns);
    let part = select(i % parts, i / lines, by_columns);
    if line < lines && part < parts {
        var state = empty();
        for (var k = part; k < entries; k += parts) {
            let place = select(line * columns + k, line + k * columns, by_columns);
            state = accumulate(state, input0[begin + place], input1[first + line]);
        }
        output[to + i] = state;
    }
}
