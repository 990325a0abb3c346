//! The only table of the first page.

use super::{
    DEFAULT_OPERATIONS,
    joined::{joined, measured_accuracy},
    table::Grid,
};
use crate::results::{Cell, Column, Results};

/// The columns of the page, with their names in the experiments.
const COLUMNS: [(&str, &str, &str); 6] = [
    ("bound_log2", "bound", "log2 of error"),
    ("max_log2", "largest seen", "log2 of error"),
    ("flops", "flops", ""),
    ("ns_per_op", "time", "ns"),
    ("gops", "rate", "10⁹/s"),
    ("percent_of_limit", "of limit", "%"),
];

/// The bound, the largest error and the speed of the default operations; none if neither error nor
/// speed was measured.
pub fn table(results: &Results) -> Option<Grid> {
    let mut names = [Vec::new(), Vec::new()];
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); COLUMNS.len()];
    for number_type in ["ff", "dd"] {
        for op in DEFAULT_OPERATIONS {
            let row = joined(results, None, op, number_type);
            if row.is_empty() {
                continue;
            }
            names[0].push(Cell::Text(op.into()));
            names[1].push(Cell::Text(number_type.into()));
            for (column, (name, _, _)) in cells.iter_mut().zip(COLUMNS) {
                column.push(row.cell(name).cloned().unwrap_or(Cell::Empty));
            }
        }
    }
    if names[0].is_empty() {
        return None;
    }
    let mut heads = vec![head("operation", ""), head("type", "")];
    let mut columns: Vec<Vec<&Cell>> = names.iter().map(|cells| cells.iter().collect()).collect();
    for (cells, (_, name, unit)) in cells.iter().zip(COLUMNS) {
        // Columns that no experiment measured are left out.
        if cells.iter().any(|cell| *cell != Cell::Empty) {
            heads.push(head(name, unit));
            columns.push(cells.iter().collect());
        }
    }
    Some(Grid::new(&heads, &columns))
}

/// The experiments from which the table is drawn.
pub fn sources(results: &Results) -> Vec<String> {
    let accuracy = measured_accuracy(results).map(|view| view.id.clone());
    accuracy.into_iter().chain(results.find("bench", &[]).map(|table| table.id.clone())).collect()
}

fn head(name: &str, unit: &str) -> Column {
    Column { name: name.to_owned().into(), unit: unit.to_owned().into(), role: Default::default() }
}
