//! Results on stdout, as text or JSON.

use crate::{arguments::Format, text};
use floatfloat_lab::results::{Experiment, SCHEMA};
use serde::Serialize;
use std::io::{self, Write};

/// The JSON of a command: one experiment, and where it has several tables the others inside it.
#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    #[serde(flatten)]
    experiment: &'a Experiment,
    #[serde(skip_serializing_if = "<[Experiment]>::is_empty")]
    further: &'a [Experiment],
}

/// Writes the tables of one command.
pub fn experiments(format: Format, experiments: &[Experiment]) -> io::Result<()> {
    match (format, experiments) {
        (Format::Json, [experiment, further @ ..]) => {
            json(&Document { schema: SCHEMA, experiment, further })
        }
        _ => {
            let texts: Vec<_> = experiments.iter().map(text::experiment).collect();
            write(&texts.join("\n"))
        }
    }
}

/// Writes a value as JSON.
pub fn json(value: &impl Serialize) -> io::Result<()> {
    write(&(serde_json::to_string_pretty(value)? + "\n"))
}

/// Writes text to stdout, all of it or an error.
pub fn write(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}
