// Every workgroup adds the terms of its share of the elements up in digits of its own, and these to the output.
//% declarations

// Banks of digits: lanes side by side seldom add to the same one.
var<workgroup> sums: array<atomic<u32>, BANKS * DIGITS>;

fn add(bank: u32, digit: u32, piece: u32) {
    if piece != 0u {
        atomicAdd(&sums[bank * DIGITS + digit], piece);
    }
}

fn add_to_output(digit: u32, value: u32) {
    if value != 0u {
        atomicAdd(&output[digit], value);
    }
}

@compute @workgroup_size(LANES)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) launched: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    //% prologue
    let count = arguments[0].x;
    let share = arguments[0].y;
    let first_group = arguments[0].z;
    let to = arguments[0].w;
    for (var k = lane; k < BANKS * DIGITS; k += LANES) {
        atomicStore(&sums[k], 0u);
    }
    workgroupBarrier();
    let begin = share * (first_group + group.y * launched.x + group.x);
    let end = min(count, begin + share);
    for (var i = begin + lane; i < end; i += LANES) {
        add_element(lane % BANKS, i);
    }
    workgroupBarrier();
    for (var k = lane; k < DIGITS; k += LANES) {
        var sum = 0u;
        for (var bank = 0u; bank < BANKS; bank += 1u) {
            sum += atomicLoad(&sums[bank * DIGITS + k]);
        }
        if k < CARRYING {
            add_to_output(to + k, sum & 0xffffu);
            // Rounded down: the digit may be negative.
            add_to_output(to + k + 1u, bitcast<u32>(bitcast<i32>(sum) >> 16u));
        } else {
            add_to_output(to + k, sum);
        }
    }
}
