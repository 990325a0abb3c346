//! The arithmetic as text for the user's own shaders and kernels.

use crate::{
    arguments::{Common, Format, Lang, Lowering, Shader},
    failure::{Failure, Outcome},
    output,
};
use floatfloat_lab::{
    error::Error,
    results::SCHEMA,
    shader::{Language, Request, Written, scripts},
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
    let names = [&shader.names[..], &shader.ops].concat();
    if shader.zero.is_some() && shader.lang != Lang::Wgsl {
        return Err(Error::Input("--zero is for WGSL only; leave it out".into()).into());
    }
    let language = match shader.lang {
        Lang::Wgsl => Language::Wgsl,
        Lang::Cuda => Language::Cuda,
        Lang::Gappa => {
            let text = scripts(&shader.types, &names, !shader.no_fma)?;
            return write(common, "Gappa".to_owned(), &text);
        }
    };
    let request = Request {
        language,
        types: shader.types.clone(),
        operations: names,
        written: shader.lowering.map(|lowering| match lowering {
            Lowering::Plain => Written::Plain,
            Lowering::NoContraction => Written::NoContraction,
            Lowering::Barrier => Written::Barrier,
            Lowering::Intrinsics => Written::Intrinsics,
            Lowering::Integers => Written::Integers,
        }),
        fused: (shader.fma || shader.no_fma).then_some(shader.fma),
        zero: shader.zero.unwrap_or((1, 0)),
        example: shader.example,
    };
    write(common, language.to_string(), &request.text()?)
}

fn write(common: &Common, language: String, text: &str) -> Result<Outcome, Failure> {
    match common.format {
        Format::Text => output::write(text)?,
        Format::Json => output::json(&Document { schema: SCHEMA, language, text })?,
    }
    Ok(Outcome::Good)
}
