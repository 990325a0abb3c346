//! The arithmetic as text for the user's own shaders and kernels.

use crate::{
    arguments::{Common, Format, Lang, Lowering, Shader},
    failure::{Failure, Outcome},
    output,
};
use floatfloat_lab::{
    results::SCHEMA,
    shader::{Language, Request, Written},
};
use serde::Serialize;

/// The text as JSON.
#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    language: String,
    text: &'a str,
}

/// Writes the library.
pub fn run(common: &Common, shader: &Shader) -> Result<Outcome, Failure> {
    let request = Request {
        language: match shader.lang {
            Lang::Wgsl => Language::Wgsl,
            Lang::Cuda => Language::Cuda,
        },
        types: shader.types.clone(),
        operations: [&shader.names[..], &shader.ops].concat(),
        written: shader.lowering.map(|lowering| match lowering {
            Lowering::Plain => Written::Plain,
            Lowering::NoContraction => Written::NoContraction,
            Lowering::Barrier => Written::Barrier,
            Lowering::Intrinsics => Written::Intrinsics,
        }),
        fused: (shader.fma || shader.no_fma).then_some(shader.fma),
        zero: shader.zero,
        example: shader.example,
    };
    let text = request.text()?;
    match common.format {
        Format::Text => output::write(&text)?,
        Format::Json => output::json(&Document {
            schema: SCHEMA,
            language: request.language.to_string(),
            text: &text,
        })?,
    }
    Ok(Outcome::Good)
}
