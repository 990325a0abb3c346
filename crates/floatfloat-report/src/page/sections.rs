//! The details: a section for each experiment with its companion tables.

use super::{Picture, conclusions::Line, figures, number::raised, table::Raw};
use crate::{
    error::Error,
    results::{Results, Table},
    study::Study,
    table::distinct,
};

/// An experiment with its companion tables (`ulp-histogram` with `ulp-histogram-bins`).
pub struct Section {
    pub id: String,
    pub title: String,
    /// What the experiment does and how to read it, in paragraphs.
    pub about: Vec<String>,
    /// The conclusions of papers about it, and the results of this run.
    pub conclusions: Vec<Line>,
    pub pictures: Vec<Picture>,
    pub tables: Vec<Raw>,
    /// The tables and figures of papers that it reproduces.
    pub papers: Vec<String>,
    /// Whether published numbers are shown with ours.
    pub has_published: bool,
    /// The devices of this machine on which it ran.
    pub devices: Vec<String>,
    /// The number of measured rows.
    pub rows: usize,
}

/// The experiment to which a table belongs: the experiment with the same id, or with the longest id
/// with which the table's id begins.
pub fn primary<'a>(id: &'a str, results: &'a Results, studies: &[&'a Study]) -> &'a str {
    let present = results.experiments.iter().map(|experiment| experiment.id.as_str());
    present
        .chain(studies.iter().map(|study| study.id))
        .filter(|other| {
            id.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        })
        .min_by_key(|other| other.len())
        .unwrap_or(id)
}

/// All sections, in the order in which the experiments ran.
pub fn sections(results: &Results, studies: &[&'static Study]) -> Result<Vec<Section>, Error> {
    let mut sections: Vec<Section> = Vec::new();
    for experiment in &results.experiments {
        let id = primary(&experiment.id, results, studies);
        let section = match sections.iter().position(|section| section.id == id) {
            Some(at) => &mut sections[at],
            None => {
                sections.push(empty(id, results, studies)?);
                let last = sections.len() - 1;
                &mut sections[last]
            }
        };
        let same = section.tables.iter().filter(|raw| raw.id == experiment.id).count();
        let anchor = match same {
            0 => format!("table-{}", experiment.id),
            n => format!("table-{}-{}", experiment.id, n + 1),
        };
        section.tables.push(Raw::new(experiment, anchor));
        section.count(experiment, results);
    }
    Ok(sections)
}

impl Section {
    /// Adds the index's information about a table.
    fn count(&mut self, experiment: &Table, results: &Results) {
        if experiment.is_published() {
            self.has_published = true;
            return;
        }
        add(&mut self.papers, experiment.paper.as_deref());
        self.rows += experiment.rows.len();
        let named = experiment.devices();
        add(&mut self.devices, here(&named, results));
    }
}

/// The devices that this machine has, without simulated and published ones. If a text names several
/// (`cpu, wgpu:0`), each counts.
fn here<'a>(named: &[&'a str], results: &'a Results) -> Vec<&'a str> {
    let named = distinct(named.iter().flat_map(|text| text.split(", ")));
    let is_here = |id: &&str| results.devices.iter().any(|device| device.id == *id);
    named.into_iter().filter(is_here).collect()
}

/// Adds the texts that are not in the list yet.
fn add<'a>(to: &mut Vec<String>, texts: impl IntoIterator<Item = &'a str>) {
    for text in texts {
        if !to.iter().any(|known| known == text) {
            to.push(text.to_owned());
        }
    }
}

fn empty(id: &str, results: &Results, studies: &[&'static Study]) -> Result<Section, Error> {
    let known = studies.iter().find(|study| study.id == id);
    let pictures = figures::of_section(results, id, studies)
        .into_iter()
        .map(|drawing| Picture::new(drawing, results))
        .collect::<Result<_, _>>()?;
    Ok(Section {
        id: id.into(),
        title: known.map_or(id, |study| study.title).to_owned(),
        about: known.map_or_else(Vec::new, |study| paragraphs(study.about)),
        conclusions: Vec::new(),
        pictures,
        tables: Vec::new(),
        papers: Vec::new(),
        has_published: false,
        devices: Vec::new(),
        rows: 0,
    })
}

/// The paragraphs of a text with broken lines.
fn paragraphs(text: &str) -> Vec<String> {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    paragraphs.map(|paragraph| raised(paragraph.trim())).filter(|text| !text.is_empty()).collect()
}
