//! Reading an experiment's table by names of columns.

use crate::results::{Cell, Experiment, Results};

/// An experiment whose cells are looked up by column name.
#[derive(Clone, Copy)]
pub struct View<'a>(pub &'a Experiment);

/// One row of it.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    experiment: &'a Experiment,
    cells: &'a [Cell],
}

/// The number in a cell, also one that is written as text.
pub fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Integer(value) => Some(*value as f64),
        Cell::Number(value) => Some(*value),
        Cell::Text(text) => text.trim().parse().ok(),
        Cell::Empty | Cell::Flag(_) => None,
    }
}

impl<'a> View<'a> {
    /// Whether it has all these columns.
    pub fn has(&self, columns: &[&str]) -> bool {
        columns.iter().all(|name| self.0.columns.iter().any(|column| column.name == *name))
    }

    /// Its rows.
    pub fn rows(self) -> impl Iterator<Item = Row<'a>> {
        let experiment = self.0;
        experiment.rows.iter().map(move |cells| Row { experiment, cells })
    }

    /// The devices that its rows are about, in order of appearance; where no column names them, the
    /// device that it ran on.
    pub fn devices(self) -> Vec<&'a str> {
        let named = self.distinct("device");
        if named.is_empty() { vec![self.0.device.as_str()] } else { named }
    }

    /// The device that a figure for one device shows: the first of this machine's that the rows are
    /// about.
    pub fn main_device(self, results: &'a Results) -> &'a str {
        let devices = self.devices();
        let here = results.devices.iter().map(|device| device.id.as_str());
        here.into_iter().find(|id| devices.contains(id)).unwrap_or(devices[0])
    }

    /// Its rows about one device: all of them where no column names it.
    pub fn rows_of(self, device: &'a str) -> impl Iterator<Item = Row<'a>> {
        self.rows().filter(move |row| row.text("device").is_none_or(|named| named == device))
    }

    /// The texts of a column, each once, in order of appearance.
    pub fn distinct(self, column: &str) -> Vec<&'a str> {
        distinct(self.rows().filter_map(|row| row.text(column)))
    }
}

impl<'a> Row<'a> {
    /// The cell of this column, if the table has it.
    pub fn cell(&self, column: &str) -> Option<&'a Cell> {
        let index = self.experiment.columns.iter().position(|c| c.name == column)?;
        self.cells.get(index)
    }

    /// The text of this column.
    pub fn text(&self, column: &str) -> Option<&'a str> {
        match self.cell(column)? {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Yes or no, where this column says so.
    pub fn flag(&self, column: &str) -> Option<bool> {
        match self.cell(column)? {
            Cell::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The number of this column; may be infinite or NaN.
    pub fn number(&self, column: &str) -> Option<f64> {
        number(self.cell(column)?)
    }

    /// The binary logarithm of an error in this column: −∞ where the text says that it is exact.
    pub fn log2(&self, column: &str) -> Option<f64> {
        match self.cell(column)? {
            Cell::Text(text) if text == "exact" => Some(f64::NEG_INFINITY),
            cell => number(cell),
        }
    }

    /// The number of this column if it can be drawn.
    pub fn finite(&self, column: &str) -> Option<f64> {
        self.number(column).filter(|value| value.is_finite())
    }
}

/// Every experiment with this id that has these columns and at least one row.
pub fn find<'a>(
    results: &'a Results,
    id: &str,
    columns: &[&str],
) -> impl Iterator<Item = View<'a>> {
    let views = results.experiments.iter().filter(move |e| e.id == id).map(View);
    views.filter(move |view| view.has(columns) && !view.0.rows.is_empty())
}

/// Each value once, in order of appearance.
pub fn distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}
