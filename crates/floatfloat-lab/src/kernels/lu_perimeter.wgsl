// The blocks to the right of the block on the diagonal at `o`, then those below it, a workgroup each.
// In round k the elements that are final, a row of a block to the right or a column of one below, go
// into a line that all see: one line for even rounds and one for odd, so that none is written while
// it is read.
//% declarations

var<workgroup> diagonal: array<Number, BLOCK * BLOCK>;
var<workgroup> lines: array<Number, 2u * BLOCK>;

@compute @workgroup_size(LANES)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let n = arguments[0].x;
    let o = arguments[0].y;
    let first = arguments[0].z;
    let g = first + group.y * groups.x + group.x;
    let blocks = (n - o - 1u) / BLOCK;
    let right = g < blocks;
    let begin = o + BLOCK + select(g - blocks, g, right) * BLOCK;
    for (var i = lane; i < BLOCK * BLOCK; i += LANES) {
        diagonal[i] = output[(o + i / BLOCK) * n + o + i % BLOCK];
    }
    var value: array<Number, ELEMENTS>;
    for (var e = 0u; e < ELEMENTS; e += 1u) {
        let r = (lane + LANES * e) / BLOCK;
        let c = (lane + LANES * e) % BLOCK;
        let row = select(begin, o, right) + r;
        let column = select(o, begin, right) + c;
        // What lies outside is computed from the pivot, and not stored.
        let inside = r < BLOCK && row < n && column < n;
        value[e] = output[select(o * n + o, row * n + column, inside)];
    }
    workgroupBarrier();
    for (var k = 0u; k < BLOCK; k += 1u) {
        let line = (k % 2u) * BLOCK;
        for (var e = 0u; e < ELEMENTS; e += 1u) {
            let r = (lane + LANES * e) / BLOCK;
            let c = (lane + LANES * e) % BLOCK;
            if r < BLOCK && select(c, r, right) == k {
                if !right {
                    value[e] = divide(value[e], diagonal[k * BLOCK + k]);
                }
                lines[line + select(r, c, right)] = value[e];
            }
        }
        workgroupBarrier();
        for (var e = 0u; e < ELEMENTS; e += 1u) {
            let r = (lane + LANES * e) / BLOCK;
            let c = (lane + LANES * e) % BLOCK;
            if r < BLOCK && select(c, r, right) > k {
                var l = diagonal[r * BLOCK + k];
                var u = diagonal[k * BLOCK + c];
                if right {
                    u = lines[line + c];
                } else {
                    l = lines[line + r];
                }
                value[e] = update(value[e], l, u);
            }
        }
    }
    for (var e = 0u; e < ELEMENTS; e += 1u) {
        let r = (lane + LANES * e) / BLOCK;
        let c = (lane + LANES * e) % BLOCK;
        let row = select(begin, o, right) + r;
        let column = select(o, begin, right) + c;
        if r < BLOCK && row < n && column < n {
            output[row * n + column] = value[e];
        }
    }
}
