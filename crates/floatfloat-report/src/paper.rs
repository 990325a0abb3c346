//! Published tables of papers: data files, read when they are asked for.

use crate::table::{Cell, Column, Role, Table};
use serde::Deserialize;

/// A paper and its tables, as files that were read when the program was compiled.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// `paper.toml`: what the paper is, and which tables there are.
    pub description: &'static str,
    /// Name and contents of each file that it names.
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
    /// Authors and year.
    #[expect(dead_code, reason = "for readers of the file")]
    paper: String,
    table: Vec<Described>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    id: String,
    file: String,
    /// Which tables and figures of the paper these are.
    source: String,
    /// What they were measured on.
    device: String,
    /// Columns that name a row; the others were measured.
    chosen: Vec<String>,
    /// Units of columns that have one.
    #[serde(default)]
    units: std::collections::BTreeMap<String, String>,
    /// Columns that explain.
    #[serde(default)]
    explained_by: Vec<String>,
    /// Columns whose values are text, whatever they look like.
    #[serde(default)]
    text: Vec<String>,
    #[serde(default)]
    notes: Vec<String>,
}

impl Paper {
    /// All of its tables; or what is wrong with the files.
    ///
    /// # Errors
    /// The file and the place, where the files do not fit together; a test reads every paper.
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

/// A number where the text is one.
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
