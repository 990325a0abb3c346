//! The numbers of a comparison, along columns.

use super::{At, BEST_OTHER, Compare};
use crate::table::{Row, distinct};

/// A number and its divisor, which is 1 if there is none.
pub(super) type Pair = [f64; 2];

/// The ratio of the two.
pub(super) fn ratio([above, below]: &Pair) -> f64 {
    above / below
}

/// The numbers of two texts at one place.
#[derive(Clone)]
pub(super) struct Point<'a> {
    /// The values of the columns along which there are numbers.
    pub(super) along: Vec<String>,
    /// The row of the first number.
    pub(super) row: Row<'a>,
    /// The text that the row of the second number shows.
    pub(super) two: String,
    /// The numbers.
    pub(super) pair: Pair,
    /// The words of the preferred text.
    pub(super) preferred: &'static str,
}

impl Compare {
    /// The numbers of one or two texts along the columns, from the smallest size to the largest.
    pub(super) fn points<'a>(&self, rows: &[Row<'a>], texts: &[&str]) -> Vec<Point<'a>> {
        let (column, preferences) = self.prefer;
        let place = |row: &Row<'a>| self.along.iter().map(|c| row.shown(c)).collect::<Vec<_>>();
        let with = |[text, preferred]: &[&'static str; 2]| {
            let rows = rows.iter().filter(|row| row.is(column, text));
            let rows: Vec<_> = rows.map(|row| (place(row), *row)).collect();
            let point = |along: &Vec<String>| {
                let here = || rows.iter().filter(|(place, _)| place == along).map(|(_, row)| *row);
                let of = |text: &str| here().find_map(|row| Some((row, self.number(&row, text)?)));
                let others = || here().filter(|row| !row.is(self.by, texts[0]));
                let numbers = || others().filter_map(|row| Some((row, row.number(self.value)?)));
                let (row, above) = of(texts[0])?;
                let (other, below) = match texts.get(1) {
                    None => (row, 1.0),
                    Some(&BEST_OTHER) => numbers().min_by(|x, y| x.1.total_cmp(&y.1))?,
                    Some(text) => of(text)?,
                };
                let (along, two) = (along.clone(), other.shown(self.by));
                Some(Point { along, row, two, pair: [above, below], preferred })
            };
            let mut along = distinct(rows.iter().map(|(place, _)| place));
            along.sort_by(|one, other| size(one).total_cmp(&size(other)));
            let points: Vec<Option<Point<'a>>> = along.into_iter().map(point).collect();
            let has_ends = matches!(points[..], [Some(_)] | [Some(_), .., Some(_)]);
            let points = points.into_iter().flatten();
            points.filter(|_| has_ends || self.at != At::Growth).collect::<Vec<_>>()
        };
        preferences.iter().map(with).find(|points| !points.is_empty()).unwrap_or_default()
    }

    /// The number of a row, if the row has this text.
    fn number(&self, row: &Row<'_>, text: &str) -> Option<f64> {
        match self.by {
            "" => row.number(text),
            by if row.is(by, text) => row.number(self.value),
            _ => None,
        }
    }
}

/// The size at a place. Places without a number have no order of their own.
fn size(along: &[String]) -> f64 {
    along.last().and_then(|size| size.parse().ok()).unwrap_or(f64::NAN)
}
