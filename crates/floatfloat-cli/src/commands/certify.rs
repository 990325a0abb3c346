//! The command `certify`: arithmetic that others wrote, on a device.

use crate::{
    arguments::{Certify, Common, Words},
    failure::{Failure, Outcome},
    findings, output,
    progress::Terminal,
};
use floatfloat_gpu::{
    WordType,
    foreign::{Foreign, Source},
};
use floatfloat_lab::{
    certify::{Question, certify, operation, words_of_operands},
    error::Error,
};
use std::{fs, path::Path};

/// Threads of a block of CUDA.
const LANES: u32 = 64;

/// Operands of each class: with --quick, and without.
const SAMPLES: [usize; 2] = [512, 1 << 14];

pub fn run(common: &Common, asked: &Certify) -> Result<Outcome, Failure> {
    let operation = operation(&asked.operation)?;
    let (program, name, word) = program(asked, words_of_operands(operation))?;
    let samples = SAMPLES[usize::from(!asked.quick.quick)];
    let (bits, seed) = (asked.bits, common.seed);
    let question = Question { program, name, word, operation, bits, samples, seed };
    let progress = Terminal::new();
    let tables = certify(&question, &common.device, &common.host(), &progress)?;
    drop(progress);
    output::experiments(common.format, &tables)?;
    Ok(findings::judge_tables(&tables))
}

/// The program, its name, and its words. It must take so many words.
fn program(asked: &Certify, words: usize) -> Result<(Foreign, String, WordType), Error> {
    if let (Some(file), Some(function)) = (&asked.wgsl, &asked.function) {
        return of_wgsl(file, function, words, &asked.operation, asked.fill);
    }
    let word = match asked.words {
        Words::Ff => WordType::F32,
        Words::Dd => WordType::F64,
    };
    let entry = asked.entry.clone().unwrap_or_default();
    if let Some(file) = &asked.spirv {
        let program = of_spirv(&read(file)?, &entry);
        let program =
            program.map_err(|wrong| Error::Input(format!("{}: {wrong}", file.display())))?;
        return Ok((program, entry, word));
    }
    let file = asked.cuda.as_deref().unwrap_or(Path::new(""));
    let source = Source::Cuda { text: text(file)?, options: asked.options.clone() };
    let (lanes, bindings) = (LANES, Vec::new());
    Ok((Foreign { source, entry: entry.clone(), lanes, group: 0, bindings }, entry, word))
}

#[cfg(feature = "wgpu")]
fn of_wgsl(
    file: &Path,
    function: &str,
    words: usize,
    operation: &str,
    fill: f64,
) -> Result<(Foreign, String, WordType), Error> {
    use floatfloat_gpu::foreign::{Signature, of_wgsl};
    let wrong = |wrong: String| Error::Input(format!("{}: {wrong}", file.display()));
    let text = text(file)?;
    // Words of 32 bits, until the type is known.
    let of = |fill: &[u8]| of_wgsl(&text, function, fill).map_err(wrong);
    let (mut program, signature) = of(&(fill as f32).to_le_bytes())?;
    if signature.word == WordType::F64 {
        (program, _) = of(&fill.to_le_bytes())?;
    }
    let Signature { word, operands, results } = signature;
    if (operands, results) != (words, 2) {
        return Err(wrong(format!(
            "{function} takes {operands} words and returns {results}; {operation} takes {words} and returns 2"
        )));
    }
    Ok((program, function.to_owned(), word))
}

#[cfg(feature = "wgpu")]
fn of_spirv(bytes: &[u8], entry: &str) -> Result<Foreign, String> {
    floatfloat_gpu::foreign::of_spirv(bytes, entry)
}

#[cfg(not(feature = "wgpu"))]
fn of_wgsl(
    _: &Path,
    _: &str,
    _: usize,
    _: &str,
    _: f64,
) -> Result<(Foreign, String, WordType), Error> {
    Err(Error::Input(WITHOUT_WGPU.to_owned()))
}

#[cfg(not(feature = "wgpu"))]
fn of_spirv(_: &[u8], _: &str) -> Result<Foreign, String> {
    Err(WITHOUT_WGPU.to_owned())
}

#[cfg(not(feature = "wgpu"))]
const WITHOUT_WGPU: &str = "this build of floatfloat has no devices of wgpu";

fn read(file: &Path) -> Result<Vec<u8>, Error> {
    fs::read(file).map_err(|source| Error::File {
        action: "cannot read",
        path: file.into(),
        source,
    })
}

fn text(file: &Path) -> Result<String, Error> {
    String::from_utf8(read(file)?)
        .map_err(|_| Error::Input(format!("{} is not text in UTF-8", file.display())))
}
