//! The page of two results side by side.

use super::{
    Link, Picture, figures,
    table::Table,
    view::{View, distinct},
};
use crate::{
    compare::Comparison,
    error::Error,
    plots,
    results::{Experiment, SCHEMA},
    store,
};
use askama::Template;
use std::path::Path;

/// Name of the page in the output folder.
pub const PAGE: &str = "compare.html";

/// Of the numbers that differ, so many stand at the top.
const LARGEST: usize = 20;

/// Writes the page into the folder, whole or not at all.
///
/// # Errors
/// [`Error::File`] where it cannot be written, [`Error::Render`] where it cannot be drawn.
pub fn write(folder: &Path, comparison: &Comparison) -> Result<(), Error> {
    store::write(folder, PAGE, html(comparison)?.as_bytes())
}

/// The page.
///
/// # Errors
/// [`Error::Render`] where it cannot be drawn.
pub fn html(comparison: &Comparison) -> Result<String, Error> {
    let Comparison { numbers, machines, devices, words, missing } = comparison;
    let pictures = figures::compared(numbers)
        .into_iter()
        .map(|drawing| {
            let links = vec![Link { id: "compare".into(), anchor: "numbers".into() }];
            Picture::with_links(drawing, links)
        })
        .collect::<Result<_, _>>()?;
    let largest = Experiment { rows: first(&numbers.rows, LARGEST), ..numbers.clone() };
    let page = Page {
        colours: plots::theme::css(),
        machines: Part::new(machines),
        devices: Part::new(devices),
        pictures,
        largest: Part::new(&largest),
        words: Part::new(words),
        missing: Part::new(missing),
        experiments: experiments(numbers),
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
    };
    page.render().map_err(|error| Error::Render(error.to_string()))
}

fn first<T: Clone>(rows: &[T], count: usize) -> Vec<T> {
    rows.iter().take(count).cloned().collect()
}

/// A table with its notes.
struct Part {
    notes: Vec<String>,
    table: Table,
}

impl Part {
    fn new(experiment: &Experiment) -> Self {
        Part { notes: experiment.notes.clone(), table: Table::of_mixed(experiment) }
    }
}

/// The numbers of one experiment that differ.
struct Section {
    anchor: String,
    id: String,
    table: Table,
}

fn experiments(numbers: &Experiment) -> Vec<Section> {
    let ids = distinct(View(numbers).rows().filter_map(|row| row.text("experiment")));
    let section = |id: &str| {
        let rows = View(numbers).rows().zip(&numbers.rows);
        let rows = rows.filter(|(row, _)| row.text("experiment") == Some(id));
        // Its name is that of the section.
        let rows = rows.map(|(_, cells)| cells[1..].to_vec()).collect();
        let columns = numbers.columns[1..].to_vec();
        let table = Table::of_mixed(&Experiment { rows, columns, ..numbers.clone() });
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
