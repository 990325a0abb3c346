//! Which columns tell the rows of a table apart, and so say which rows belong together.

use super::{Rows, is_log2};
use crate::{
    report::view::{Row, number},
    results::{Cell, Column},
};
use std::collections::BTreeSet;

/// Columns that are chosen and not measured, wherever they stand.
const CHOSEN: [&str; 34] = [
    "algorithm",
    "arithmetic",
    "block",
    "block_size",
    "blocks",
    "coefficient",
    "conclusion",
    "data",
    "elements",
    "format",
    "intensity",
    "launch",
    "method",
    "mode",
    "n",
    "op",
    "operation",
    "operations",
    "order",
    "range",
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
];

/// Columns of whole numbers and words that are measured.
const MEASURED: [&str; 8] =
    ["compared", "count", "digits", "mismatches", "results", "samples", "tried", "verdict"];

/// Names of the columns by which rows of both sides are joined: those that are known to be chosen, and
/// of the others that hold no measured number as many from the left as it takes to tell the rows of
/// each side apart.
pub(super) fn keys<'a>(columns: &[&'a Column], both: &[Rows<'_>; 2]) -> Vec<&'a str> {
    let is_chosen = |column: &Column| CHOSEN.contains(&column.name.as_str());
    let mut keys: Vec<&str> = columns
        .iter()
        .filter(|column| is_chosen(column))
        .map(|column| column.name.as_str())
        .collect();
    let rest = columns.iter().filter(|column| !is_chosen(column) && !is_measured(column, both));
    for column in rest {
        if both.iter().all(|rows| are_told_apart(rows, &keys)) {
            break;
        }
        keys.push(&column.name);
    }
    keys
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
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => text.clone(),
    }
}
