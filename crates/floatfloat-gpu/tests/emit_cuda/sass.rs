//! What NVIDIA's compiler makes of the text, where it is installed: no warnings, and as many
//! floating-point instructions as an algorithm has operations.

use crate::{
    machine_code::{compiler, instructions, named},
    meaning,
    nvrtc::{Nvrtc, wheels},
};
use floatfloat::operation::{Function, Operation};
use floatfloat::registry::{self, Visitor};
use floatfloat_gpu::{
    Circuit, DeviceWord, Lowering, Program, Wire,
    emit::cuda::{self, shipped},
    lowering::{Division, Protection, Relaxed, Rounding},
};
use half::{bf16, f16};

/// For each operation of the registry, what a kernel that computes one element has.
struct Counting {
    nvrtc: Nvrtc,
    operations: usize,
}

impl Counting {
    fn count(&self, operation: Circuit, names: &[&str]) -> usize {
        // A loop, so that one element is computed in the text.
        let broadcast = vec![false; operation.parameters().len()];
        let program = Program::map(operation, broadcast, true);
        let source = cuda::module(&program, &shipped::LOWERING);
        let compiled =
            self.nvrtc.compile(&source, &cuda::options(&shipped::LOWERING), "sm_90").unwrap();
        let nvdisasm = wheels().expect("the compiler is there").join("bin/nvdisasm");
        named(&instructions(&compiled.image, &nvdisasm), names).len()
    }
}

impl Visitor for Counting {
    fn visit<O: Operation>(&mut self) {
        // A quotient or a root is many instructions.
        if matches!(O::INFO.function, Function::Div | Function::Sqrt) {
            return;
        }
        self.operations += 1;
        let flops = O::INFO.flops as usize;
        let single = self.count(Circuit::of_operation::<O, f32>(true), &["FADD", "FMUL", "FFMA"]);
        assert_eq!(single, flops, "{} over f32", O::INFO.name);
        let double = self.count(Circuit::of_operation::<O, f64>(true), &["DADD", "DMUL", "DFMA"]);
        assert_eq!(double, flops, "{} over f64", O::INFO.name);
    }
}

#[test]
fn operations_have_as_many_instructions_as_flops() {
    let Some(nvrtc) = compiler() else { return };
    let mut counting = Counting { nvrtc, operations: 0 };
    registry::for_each(&mut counting);
    assert!(counting.operations > 15);
}

/// All operations of words, so that every one is written.
fn every_operation<E: DeviceWord>(fused: bool) -> Circuit
where
    Wire<E>: floatfloat_gpu::Recorded,
    <Wire<E> as floatfloat_gpu::Recorded>::Number: floatfloat_gpu::DeviceNumber<Word = E>,
{
    use floatfloat::Word;
    Circuit::record2(fused, |a: Wire<E>, b: Wire<E>| {
        let quotient = a / b + a.constant(0.1);
        let both = quotient.less(b.abs()) & !a.equal(-b) | a.less_or_equal(b.constant(f64::NAN));
        let scaled = quotient.exponent().power_of_two() * quotient;
        Wire::select(both, scaled.mul_add(a, b.sqrt()), a.constant(f64::INFINITY) * (a - b))
    })
    .unwrap()
}

fn modes() -> Vec<Lowering> {
    let rn = Protection::Intrinsics(Rounding::Nearest);
    let relaxed = |relaxed| Lowering { relaxed, ..Lowering::exact(Protection::Plain, true) };
    let directed = [Rounding::Nearest, Rounding::Zero, Rounding::Up, Rounding::Down];
    let mut modes: Vec<_> =
        directed.map(|rounding| Lowering::exact(Protection::Intrinsics(rounding), true)).into();
    modes.extend([
        Lowering::exact(rn, false),
        Lowering { division: Division::Corrected, ..Lowering::exact(rn, true) },
        Lowering { division: Division::Approximate, ..Lowering::exact(rn, true) },
        Lowering { division: Division::Reciprocal, ..Lowering::exact(rn, true) },
        relaxed(Relaxed::default()),
        relaxed(Relaxed { fast_math: true, ..Relaxed::default() }),
        relaxed(Relaxed { contract: true, ..Relaxed::default() }),
        relaxed(Relaxed { flush: true, division: true, root: true, ..Relaxed::default() }),
    ]);
    modes
}

#[test]
fn every_mode_compiles_without_warnings() {
    let Some(nvrtc) = compiler() else { return };
    for lowering in modes() {
        let fused = lowering.fused;
        let circuits = [
            every_operation::<f16>(fused),
            every_operation::<bf16>(fused),
            every_operation::<f32>(fused),
            every_operation::<f64>(fused),
        ];
        for circuit in circuits {
            let word = circuit.word();
            for (looped, architecture) in [(false, "sm_75"), (true, "sm_90")] {
                let broadcast = vec![false, looped];
                let program = Program::map(circuit.clone(), broadcast, looped);
                let source = cuda::module(&program, &lowering);
                match nvrtc.compile(&source, &cuda::options(&lowering), architecture) {
                    Ok(compiled) => {
                        assert_eq!(compiled.log, "", "{word}, {lowering}, {architecture}");
                    }
                    Err(log) => panic!("{word}, {lowering}, {architecture}: {log}\n{source}"),
                }
            }
        }
    }
}

/// And uses no more shared memory than every device has.
#[test]
fn every_kind_of_program_compiles_without_warnings() {
    let Some(nvrtc) = compiler() else { return };
    for (name, program, lowering) in meaning::more() {
        let source = cuda::module(&program, &lowering);
        for architecture in ["sm_75", "sm_90"] {
            match nvrtc.compile(&source, &cuda::options(&lowering), architecture) {
                Ok(compiled) => assert_eq!(compiled.log, "", "{name}, {architecture}"),
                Err(log) => panic!("{name}, {architecture}: {log}\n{source}"),
            }
        }
    }
}

#[test]
fn directed_intrinsics_are_directed_instructions() {
    let Some(nvrtc) = compiler() else { return };
    let nvdisasm = wheels().expect("the compiler is there").join("bin/nvdisasm");
    for (rounding, modifier) in
        [(Rounding::Zero, ".RZ"), (Rounding::Up, ".RP"), (Rounding::Down, ".RM")]
    {
        let lowering = Lowering::exact(Protection::Intrinsics(rounding), true);
        let function = Circuit::record2(true, |a: Wire<f32>, b: Wire<f32>| a + b).unwrap();
        let broadcast = vec![false, false];
        let source = cuda::module(&Program::map(function, broadcast, true), &lowering);
        let compiled = nvrtc.compile(&source, &cuda::options(&lowering), "sm_90").unwrap();
        let instructions = instructions(&compiled.image, &nvdisasm);
        let sums = named(&instructions, &["FADD"]);
        assert!(sums.len() == 1 && sums[0].contains(modifier), "{rounding:?}: {sums:?}");
    }
}
