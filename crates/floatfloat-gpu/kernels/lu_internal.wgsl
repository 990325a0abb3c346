// A workgroup updates TILE × TILE elements below and to the right of the panels at `o`, an invocation
// 4 × 4 of them, 16 apart in both directions. They are single variables, because an array of them
// would lie in memory wherever the compiler does not unroll.
//% declarations

const TILE = 64u;

// TILE rows of DEPTH elements, and DEPTH rows of TILE elements.
var<workgroup> l_tile: array<Number, TILE * DEPTH>;
var<workgroup> u_tile: array<Number, TILE * DEPTH>;

fn inside(row: u32, column: u32) -> bool {
    return row < arguments[0].z + arguments[0].w && column < arguments[0].x;
}

// What lies outside is computed from the pivot, and not stored.
fn element(row: u32, column: u32) -> Number {
    let n = arguments[0].x;
    let o = arguments[0].y;
    return output[select(o * n + o, row * n + column, inside(row, column))];
}

fn end(row: u32, column: u32, value: Number) {
    if inside(row, column) {
        output[row * arguments[0].x + column] = value;
    }
}

// Fetches DEPTH columns and rows of the panels from `begin` on. Past the edges the last element is
// repeated, whose products nobody uses.
fn load_tiles(top: u32, left: u32, begin: u32, lane: u32) {
    let n = arguments[0].x;
    let o = arguments[0].y;
    let last_row = arguments[0].z + arguments[0].w - 1u;
    for (var i = lane; i < TILE * DEPTH; i += 256u) {
        let row = min(top + i / DEPTH, last_row);
        let column = o + min(begin + i % DEPTH, BLOCK - 1u);
        l_tile[i] = output[row * n + column];
    }
    for (var i = lane; i < TILE * DEPTH; i += 256u) {
        let row = o + min(begin + i / TILE, BLOCK - 1u);
        let column = min(left + i % TILE, n - 1u);
        u_tile[i] = output[row * n + column];
    }
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let top = arguments[0].z + group.y * TILE;
    let left = arguments[0].y + BLOCK + group.x * TILE;
    let y = lane / 16u;
    let x = lane % 16u;
    let row = top + y;
    let column = left + x;

    var s00 = element(row, column);
    var s01 = element(row, column + 16u);
    var s02 = element(row, column + 32u);
    var s03 = element(row, column + 48u);
    var s10 = element(row + 16u, column);
    var s11 = element(row + 16u, column + 16u);
    var s12 = element(row + 16u, column + 32u);
    var s13 = element(row + 16u, column + 48u);
    var s20 = element(row + 32u, column);
    var s21 = element(row + 32u, column + 16u);
    var s22 = element(row + 32u, column + 32u);
    var s23 = element(row + 32u, column + 48u);
    var s30 = element(row + 48u, column);
    var s31 = element(row + 48u, column + 16u);
    var s32 = element(row + 48u, column + 32u);
    var s33 = element(row + 48u, column + 48u);

    for (var begin = 0u; begin < BLOCK; begin += DEPTH) {
        load_tiles(top, left, begin, lane);
        workgroupBarrier();
        let depth = min(DEPTH, BLOCK - begin);
        for (var k = 0u; k < depth; k += 1u) {
            let l0 = l_tile[y * DEPTH + k];
            let l1 = l_tile[(y + 16u) * DEPTH + k];
            let l2 = l_tile[(y + 32u) * DEPTH + k];
            let l3 = l_tile[(y + 48u) * DEPTH + k];
            let u0 = u_tile[k * TILE + x];
            let u1 = u_tile[k * TILE + x + 16u];
            let u2 = u_tile[k * TILE + x + 32u];
            let u3 = u_tile[k * TILE + x + 48u];
            s00 = update(s00, l0, u0);
            s01 = update(s01, l0, u1);
            s02 = update(s02, l0, u2);
            s03 = update(s03, l0, u3);
            s10 = update(s10, l1, u0);
            s11 = update(s11, l1, u1);
            s12 = update(s12, l1, u2);
            s13 = update(s13, l1, u3);
            s20 = update(s20, l2, u0);
            s21 = update(s21, l2, u1);
            s22 = update(s22, l2, u2);
            s23 = update(s23, l2, u3);
            s30 = update(s30, l3, u0);
            s31 = update(s31, l3, u1);
            s32 = update(s32, l3, u2);
            s33 = update(s33, l3, u3);
        }
        workgroupBarrier();
    }

    end(row, column, s00);
    end(row, column + 16u, s01);
    end(row, column + 32u, s02);
    end(row, column + 48u, s03);
    end(row + 16u, column, s10);
    end(row + 16u, column + 16u, s11);
    end(row + 16u, column + 32u, s12);
    end(row + 16u, column + 48u, s13);
    end(row + 32u, column, s20);
    end(row + 32u, column + 16u, s21);
    end(row + 32u, column + 32u, s22);
    end(row + 32u, column + 48u, s23);
    end(row + 48u, column, s30);
    end(row + 48u, column + 16u, s31);
    end(row + 48u, column + 32u, s32);
    end(row + 48u, column + 48u, s33);
}
