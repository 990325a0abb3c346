//! The PTX that is built in belongs to the programs as they are written today.

use crate::{
    certified,
    machine_code::compiler,
    nvrtc::{WHEELS, wheels},
};
use floatfloat_gpu::{
    Lowering, WordType,
    emit::cuda::{module, options, shipped},
    lowering::Protection,
    program::standard,
};
use std::{fs, process::Command};

const WRITE: &str = "write it again: cargo run -p floatfloat-gpu --example ptx";

#[test]
fn every_standard_program_is_there_and_nothing_else() {
    let programs = certified::programs();
    for (name, program) in &programs {
        // As devices ask for it.
        let lowering = match program.word() {
            WordType::U32 => Lowering::INTEGERS,
            _ => shipped::LOWERING,
        };
        let ptx = shipped::lookup(&module(program, &lowering), &lowering);
        let ptx = ptx.unwrap_or_else(|| panic!("{name} is not in kernels/standard.ptx; {WRITE}"));
        assert!(ptx.starts_with(".version") && ptx.trim_end().ends_with('}'), "{name}: {ptx}");
    }
    let headings = shipped::built_in().lines().filter(|line| line.starts_with("//# ")).count();
    assert_eq!(headings, programs.len(), "kernels/standard.ptx has other programs; {WRITE}");
}

#[test]
fn other_text_and_other_options_are_not_found() {
    let (_, program) = &standard()[0];
    let source = module(program, &shipped::LOWERING);
    assert_eq!(shipped::lookup(&(source.clone() + " "), &shipped::LOWERING), None);
    let mut flushing = Lowering::exact(Protection::Plain, true);
    flushing.relaxed.flush = true;
    assert_eq!(shipped::lookup(&source, &flushing), None);
}

#[test]
fn the_compiler_gives_what_is_built_in() {
    let Some(nvrtc) = compiler() else { return };
    let mut compiled = Vec::new();
    let programs = certified::programs();
    for (_, program) in &programs {
        let source = module(program, &shipped::LOWERING);
        let options = options(&shipped::LOWERING);
        let ptx = nvrtc.compile(&source, &options, shipped::ARCHITECTURE).unwrap();
        assert_eq!(ptx.log, "");
        compiled.push(String::from_utf8(ptx.image).unwrap());
    }
    let archive = shipped::archive(programs.iter().zip(compiled));
    if shipped::compiled(&archive) != shipped::compiled(shipped::built_in()) {
        eprintln!(
            "skipped: the compiler in {WHEELS} is of another version than the one that wrote the PTX"
        );
        return;
    }
    assert!(archive == shipped::built_in(), "kernels/standard.ptx is not current; {WRITE}");
}

/// Of the version that it says it is, for the oldest architecture: the assembler refuses
/// instructions that came later.
#[test]
fn the_assembler_takes_what_is_built_in() {
    if compiler().is_none() {
        return;
    }
    let ptxas = wheels().expect("the compiler is there").join("bin/ptxas");
    for (name, program) in certified::programs() {
        let ptx = shipped::lookup(&module(&program, &shipped::LOWERING), &shipped::LOWERING);
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        fs::write(file.path(), ptx.expect("it is built in")).expect("a temporary file");
        let mut assembler = Command::new(&ptxas);
        assembler.args(["--gpu-name=sm_75", "--opt-level=0", "--output-file=/dev/null"]);
        let output = assembler.arg(file.path()).output().expect("ptxas runs");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
