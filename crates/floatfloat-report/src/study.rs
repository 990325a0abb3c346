//! The description of an experiment beside its tables: its name, what papers say about it, how it is drawn.

use crate::{
    chart::Chart,
    claim::{self, Claim},
    paper::Paper,
    results::Device,
    table::Table,
};

/// What a reader is told of an experiment, and how its tables are judged and drawn.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Name in the lab, `ops-accuracy` say. The ids of its tables begin with it.
    pub id: &'static str,
    /// The head of its section.
    pub title: &'static str,
    /// What it finds out, in one line.
    pub summary: &'static str,
    /// What is done, and how to read it, in plain words.
    pub about: &'static str,
    /// The tables and figures of papers that it reproduces; empty where none.
    pub paper: &'static str,
    /// The papers whose published tables stand beside its own, and the ids of those tables.
    pub published: &'static [(&'static Paper, &'static str)],
    /// What papers conclude.
    pub claims: &'static [Claim],
    /// Its charts.
    pub charts: &'static [Chart],
}

impl Study {
    /// A study of which nothing is known yet.
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

    /// The published tables that stand beside its own.
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

    /// Its claims, judged; nothing where it has none.
    pub fn judge(&self, tables: &[Table], devices: &[Device]) -> Option<Table> {
        let judged = || claim::judge(self.id, self.claims, tables, devices);
        (!self.claims.is_empty()).then(judged)
    }
}
