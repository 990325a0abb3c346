//! Tables of the page, made cell by cell from an experiment.

use super::number::{Format, raised, whole};
use crate::{
    results::{Cell, Column, Table},
    table::number,
};

/// Tables with more rows than this are folded until the reader opens them.
const FOLDED_FROM: usize = 24;

/// Texts longer than this may break into lines.
const LONG: usize = 40;

/// A table of the page.
pub struct Grid {
    pub heads: Vec<Head>,
    pub rows: Vec<Vec<Shown>>,
}

/// A column's head.
pub struct Head {
    pub name: String,
    pub unit: String,
    pub numeric: bool,
}

/// A cell as a reader sees it.
pub struct Shown {
    pub text: String,
    /// The value in the result file, if the shown value is rounded.
    pub value: Option<String>,
    pub class: &'static str,
}

/// An experiment's table in its section.
pub struct Raw {
    pub anchor: String,
    pub id: String,
    pub device: String,
    pub paper: Option<String>,
    pub notes: Vec<String>,
    pub table: Grid,
    pub folded: bool,
}

impl Raw {
    /// The whole table of an experiment.
    pub fn new(experiment: &Table, anchor: String) -> Self {
        let table = Grid::new(&experiment.columns, &by_column(experiment));
        let folded = table.rows.len() > FOLDED_FROM;
        Raw {
            anchor,
            id: experiment.id.clone(),
            device: experiment.device.clone(),
            paper: experiment.paper.clone(),
            notes: experiment.notes.iter().map(|note| raised(note)).collect(),
            table,
            folded,
        }
    }
}

/// The cells of each column.
fn by_column(experiment: &Table) -> Vec<Vec<&Cell>> {
    (0..experiment.columns.len())
        .map(|i| experiment.rows.iter().filter_map(|row| row.get(i)).collect())
        .collect()
}

impl Grid {
    /// A table from columns of cells, all of the same length.
    pub fn new(columns: &[Column], cells: &[Vec<&Cell>]) -> Self {
        let formats: Vec<Format> = columns
            .iter()
            .zip(cells)
            .map(|(column, cells)| Format::of_column(column, cells.iter().copied()))
            .collect();
        Grid::formatted(columns, cells, &formats)
    }

    /// A table of an experiment whose columns contain numbers of several quantities.
    pub fn of_mixed(experiment: &Table) -> Self {
        let formats = vec![Format::Significant; experiment.columns.len()];
        Grid::formatted(&experiment.columns, &by_column(experiment), &formats)
    }

    fn formatted(columns: &[Column], cells: &[Vec<&Cell>], formats: &[Format]) -> Self {
        let heads: Vec<Head> = columns
            .iter()
            .zip(cells)
            .map(|(column, cells)| Head {
                name: column.name.to_string(),
                unit: raised(&column.unit),
                numeric: column.is_log2() || is_numeric(cells),
            })
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let rows = (0..height)
            .map(|row| {
                cells
                    .iter()
                    .zip(formats)
                    .map(|(column, format)| {
                        show(column.get(row).copied().unwrap_or(&Cell::Empty), *format)
                    })
                    .collect()
            })
            .collect();
        Grid { heads, rows }
    }
}

/// Whether a column contains mostly numbers, apart from empty cells.
fn is_numeric(cells: &[&Cell]) -> bool {
    let filled = cells.iter().filter(|cell| !matches!(cell, Cell::Empty)).count();
    let numbers = cells.iter().filter(|cell| number(cell).is_some()).count();
    2 * numbers > filled
}

fn show(cell: &Cell, format: Format) -> Shown {
    match cell {
        Cell::Empty => Shown { text: "–".into(), value: None, class: "empty" },
        Cell::Flag(flag) => Shown {
            text: if *flag { "yes" } else { "no" }.into(),
            value: None,
            class: if *flag { "yes" } else { "no" },
        },
        Cell::Integer(value) => {
            Shown { text: whole(*value), value: Some(value.to_string()), class: "" }
        }
        Cell::Number(value) => {
            Shown { text: format.show(*value), value: Some(value.to_string()), class: "" }
        }
        Cell::Text(text) => match text.parse::<f64>() {
            Ok(value) if !value.is_finite() => {
                Shown { text: format.show(value), value: Some(text.clone()), class: "" }
            }
            // A number with more digits than f64 has: all digits are shown.
            Ok(_) => Shown { text: text.clone(), value: Some(text.clone()), class: "digits" },
            Err(_) => Shown {
                text: raised(text),
                value: None,
                class: if text.chars().count() > LONG { "long" } else { "" },
            },
        },
    }
}
