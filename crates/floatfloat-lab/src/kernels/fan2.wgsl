// Every element of some rows from column t on is updated with its row's multiplier and its column's
// element of the pivot's row.
//% declarations

@compute @workgroup_size(BLOCK_X * BLOCK_Y)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let columns = arguments[0].x;
    let t = arguments[0].y;
    let first_row = arguments[0].z;
    let rows = arguments[0].w;
    let to = arguments[1].x;
    let column = t + group.x * BLOCK_X + lane % BLOCK_X;
    let row = group.y * BLOCK_Y + lane / BLOCK_X;
    if row < rows && column < columns {
        let i = (first_row + row) * columns + column;
        output[i] = update(output[i], input0[columns + to + row], input0[column]);
    }
}
