//! The text for CUDA: compiled for the host it gives the bits of the processor's interpreter, and
//! NVIDIA's compiler takes it without warnings where it is installed.

use crate::{
    cases::{self, Shape, cases},
    machine_code::{compiler, instructions, named},
    nvrtc::{Nvrtc, wheels},
};
use floatfloat::{
    DoubleWord, Word,
    double_word::{add_accurate::AddAccurate, mul_dw3::MulDw3},
};
use floatfloat_gpu::{
    Circuit, DeviceWord, Lowering, Program, Wire,
    emit::cuda::{self, shipped},
};
use floatfloat_lab::kernels::{
    chain::Chain,
    elimination::{multipliers, updates},
    lu::LuKernels,
};

/// Launches that reach every part of a program: the beginning, the middle and an uneven end.
fn shapes(program: &Program) -> Vec<Shape> {
    let constants = program.constants();
    match program.skeleton().name {
        "chain" => {
            let of_c = if program.broadcast()[1] { 1 } else { 702 };
            let groups = 700_u32.div_ceil(program.lanes());
            vec![(vec![702, of_c, 702], [2, 700, 3, 0, 0, 0, 0, 0], [groups.div_ceil(2), 2])]
        }
        "LU, diagonal" => {
            [2, 37].map(|o| (vec![40 * 40], [40, o, 0, 0, 0, 0, 0, 0], [1, 1])).into()
        }
        "LU, perimeter" => {
            let block = constants[0];
            let groups = 2 * (75 / block);
            vec![(vec![78 * 78], [78, 2, 1, 0, 0, 0, 0, 0], [groups - 1, 1])]
        }
        "LU, internal" => {
            let block = constants[0];
            let begin = 2 + block;
            let groups = [(150 - begin).div_ceil(64), 2];
            vec![(vec![150 * 150], [150, 2, begin + 5, 70, 0, 0, 0, 0], groups)]
        }
        "fan1" => {
            let shape =
                |here| (vec![350 * 300, 300 + 360], [300, 3, 1, here, 2, 345, 4, 0], [1, 2]);
            vec![shape(1), shape(0)]
        }
        "fan2" => {
            let groups = [47_u32.div_ceil(constants[0]), 21_u32.div_ceil(constants[1])];
            vec![(vec![50 + 30, 25 * 50], [50, 3, 2, 21, 4, 0, 0, 0], groups)]
        }
        other => panic!("no launch of {other} is known"),
    }
}

fn programs() -> Vec<(&'static str, Program, Lowering)> {
    type Ff = DoubleWord<Wire<f32>>;
    type Dd = DoubleWord<Wire<f64>>;
    let quotient = |fused| Circuit::record2(fused, |a: Ff, b: Ff| (a / b).sqrt()).unwrap();
    let step = Circuit::record2(true, |a: Ff, b: Ff| a * b + b).unwrap();
    let update = |fused| Circuit::record3(fused, |a: Dd, l: Dd, u: Dd| a - l * u).unwrap();
    let divide = || Circuit::record2(true, |a: Dd, pivot: Dd| a / pivot).unwrap();
    let lu = |block| LuKernels { update: update(true), divide: divide(), block };
    let diagonal = |block| lu(block).diagonal().unwrap();
    let perimeter = |block| lu(block).perimeter().unwrap();
    let internal = |block| lu(block).internal().unwrap();
    vec![
        ("diagonal block of 4", diagonal(4), shipped::LOWERING),
        ("diagonal block of 32", diagonal(32), shipped::LOWERING),
        ("perimeter of 5", perimeter(5), shipped::LOWERING),
        ("perimeter of 32", perimeter(32), shipped::LOWERING),
        ("internal of 8", internal(8), shipped::LOWERING),
        ("internal of 33", internal(33), shipped::LOWERING),
        ("multipliers", multipliers(quotient(true)).unwrap(), shipped::LOWERING),
        ("elimination", updates(update(true), [16, 4]).unwrap(), shipped::LOWERING),
        ("side by side", side_by_side::<f32>(64).program(true).unwrap(), shipped::LOWERING),
        (
            "side by side, one lane",
            side_by_side::<f64>(1).program(false).unwrap(),
            shipped::LOWERING,
        ),
        ("chain", Chain::of_step(step, 5).program(false).unwrap(), shipped::LOWERING),
    ]
}

fn recorded<E: DeviceWord>(
    parameters: &[usize],
    result: usize,
    computation: impl FnOnce(&[Wire<E>]) -> Vec<Wire<E>>,
) -> Circuit {
    Circuit::record_words(true, parameters, &[result], computation).unwrap()
}

/// Five chains of words beside one another, from one word to three.
fn side_by_side<E: DeviceWord>(lanes: u32) -> Chain {
    Chain {
        begin: recorded::<E>(&[1], 5, |w| {
            (0..5).map(|k| w[0] + w[0].constant(f64::from(k))).collect()
        }),
        step: recorded::<E>(&[5, 2], 5, |w| w[..5].iter().map(|x| x.mul_add(w[5], w[6])).collect()),
        finish: recorded::<E>(&[5], 3, |w| vec![w[0] + w[1], w[2] * w[3], w[4]]),
        unrolled: 2,
        lanes,
    }
}

#[test]
fn programs_on_the_host_give_the_bits_of_the_interpreter() {
    let all: Vec<_> = programs()
        .iter()
        .flat_map(|(name, program, lowering)| cases(name, program, *lowering, shapes(program)))
        .collect();
    cases::check(&all);
}

/// And uses no more shared memory than every device has.
#[test]
fn every_program_compiles_without_warnings() {
    let Some(nvrtc) = compiler() else { return };
    for (name, program, lowering) in programs() {
        let source = cuda::module(&program, &lowering);
        for architecture in ["sm_75", "sm_90"] {
            match nvrtc.compile(&source, &cuda::options(&lowering), architecture) {
                Ok(compiled) => assert_eq!(compiled.log, "", "{name}, {architecture}"),
                Err(log) => panic!("{name}, {architecture}: {log}\n{source}"),
            }
        }
    }
}

/// The share of floating-point instructions in all instructions of a kernel.
fn share(program: &Program, nvrtc: &Nvrtc, names: &[&str]) -> f64 {
    let source = cuda::module(program, &shipped::LOWERING);
    let compiled = nvrtc.compile(&source, &cuda::options(&shipped::LOWERING), "sm_90").unwrap();
    let nvdisasm = wheels().expect("the compiler is there").join("bin/nvdisasm");
    let instructions = instructions(&compiled.image, &nvdisasm);
    named(&instructions, names).len() as f64 / instructions.len() as f64
}

/// A chain is straight-line code between few others, and has nothing else in its loop.
#[test]
fn chains_are_little_else_than_arithmetic() {
    let Some(nvrtc) = compiler() else { return };
    let chains = [
        Circuit::of_operation::<AddAccurate, f32>(true),
        Circuit::of_operation::<MulDw3, f64>(true),
    ]
    .map(|step| Chain::of_step(step, 64).program(false).unwrap());
    for chain in chains {
        let share = share(&chain, &nvrtc, &["FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA"]);
        assert!(share > 0.9, "{} of {}", share, chain.word());
    }
}
