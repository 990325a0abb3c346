//! Scripts for the proof tool Gappa.

use super::{
    ShaderType,
    functions::{elementary, operations},
};
use crate::{error::Error, number_type::NumberType};
use floatfloat_gpu::{WordType, emit::gappa};

/// Scripts for the errors of operations and of the kernels of elementary functions. `all` stands for all operations,
/// `functions` for all functions that have scripts. An empty line stands before each script. Gappa takes one script at
/// a time.
///
/// # Errors
/// [`Error::Input`] for unknown names and types, and with the reason if there is no script.
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

/// The scripts of all names that have scripts.
fn every(names: &[&str], word: WordType, fused: bool) -> Vec<String> {
    let scripts = names.iter().filter_map(|name| gappa::scripts(name, word, fused).ok());
    let mut texts: Vec<String> = Vec::new();
    for script in scripts.flatten() {
        // A kernel may serve several functions.
        if !texts.contains(&script) {
            texts.push(script);
        }
    }
    texts
}
