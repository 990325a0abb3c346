//! Scripts for the proof tool Gappa.

use super::{
    ShaderType,
    functions::{elementary, operations},
};
use crate::{error::Error, number_type::NumberType};
use floatfloat_gpu::{WordType, emit::gappa};

/// Scripts for the errors of operations and of the kernels of elementary functions, each after an empty line: `all` are all
/// operations, `functions` all functions of which there are scripts. Gappa takes one at a time.
///
/// # Errors
/// [`Error::Input`] for names and types that there are not, and with the reason where there is no script.
pub fn scripts(types: &[ShaderType], names: &[String], fused: bool) -> Result<String, Error> {
    if names.is_empty() {
        return Err(Error::Input(format!(
            "name the operations or functions to write scripts for. The operations are {}; `all` \
             takes all of them. The functions are {}; `functions` takes all of them",
            operations().join(", "),
            elementary().join(", ")
        )));
    }
    let mut texts = Vec::new();
    for shader_type in types {
        let word = match shader_type {
            ShaderType::Number(NumberType::Ff) => WordType::F32,
            ShaderType::Number(NumberType::Dd) => WordType::F64,
            _ => {
                return Err(Error::Input(format!(
                    "there are scripts for ff and dd, not for {shader_type}"
                )));
            }
        };
        for name in names {
            match super::current(name) {
                "all" => texts.extend(every(&operations(), word, fused)),
                "functions" => texts.extend(every(&elementary(), word, fused)),
                name if operations().contains(&name) || elementary().contains(&name) => {
                    let scripts = gappa::scripts(name, word, fused).map_err(|reason| {
                        Error::Input(format!("there is no script for {name}: {reason}"))
                    })?;
                    texts.extend(scripts);
                }
                name => return Err(super::unknown(name)),
            }
        }
    }
    Ok(texts.join("\n"))
}

/// The scripts of those that have one.
fn every(names: &[&str], word: WordType, fused: bool) -> Vec<String> {
    let scripts = names.iter().filter_map(|name| gappa::scripts(name, word, fused).ok());
    let mut texts: Vec<String> = Vec::new();
    for script in scripts.flatten() {
        // Kernels serve several functions.
        if !texts.contains(&script) {
            texts.push(script);
        }
    }
    texts
}
