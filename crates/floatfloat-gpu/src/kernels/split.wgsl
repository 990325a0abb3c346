// Every invocation computes bytes of four consecutive entries of a line, and writes them side by side.
//% declarations

// Four bytes of each entry: writes a word with the four first bytes, one with the four second ones, and so on.
fn put_bytes(place: u32, plane: u32, first: u32, a: u32, b: u32, c: u32, d: u32) {
    for (var j = 0u; j < 4u && first + j < PLANES; j += 1u) {
        let shift = 8u * j;
        output[place + (first + j) * plane] = ((a >> shift) & 255u) | (((b >> shift) & 255u) << 8u)
            | (((c >> shift) & 255u) << 16u) | (((d >> shift) & 255u) << 24u);
    }
}

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
    let plane = arguments[1].z;
    let to = arguments[1].w;
    let quads = (entries + 3u) / 4u;
    let i = (group.y * groups.x + group.x) * 256u + lane;
    let line = select(i / quads, i % lines, by_columns);
    let quad = select(i % quads, i / lines, by_columns);
    if line < lines && quad < quads {
        var bytes: array<Bytes, 4>;
        for (var t = 0u; t < 4u; t += 1u) {
            let k = 4u * quad + t;
            if k < entries {
                let place = select(line * columns + k, line + k * columns, by_columns);
                bytes[t] = split(input0[begin + place], input1[first + line]);
            }
        }
        write_all(to + i, plane, bytes[0], bytes[1], bytes[2], bytes[3]);
    }
}
