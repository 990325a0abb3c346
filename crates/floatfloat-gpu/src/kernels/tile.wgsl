// The states of a product of matrices. Above stand `products`, how many each state accumulates, the
// states' `first_row` and `first_column`, what they `begin` with and where they `end`, and the
// elements of both matrices, wherever they are asked for.
const TILE = 64u;

// TILE rows of DEPTH elements, and DEPTH rows of TILE elements.
var<workgroup> a_tile: array<A, TILE * DEPTH>;
var<workgroup> b_tile: array<B, TILE * DEPTH>;

fn load_tiles(top: u32, left: u32, k: u32, lane: u32) {
    for (var i = lane; i < TILE * DEPTH; i += 256u) {
        a_tile[i] = left_element(top + i / DEPTH, k + i % DEPTH);
    }
    for (var i = lane; i < TILE * DEPTH; i += 256u) {
        b_tile[i] = right_element(k + i / TILE, left + i % TILE);
    }
}

// A workgroup computes TILE × TILE states, an invocation 4 × 4 of them, 16 apart in both directions
// so that neighbours read neighbouring elements. The states are single variables, because an array
// of them would lie in memory wherever the compiler does not unroll.
@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let depth = products();
    let top = first_row() + group.y * TILE;
    let left = first_column() + group.x * TILE;
    let y = lane / 16u;
    let x = lane % 16u;
    let row = top + y;
    let column = left + x;

    var s00 = begin(row, column);
    var s01 = begin(row, column + 16u);
    var s02 = begin(row, column + 32u);
    var s03 = begin(row, column + 48u);
    var s10 = begin(row + 16u, column);
    var s11 = begin(row + 16u, column + 16u);
    var s12 = begin(row + 16u, column + 32u);
    var s13 = begin(row + 16u, column + 48u);
    var s20 = begin(row + 32u, column);
    var s21 = begin(row + 32u, column + 16u);
    var s22 = begin(row + 32u, column + 32u);
    var s23 = begin(row + 32u, column + 48u);
    var s30 = begin(row + 48u, column);
    var s31 = begin(row + 48u, column + 16u);
    var s32 = begin(row + 48u, column + 32u);
    var s33 = begin(row + 48u, column + 48u);

    for (var k = 0u; k < depth; k += DEPTH) {
        load_tiles(top, left, k, lane);
        workgroupBarrier();
        let steps = min(DEPTH, depth - k);
        for (var step = 0u; step < steps; step += 1u) {
            let a0 = a_tile[y * DEPTH + step];
            let a1 = a_tile[(y + 16u) * DEPTH + step];
            let a2 = a_tile[(y + 32u) * DEPTH + step];
            let a3 = a_tile[(y + 48u) * DEPTH + step];
            let b0 = b_tile[step * TILE + x];
            let b1 = b_tile[step * TILE + x + 16u];
            let b2 = b_tile[step * TILE + x + 32u];
            let b3 = b_tile[step * TILE + x + 48u];
            s00 = accumulate(s00, a0, b0);
            s01 = accumulate(s01, a0, b1);
            s02 = accumulate(s02, a0, b2);
            s03 = accumulate(s03, a0, b3);
            s10 = accumulate(s10, a1, b0);
            s11 = accumulate(s11, a1, b1);
            s12 = accumulate(s12, a1, b2);
            s13 = accumulate(s13, a1, b3);
            s20 = accumulate(s20, a2, b0);
            s21 = accumulate(s21, a2, b1);
            s22 = accumulate(s22, a2, b2);
            s23 = accumulate(s23, a2, b3);
            s30 = accumulate(s30, a3, b0);
            s31 = accumulate(s31, a3, b1);
            s32 = accumulate(s32, a3, b2);
            s33 = accumulate(s33, a3, b3);
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
