//! The PTX that is built in belongs to the programs as they are written today.

use crate::{certified, nvrtc::WHEELS, sass};
use floatfloat_gpu::{
    Lowering,
    emit::cuda::{module, options, shipped},
    lowering::Protection,
};

const WRITE: &str = "write it again: cargo run -p floatfloat-gpu --example ptx";

#[test]
fn every_standard_program_is_there_and_nothing_else() {
    let programs = certified::programs();
    for (name, program) in &programs {
        let ptx = shipped::lookup(&module(program, &shipped::LOWERING), &shipped::LOWERING);
        let ptx = ptx.unwrap_or_else(|| panic!("{name} is not in kernels/standard.ptx; {WRITE}"));
        assert!(ptx.starts_with(".version") && ptx.trim_end().ends_with('}'), "{name}: {ptx}");
    }
    let headings = shipped::built_in().lines().filter(|line| line.starts_with("//# ")).count();
    assert_eq!(headings, programs.len(), "kernels/standard.ptx has other programs; {WRITE}");
}

#[test]
fn other_text_and_other_options_are_not_found() {
    let (_, program) = &shipped::standard()[0];
    let source = module(program, &shipped::LOWERING);
    assert_eq!(shipped::lookup(&(source.clone() + " "), &shipped::LOWERING), None);
    let mut flushing = Lowering::exact(Protection::Plain, true);
    flushing.relaxed.flush = true;
    assert_eq!(shipped::lookup(&source, &flushing), None);
}

#[test]
fn the_compiler_gives_what_is_built_in() {
    let Some(nvrtc) = sass::compiler() else { return };
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
    let version = |archive: &str| {
        archive.lines().find(|line| line.starts_with(".version")).map(str::to_owned)
    };
    if version(&archive) != version(shipped::built_in()) {
        eprintln!(
            "skipped: the compiler in {WHEELS} is of another version than the one that wrote the PTX"
        );
        return;
    }
    assert!(archive == shipped::built_in(), "kernels/standard.ptx is not current; {WRITE}");
}
