//! The numbers of a chart, out of rows of tables.

use super::{Published, Shows, Source, Value};
use crate::table::{Frame, Row, Table, find};

/// The rows in which columns show what they must.
pub(super) fn shown<'a>(rows: &Frame<'a>, with: &[(&str, Shows)], series: &str) -> Frame<'a> {
    with.iter().fold(rows.clone(), |rows, (column, shows)| match shows {
        Shows::One(texts) => rows.filter(|row| texts.iter().any(|text| row.is(column, text))),
        Shows::Not(text) => rows.filter(|row| !row.is(column, text)),
        Shows::Most => rows.at_most(column),
        Shows::MostOfSeries => {
            let most: Vec<(String, Option<f64>)> = rows
                .distinct(series)
                .into_iter()
                .map(|name| {
                    let most = rows.with(&[(series, &name)]).sizes(column).last().copied();
                    (name, most)
                })
                .collect();
            rows.filter(|row| {
                let most = most.iter().find(|(name, _)| row.is(series, name));
                most.is_some_and(|(_, most)| row.finite(column) == *most)
            })
        }
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
                let others = shown(&find(tables, table, &[column])?.frame(), with, "type");
                let same = |other: &Row<'_>| on.iter().all(|on| row.cell(on) == other.cell(on));
                others.rows().find(same)?.number(column)
            }
        }
    }

    /// The columns that it asks of the row's own table.
    fn columns(&self) -> Vec<&'static str> {
        match *self {
            Value::Column(column) => vec![column],
            Value::Over { column, by, .. } => vec![column, by],
            Value::Joined { on, .. } => on.to_vec(),
        }
    }

    /// The other table that it needs, if it does.
    pub(super) fn other_table(&self) -> Option<&'static str> {
        self.joined().map(|(table, _)| table)
    }

    /// The columns that it asks of another table.
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
    let mut reads = vec![(source.table, columns)];
    reads.extend(values.iter().filter_map(Value::joined));
    if let Some(published) = published {
        let mut columns: Vec<&str> = published.with.iter().map(|(column, _)| *column).collect();
        columns.extend(published.panels.iter().map(|(_, there)| *there));
        columns.extend([published.x, published.y].iter().flat_map(Value::columns));
        reads.push((published.table, columns));
    }
    reads
}
