//! The report: a page that needs neither network nor JavaScript, drawn only from the results.

pub mod comparison;
mod conclusions;
mod devices;
pub mod figures;
mod folder;
mod glossary;
mod joined;
mod matrix;
mod number;
mod overview;
mod sections;
mod table;
mod verdict;

use crate::{
    error::Error,
    plots,
    results::{Machine, Results},
    store,
    study::Study,
};
use askama::Template;
use conclusions::Conclusions;
use figures::Drawing;
pub use folder::{PAGE, RESULTS, prepare};
use matrix::Matrix;
use sections::Section;
use std::path::Path;
use table::Grid;
use verdict::{State, Verdict};

/// The operations that the number types use, in the order of the first page.
pub const DEFAULT_OPERATIONS: [&str; 8] =
    ["add", "sub", "mul", "div", "sqrt", "add-word", "mul-word", "div-word"];

/// Writes page and results into the folder, each completely or not at all. For results of an
/// interrupted run, the page shows what there is.
///
/// # Errors
/// [`Error::File`] if a file cannot be written, [`Error::Render`] if the page cannot be drawn.
pub fn write(folder: &Path, results: &Results, studies: &[&'static Study]) -> Result<(), Error> {
    let page = html(results, studies)?;
    store::write(folder, RESULTS, store::to_json(results)?.as_bytes())?;
    store::write(folder, PAGE, page.as_bytes())
}

/// The verdict of the first page in a sentence, and the reasons for it.
pub fn verdict(results: &Results) -> (&'static str, Vec<String>) {
    let verdict = verdict::verdict(results);
    (verdict.headline, verdict.because)
}

/// A sentence that counts the verdicts on the claims of papers; none if there is no claim.
pub fn claims(results: &Results) -> Option<String> {
    conclusions::counted(results)
}

/// The page.
///
/// # Errors
/// [`Error::Render`] if it cannot be drawn.
pub fn html(results: &Results, studies: &[&'static Study]) -> Result<String, Error> {
    let results = &store::storable(results);
    let overview = figures::overview(results)
        .into_iter()
        .map(|drawing| Picture::new(drawing, results))
        .collect::<Result<_, _>>()?;
    let mut sections = sections::sections(results, studies)?;
    let conclusions = conclusions::conclusions(results, &sections, studies);
    for section in &mut sections {
        let lines = conclusions.iter().flat_map(|all| &all.lines);
        section.conclusions = lines.filter(|line| line.section == section.id).cloned().collect();
    }
    let verdict = verdict::verdict(results);
    // A single experiment does not decide whether the machine is safe.
    let answers = verdict.state != State::Unknown || sections.len() != 1;
    let page = Page {
        colours: plots::theme::css(),
        machine: &results.machine,
        results,
        verdict: answers.then_some(verdict),
        devices: devices::sentences(results),
        overview,
        table: overview::table(results),
        table_sources: links(&overview::sources(results), results),
        matrices: matrix::matrices(results),
        conclusions,
        sections,
        glossary: glossary::TERMS,
    };
    page.render().map_err(|error| Error::Render(error.to_string()))
}

/// Every figure of the report as a separate file: its name without extension, and the SVG.
///
/// # Errors
/// [`Error::Render`] if a figure cannot be drawn.
pub fn standalone_figures(
    results: &Results,
    studies: &[&'static Study],
) -> Result<Vec<(String, String)>, Error> {
    let results = &store::storable(results);
    let mut drawings = figures::overview(results);
    let mut seen: Vec<&str> = Vec::new();
    for experiment in &results.experiments {
        let id = sections::primary(&experiment.id, results, studies);
        if !seen.contains(&id) {
            seen.push(id);
            drawings.extend(figures::of_section(results, id, studies));
        }
    }
    drawings
        .into_iter()
        .map(|drawing| Ok((drawing.id, plots::standalone(&drawing.figure)?)))
        .collect()
}

/// A link from a figure or table to the raw table from which it is drawn.
struct Link {
    id: String,
    anchor: String,
}

fn links(ids: &[String], results: &Results) -> Vec<Link> {
    ids.iter()
        .filter(|id| results.experiments.iter().any(|experiment| experiment.id == **id))
        .map(|id| Link { id: id.clone(), anchor: format!("table-{id}") })
        .collect()
}

/// A figure in the page, in one size for screens and paper and another size for phones.
struct Picture {
    id: String,
    title: String,
    caption: String,
    operations: String,
    links: Vec<Link>,
    wide: String,
    narrow: String,
    half: bool,
}

impl Picture {
    fn new(drawing: Drawing, results: &Results) -> Result<Self, Error> {
        let links = links(&drawing.sources, results);
        Picture::with_links(drawing, links)
    }

    fn with_links(drawing: Drawing, links: Vec<Link>) -> Result<Self, Error> {
        let width = if drawing.half { plots::HALF } else { plots::FULL };
        Ok(Picture {
            wide: plots::inline(&drawing.figure, width)?,
            narrow: plots::inline(&drawing.figure, plots::NARROW)?,
            links,
            id: drawing.id,
            title: drawing.figure.title,
            caption: drawing.caption,
            operations: drawing.operations,
            half: drawing.half,
        })
    }
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    colours: String,
    machine: &'a Machine,
    results: &'a Results,
    /// The verdict; none if the page is about one experiment that does not decide it.
    verdict: Option<Verdict>,
    /// A sentence for each device.
    devices: Vec<String>,
    overview: Vec<Picture>,
    table: Option<Grid>,
    table_sources: Vec<Link>,
    /// The cheapest type for each kind of work, with a table for each device.
    matrices: Vec<Matrix>,
    /// The conclusions of papers, and the results of this run.
    conclusions: Option<Conclusions>,
    sections: Vec<Section>,
    glossary: &'static [(&'static str, &'static str)],
}
