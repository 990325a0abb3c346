//! The commands and shaders of the book: they run, and print what the book shows.

use crate::{floatfloat, shader::valid, stdout};
use std::{fs, path::PathBuf};

/// A page of the book.
fn page(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../book").join(name);
    fs::read_to_string(path).expect("a page")
}

/// The blocks of code in this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let after = page.split(&fence).skip(1);
    after.map(|rest| rest.split("```").next().expect("a first part")).collect()
}

/// What follows a prompt and what the book shows below it. A command goes on in the lines that are indented by two blanks.
#[cfg(unix)]
fn commands(block: &str) -> Vec<(String, Vec<&str>)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_owned(), Vec::new())),
            (None, Some((command, shown))) if shown.is_empty() && line.starts_with("  ") => {
                *command += "\n";
                *command += line;
            }
            (None, Some((_, shown))) => shown.push(line),
            (None, None) => panic!("a block begins with `$ `, not with {line}"),
        }
    }
    found
}

/// Whether a printed line is the one that the book shows, up to `…` and whatever blanks are between the words.
#[cfg(unix)]
fn is_shown(printed: &str, shown: &str) -> bool {
    let printed: Vec<_> = printed.split_whitespace().collect();
    let mut shown: Vec<_> = shown.split_whitespace().collect();
    match shown.pop_if(|last| *last == "…") {
        None => printed == shown,
        Some(_) => printed.starts_with(&shown),
    }
}

/// Whether a row of the table of `advise` is the one that the book shows: device, type, error, and whether it meets the
/// tolerance. The other columns follow from times.
#[cfg(unix)]
fn is_same_row(printed: &str, shown: &str) -> bool {
    let columns = |row: &str| -> Vec<String> {
        let row: Vec<_> = row.split_whitespace().map(str::to_owned).collect();
        [0, 1, 2, 4].into_iter().filter_map(|column| row.get(column).cloned()).collect()
    };
    columns(printed) == columns(shown)
}

/// Runs the commands of a page, one after the other, in one folder.
#[cfg(unix)]
fn runs(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let binary = assert_cmd::cargo::cargo_bin!("floatfloat");
    let binaries = binary.parent().expect("a folder").display().to_string();
    let path = format!("{binaries}:{}", std::env::var("PATH").unwrap_or_default());
    let page = page(name);
    let blocks = blocks(&page, "console");
    assert!(!blocks.is_empty(), "{name}");
    for (command, shown) in blocks.into_iter().flat_map(commands) {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).env("PATH", &path);
        let output = shell.current_dir(&folder).output().expect("a shell");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        let mut lines = printed.lines();
        for shown in shown.into_iter().filter(|&line| line != "…") {
            // The order of the rows and the sentences below them follow from times.
            let found = match command.contains(" advise ") {
                true if shown.starts_with("- ") => continue,
                true if shown.trim_start().starts_with("cpu ") => {
                    printed.lines().any(|line| is_same_row(line, shown))
                }
                _ => lines.any(|line| is_shown(line, shown)),
            };
            assert!(
                found,
                "{name}: {command}\nprints no line\n{shown}\n\nafter the lines above it, but\n{printed}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn commands_of_the_book_print_what_it_shows() {
    for page in ["advise.md", "errors.md", "shaders.md"] {
        runs(page);
    }
}

#[test]
fn the_shader_of_the_book_is_valid() {
    let (page, library) = (page("shaders.md"), "shader mul exp --lang wgsl");
    assert!(page.contains(&format!("$ floatfloat {library} > floatfloat.wgsl")));
    let shaders = blocks(&page, "wgsl");
    assert_eq!(shaders.len(), 1);
    let text = stdout(&mut floatfloat(library)) + shaders[0];
    assert_eq!(valid(&text).entry_points.len(), 1);
}
