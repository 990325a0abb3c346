//! With the real compiler, where it is installed: it takes every text that is ever given to it.

use super::super::nvrtc::Nvrtc;
use super::*;
use crate::{
    accumulate,
    circuit::Circuit,
    emit::cuda::{module, options},
    kernels::accurate::Words,
    number::DeviceNumber,
    program::WORKGROUP,
};
use floatfloat::{DoubleDouble, FloatFloat, Word};
use floatfloat_cpu::matrix::steps::Moduli;
use half::{bf16, f16};
use std::ops::Mul;

fn compiler() -> Option<&'static Nvrtc> {
    let found = Nvrtc::get();
    if found.is_none() {
        eprintln!("skipped: no NVRTC here");
    }
    found
}

/// One program of each kind on these numbers.
fn programs<N: DeviceNumber<Recorded: Mul<Output = N::Recorded>>>() -> Vec<Program> {
    let (sum, dot) = (accumulate::sum::<N>(true), accumulate::dot::<N>(true));
    let product = Circuit::record2(true, |a: N::Recorded, b: N::Recorded| a * b);
    let axpy = |looped| Program::map(accumulate::axpy::<N>(true), vec![true, false, false], looped);
    let reduce = |part: &accumulate::Accumulation| {
        let accumulate::Accumulation { identity, accumulate, merge, .. } = part.clone();
        Program::reduce(identity, accumulate, merge, WORKGROUP)
    };
    vec![
        axpy(false),
        axpy(true),
        reduce(&sum),
        reduce(&dot),
        Program::gemv(
            dot.identity.clone(),
            dot.accumulate.clone(),
            dot.merge.clone(),
            dot.finish.clone(),
        ),
        Program::gemm(dot.identity, dot.accumulate),
        Program::map(product.unwrap(), vec![false; 2], false),
    ]
}

/// Compiles for a device that the compiler knows, to machine code, and for a later one, to PTX.
fn compiles(program: &Program, lowering: &Lowering) {
    let Some(nvrtc) = Nvrtc::get() else { return };
    let compile = |capability| {
        nvrtc
            .compile(&module(program, lowering), &options(lowering), capability)
            .unwrap_or_else(|message| panic!("{lowering}: {program:?}\n{message}"))
    };
    assert!(compile((9, 0)).starts_with(b"\x7fELF"));
    let text = compile((99, 0));
    assert!(text.ends_with(b"\0") && String::from_utf8_lossy(&text).contains(".entry kernel("));
}

#[test]
fn every_program_compiles() {
    if compiler().is_none() {
        return;
    }
    let programs = [
        programs::<f32>(),
        programs::<f64>(),
        programs::<FloatFloat>(),
        programs::<DoubleDouble>(),
    ];
    programs.iter().flatten().for_each(|program| compiles(program, &NEAREST));
}

#[test]
fn programs_of_accurate_products_compile() {
    let Some(nvrtc) = compiler() else { return };
    let mut programs = vec![
        Program::products_of_bytes(),
        Program::residues(),
        Program::needs(),
        Program::counts(),
    ];
    for of in [Words { integers: 1, count: 3 }, Words { integers: 2, count: 2 }] {
        programs.extend([Program::sizes_of_lines(of), Program::norms_of_lines(of)]);
        programs.push(Program::magnitudes(of));
        for moduli in [15, 30, 49] {
            let moduli = Moduli::of(moduli).unwrap();
            programs.extend([false, true].map(|right| Program::scaled_residues(of, moduli, right)));
            programs.push(Program::rebuilt(of, moduli));
        }
    }
    for program in &programs {
        compiles(program, &Lowering::INTEGERS);
    }
    // Without tensor cores for bytes.
    let (text, options) = (module(&programs[0], &Lowering::INTEGERS), options(&Lowering::INTEGERS));
    assert!(nvrtc.compile(&text, &options, (7, 5)).is_ok());
}

#[test]
fn every_mode_compiles() {
    fn steps<E: crate::DeviceWord>() -> Circuit
    where
        crate::Wire<E>: crate::Recorded<Number: DeviceNumber<Word = E>>,
    {
        let function = |a: crate::Wire<E>, b: crate::Wire<E>, c: crate::Wire<E>| {
            let sum = a.mul_add(b, c) - (a + b) * c;
            Word::select(a.less(b), sum / c, sum.abs().sqrt())
        };
        Circuit::record3(true, function).unwrap()
    }
    if compiler().is_none() {
        return;
    }
    for mode in modes() {
        let function = match mode.word {
            WordType::F16 => steps::<f16>(),
            WordType::Bf16 => steps::<bf16>(),
            WordType::F32 => steps::<f32>(),
            WordType::F64 => steps::<f64>(),
            WordType::U32 => unreachable!("no mode is of integers"),
        };
        for looped in [false, true] {
            let function = function.clone();
            let program = Program::map(function, vec![false; 3], looped);
            compiles(&program, &mode.lowering);
        }
    }
}

/// And says which build it is, by which certificates are told apart.
#[test]
fn in_an_old_form_too() {
    let Some(nvrtc) = compiler() else { return };
    assert!(nvrtc.build.as_ref().is_some_and(|build| !build.is_empty()), "{nvrtc:?}");
    for program in programs::<DoubleDouble>() {
        let (source, options) = (module(&program, &NEAREST), options(&NEAREST));
        let text = nvrtc.compile_in_old_form(&source, &options, (8, 6)).unwrap();
        assert!(text.ends_with(b"\0") || text.ends_with(b"\0\n"));
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains("\n.version 6.3\n") && text.contains("\n.target sm_75"), "{text}");
    }
    let refused = nvrtc.compile_in_old_form("", &[], (7, 0)).unwrap_err();
    assert!(refused.contains("update the driver"), "{refused}");
}

#[test]
fn a_text_with_an_error_is_refused_with_the_log() {
    let Some(nvrtc) = compiler() else { return };
    let log = nvrtc.compile("__global__ void kernel( {}", &[], (9, 0)).unwrap_err();
    assert!(log.contains("error") && log.contains("floatfloat.cu"), "{log}");
    let log = nvrtc.compile("", &[], (1, 0)).unwrap_err();
    assert!(log.contains("compute capability 1.0"), "{log}");
}
