//! A table: columns with a name, a unit and a role, and rows of typed cells.

mod cell;
mod frame;
mod row;

pub use cell::{Cell, IntoCell, log2};
pub use frame::Frame;
pub use row::{Row, distinct, number};

pub use crate::row;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// The measurements of an experiment, or the numbers of a paper, as in `results.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The id, such as `ops-accuracy`: the name of the experiment, or a text that begins with it.
    pub id: String,
    /// The tables and figures of a paper that the table reproduces, or is.
    #[serde(alias = "seed")]
    pub paper: Option<String>,
    /// The devices that the table is about, separated by commas.
    pub device: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The values, one vector per row, in the order of `columns`.
    pub rows: Vec<Vec<Cell>>,
    /// What the rows show, in plain words, and how they were made (sizes, random seeds).
    pub notes: Vec<String>,
}

/// Name, unit and role of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// The name, such as `max_log2`.
    pub name: Cow<'static, str>,
    /// The unit; empty if there is none.
    pub unit: Cow<'static, str>,
    /// The role of its values.
    #[serde(default)]
    pub role: Role,
}

/// The role of the values of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Chosen: the values of these columns together name a row.
    Chosen,
    /// Measured.
    #[default]
    Measured,
    /// Whether a condition holds that must hold: `false` is a failure.
    Verdict,
    /// An explanation of a row, which is never compared.
    Note,
}

/// A column with the role [`Role::Chosen`].
pub const fn chosen(name: &'static str) -> Column {
    column(name, "", Role::Chosen)
}

/// A column with the role [`Role::Measured`], in this unit.
pub const fn measured(name: &'static str, unit: &'static str) -> Column {
    column(name, unit, Role::Measured)
}

/// A column with the role [`Role::Verdict`].
pub const fn verdict(name: &'static str) -> Column {
    column(name, "", Role::Verdict)
}

/// A column with the role [`Role::Note`].
pub const fn note(name: &'static str) -> Column {
    column(name, "", Role::Note)
}

const fn column(name: &'static str, unit: &'static str, role: Role) -> Column {
    Column { name: Cow::Borrowed(name), unit: Cow::Borrowed(unit), role }
}

impl Column {
    /// Whether its numbers are binary logarithms.
    pub(crate) fn is_log2(&self) -> bool {
        self.name.ends_with("log2") || self.unit.starts_with("log2")
    }

    /// The same column with a unit.
    pub const fn in_unit(self, unit: &'static str) -> Self {
        let (Cow::Borrowed(name), role) = (&self.name, self.role) else {
            panic!("a column of a table that was read")
        };
        let name = *name;
        std::mem::forget(self);
        column(name, unit, role)
    }
}

impl Table {
    /// An empty table.
    pub fn new(id: &str, device: &str, columns: impl Into<Vec<Column>>) -> Self {
        Table {
            id: id.into(),
            paper: None,
            device: device.into(),
            columns: columns.into(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Names the tables and figures of a paper that the table reproduces, or is.
    pub fn paper(mut self, paper: &str) -> Self {
        self.paper = Some(paper.into());
        self
    }

    /// Adds a note.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds each paragraph of a text as a note. `{name}` in the text is replaced by the value of
    /// that name.
    pub fn explained(self, text: &str, values: &[(&str, &dyn fmt::Display)]) -> Self {
        text.split("\n\n").fold(self, |table, paragraph| {
            let note = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            let filled = |note: String, (name, value): &(&str, &dyn fmt::Display)| {
                note.replace(&format!("{{{name}}}"), &value.to_string())
            };
            table.note(values.iter().fold(note, filled))
        })
    }

    /// Adds a note to a table that is being filled.
    pub fn add_note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it does not have a cell for each column.
    pub fn push(&mut self, row: Vec<Cell>) {
        assert_eq!(row.len(), self.columns.len(), "a row of `{}` has the wrong width", self.id);
        self.rows.push(row);
    }

    /// Adds a row for a device that failed: its verdict is false, and a note says why.
    pub fn failed(mut self, device: &str, why: &str) -> Self {
        let cell = |column: &Column| match (column.name.as_ref(), column.role) {
            ("device", _) => device.into_cell(),
            (_, Role::Verdict) => false.into_cell(),
            _ => Cell::Empty,
        };
        let row = self.columns.iter().map(cell).collect();
        self.push(row);
        self.note(format!("{device} failed and was not used any more: {why}"))
    }

    /// Whether it contains the published numbers of a paper: `ops-accuracy-published`,
    /// `ops-speed-published-gpu`.
    pub fn is_published(&self) -> bool {
        self.id.ends_with("-published") || self.id.contains("-published-")
    }

    /// Whether it has all these columns.
    pub fn has(&self, columns: &[&str]) -> bool {
        columns.iter().all(|name| self.columns.iter().any(|column| column.name == *name))
    }

    /// Its rows.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(move |cells| Row::new(self, cells))
    }

    /// The rows about one device, for selection.
    pub fn frame_of(&self, device: &str) -> Frame<'_> {
        self.frame().filter(|row| row.text("device").is_none_or(|named| named == device))
    }

    /// The rows about one device; all rows if no column names devices.
    pub fn rows_of<'a>(&'a self, device: &'a str) -> impl Iterator<Item = Row<'a>> {
        self.rows().filter(move |row| row.text("device").is_none_or(|named| named == device))
    }

    /// The texts of a column, each once, in order of appearance.
    pub fn distinct(&self, column: &str) -> Vec<&str> {
        distinct(self.rows().filter_map(|row| row.text(column)))
    }

    /// The devices of its rows, in order of appearance. If no column names devices, the device on
    /// which it ran.
    pub fn devices(&self) -> Vec<&str> {
        let named = self.distinct("device");
        if named.is_empty() { vec![&self.device] } else { named }
    }

    /// All rows, for selection.
    pub fn frame(&self) -> Frame<'_> {
        Frame::new(self)
    }
}

/// The table with this id that has rows and all these columns.
pub fn find<'a>(tables: &'a [Table], id: &str, columns: &[&str]) -> Option<&'a Table> {
    let mut known = tables.iter().filter(|table| table.id == id && !table.rows.is_empty());
    known.find(|table| table.has(columns))
}

/// Makes a row from values of any types that a table can contain.
#[macro_export]
macro_rules! row {
    ($($value:expr),* $(,)?) => {
        vec![$($crate::table::IntoCell::into_cell($value)),*]
    };
}
