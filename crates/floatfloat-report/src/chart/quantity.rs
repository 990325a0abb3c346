//! The numbers of a chart, read from rows of tables.

use super::{Published, Shows, Source, Value};
use crate::table::{Frame, Row, Table, find};

/// The rows in which the columns show the required texts.
pub(crate) fn shown<'a, 's>(
    rows: &Frame<'a>,
    with: impl IntoIterator<Item = &'s (&'static str, Shows)>,
) -> Frame<'a> {
    with.into_iter().fold(rows.clone(), |rows, (column, shows)| match shows {
        Shows::One(texts) => rows.filter(|row| texts.iter().any(|text| row.is(column, text))),
        Shows::Not(text) => rows.filter(|row| !row.is(column, text)),
        Shows::Most(alike) => extreme(&rows, column, alike, f64::gt),
        Shows::Least(alike) => extreme(&rows, column, alike, f64::lt),
    })
}

/// The rows whose number in a column is extreme: no other row that agrees in some columns has a number
/// `beyond` it.
fn extreme<'a>(
    rows: &Frame<'a>,
    column: &str,
    alike: &[&str],
    beyond: fn(&f64, &f64) -> bool,
) -> Frame<'a> {
    let key = |row: &Row<'_>| alike.iter().map(|column| row.shown(column)).collect::<Vec<_>>();
    let mut found: Vec<(Vec<String>, f64)> = Vec::new();
    for row in rows.rows() {
        let Some(number) = row.finite(column) else { continue };
        let key = key(&row);
        match found.iter_mut().find(|(known, _)| *known == key) {
            Some((_, last)) if beyond(&number, last) => *last = number,
            Some(_) => {}
            None => found.push((key, number)),
        }
    }
    rows.filter(|row| {
        let number = row.finite(column);
        number.is_some_and(|number| found.contains(&(key(row), number)))
    })
}

impl Value {
    /// The number of a row.
    pub(super) fn of(&self, row: &Row<'_>, tables: &[Table]) -> Option<f64> {
        match *self {
            Value::Column(column) => row.number(column),
            Value::Over { column, by, over } => {
                let others = row.table().frame().with(&[(by, over)]);
                let other = others.rows().find(|other| row.agrees(other, &[by]))?;
                Some(row.number(column)? / other.number(column)?)
            }
            Value::Joined { table, column, on, with } => {
                let others = shown(&find(tables, table, &[column])?.frame(), with);
                let same = |other: &Row<'_>| on.iter().all(|on| row.cell(on) == other.cell(on));
                others.rows().find(same)?.number(column)
            }
        }
    }

    /// The columns of the row's own table that the value needs.
    fn columns(&self) -> Vec<&'static str> {
        match *self {
            Value::Column(column) => vec![column],
            Value::Over { column, by, .. } => vec![column, by],
            Value::Joined { on, .. } => on.to_vec(),
        }
    }

    /// The other table that the value needs, if any.
    pub(super) fn other_table(&self) -> Option<&'static str> {
        self.joined().map(|(table, _)| table)
    }

    /// The columns of another table that the value needs.
    fn joined(&self) -> Option<(&'static str, Vec<&'static str>)> {
        let Value::Joined { table, column, on, with } = *self else { return None };
        let with = with.iter().map(|(column, _)| *column);
        Some((table, on.iter().copied().chain([column]).chain(with).collect()))
    }
}

pub(super) fn reads(
    source: &Source,
    values: &[Value],
    rows: &[&'static str],
    published: Option<&Published>,
) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut columns: Vec<&str> = source.panels.to_vec();
    columns.extend(source.with.iter().map(|(column, _)| *column));
    columns.extend(source.variant.map(|(column, _)| column));
    columns.extend(values.iter().flat_map(Value::columns));
    columns.extend(rows);
    columns.push(source.series);
    let mut reads: Vec<_> = source.also.iter().map(|table| (*table, columns.clone())).collect();
    reads.push((source.table, columns));
    reads.extend(values.iter().filter_map(Value::joined));
    if let Some(published) = published {
        let mut columns: Vec<&str> = published.with.iter().map(|(column, _)| *column).collect();
        columns.extend(published.panels.iter().map(|(_, there)| *there));
        columns.extend([published.x, published.y].iter().flat_map(Value::columns));
        reads.push((published.table, columns));
    }
    reads
}
