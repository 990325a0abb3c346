// The block on the diagonal at `o`, decomposed in shared memory by one workgroup.
//% declarations

var<workgroup> block: array<Number, BLOCK * BLOCK>;

@compute @workgroup_size(LANES)
fn main(@builtin(local_invocation_index) lane: u32) {
    //% prologue
    let n = arguments[0].x;
    let o = arguments[0].y;
    let side = min(BLOCK, n - o);
    for (var i = lane; i < BLOCK * BLOCK; i += LANES) {
        let r = i / BLOCK;
        let c = i % BLOCK;
        if r < side && c < side {
            block[i] = output[(o + r) * n + o + c];
        }
    }
    for (var k = 0u; k + 1u < side; k += 1u) {
        workgroupBarrier();
        for (var r = k + 1u + lane; r < side; r += LANES) {
            block[r * BLOCK + k] = divide(block[r * BLOCK + k], block[k * BLOCK + k]);
        }
        workgroupBarrier();
        for (var i = lane; i < BLOCK * BLOCK; i += LANES) {
            let r = i / BLOCK;
            let c = i % BLOCK;
            if r > k && r < side && c > k && c < side {
                block[i] = update(block[i], block[r * BLOCK + k], block[k * BLOCK + c]);
            }
        }
    }
    workgroupBarrier();
    for (var i = lane; i < BLOCK * BLOCK; i += LANES) {
        let r = i / BLOCK;
        let c = i % BLOCK;
        if r < side && c < side {
            output[(o + r) * n + o + c] = block[i];
        }
    }
}
