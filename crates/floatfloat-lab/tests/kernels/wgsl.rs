//! Shaders on the first device of wgpu against the processor, bit for bit, in every way of protecting
//! the arithmetic that is exact; and their text.

use crate::compare::{Work, assert_same, double_words, run};
use floatfloat::{DoubleWord, Word};
use floatfloat_gpu::{
    Backend, Circuit, DeviceNumber, DeviceWord, Lowering, Program, Recorded, Select, Wire,
    WordType,
    device::open_backend,
    emit::{spirv, wgsl},
    lowering::{Division, Protection, Root},
};
use floatfloat_lab::kernels::{
    chain::Chain,
    elimination::{multipliers, updates},
    lu::LuKernels,
};

/// The programs over words of type `E`, with names.
fn programs<E>(fused: bool) -> Vec<(&'static str, Program)>
where
    E: DeviceWord + DeviceNumber<Word = E, Recorded = Wire<E>>,
    DoubleWord<E>: DeviceNumber<Word = E, Recorded = DoubleWord<Wire<E>>>,
    DoubleWord<Wire<E>>: Recorded<Number = DoubleWord<E>>,
{
    type Double<E> = DoubleWord<Wire<E>>;
    let quotient = Circuit::record2(fused, |a: Double<E>, b: Double<E>| (a * b - a / b).sqrt());
    let quotient = quotient.unwrap();
    let add = Circuit::record2(fused, |a: Double<E>, b: Double<E>| a + b).unwrap();
    let update =
        Circuit::record3(fused, |s: Double<E>, a: Double<E>, b: Double<E>| s + a * b).unwrap();
    let lu = |block| LuKernels { update: update.clone(), divide: quotient.clone(), block };
    vec![
        ("lu_diagonal", lu(16).diagonal().unwrap()),
        ("lu_perimeter", lu(32).perimeter().unwrap()),
        ("lu_internal", lu(16).internal().unwrap()),
        ("fan1", multipliers(quotient.clone()).unwrap()),
        ("fan2", updates(update.clone(), [8, 4]).unwrap()),
        ("chain", Chain::of_step(add, 3).program(false).unwrap()),
    ]
}

#[test]
fn naga_accepts_every_program() {
    for fused in [false, true] {
        for (name, program) in [programs::<f32>(fused), programs::<f64>(fused)].concat() {
            for protection in [
                Protection::Plain,
                Protection::NoContraction,
                Protection::Barrier,
                Protection::UniformBarrier,
            ] {
                let native = Lowering::exact(protection, fused);
                let corrected =
                    Lowering { division: Division::Corrected, root: Root::Corrected, ..native };
                for lowering in [native, corrected] {
                    let text = wgsl::module(&program, &lowering).unwrap().text;
                    let compiled = spirv::compile(&text, protection == Protection::NoContraction);
                    if let Err(error) = compiled {
                        panic!("{name} of {}, {lowering}: {error}\n{text}", program.word());
                    }
                }
            }
        }
    }
}

const EXACT: [Protection; 2] = [Protection::NoContraction, Protection::Barrier];

/// The first device of wgpu, whether its arithmetic is exact or not.
fn device() -> Option<Box<dyn Backend>> {
    match open_backend(Select::Wgpu(0)) {
        Ok(device) => Some(device),
        Err(error) => {
            crate::common::skip("wgpu", &error.to_string());
            None
        }
    }
}

/// Runs the work of each word type in every exact way on the device, and on the processor.
fn check(work: impl Fn(WordType) -> Vec<(String, Work)>) {
    let Some(device) = device() else { return };
    let processor = open_backend(Select::Cpu).unwrap();
    for word in [WordType::F32, WordType::F64] {
        if !device.description().words.contains(&word) {
            eprintln!("skipped: {} has no {word}", device.description().name);
            continue;
        }
        for (what, work) in work(word) {
            let expected = run(&*processor, &Lowering::NATIVE, &work);
            for protection in EXACT {
                let lowering = Lowering::exact(protection, false);
                if device.lowerings(word).contains(&lowering) {
                    let found = run(&*device, &lowering, &work);
                    assert_same(&format!("{what}, {lowering}"), &work, &expected, &found);
                }
            }
        }
    }
}

fn program(word: WordType, name: &str) -> Program {
    let programs = match word {
        WordType::F64 => programs::<f64>(false),
        _ => programs::<f32>(false),
    };
    programs.into_iter().find(|(found, _)| *found == name).expect("one of those above").1
}

/// Groups for so many invocations, in several rows.
fn rows(invocations: u32) -> [u32; 2] {
    [3, invocations.div_ceil(3 * 256)]
}

#[test]
fn chains() {
    check(|word| {
        let mut all = Vec::new();
        for (count, rounds) in [(0, 3), (1, 0), (257, 1), (1000, 40)] {
            let work = Work {
                program: program(word, "chain"),
                inputs: [1, 2].map(|seed| double_words(word, count + 2, seed)).to_vec(),
                output: 2 * (count + 5),
                launches: vec![([2, count as u32, rounds, 0, 0, 0, 0, 0], rows(count as u32))],
            };
            all.push((format!("chain of {count}, {rounds} rounds"), work));
        }
        all
    });
}

#[test]
fn a_chain_stays_as_it_is() {
    let step = Circuit::record2(true, |x: DoubleWord<Wire<f32>>, c: DoubleWord<Wire<f32>>| {
        DoubleWord::from_normalized(x.hi().mul_add(c.hi(), c.lo()), x.lo())
    });
    let program = Chain::of_step(step.unwrap(), 2).program(false).unwrap();
    let lowering = Lowering::exact(Protection::Plain, true);
    insta::assert_snapshot!(wgsl::module(&program, &lowering).unwrap().text);
}
