//! The differences between two examinations of what others compute.

use super::{CHANGED, Changes, ONLY_AFTER, ONLY_BEFORE, by_key, each, summary};
use crate::{
    error::Error,
    results::{Cell, Table},
    table::{chosen, measured, row},
};
use floatfloat_report::table::Row;
use std::collections::HashSet;

/// The tables of `floatfloat paranoia --libm` and its kin.
#[derive(Clone, Debug)]
pub struct Boxes {
    pub(super) name: String,
    /// Each with the columns that name a row, and those that are compared.
    pub(super) tables: [(Option<Table>, &'static [&'static str], &'static [&'static str]); 4],
}

/// The id of the first table, which every such examination has.
pub(super) const PROPERTIES: &str = "black-box";

impl Boxes {
    /// Takes the tables out of these.
    pub(super) fn of(name: &str, tables: &mut Vec<Table>) -> Self {
        let mut take = |id: &str| {
            let place = tables.iter().position(|table| table.id == id)?;
            Some(tables.swap_remove(place))
        };
        Boxes {
            name: name.to_owned(),
            tables: [
                (take(PROPERTIES), &["box", "property"], &["value"]),
                (take("black-box-functions"), &["box", "operands"], &["not_nearest", "error"]),
                (take("black-box-texts"), &["box", "operands"], &["wrong", "longer"]),
                (take("black-box-findings"), &["box", "finding"], &[]),
            ],
        }
    }

    fn rows(&self, table: usize) -> impl Iterator<Item = Row<'_>> {
        self.tables[table].0.iter().flat_map(Table::rows)
    }

    fn boxes(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let names = self.rows(0).filter_map(|row| row.text("box"));
        names.filter(|&name| seen.insert(name)).collect()
    }
}

pub(super) fn compare(before: &Boxes, after: &Boxes) -> Result<Changes, Error> {
    let columns = [
        chosen("kind"),
        chosen("box"),
        chosen("what"),
        measured("before", ""),
        measured("after", ""),
    ];
    let mut table = Table::new("paranoia-diff", "", columns);
    let mut push = |kind: &str, name: &str, what: &str, before: Cell, after: Cell| {
        table.push(row![kind, name, what, before, after]);
    };
    let (old, new) = (before.boxes(), after.boxes());
    for name in old.iter().filter(|name| !new.contains(name)) {
        push(ONLY_BEFORE, name, "box", Cell::Empty, Cell::Empty);
    }
    for name in new.iter().filter(|name| !old.contains(name)) {
        push(ONLY_AFTER, name, "box", Cell::Empty, Cell::Empty);
    }
    let in_both = |row: &Row<'_>| {
        row.text("box").is_some_and(|name| old.contains(&name) && new.contains(&name))
    };
    let mut different = false;
    for (which, (_, keys, values)) in before.tables.iter().enumerate() {
        let old = by_key(before.rows(which).filter(in_both), keys);
        let new = by_key(after.rows(which).filter(in_both), keys);
        each(&old, &new, |old, new| {
            let cell = |row: Option<&Row<'_>>, column| {
                row.and_then(|row| row.cell(column)).cloned().unwrap_or(Cell::Empty)
            };
            let name = |row: &Row<'_>, key: usize| row.text(keys[key]).unwrap_or("").to_owned();
            let of = |row: Option<&Row<'_>>| match row.and_then(|row| row.text("property")) {
                Some("asked") => cell(row, "value"),
                _ => cell(row, "tried"),
            };
            different |= old.is_some() && new.is_some() && of(old) != of(new);
            let (kind, of) = match (old, new) {
                (Some(row), Some(_)) => (CHANGED, row),
                (Some(row), None) => (ONLY_BEFORE, row),
                (None, Some(row)) => (ONLY_AFTER, row),
                (None, None) => return,
            };
            if values.is_empty() && kind != CHANGED {
                push(kind, &name(of, 0), &name(of, 1), Cell::Empty, Cell::Empty);
            }
            for &column in *values {
                if cell(old, column) != cell(new, column) {
                    let what = match column {
                        "value" => name(of, 1),
                        _ => format!("{column} of {}", name(of, 1)),
                    };
                    push(kind, &name(of, 0), &what, cell(old, column), cell(new, column));
                }
            }
        });
    }
    if different {
        return Err(Error::Input(format!(
            "{} and {} were made with different operands: use the same --seed and --sizes, and --quick for both or none",
            before.name, after.name
        )));
    }
    let count = table.rows.len();
    let table = table.note(summary(&before.name, &after.name, count));
    Ok(Changes { table, count })
}
