//! The details: one section per experiment with its companions.

use super::{Picture, conclusions::Line, figures, number::raised, table::Raw};
use crate::{
    error::Error,
    results::{Results, Table},
    study::Study,
    table::distinct,
};

/// One experiment with its companions (`ulp-histogram` with `ulp-histogram-bins`).
pub struct Section {
    pub id: String,
    pub title: String,
    /// What is done and how to read it, paragraph by paragraph.
    pub about: Vec<String>,
    /// What papers concluded of it, and what this run found.
    pub conclusions: Vec<Line>,
    pub pictures: Vec<Picture>,
    pub tables: Vec<Raw>,
    /// The tables and figures of papers that it reproduces.
    pub papers: Vec<String>,
    /// Whether their numbers stand beside ours.
    pub has_published: bool,
    /// The devices of this machine that it ran on.
    pub devices: Vec<String>,
    /// Rows that were measured.
    pub rows: usize,
}

/// The experiment that a table belongs to: itself, or the longest id that its own begins with.
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
    /// Adds what the index says of a table.
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

/// Those of the devices that this machine has; simulated ones and published ones are not here. Where
/// several are named in one text (`cpu, wgpu:0`) each of them.
fn here<'a>(named: &[&'a str], results: &'a Results) -> Vec<&'a str> {
    let named = distinct(named.iter().flat_map(|text| text.split(", ")));
    let is_here = |id: &&str| results.devices.iter().any(|device| device.id == *id);
    named.into_iter().filter(is_here).collect()
}

/// Adds the texts that are not there yet.
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

/// The paragraphs of a text whose lines are broken.
fn paragraphs(text: &str) -> Vec<String> {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    paragraphs.map(|paragraph| raised(paragraph.trim())).filter(|text| !text.is_empty()).collect()
}
