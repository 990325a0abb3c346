//! Published tables of papers: data files that are embedded and read when needed.

use crate::table::{Cell, Column, Role, Table};
use serde::Deserialize;

/// A paper and its tables, as files that were embedded at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// The contents of `paper.toml`, which describes the paper and lists its tables.
    pub description: &'static str,
    /// The name and the contents of each file that it lists.
    pub files: &'static [(&'static str, &'static str)],
}

/// Embeds `papers/NAME/paper.toml` of the crate that calls it, and the tables beside it.
#[macro_export]
macro_rules! paper {
    ($name:literal, $($table:literal),* $(,)?) => {
        $crate::paper::Paper {
            description: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/papers/", $name, "/paper.toml"
            )),
            files: &[$((
                $table,
                include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/papers/", $name, "/", $table
                )),
            )),*],
        }
    };
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    /// The authors and the year.
    #[expect(dead_code, reason = "for readers of the file")]
    paper: String,
    table: Vec<Described>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    id: String,
    file: String,
    /// The tables and figures of the paper that these are.
    source: String,
    /// The device of the measurements.
    device: String,
    /// The columns that name a row; the others were measured.
    chosen: Vec<String>,
    /// The units of columns that have one.
    #[serde(default)]
    units: std::collections::BTreeMap<String, String>,
    /// The columns that explain a row.
    #[serde(default)]
    explained_by: Vec<String>,
    /// The columns whose values are text, whatever they look like.
    #[serde(default)]
    text: Vec<String>,
    #[serde(default)]
    notes: Vec<String>,
}

impl Paper {
    /// All tables of the paper.
    ///
    /// # Errors
    /// A message with the file and the place, if the files do not fit together. A test reads every
    /// paper.
    pub fn tables(&self) -> Result<Vec<Table>, String> {
        let described: Description =
            toml::from_str(self.description).map_err(|error| format!("paper.toml: {error}"))?;
        described.table.iter().map(|table| self.table(table)).collect()
    }

    fn table(&self, described: &Described) -> Result<Table, String> {
        let file = self.files.iter().find(|(name, _)| *name == described.file);
        let (name, text) = file.ok_or_else(|| format!("{} is not embedded", described.file))?;
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let failed = |error: csv::Error| format!("{name}: {error}");
        let names: Vec<String> =
            reader.headers().map_err(failed)?.iter().map(str::to_owned).collect();
        let named = described.chosen.iter().chain(described.units.keys());
        let mut named = named.chain(&described.explained_by).chain(&described.text);
        if let Some(unknown) = named.find(|column| !names.contains(column)) {
            return Err(format!("paper.toml: {name} has no column `{unknown}`"));
        }
        let column = |column: &String| Column {
            unit: described.units.get(column).cloned().unwrap_or_default().into(),
            role: match column {
                column if described.chosen.contains(column) => Role::Chosen,
                column if described.explained_by.contains(column) => Role::Note,
                _ => Role::Measured,
            },
            name: column.clone().into(),
        };
        let columns: Vec<Column> = names.iter().map(column).collect();
        let mut table =
            Table::new(&described.id, &described.device, columns).paper(&described.source);
        table.notes.clone_from(&described.notes);
        for record in reader.records() {
            let record = record.map_err(failed)?;
            let cells =
                record.iter().zip(&names).map(|(text, name)| match described.text.contains(name) {
                    true if text.is_empty() => Cell::Empty,
                    true => Cell::Text(text.into()),
                    false => cell(text),
                });
            table.push(cells.collect());
        }
        Ok(table)
    }
}

/// The number in a text, if it is one; otherwise the text.
fn cell(text: &str) -> Cell {
    match text {
        "" => Cell::Empty,
        "true" => Cell::Flag(true),
        "false" => Cell::Flag(false),
        _ => text.parse().map(Cell::Integer).unwrap_or_else(|_| match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Cell::Number(number),
            _ => Cell::Text(text.into()),
        }),
    }
}
