//! Building the table of an experiment.

use crate::{
    findings::CLAIMS,
    results::{Cell, Column, Experiment},
};

/// An experiment that is being filled.
pub struct Table(Experiment);

impl Table {
    /// An empty table; columns are pairs of name and unit.
    pub fn new(id: &str, device: &str, columns: &[(&str, &str)]) -> Self {
        let columns = columns
            .iter()
            .map(|&(name, unit)| Column { name: name.into(), unit: unit.into() })
            .collect();
        Table(Experiment {
            id: id.into(),
            seed: None,
            device: device.into(),
            columns,
            rows: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// Names the table or figure of a seed paper that this reproduces, or is.
    pub fn seed(mut self, seed: &str) -> Self {
        self.0.seed = Some(seed.into());
        self
    }

    /// Adds a note.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.0.notes.push(note.into());
        self
    }

    /// Adds a note to a table that is being filled.
    pub fn add_note(&mut self, note: impl Into<String>) {
        self.0.notes.push(note.into());
    }

    /// Adds a row, which must have a cell for each column.
    pub fn push(&mut self, row: Vec<Cell>) {
        assert_eq!(row.len(), self.0.columns.len(), "a row of `{}` has the wrong width", self.0.id);
        self.0.rows.push(row);
    }

    /// Says of a device that it failed: a row in which what is claimed does not hold, and why.
    pub fn failed(mut self, device: &str, why: &str) -> Self {
        let cell = |column: &Column| match column.name.as_str() {
            "device" => device.into_cell(),
            name if CLAIMS.contains(&name) => false.into_cell(),
            _ => Cell::Empty,
        };
        let row = self.0.columns.iter().map(cell).collect();
        self.push(row);
        self.note(format!("{device} failed, and what it had computed is not shown: {why}"))
    }

    /// The finished table.
    pub fn finish(self) -> Experiment {
        self.0
    }
}

/// log2 of the magnitude of an error; `exact` where there is none.
pub fn log2(error: f64) -> Cell {
    if error == 0.0 { Cell::Text("exact".into()) } else { error.abs().log2().into_cell() }
}

/// What can stand in a table.
pub trait IntoCell {
    /// The cell that holds it.
    fn into_cell(self) -> Cell;
}

impl IntoCell for Cell {
    fn into_cell(self) -> Cell {
        self
    }
}

impl IntoCell for f64 {
    fn into_cell(self) -> Cell {
        if self.is_finite() { Cell::Number(self) } else { Cell::Text(self.to_string()) }
    }
}

impl IntoCell for bool {
    fn into_cell(self) -> Cell {
        Cell::Flag(self)
    }
}

impl IntoCell for &str {
    fn into_cell(self) -> Cell {
        Cell::Text(self.into())
    }
}

impl IntoCell for String {
    fn into_cell(self) -> Cell {
        Cell::Text(self)
    }
}

impl<T: IntoCell> IntoCell for Option<T> {
    fn into_cell(self) -> Cell {
        self.map_or(Cell::Empty, IntoCell::into_cell)
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl IntoCell for $integer {
            /// Integers beyond `i64` are written as text.
            fn into_cell(self) -> Cell {
                i64::try_from(self).map_or_else(|_| Cell::Text(self.to_string()), Cell::Integer)
            }
        }
    )*};
}

integers!(i32, u32, i64, u64, usize);

/// A row from values of any kind that can stand in a table.
#[macro_export]
macro_rules! row {
    ($($value:expr),* $(,)?) => {
        vec![$($crate::table::IntoCell::into_cell($value)),*]
    };
}
pub use row;
