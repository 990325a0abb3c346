//! Accuracy and speed of the same operation, for the table and the figure that show both.

use super::view::{Row, find};
use crate::results::{Cell, Results};

/// What was measured of one operation in one number type.
pub struct Joined<'a> {
    accuracy: Option<Row<'a>>,
    bench: Option<Row<'a>>,
}

/// Accuracy where it is worst, speed at the shortest arrays.
pub fn joined<'a>(results: &'a Results, op: &str, number_type: &str) -> Joined<'a> {
    let rows = |id| {
        find(results, id, &["op", "type"]).next().into_iter().flat_map(|view| view.rows()).filter(
            move |row: &Row| row.text("op") == Some(op) && row.text("type") == Some(number_type),
        )
    };
    let key = |row: &Row, column| row.number(column).unwrap_or(f64::NAN);
    Joined {
        accuracy: rows("accuracy").max_by(|a, b| key(a, "max_log2").total_cmp(&key(b, "max_log2"))),
        bench: rows("bench").min_by(|a, b| key(a, "elements").total_cmp(&key(b, "elements"))),
    }
}

impl<'a> Joined<'a> {
    /// Whether anything was measured.
    pub fn is_empty(&self) -> bool {
        self.accuracy.is_none() && self.bench.is_none()
    }

    /// The cell of this column in whichever table has it.
    pub fn cell(&self, column: &str) -> Option<&'a Cell> {
        let cells = [self.accuracy, self.bench].into_iter().flatten();
        cells.filter_map(|row| row.cell(column)).find(|cell| **cell != Cell::Empty)
    }

    /// The number of this column if it can be drawn.
    pub fn finite(&self, column: &str) -> Option<f64> {
        self.cell(column).and_then(super::view::number).filter(|value| value.is_finite())
    }
}
