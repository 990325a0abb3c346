//! Tables as figures and sections read them.

pub use crate::table::{Row, distinct, number};
use crate::{results::Results, table::Table};

/// A table of results.
#[derive(Clone, Copy)]
pub struct View<'a>(pub &'a Table);

impl<'a> View<'a> {
    /// Its rows.
    pub fn rows(self) -> impl Iterator<Item = Row<'a>> {
        self.0.rows()
    }

    /// The devices that its rows are about, in order of appearance; where no column names them, the
    /// device that it ran on.
    pub fn devices(self) -> Vec<&'a str> {
        let named = self.distinct("device");
        if named.is_empty() { vec![self.0.device.as_str()] } else { named }
    }

    /// The device that a figure for one device shows: the first of this machine's that the rows are
    /// about.
    pub fn main_device(self, results: &'a Results) -> &'a str {
        let devices = self.devices();
        let here = results.devices.iter().map(|device| device.id.as_str());
        here.into_iter().find(|id| devices.contains(id)).unwrap_or(devices[0])
    }

    /// Its rows about one device: all of them where no column names it.
    pub fn rows_of(self, device: &'a str) -> impl Iterator<Item = Row<'a>> {
        self.rows().filter(move |row| row.text("device").is_none_or(|named| named == device))
    }

    /// The texts of a column, each once, in order of appearance.
    pub fn distinct(self, column: &str) -> Vec<&'a str> {
        distinct(self.rows().filter_map(|row| row.text(column)))
    }
}

/// Every table with this id that has these columns and at least one row.
pub fn find<'a>(
    results: &'a Results,
    id: &str,
    columns: &[&str],
) -> impl Iterator<Item = View<'a>> {
    let tables = results.experiments.iter().filter(move |table| table.id == id).map(View);
    tables.filter(move |view| view.0.has(columns) && !view.0.rows.is_empty())
}
