//! The text of shaders: naga accepts it, and a few stay as they are.
#![cfg(feature = "wgpu")]

#[path = "wgsl/programs.rs"]
mod programs;

use floatfloat_gpu::{
    Lowering, Program,
    emit::{spirv, wgsl},
    lowering::Protection,
};
use half::f16;
use programs::programs;

const PROTECTIONS: [Protection; 4] =
    [Protection::Plain, Protection::NoContraction, Protection::Barrier, Protection::UniformBarrier];

#[test]
fn naga_accepts_every_program() {
    for fused in [false, true] {
        let mut all = programs::<f32>(fused);
        all.extend(programs::<f64>(fused));
        all.extend(
            programs::<f16>(fused)
                .into_iter()
                .filter(|(_, program)| matches!(program, Program::Map { .. })),
        );
        for (name, program) in all {
            for protection in PROTECTIONS {
                let lowering = Lowering::exact(protection, fused);
                let text = wgsl::module(&program, &lowering).unwrap();
                let compiled = spirv::compile(&text, protection == Protection::NoContraction);
                if let Err(error) = compiled {
                    panic!("{name} of {}, {lowering}: {error}\n{text}", program.word());
                }
            }
        }
    }
}
