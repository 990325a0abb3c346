//! Results on stdout, as text or JSON.

use crate::{arguments::Format, text};
use floatfloat_lab::results::{Document, Table};
use serde::Serialize;
use std::io::{self, Write};

/// Writes the tables of one command.
pub fn experiments(format: Format, experiments: &[Table]) -> io::Result<()> {
    match format {
        Format::Json => write(&document(experiments)?),
        Format::Text => {
            let width = terminal_width();
            let texts: Vec<_> = experiments.iter().map(|e| text::experiment(e, width)).collect();
            write(&texts.join("\n"))
        }
    }
}

/// The JSON of one command.
pub fn document(experiments: &[Table]) -> io::Result<String> {
    let Some(document) = Document::new(experiments) else { return Ok(String::new()) };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// The width in characters of the terminal of stdout; none if stdout is not a terminal.
fn terminal_width() -> Option<u16> {
    let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
    Some(width.0)
}

/// Writes a value as JSON.
pub fn json(value: &impl Serialize) -> io::Result<()> {
    write(&(serde_json::to_string_pretty(value)? + "\n"))
}

/// Writes all of the text to stdout, or returns an error.
pub fn write(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}
