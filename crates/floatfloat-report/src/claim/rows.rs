//! The rows from which a claim is judged.

use crate::{
    chart::{Shows, quantity::shown},
    table::{Frame, Row},
};
use std::ops::Range;

/// Rows of a table.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    pub(super) table: &'static str,
    pub(super) whose: Whose,
    with: &'static [(&'static str, Shows)],
    and: &'static [(&'static str, Shows)],
    between: &'static [(&'static str, Range<f64>)],
}

/// Whose rows count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of the device in question or, if there is none, of the first device of the table.
    InQuestion,
    /// Those of the first device of the table.
    First,
    /// Those of all devices.
    All,
}

impl Rows {
    /// All rows of a table for the device in question.
    pub const fn of(table: &'static str) -> Self {
        Rows { table, whose: Whose::InQuestion, with: &[], and: &[], between: &[] }
    }

    /// The rows in which these columns show these texts. Each condition selects from the rows that
    /// the one before left.
    pub const fn with(self, with: &'static [(&'static str, Shows)]) -> Self {
        Rows { with, ..self }
    }

    /// The rows that also fulfil these conditions.
    pub const fn and(self, and: &'static [(&'static str, Shows)]) -> Self {
        Rows { and, ..self }
    }

    /// The rows whose numbers in these columns are in these ranges.
    pub const fn between(self, between: &'static [(&'static str, Range<f64>)]) -> Self {
        Rows { between, ..self }
    }

    /// The rows of these devices.
    pub const fn whose(self, whose: Whose) -> Self {
        Rows { whose, ..self }
    }

    fn shows(&self) -> impl Iterator<Item = &'static (&'static str, Shows)> {
        self.with.iter().chain(self.and)
    }

    /// Selects from some rows.
    pub(super) fn among<'a>(&self, rows: &Frame<'a>) -> Frame<'a> {
        let rows = rows.filter(|row| {
            let is_within = |(column, range): &(&str, Range<f64>)| {
                row.number(column).is_some_and(|number| range.contains(&number))
            };
            self.between.iter().all(is_within)
        });
        shown(&rows, self.shows())
    }

    /// The selected rows, in the order in which the conditions list the texts of columns.
    pub(super) fn in_order<'a>(&self, rows: &Frame<'a>) -> Vec<Row<'a>> {
        let mut rows: Vec<Row<'a>> = rows.rows().collect();
        for (column, shows) in self.shows() {
            if let Shows::One(texts) = shows {
                rows.sort_by_key(|row| texts.iter().position(|text| row.is(column, text)));
            }
        }
        rows
    }
}
