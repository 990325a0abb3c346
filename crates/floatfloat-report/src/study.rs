//! The description of an experiment: its name, what papers say about it, and how its tables are judged and
//! drawn.

use crate::{
    chart::Chart,
    claim::{self, Claim},
    paper::Paper,
    results::Device,
    table::Table,
};

/// What readers learn about an experiment, and how its tables are judged and drawn.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// The name in the lab, such as `ops-accuracy`. The ids of its tables begin with it.
    pub id: &'static str,
    /// The head of its section.
    pub title: &'static str,
    /// The question that it answers, in one line.
    pub summary: &'static str,
    /// What it does, and how to read it, in plain words.
    pub about: &'static str,
    /// The tables and figures of papers that it reproduces; empty if there are none.
    pub paper: &'static str,
    /// The papers whose published tables are shown with its own, and the ids of those tables.
    pub published: &'static [(&'static Paper, &'static str)],
    /// The claims of papers.
    pub claims: &'static [Claim],
    /// Its charts.
    pub charts: &'static [Chart],
}

impl Study {
    /// A study without any content.
    pub const NONE: Study = Study {
        id: "",
        title: "",
        summary: "",
        about: "",
        paper: "",
        published: &[],
        claims: &[],
        charts: &[],
    };

    /// The published tables that are shown with its own.
    ///
    /// # Panics
    /// If a data file is wrong, which a test excludes.
    pub fn published(&self) -> Vec<Table> {
        let table = |(paper, id): &(&Paper, &str)| {
            let tables = paper.tables().expect("the data files of papers are right");
            let table = tables.into_iter().find(|table| table.id == *id);
            table.unwrap_or_else(|| panic!("no paper has the table {id}"))
        };
        self.published.iter().map(table).collect()
    }

    /// Its claims, judged; none if it has no claims.
    pub fn judge(&self, tables: &[Table], devices: &[Device]) -> Option<Table> {
        let judged = || claim::judge(self.id, self.claims, tables, devices);
        (!self.claims.is_empty()).then(judged)
    }
}
