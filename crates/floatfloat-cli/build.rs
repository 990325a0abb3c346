//! Puts the page of `floatfloat web` into the command: the file that the environment variable `FLOATFLOAT_PAGE` names, or
//! nothing where it is not set.

use std::{env, fs, path::Path};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FLOATFLOAT_PAGE");
    let page = match env::var("FLOATFLOAT_PAGE") {
        Ok(file) if !file.is_empty() => {
            println!("cargo::rerun-if-changed={file}");
            fs::read(&file).map_err(|error| {
                format!("the environment variable FLOATFLOAT_PAGE names {file}: {error}")
            })?
        }
        _ => Vec::new(),
    };
    let folder = env::var("OUT_DIR").map_err(|error| format!("OUT_DIR: {error}"))?;
    fs::write(Path::new(&folder).join("page.html"), page).map_err(|error| error.to_string())
}
