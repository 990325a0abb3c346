//! What NVIDIA's compiler makes of a text, as the names of machine instructions.

use crate::nvrtc::{Nvrtc, WHEELS, wheels};
use std::{fs, path::Path, process::Command};

/// The compiler; `None`, with a message, where it is not installed.
pub fn compiler() -> Option<Nvrtc> {
    let Some(wheels) = wheels() else {
        eprintln!("skipped: {WHEELS} does not name the folder of NVIDIA's compiler");
        return None;
    };
    Some(Nvrtc::open(&wheels).unwrap_or_else(|error| panic!("{WHEELS}: {error}")))
}

/// The machine instructions of a kernel: their names with modifiers.
pub fn instructions(machine_code: &[u8], nvdisasm: &Path) -> Vec<String> {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(file.path(), machine_code).expect("a temporary file");
    let output = Command::new(nvdisasm).arg("-c").arg(file.path()).output().expect("nvdisasm runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines()
        .filter_map(|line| line.trim_start().strip_prefix("/*")?.split_once("*/"))
        .filter_map(|(_, instruction)| {
            instruction.split_whitespace().find(|word| !word.starts_with('@'))
        })
        .map(|name| name.trim_end_matches(';').to_owned())
        .collect()
}

pub fn named<'i>(instructions: &'i [String], names: &[&str]) -> Vec<&'i String> {
    let is_named =
        |instruction: &&String| names.contains(&instruction.split('.').next().unwrap_or_default());
    instructions.iter().filter(is_named).collect()
}
