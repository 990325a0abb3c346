//! Writes the constants of the elementary functions, or checks which files differ from what it would write.

use floatfloat_oracle::coefficients::{families, file};
use std::{fs, path::Path, process::ExitCode};

const USAGE: &str = "usage: coefficients [--check] [FAMILY]...
Writes crates/floatfloat/src/elementary/coefficients/*.rs; with --check only compares them.";

fn main() -> ExitCode {
    let (mut check, mut names) = (false, Vec::new());
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--check" => check = true,
            name if families().iter().any(|family| family.name == name) => names.push(argument),
            _ => {
                eprintln!("no family is called `{argument}`\n{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../floatfloat/src/elementary/coefficients");
    let mut differ = false;
    for family in families() {
        if !(names.is_empty() || names.iter().any(|name| name == family.name)) {
            continue;
        }
        let path = folder.join(format!("{}.rs", family.name));
        let outcome = file(&family).and_then(|text| {
            if check {
                if fs::read_to_string(&path)? != text {
                    println!("{} differs from what `cargo coefficients` writes", path.display());
                    differ = true;
                }
                return Ok(());
            }
            fs::write(&path, text)
        });
        if let Err(error) = outcome {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    }
    ExitCode::from(u8::from(differ))
}
