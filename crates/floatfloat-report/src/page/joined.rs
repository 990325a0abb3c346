//! The accuracy and the speed of the same operation, for the table and the figure that show both.

use crate::{
    results::{Cell, Results},
    table::{Row, Table, number},
};

/// The measurements of one operation in one number type.
pub struct Joined<'a> {
    accuracy: Option<Row<'a>>,
    bench: Option<Row<'a>>,
}

/// The table of errors on the first page: over chosen operands or, if a run was interrupted before
/// that, over random operands.
pub fn measured_accuracy(results: &Results) -> Option<&Table> {
    let columns = ["op", "type", "bound_log2", "max_log2"];
    ["accuracy", "ops-accuracy"].iter().find_map(|id| results.find(id, &columns))
}

/// The worst accuracy, and the speed at the shortest arrays, of one device. The default is the device
/// of the first page.
pub fn joined<'a>(
    results: &'a Results,
    device: Option<&'a str>,
    op: &str,
    number_type: &str,
) -> Joined<'a> {
    let rows = |view: Option<&'a Table>| {
        view.into_iter().flat_map(|view| {
            view.rows_of(device.unwrap_or(results.first_device(view))).filter(move |row| {
                row.text("op") == Some(op) && row.text("type") == Some(number_type)
            })
        })
    };
    let elements = |row: &Row| row.number("elements").unwrap_or(f64::NAN);
    let error = |row: &Row| row.log2("max_log2").unwrap_or(f64::NAN);
    let bench = results.find("bench", &["op", "type", "ns_per_op"]);
    Joined {
        accuracy: rows(measured_accuracy(results)).max_by(|a, b| error(a).total_cmp(&error(b))),
        bench: rows(bench).min_by(|a, b| elements(a).total_cmp(&elements(b))),
    }
}

impl<'a> Joined<'a> {
    /// Whether anything was measured.
    pub fn is_empty(&self) -> bool {
        self.accuracy.is_none() && self.bench.is_none()
    }

    /// The cell of this column in the table that has it.
    pub fn cell(&self, column: &str) -> Option<&'a Cell> {
        let cells = [self.accuracy, self.bench].into_iter().flatten();
        cells.filter_map(|row| row.cell(column)).find(|cell| **cell != Cell::Empty)
    }

    /// The number of this column, if it is finite.
    pub fn finite(&self, column: &str) -> Option<f64> {
        self.cell(column).and_then(number).filter(|value| value.is_finite())
    }
}
