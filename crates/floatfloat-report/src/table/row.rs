//! A row whose cells are read by the names of columns.

use super::{Cell, Role, Table};

/// One row of a table.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    table: &'a Table,
    cells: &'a [Cell],
}

/// The number in a cell, also if it is written as text.
pub fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Text(text) => text.trim().parse().ok(),
        _ => cell.number(),
    }
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

impl<'a> Row<'a> {
    pub(super) fn new(table: &'a Table, cells: &'a [Cell]) -> Self {
        Row { table, cells }
    }

    /// The table to which the row belongs.
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// Its cells, in the order of the columns.
    pub fn cells(&self) -> &'a [Cell] {
        self.cells
    }

    /// The cell of this column, if the table has it.
    pub fn cell(&self, column: &str) -> Option<&'a Cell> {
        let index = self.table.columns.iter().position(|c| c.name == column)?;
        self.cells.get(index)
    }

    /// The unit of this column; empty if there is none.
    pub fn unit(&self, column: &str) -> &'a str {
        self.table.columns.iter().find(|c| c.name == column).map_or("", |c| &c.unit)
    }

    /// The text of this column.
    pub fn text(&self, column: &str) -> Option<&'a str> {
        match self.cell(column)? {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of this column, if it is yes or no.
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

    /// The number of this column, if it is finite.
    pub fn finite(&self, column: &str) -> Option<f64> {
        self.number(column).filter(|value| value.is_finite())
    }

    /// The binary logarithm of an error in this column; −∞ if the text says that it is exact.
    pub fn log2(&self, column: &str) -> Option<f64> {
        match self.cell(column)? {
            Cell::Text(text) if text == "exact" => Some(f64::NEG_INFINITY),
            cell => number(cell),
        }
    }

    /// Whether the cell of this column shows this text: `ff`, `64`, `yes`, or nothing.
    pub fn is(&self, column: &str, text: &str) -> bool {
        self.shown(column) == text
    }

    /// The text that the cell of this column shows.
    pub fn shown(&self, column: &str) -> String {
        match self.cell(column) {
            None | Some(Cell::Empty) => String::new(),
            Some(Cell::Flag(flag)) => if *flag { "yes" } else { "no" }.into(),
            Some(Cell::Integer(integer)) => integer.to_string(),
            Some(Cell::Number(number)) => number.to_string(),
            Some(Cell::Text(text)) => text.clone(),
        }
    }

    /// Whether both rows have the same values in all chosen columns except these.
    pub fn agrees(&self, other: &Row<'_>, but: &[&str]) -> bool {
        let chosen = self.table.columns.iter().filter(|column| column.role == Role::Chosen);
        let mut others = chosen.filter(|column| !but.contains(&column.name.as_ref()));
        others.all(|column| self.cell(&column.name) == other.cell(&column.name))
    }
}
