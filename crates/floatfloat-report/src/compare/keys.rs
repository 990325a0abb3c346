//! The columns that identify the rows of a table, by which rows of two tables are matched.

use crate::table::{Cell, Column, Role, Row};

/// The names of the columns by which rows of both sides are joined: the chosen columns.
pub(super) fn keys<'a>(columns: &[&'a Column]) -> Vec<&'a str> {
    let chosen = columns.iter().filter(|column| column.role == Role::Chosen);
    chosen.map(|column| column.name.as_ref()).collect()
}

/// Whether a column is the answer of its table. If it differs, the numbers of a row are about
/// different things.
pub(super) fn is_answer(column: &Column) -> bool {
    column.name == "type" && column.role != Role::Chosen
}

/// The values of these columns.
pub(super) fn of(row: &Row<'_>, keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| row.cell(key).map(plain).unwrap_or_default()).collect()
}

/// The non-empty values of these columns, with their names.
pub(super) fn named(row: &Row<'_>, keys: &[&str]) -> Vec<(String, Cell)> {
    let cells = keys.iter().filter_map(|&key| Some((key.to_owned(), row.cell(key)?.clone())));
    cells.filter(|(_, cell)| *cell != Cell::Empty).collect()
}

/// A key as text: `add, ff, elements 4096`.
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
