//! Programs as text for the compiler of a device. A certificate is valid only as long as this text is the same.

use super::{checks, integers, words_of};
use crate::{
    emit,
    lowering::{Lowering, Protection},
    program::Program,
    runner::Runner,
    word_type::WordType,
};

/// The text of programs that contain every certified operation, as it is written for the compiler of
/// this device with each of its lowerings.
pub(crate) fn emitted(runner: &dyn Runner, text: &mut dyn FnMut(&str)) {
    for word in words_of(runner) {
        for lowering in runner.lowerings(word) {
            let programs = match word {
                WordType::F32 | WordType::F64 if lowering.protection == Protection::Integers => {
                    integers::programs(word)
                }
                WordType::F32 => checks::programs::<f32>(lowering.fused),
                WordType::F64 => checks::programs::<f64>(lowering.fused),
                WordType::F16 | WordType::Bf16 | WordType::U32 => Vec::new(),
            };
            text(&format!("{lowering:?}"));
            for program in programs {
                text(&text_of(runner, &program, &lowering));
            }
        }
    }
}

/// The text of a program for the compiler of this device.
pub(super) fn text_of(runner: &dyn Runner, program: &Program, lowering: &Lowering) -> String {
    match runner.description().backend.as_str() {
        "native" => format!("{program:?}"),
        "cuda" => emit::cuda::module(program, lowering),
        _ => {
            let shader = emit::wgsl::module(program, lowering).unwrap_or_default();
            format!("{} {:?}", shader.text, shader.constants)
        }
    }
}
