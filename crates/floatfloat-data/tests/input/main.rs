//! Files of every kind that is read, well-formed and malformed.

mod elements;
mod malformed;
mod streams;
mod tables;
mod well_formed;

use floatfloat_data::Loaded;
use std::{
    fs,
    path::{Path, PathBuf},
};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

/// The names of all files in a folder, sorted.
fn names(of: &str) -> Vec<String> {
    let entries = fs::read_dir(folder(of)).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A file as the command opens it, `FILE` or `FILE:PART`, called by its name alone.
fn load(of: &str, file: &str) -> Result<Loaded, floatfloat_data::Error> {
    let (file, part) = file.split_once(':').map_or((file, None), |(file, part)| (file, Some(part)));
    Loaded::new(file, part, fs::read(folder(of).join(file)).unwrap())
}
