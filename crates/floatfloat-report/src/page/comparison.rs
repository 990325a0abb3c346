//! The page that compares two results.

use super::{Link, Picture, figures, table::Grid};
use crate::{
    compare::Comparison,
    error::Error,
    plots,
    results::{Cell, Column, SCHEMA, Table},
    store,
    table::{Row, distinct},
};
use askama::Template;
use std::path::Path;

/// The name of the page in the output folder.
pub const PAGE: &str = "compare.html";

/// The number of numbers with the greatest differences at the top of the page.
const LARGEST: usize = 20;

/// Writes the page into the folder, completely or not at all.
///
/// # Errors
/// [`Error::File`] if it cannot be written, [`Error::Render`] if it cannot be drawn.
pub fn write(folder: &Path, comparison: &Comparison) -> Result<(), Error> {
    store::write(folder, PAGE, html(comparison)?.as_bytes())
}

/// The page.
///
/// # Errors
/// [`Error::Render`] if it cannot be drawn.
pub fn html(comparison: &Comparison) -> Result<String, Error> {
    let Comparison { numbers, machines, devices, words, missing } = comparison;
    let pictures = figures::compared(numbers)
        .into_iter()
        .map(|drawing| {
            let links = vec![Link { id: "compare".into(), anchor: "numbers".into() }];
            Picture::with_links(drawing, links)
        })
        .collect::<Result<_, _>>()?;
    let largest = comparison.largest(LARGEST);
    let page = Page {
        colours: plots::theme::css(),
        machines: Part::new(machines),
        devices: Part::new(devices),
        pictures,
        largest: Part { notes: largest.notes.clone(), table: Grid::of_mixed(&shown(&largest)) },
        words: Part { notes: words.notes.clone(), table: Grid::of_mixed(&shown(words)) },
        missing: Part::new(missing),
        experiments: experiments(numbers),
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
    };
    page.render().map_err(|error| Error::Render(error.to_string()))
}

/// The table in fewer columns: one for both devices, one for the subject of a value, and the unit
/// in the column of the quantity.
fn shown(table: &Table) -> Table {
    let text = |row: &Row<'_>, column: &str| row.text(column).unwrap_or_default().to_owned();
    let devices = |row: &Row<'_>| match (text(row, "device_a"), text(row, "device_b")) {
        (a, b) if a == b => a,
        (a, b) => format!("{a} : {b}"),
    };
    let subject = |row: &Row<'_>| {
        let parts = ["op", "type", "of"].map(|column| text(row, column));
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    };
    let quantity = |row: &Row<'_>| match (text(row, "quantity"), text(row, "unit")) {
        (quantity, unit) if unit.is_empty() => quantity,
        (quantity, unit) => format!("{quantity} [{unit}]"),
    };
    let names = ["experiment", "device", "of", "quantity", "a", "b", "ratio"];
    let is_there = |name: &&str| *name == "device" || table.columns.iter().any(|c| c.name == *name);
    let names: Vec<&str> = names.into_iter().filter(is_there).collect();
    let cell = |row: &Row<'_>, name: &str| match name {
        "device" => Cell::Text(devices(row)),
        "of" => Cell::Text(subject(row)),
        "quantity" => Cell::Text(quantity(row)),
        name => row.cell(name).cloned().unwrap_or(Cell::Empty),
    };
    let rows = table.rows();
    let rows = rows.map(|row| names.iter().map(|name| cell(&row, name)).collect()).collect();
    let column = |name: &&str| Column {
        name: (*name).to_owned().into(),
        unit: "".into(),
        role: Default::default(),
    };
    Table { columns: names.iter().map(column).collect(), rows, ..table.clone() }
}

/// A table with its notes.
struct Part {
    notes: Vec<String>,
    table: Grid,
}

impl Part {
    fn new(experiment: &Table) -> Self {
        Part { notes: experiment.notes.clone(), table: Grid::of_mixed(experiment) }
    }
}

/// The numbers that differ in one experiment.
struct Section {
    anchor: String,
    id: String,
    table: Grid,
}

fn experiments(numbers: &Table) -> Vec<Section> {
    let ids = distinct(numbers.rows().filter_map(|row| row.text("experiment")));
    let shown = shown(numbers);
    let section = |id: &str| {
        let rows = shown.rows().zip(&shown.rows);
        let rows = rows.filter(|(row, _)| row.text("experiment") == Some(id));
        // The section has the name of the experiment.
        let rows = rows.map(|(_, cells)| cells[1..].to_vec()).collect();
        let columns = shown.columns[1..].to_vec();
        let table = Grid::of_mixed(&Table { rows, columns, ..shown.clone() });
        Section { anchor: format!("numbers-{id}"), id: id.to_owned(), table }
    };
    let mut sections: Vec<_> = ids.into_iter().map(section).collect();
    sections.sort_by(|a, b| a.id.cmp(&b.id));
    sections
}

#[derive(Template)]
#[template(path = "compare.html")]
struct Page {
    colours: String,
    machines: Part,
    devices: Part,
    pictures: Vec<Picture>,
    largest: Part,
    words: Part,
    missing: Part,
    experiments: Vec<Section>,
    schema: &'static str,
    version: &'static str,
}
