//! Tests that count rows.

use super::{Evidence, Finding, Rows, Test, if_so, words::fill};
use crate::table::Row;

/// Counts the rows that show a text in a column, among the rows that show any text.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    of: &'static [Rows],
    column: &'static str,
    shown: &'static str,
    words: &'static str,
}

impl Test {
    /// The test that some of these rows shows this text in a column. In the words, `{count}` of `{all}`
    /// are numbers of rows, and other names are columns.
    pub const fn some_show(
        of: &'static [Rows],
        column: &'static str,
        shown: &'static str,
        words: &'static str,
    ) -> Self {
        Test::Count(Count { of, column, shown, words })
    }
}

impl Count {
    pub(super) fn judge(&self, evidence: &Evidence<'_>) -> Option<Finding> {
        let tables = self.of.iter().filter_map(|rows| evidence.rows(*rows));
        let rows = tables.flat_map(|rows| rows.rows().collect::<Vec<_>>());
        let all: Vec<Row<'_>> = rows.filter(|row| !row.is(self.column, "")).collect();
        let count = all.iter().filter(|row| row.is(self.column, self.shown)).count();
        let of_all = |name: &str| match name {
            "count" => Some(count.to_string()),
            "all" => Some(all.len().to_string()),
            _ => None,
        };
        let said = || fill(self.words, &all, |row, column| row.shown(column), of_all);
        (!all.is_empty()).then(|| (if_so(count > 0), said()))
    }
}
