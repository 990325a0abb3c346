//! The values of a table's cells.

use serde::{Deserialize, Serialize};

/// One value of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// Nothing was measured.
    Empty,
    /// Yes or no.
    Flag(bool),
    /// An integer.
    Integer(i64),
    /// A measured number. Non-finite numbers are written as text, since JSON cannot express them.
    Number(f64),
    /// A name, a verdict, or a number with more digits than a `f64` has.
    Text(String),
}

impl Cell {
    /// The number in it; none for text.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Cell::Integer(value) => Some(value as f64),
            Cell::Number(value) => Some(value),
            Cell::Empty | Cell::Flag(_) | Cell::Text(_) => None,
        }
    }
}

/// log2 of the magnitude of an error; `exact` if the error is zero.
pub fn log2(error: f64) -> Cell {
    if error == 0.0 { Cell::Text("exact".into()) } else { error.abs().log2().into_cell() }
}

/// A value that a table can contain.
pub trait IntoCell {
    /// The cell with this value.
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
