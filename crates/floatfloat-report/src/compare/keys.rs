//! Which columns tell the rows of a table apart, and so say which rows belong together.

use super::{Rows, is_log2};
use crate::{
    page::view::{Row, number},
    results::{Cell, Column},
};
use std::collections::BTreeSet;

/// Columns that are chosen and not measured, wherever they stand.
const CHOSEN: [&str; 43] = [
    "algorithm",
    "algorithms",
    "arithmetic",
    "bits",
    "block",
    "block_size",
    "blocks",
    "chains",
    "coefficient",
    "conclusion",
    "data",
    "elements",
    "format",
    "groups",
    "intensity",
    "lanes",
    "launch",
    "method",
    "mode",
    "n",
    "op",
    "operation",
    "operations",
    "order",
    "products",
    "range",
    "repetitions",
    "seed",
    "seed_name",
    "shape",
    "size",
    "steps",
    "term",
    "terms",
    "threads",
    "tolerance",
    "type",
    "variant",
    "word",
    "work",
    "workload",
    "x",
    "y",
];

/// Columns of single tables that are chosen, though those of the same name are measured elsewhere.
const CHOSEN_IN: [(&str, &str); 3] =
    [("compensated", "condition"), ("do-undo", "division"), ("mul-chain", "operands")];

/// Columns of single tables that are found, though those of the same name are chosen elsewhere.
const FOUND_IN: [(&str, &str); 1] = [("advise-matrix", "type")];

/// Columns of whole numbers and words that are measured.
const MEASURED: [&str; 10] = [
    "compared",
    "count",
    "digits",
    "evidence",
    "mismatches",
    "results",
    "samples",
    "tried",
    "ulps_from_f64",
    "verdict",
];

/// Names of the columns by which rows of both sides are joined: those that are known to be chosen, and
/// of the others that hold no measured number as many from the left as it takes to tell the rows of
/// each side apart.
pub(super) fn keys<'a>(id: &str, columns: &[&'a Column], both: &[Rows<'_>; 2]) -> Vec<&'a str> {
    let is_found = |column: &Column| found_in(id).any(|name| name == column.name);
    let is_chosen = |column: &Column| {
        let name = column.name.as_str();
        CHOSEN_IN.contains(&(id, name)) || CHOSEN.contains(&name) && !is_found(column)
    };
    let mut keys: Vec<&str> = columns
        .iter()
        .filter(|column| is_chosen(column))
        .map(|column| column.name.as_str())
        .collect();
    let rest = columns
        .iter()
        .filter(|column| !is_chosen(column) && !is_found(column) && !is_measured(column, both));
    for column in rest {
        if both.iter().all(|rows| are_told_apart(rows, &keys)) {
            break;
        }
        keys.push(&column.name);
    }
    keys
}

/// The columns of this table that are its answers: where they differ, its numbers are about different
/// things.
pub(super) fn found_in(id: &str) -> impl Iterator<Item = &'static str> {
    FOUND_IN.into_iter().filter(move |(table, _)| *table == id).map(|(_, column)| column)
}

/// Whether numbers other than whole ones stand in the column, or texts of numbers, or what is found of
/// them.
fn is_measured(column: &Column, both: &[Rows<'_>; 2]) -> bool {
    let mut cells = both.iter().flatten().filter_map(|(_, row)| row.cell(&column.name));
    let is_found = |cell: &Cell| match cell {
        Cell::Number(_) | Cell::Flag(_) => true,
        Cell::Text(_) => number(cell).is_some(),
        Cell::Empty | Cell::Integer(_) => false,
    };
    MEASURED.contains(&column.name.as_str()) || is_log2(column) || cells.any(is_found)
}

fn are_told_apart(rows: &Rows<'_>, keys: &[&str]) -> bool {
    let mut seen = BTreeSet::new();
    rows.iter().all(|(device, row)| seen.insert((*device, of(row, keys))))
}

/// The values of these columns.
pub(super) fn of(row: &Row<'_>, keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| row.cell(key).map(plain).unwrap_or_default()).collect()
}

/// The values of these columns with their names, those that are there.
pub(super) fn named(row: &Row<'_>, keys: &[&str]) -> Vec<(String, Cell)> {
    let cells = keys.iter().filter_map(|&key| Some((key.to_owned(), row.cell(key)?.clone())));
    cells.filter(|(_, cell)| *cell != Cell::Empty).collect()
}

/// A key in words: `add, ff, elements 4096`.
pub(super) fn text(key: &[(String, Cell)]) -> String {
    let part = |(name, cell): &(String, Cell)| match cell {
        Cell::Text(text) => text.clone(),
        cell => format!("{name} {}", plain(cell)),
    };
    key.iter().map(part).collect::<Vec<_>>().join(", ")
}

fn plain(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Flag(flag) => if *flag { "yes" } else { "no" }.into(),
        Cell::Integer(integer) => integer.to_string(),
        Cell::Number(number) if *number == 0.0 || (1e-4..1e9).contains(&number.abs()) => {
            number.to_string()
        }
        Cell::Number(number) => format!("{number:e}"),
        Cell::Text(text) => text.clone(),
    }
}
