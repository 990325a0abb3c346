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

/// Whether a printed line is the one that the book shows, up to `…` and whatever blanks are between the words. The times that
/// `advise` measures may differ, and the numbers that follow from them; the errors of its table may not.
#[cfg(unix)]
fn is_shown(printed: &str, shown: &str, measured: bool) -> bool {
    let is_number = |word: &str| {
        let first = word.trim_start_matches(['(', '-']).chars().next();
        first.is_some_and(|first| first.is_ascii_digit()) || ["µs", "ms", "s"].contains(&word)
    };
    let printed: Vec<_> = printed.split_whitespace().collect();
    let mut shown: Vec<_> = shown.split_whitespace().collect();
    let to_the_end = shown.pop_if(|last| *last == "…").is_none();
    let error = if shown.first() == Some(&"cpu") { 2 } else { usize::MAX };
    let same = |(place, (printed, shown)): (usize, (&&str, &&str))| {
        let varies = measured && place != error;
        printed == shown || varies && is_number(printed) && is_number(shown)
    };
    let lengths_fit =
        if to_the_end { printed.len() == shown.len() } else { printed.len() >= shown.len() };
    lengths_fit && printed.iter().zip(&shown).enumerate().all(same)
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
        let measured = command.contains(" advise ");
        let mut lines = printed.lines();
        for shown in shown.into_iter().filter(|&line| line != "…") {
            let found = lines.any(|line| is_shown(line, shown, measured));
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
