//! Rows of a table, selected and paired.

use super::{Row, Table, distinct};

/// Some rows of a table, in the order of the table.
#[derive(Clone)]
pub struct Frame<'a> {
    rows: Vec<Row<'a>>,
}

impl<'a> Frame<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        Frame { rows: table.rows().collect() }
    }

    /// Its rows.
    pub fn rows(&self) -> impl Iterator<Item = Row<'a>> + '_ {
        self.rows.iter().copied()
    }

    /// The first row.
    pub fn first(&self) -> Option<Row<'a>> {
        self.rows.first().copied()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows in which all these columns show these texts. An empty text is an empty cell.
    pub fn with(&self, values: &[(&str, &str)]) -> Self {
        self.filter(|row| values.iter().all(|(column, text)| row.is(column, text)))
    }

    /// The rows for which this holds.
    pub fn filter(&self, holds: impl Fn(&Row<'a>) -> bool) -> Self {
        Frame { rows: self.rows.iter().copied().filter(|row| holds(row)).collect() }
    }

    /// The texts of a column, each once, in order of appearance. Empty cells are left out.
    pub fn distinct(&self, column: &str) -> Vec<String> {
        let mut shown = distinct(self.rows.iter().map(|row| row.shown(column)));
        shown.retain(|text| !text.is_empty());
        shown
    }

    /// The numbers of a column, each once, from small to large.
    pub fn sizes(&self, column: &str) -> Vec<f64> {
        let mut sizes: Vec<f64> = self.rows.iter().filter_map(|row| row.finite(column)).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        sizes
    }

    /// The rows in which a column has this number.
    pub fn at(&self, column: &str, number: f64) -> Self {
        self.filter(|row| row.number(column) == Some(number))
    }

    /// The rows with the largest number of a column.
    pub fn at_most(&self, column: &str) -> Self {
        self.sizes(column)
            .last()
            .map_or_else(|| Frame { rows: Vec::new() }, |x| self.at(column, *x))
    }

    /// The number of a column in the first row.
    pub fn value(&self, column: &str) -> Option<f64> {
        self.first()?.number(column)
    }

    /// The pairs of rows that agree in all other chosen columns. In `column`, the first row shows
    /// the first text and the second row the second text.
    pub fn pairs(&self, column: &str, [one, two]: [&str; 2]) -> Vec<[Row<'a>; 2]> {
        let others = self.with(&[(column, two)]);
        let pair = |row: Row<'a>| {
            let other = others.rows().find(|other| row.agrees(other, &[column]))?;
            Some([row, other])
        };
        self.with(&[(column, one)]).rows().filter_map(pair).collect()
    }

    /// The ratio of a measured number in such pairs, the first divided by the second, with the first row.
    pub fn ratios(&self, value: &str, column: &str, of: [&str; 2]) -> Vec<(Row<'a>, f64)> {
        let ratio = |[one, two]: [Row<'a>; 2]| Some((one, one.number(value)? / two.number(value)?));
        self.pairs(column, of).into_iter().filter_map(ratio).collect()
    }
}
