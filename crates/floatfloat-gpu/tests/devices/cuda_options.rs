//! What CUDA's compiler is told is what it does.

use floatfloat_gpu::{
    Circuit, Lowering, Program, Wire,
    lowering::{Protection, Relaxed},
    program::WORKGROUP,
    runner::{Job, run_blocking},
};

/// Compiled one after the other, so that a cache that looks at the text alone is found out.
#[test]
fn programs_of_one_text_differ_by_their_options() {
    let product = |x: Wire<f32>, y: Wire<f32>| x * y;
    let program = Program::map(Circuit::record2(true, product).unwrap(), vec![false; 2], false);
    let (x, y) = ([f32::MIN_POSITIVE; 64], [0.5f32; 64]);
    for device in crate::opened::others() {
        if device.description().backend != "cuda" {
            continue;
        }
        for flush in [false, true, false] {
            let relaxed = Relaxed { flush, ..Relaxed::default() };
            let job = Job {
                program: &program,
                lowering: &Lowering { relaxed, ..Lowering::exact(Protection::Plain, true) },
                kernel: &mut None,
                inputs: &[bytemuck::cast_slice(&x), bytemuck::cast_slice(&y)],
                output: size_of_val(&x),
                arguments: [0, 64, 0, 0, 0, 0, 0, 0],
                groups: [64u32.div_ceil(WORKGROUP), 1],
            };
            let bytes = run_blocking(device.backend(), job).unwrap();
            let expected = if flush { 0.0 } else { f32::MIN_POSITIVE / 2.0 };
            let found: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
            assert_eq!(found, [expected; 64], "--ftz={flush}");
        }
    }
}
